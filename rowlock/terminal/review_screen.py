"""The review of a finished game on the screen: one seat at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rowlock.analysis.review.review_types import Review
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record
from rowlock.engine.view import plain_variant
from rowlock.locale import text
from rowlock.terminal.review import review_lines

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp


class ReviewScreen(ModalScreen[None]):
    """Worked out beside the keyboard; arrows go from seat to seat, anything else closes it."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,v,space", "dismiss", show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__()
        self.record, self.seat, self.done = record, seat, 0
        self.found: Review | None = None
        self.problem = ""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(id="review")

    def on_mount(self) -> None:
        self.query_one("#help").focus()
        self.show_review()
        self.run_worker(self._work_out, thread=True)

    def _work_out(self) -> None:
        from rowlock.analysis.review.game import review

        try:
            self.found = review(self.record, None, self._heard)
        except RowlockError as error:
            self.problem = self.app.tell_error(error)
        self.app.call_from_thread(self.show_review)

    def _heard(self, turns: int) -> None:
        self.done += turns
        self.app.call_from_thread(self.show_review)

    def show_review(self) -> None:
        if not self.is_mounted or not self.is_attached:
            return
        catalogue = self.app.catalogue
        lines = [self.problem or text(catalogue, "terminal.review.working", n=self.done)]
        if self.found:
            variant, width = plain_variant(self.record.variant), min(self.app.size.width - 12, 68)
            lines = review_lines(catalogue, variant, self.found, self.seat, width)
            lines += [text(catalogue, "terminal.review.keys")]
        self.query_one("#review", Static).update(Text("\n".join(lines)))

    def action_turn(self, step: int) -> None:
        self.seat = (self.seat + step) % len(self.record.seats)
        self.show_review()
