"""The addition of a pad to the plain game: one question a method, with an answer that adds nothing.

A mechanism is a frozen value in `Variant.mechanisms`. It overrides the questions it has an answer to; the
engine asks only those (`Variant.asked`), so a pad pays for nothing that it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import Fact
from rowlock.engine.moves import Choice
from rowlock.engine.variant import Means, Place, Row, Variant

if TYPE_CHECKING:
    from rowlock.engine.scoring import Score
    from rowlock.engine.sheet import Pen, Sheet
    from rowlock.engine.state import Game
    from rowlock.engine.turns import Turns
    from rowlock.engine.variant_reader import Reader
    from rowlock.engine.view_types import Badge, FieldState, LegendLine, LineState, Strip


class Frame(NamedTuple):
    """The parts of the pad that are known while its file is read; None where a mistake left it open."""

    players: tuple[int, int] | None
    faces: int | None
    rows: tuple[Row, ...] | None


class Order(IntEnum):
    """Where several mechanisms of a pad have something to say, the earlier step says it first.

    Within a step they go by their keys. Sheets keep notes and facts are told in this order.
    """

    FLOW = auto()
    """The flow of a turn, and what belongs to it."""
    OFFERS = auto()
    """Further moves for a roll."""
    BONUSES = auto()
    """Fields and cells that a cross earns something with."""
    DICE = auto()
    """The dice that are in play."""
    AGAIN = auto()
    """Cells that take more than one cross."""
    COUNTING = auto()
    """The crosses that count, with their places and points."""
    LINKS = auto()
    """Cells that are crossed together."""
    TRADES = auto()
    """Rolls that may be exchanged."""


class Mechanism:
    """The common kind of all mechanisms. Subclasses are frozen dataclasses."""

    key: ClassVar[str]
    """Its name: the table in a variant's file, the feature that faster code supports or refuses."""
    order: ClassVar[Order]
    """Its place in `Variant.mechanisms`."""
    keys: ClassVar[tuple[str, ...]] = ()
    """The keys of its table."""
    is_list: ClassVar[bool] = False
    """Whether its tables are a list, as in `[[bonus_pairs]]`."""
    options: ClassVar[dict[str, tuple[str, ...]]] = {}
    """The options that it implements, each with its words, the default ruling first."""
    moves: ClassVar[tuple[type[Choice], ...]] = ()
    """The kinds of move that it adds."""
    facts: ClassVar[tuple[type[Fact], ...]] = ()
    """The kinds of fact that it adds."""
    played_with: ClassVar[Means] = "dice"
    """On which pads it can be."""
    has_bonus: ClassVar[bool] = False
    """Whether it brings points beside those of rows and penalties."""

    @classmethod
    def place(cls) -> tuple[Order, str]:
        """By what mechanisms are sorted."""
        return cls.order, cls.key

    @classmethod
    def answers(cls) -> tuple[str, ...]:
        """The questions below to which this kind has its own answer."""
        return tuple(name for name in QUESTIONS if getattr(cls, name) is not getattr(Mechanism, name))

    # In a variant's file

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Self | None:
        """The mechanism as its tables tell it, with every mistake noted; None if there are none."""
        raise NotImplementedError

    def write(self, variant: Variant) -> Iterator[str]:
        """Its tables as lines of a file; `read` gives it back."""
        yield from ()

    @classmethod
    def choose(cls, option: str, word: str) -> Self | None:
        """The mechanism for this word of an option; None for the default ruling."""
        raise NotImplementedError

    def chosen(self, option: str) -> str:
        """The word of the option that this implements."""
        raise NotImplementedError

    # What may be crossed

    @classmethod
    def parse_move(cls, text: str) -> Choice | None:
        """A move of one of its kinds; None if the text is something else."""
        return None

    def every_move(self, variant: Variant) -> Iterator[Choice]:
        """Every move of its kinds that this pad can ever offer, without answers to ties."""
        yield from ()

    def offers(self, game: Game, seat: int) -> Iterator[tuple[Choice, Place]]:
        """Extra moves in the white action, each with the cell that it crosses, without answers to ties."""
        yield from ()

    def aim(self, game: Game, seat: int, move: Any) -> Place:
        """The cell that a move of one of its kinds means, legal or not; raises if there is no such cell."""
        raise IllegalMove(f"{self.key} has no such move")

    def check(self, game: Game, seat: int, move: Any, place: Place) -> None:
        """Raise `IllegalMove` with the reason if the dice or the sheet do not allow such a move now."""

    def begin(self, variant: Variant, sheet: Sheet, seat: int, move: Any) -> tuple[Sheet, list[Fact]]:
        """Return the sheet after a move of one of its kinds, before its cross, and the facts of that."""
        return sheet, []

    def objection(self, variant: Variant, sheet: Sheet, place: Place, dice: str) -> str | None:
        """The reason why a cell may not be crossed although its row would allow it; None if it may.

        `dice` are the colours of the dice that reach the cell in the colour action, none in the white one.
        """
        return None

    def admits(self, variant: Variant, sheet: Sheet, place: Place) -> bool:
        """Whether a cell may be crossed although its row forbids it."""
        return False

    def out_of_reach(self, variant: Variant, sheet: Sheet, row: int, gone: int) -> int:
        """The free cells of a row that no move can aim at any more, as bits; `gone` are those so far.

        Whatever this admits must not be among them: bonuses, displays, reasons and bots go by the answer.
        """
        return gone

    def mark_again(self, variant: Variant, sheet: Sheet, place: Place) -> Sheet:
        """The sheet after another cross on a crossed cell, which this mechanism admits."""
        return sheet

    # What follows

    def turns(self, variant: Variant) -> Turns | None:
        """The flow of a turn that replaces the one with dice, if this brings one."""
        return None

    @property
    def most_ties(self) -> int:
        """How often carrying out what a cross earns can ask for a choice among rows (R16.4)."""
        return 0

    def touches(self, place: Place) -> bool:
        """Whether crossing this cell can earn anything at all."""
        return True

    def crossed(self, pen: Pen, place: Place) -> None:
        """A cell has been crossed: tell it, and put what it earns into the pen's queue."""

    def row_closed(self, variant: Variant, sheets: Sequence[Sheet], row: int) -> Iterator[Fact]:
        """The consequences for it when a row has closed: facts for every seat."""
        yield from ()

    def dice(self, game: Game) -> str | None:
        """The colours of the dice in play, if the mechanism decides that."""
        return None

    # What counts

    def first_note(self, dealt: int) -> int:
        """Its note on an empty sheet; `dealt` counts the sheets from the start player on."""
        return 0

    def most_extra(self, rows: tuple[Row, ...]) -> int:
        """How many more crosses may count for a row than it has cells and lock."""
        return 0

    def extra_crosses(self, variant: Variant, sheet: Sheet, row: int) -> int:
        """Crosses of a row in addition to those on its cells and lock."""
        return 0

    def again(self, variant: Variant, sheet: Sheet, row: int) -> tuple[int, ...]:
        """The cells of a row with more than one cross, by index."""
        return ()

    def count(self, variant: Variant, sheet: Sheet, score: Score) -> Score:
        """The count with what it adds or changes."""
        return score

    def counts_for(self, row: str) -> tuple[str, ...]:
        """The rows that a row's crosses bring points to instead of itself; none if it counts by itself."""
        return ()

    # As text and on displays

    def format_note(self, variant: Variant, note: int) -> str | None:
        """Its part of a sheet's text; None if it has none."""
        return None

    def parse_note(self, variant: Variant, text: str) -> int:
        """Its note from that part; raises `BadNotation`."""
        return 0

    def frames(self, place: Place) -> tuple[str, ...]:
        """The frames around a cell of the pad, by the names that displays know them by."""
        return ()

    def sheet_frames(self, variant: Variant, sheet: Sheet) -> list[tuple[Place, str]]:
        """Frames of this sheet that other sheets may not have."""
        return []

    def links(self, variant: Variant, sheet: Sheet) -> list[tuple[Place, Place]]:
        """Pairs of cells that are joined by a line on this sheet."""
        return []

    def strips(self, variant: Variant) -> list[Strip]:
        """Strips of fields on the pad."""
        return []

    def strip_states(self, variant: Variant, sheet: Sheet) -> list[list[FieldState]]:
        """The states of the fields of its strips: open, next, crossed or struck."""
        return []

    def legend(self, variant: Variant) -> list[LegendLine]:
        """Lines that explain frames."""
        return []

    def legend_states(self, variant: Variant, sheet: Sheet) -> list[LineState]:
        """The states of its legend's lines: open, half, done or lost."""
        return []

    def badges(self, variant: Variant) -> list[Badge]:
        """Numbers printed on individual sheets."""
        return []

    def about(self, variant: Variant) -> str:
        """In a few words, for somebody who checks a file."""
        return ""


QUESTIONS = (
    *(
        "first_note",
        "turns",
        "offers",
        "objection",
        "admits",
        "out_of_reach",
        "crossed",
        "row_closed",
        "dice",
        "extra_crosses",
        "again",
        "count",
        "counts_for",
    ),
    *("format_note", "frames", "sheet_frames", "links", "strips", "legend", "badges"),
)
"""The methods that the engine calls only where a mechanism overrides them."""
