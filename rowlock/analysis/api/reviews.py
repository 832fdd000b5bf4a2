"""Questions about whole games: their reviews. See docs/review.md for what these hold."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.analysis.review.review_types import Review
from rowlock.engine.record import Record, parse_record
from rowlock.table.api.question import Asking, OfGame, Question
from rowlock.table.messages.limits import RecordText
from rowlock.variants import load_named

ROLLOUTS = 0
"""Games played on from a position: none here, they take minutes; a server reviews in processes of its own."""


@dataclass(frozen=True, kw_only=True)
class AskReview(OfGame, ask="GET /tables/{table}/games/{game}/review", waits=True):
    """The review of a finished game; 202 with `ahead` as long as it is being worked out."""

    def reply(self, asking: Asking[Record], /) -> Review:
        return _reviewed(asking.of, asking)


@dataclass(frozen=True, kw_only=True)
class ReviewRecord(Question[None], ask="POST /review", counts="uploads", waits=True):
    """The review of any record; 202 as long as it is being worked out: send it again."""

    text: RecordText

    def reply(self, asking: Asking[None], /) -> Review:
        return _reviewed(parse_record(self.text, load_named), asking)


def _reviewed(record: Record, asking: Asking[Record] | Asking[None]) -> Review:
    from rowlock.analysis.review.game import review

    asking.here.prepare_judge(record.variant, len(record.seats))
    return review(record, ROLLOUTS)
