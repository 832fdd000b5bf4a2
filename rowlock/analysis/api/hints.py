"""Questions of somebody who plays: a hint, and the tutor's word on a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rowlock.analysis.review.review_types import Grade, Hint, Tutored
from rowlock.engine.view import view
from rowlock.table.api.question import Answer, Asking, OfTable
from rowlock.table.messages.limits import SeatNumber, Text
from rowlock.table.messages.play import AskHint, seat_for_hint
from rowlock.table.table import Table


@dataclass(frozen=True, kw_only=True)
class GiveHint(OfTable, ask="POST /tables/{table}/hint", token="needed", counts="questions"):
    """A hint for a seat of yours that is to choose: best move, all options, why. The table notes it.

    `seat` is needed only if you hold several.
    """

    seat: SeatNumber | None = None

    def reply(self, asking: Asking[Table], /) -> Answer[Hint]:
        from rowlock.analysis.hints.hint import hint

        game, seat = seat_for_hint(asking.of, asking.who.id, self.seat)
        asking.here.prepare_judge(game.variant)
        return Answer(hint(game.variant, view(game, seat)), AskHint(seat=seat))


@dataclass(frozen=True, kw_only=True)
class AskTutor(OfTable, ask="POST /tables/{table}/tutor", token="needed", counts="questions"):
    """A `better` move than the one you are about to make, null if little is lost by it.

    `grade` says from which mistake on you want to hear of it. The table notes a hint only if there is
    something better.
    """

    seat: SeatNumber | None = None
    move: Annotated[str, Text(1, 32)]
    grade: Grade = "mistake"

    def reply(self, asking: Asking[Table], /) -> Answer[Tutored]:
        from rowlock.analysis.hints.hint import better

        game, seat = seat_for_hint(asking.of, asking.who.id, self.seat)
        asking.here.prepare_judge(game.variant)
        found = better(game.variant, view(game, seat), self.move, self.grade)
        return Answer({"better": found}, AskHint(seat=seat) if found else None)
