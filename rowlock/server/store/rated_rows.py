"""A finished rated game as rows: stored with its end, in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import Insert, insert

from rowlock.community.ratings.constants import ladder_of
from rowlock.community.ratings.results import BOT
from rowlock.server.store.schema import rated_games, rated_seats
from rowlock.table.rated import RatedSeat


def rated_rows(
    key: Mapping[str, object], pad: str, seats: Sequence[RatedSeat], finished: float
) -> list[Insert]:
    """The rows of a game that counts; none if it does not, or if no ladder is for its pad."""
    ladder = ladder_of(pad, len(seats))
    if ladder is None or not any(seat.player for seat in seats):
        return []
    day = datetime.fromtimestamp(finished, UTC).date().isoformat()
    common = {**key, "ladder": str(ladder), "day": day}
    undone = {"counted": False, "reviewed": False, "claimed": 0.0, "claims": 0}
    rows = [insert(rated_games).values(**common, pad=pad, finished=finished, **undone)]
    for number, seat in enumerate(seats):
        who = seat.player or f"{BOT}{seat.bot}"
        rows.append(
            insert(rated_seats).values(**common, seat=number, who=who, score=seat.score, gone=seat.left)
        )
    return rows
