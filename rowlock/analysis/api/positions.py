"""Questions about positions: to look at, to set up by hand, to analyse."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Annotated, Literal

from rowlock.analysis.budgets import AS_ASKED, AT_ONCE
from rowlock.analysis.review.review_types import Analysis, PositionShown
from rowlock.engine.game import Game
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant, view
from rowlock.table.api.question import Asking, PadFiles, WithPosition
from rowlock.table.messages.limits import Between, Parents, SeatNumber, ShuffleText, Text


@dataclass(frozen=True, kw_only=True)
class Change:
    """A change of a position that is set up by hand; `what` says which of the other keys it needs.

    `cell` crosses the cell of `seat` by `row` and `number`, or takes its cross away; `penalty` gives `seat`
    one more, after the last none; `clear` empties its sheet; `active` makes it its turn; `seats` sets their
    `number`; `roll` puts the dice down, or deals by a shuffle, or takes all up if it is null; `action`
    says what the dice are for, or what a turn with cards has come to; with `+` the active seat has crossed.
    """

    what: Literal["cell", "penalty", "clear", "active", "seats", "roll", "action"]
    seat: SeatNumber = 0
    row: Annotated[str, Text(0, 1, "[a-z]?")] = ""
    number: Annotated[int, Between(0, 99)] = 0
    roll: ShuffleText | None = None
    action: Literal["white", "colour", "colour+", "take", "call", "play", "play+"] = "white"


def read_position(text: str, asking: Asking[Variant | None]) -> Game:
    """A position of a pad that is known by name, or of one's own; a name alone is the start of a game."""
    from rowlock.analysis.setup import read_position as read

    own = asking.of
    return read(text, lambda name, /, **options: own or asking.here.load_pad(name, **options))


@dataclass(frozen=True, kw_only=True)
class ShowPosition(WithPosition, ask="POST /position", counts="questions"):
    """A position as every seat sees it, after a change if one is asked for: for setting positions up.

    A position is one line of text (docs/notation.md); a pad's name alone is the start of a game.
    """

    variant_parents: Parents = field(default_factory=dict)
    change: Change | None = None

    @property
    def files(self) -> PadFiles | None:
        return None if self.variant_text is None else PadFiles(self.variant_text, self.variant_parents)

    def reply(self, asking: Asking[Variant | None], /) -> PositionShown:
        from rowlock.analysis.setup import changed

        game = read_position(self.position, asking)
        if self.change is not None:
            game = changed(game, **asdict(self.change))
        return {
            "position": format_position(game),
            "variant": plain_variant(game.variant),
            "variant_text": format_variant(asking.of) if asking.of is not None else None,
            "views": [view(game, seat) for seat in range(len(game.sheets))],
        }


@dataclass(frozen=True, kw_only=True)
class Analyse(WithPosition, ask="POST /analyse", counts="questions", waits=True):
    """The worth of a position of any pad, and every option of the seats that are asked.

    For two seats it is exact where at most `most` joint positions can follow; `joint` in the answer says
    about how many do. A million take some twenty seconds.
    """

    most: Annotated[int, Between(0, AS_ASKED)] = AT_ONCE

    def reply(self, asking: Asking[Variant | None], /) -> Analysis:
        from rowlock.analysis.position import analyse

        game = read_position(self.position, asking)
        asking.here.prepare_judge(game.variant, len(game.sheets))
        return analyse(game, most=self.most)
