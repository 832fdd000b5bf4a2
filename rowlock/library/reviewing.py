"""A game looked at again: `review`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowlock.analysis.review import review_types
from rowlock.analysis.review.game import count_turns
from rowlock.analysis.review.game import review as judge
from rowlock.analysis.review.html import format_html
from rowlock.analysis.review.report_words import ReportWords
from rowlock.analysis.review.text import format_review
from rowlock.engine.record import Record, parse_record
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.library.arguments import Shown, Tabular, frame, showing
from rowlock.locale import load_catalogue
from rowlock.variants import load_variant

if TYPE_CHECKING:
    import pandas


class Reviewed(Tabular):
    """The lessons of a game: luck and skill apart, every decision with its options and what it lost."""

    def __init__(self, told: review_types.Review, variant: Variant) -> None:
        self.told = told
        self._words = ReportWords(load_catalogue("en"), plain_variant(variant), told)

    def summary(self) -> review_types.Review:
        """The whole review as plain data, as the server tells it."""
        return self.told

    @property
    def decisions(self) -> list[review_types.Decision]:
        """All decisions of all seats, in order."""
        return [decision for turn in self.told["turns"] for decision in turn["decisions"]]

    def to_pandas(self) -> pandas.DataFrame:
        """A line for every decision."""
        turns = [turn["turn"] for turn in self.told["turns"] for _ in turn["decisions"]]
        columns: dict[str, list[Any]] = {"turn": turns}
        for key in ("seat", "phase", "chosen", "best", "loss", "grade", "position"):
            columns[key] = [dict(decision)[key] for decision in self.decisions]
        return frame(columns)

    def __str__(self) -> str:
        return format_review(self._words)

    def _repr_html_(self) -> str:
        page = escape(format_html(self._words), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40rem;border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<a review of {self.told['title']}: {', '.join(self.told['seats'])}>"


def review(
    record: Record | str | Path, *, rollouts: int | None = None, processes: int = 1, progress: Shown = True
) -> Reviewed:
    """Review a game: a record, the path of its file, or its text.

    Where a network judges, the costliest decisions are played on a few times; with `rollouts` every decision
    that has a grade this many times; 0 plays none.
    """
    game = record if isinstance(record, Record) else _read(record)
    with showing(progress, count_turns(game), "turns") as told:
        return Reviewed(judge(game, rollouts, lambda done: told(done), processes), game.variant)


def _read(asked: str | Path) -> Record:
    is_text = isinstance(asked, str) and "\n" in asked
    return parse_record(str(asked) if is_text else Path(asked).read_text(encoding="utf-8"), load_variant)
