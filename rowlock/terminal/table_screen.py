"""The screen on which a game is played, at this keyboard or at a table of a server: it knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, RichLog, Static

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.letters import spell, unspell
from rowlock.locale.words import button, labelled, tell_ask, tell_effects, variant_title
from rowlock.terminal.cards import paint_cards
from rowlock.terminal.hint import give_hint
from rowlock.terminal.paint import least_width, longest_row, paint_dice
from rowlock.terminal.pencil import LETTERS, Pencil
from rowlock.terminal.review_screen import ReviewScreen
from rowlock.terminal.telling import tell_bots, tell_event, tell_legal, tell_refusal, tell_typed
from rowlock.terminal.widgets import Others, SheetView

if TYPE_CHECKING:
    from rowlock.terminal.app import PlayApp

Quiet = TypeVar("Quiet", Button, RichLog)
LEAST_WIDTH, LEAST_HEIGHT = 80, 24
ROOMY = 30
"""From this height on there is room for air between the parts."""


class PlayedTable(Protocol):
    """A game that somebody plays at this keyboard, wherever it is held."""

    facts: list[JsonObject]

    @property
    def variant(self) -> view_types.Variant: ...

    @property
    def rules(self) -> Variant: ...
    @property
    def bases(self) -> dict[str, str]: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    def names_in(self, catalogue: Catalogue) -> list[str]: ...
    def look(self) -> view_types.View: ...
    def say(self, move: str) -> None: ...
    def take_back(self) -> bool: ...
    def note_hint(self) -> None: ...
    def record(self) -> Record: ...
    def resign(self) -> None: ...
    def abort(self) -> None: ...
    async def run(self, changed: Callable[[], None]) -> None: ...


class TableScreen(Screen[None]):
    """Dice, the own sheet, everybody else's, what has happened, and one line that says what is asked."""

    app: PlayApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "along(-1)", show=False),
        Binding("right", "along(1)", show=False),
        Binding("up", "across(-1)", show=False),
        Binding("down", "across(1)", show=False),
        Binding("enter", "done", show=False),
        Binding("backspace", "erase", show=False),
        Binding("u,escape", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("p", "tutor", show=False),
        Binding("n", "again", show=False),
        Binding("exclamation_mark", "part('resign')", show=False),
        Binding("full_stop", "part('abort')", show=False),
        # as bindings, like the other keys: what is typed ahead keeps its order
        *[Binding(keys, f"type('{letter}')", show=False) for letter, keys in LETTERS.items()],
    ]

    def __init__(self, table: PlayedTable) -> None:
        super().__init__()
        self.table = table
        self.pencil = Pencil()
        self.message = ""
        self.parting = ""
        """The questions that the player must confirm: giving up, or breaking off the game."""
        self.told = 0
        self.log_of = table.facts

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Vertical(id="whole"):
            yield Static(id="title")
            with Horizontal():
                with Vertical(id="left"):
                    yield Static(id="dice")
                    yield Static(id="ask")
                    yield SheetView()
                    yield Static(id="effect")
                    with Horizontal(id="buttons"):
                        for name in ("pass", "undo", "done"):
                            yield _quiet(Button(name, id=name, compact=True))
                        yield Static(id="typed")
                    yield _quiet(RichLog(id="log", wrap=True, min_width=20))
                yield Others(id="others")
            yield Static(id="keys")

    def on_resize(self) -> None:
        self.refresh_table()

    def refresh_table(self) -> None:
        """Show the table as it is now."""
        if not self.is_mounted or not self.is_attached or not self.query(Others):
            return  # not shown yet, or being taken down
        view = self.table.look()
        self.pencil = self.pencil.fresh(view["moves"] if self.table.seat is not None else [])
        self._show_size()
        self._show_texts(view)
        self._show_sheet(view)
        self._show_log()

    def _show_size(self) -> None:
        w, h = self.app.size
        needed = max(LEAST_WIDTH, least_width(self.table.variant) + self._side() + 2)
        self.set_class(w < needed or h < LEAST_HEIGHT, "small")
        self.set_class(len(self.names) == 1, "solo")
        self.set_class(h < ROOMY, "tight")
        self.set_class(self.table.is_over, "over")
        self.query_one(Others).styles.width = self._side()
        least = {"least_width": needed, "least_height": LEAST_HEIGHT}
        told = text(self.app.catalogue, "terminal.too_small", width=w, height=h, **least)
        self.query_one("#small", Static).update(told)

    @property
    def names(self) -> list[str]:
        return self.table.names_in(self.app.catalogue)

    def _side(self) -> int:
        """Columns for the others, none if there are none: their sheets and a frame."""
        return 0 if len(self.names) == 1 else max(22, longest_row(self.table.variant) + 7)

    def _show_texts(self, view: view_types.View) -> None:
        catalogue, names = self.app.catalogue, self.names
        title = Text(f" {variant_title(catalogue, self.table.variant)} · ")
        title.append(text(catalogue, "game.words.turn", turn=view["turn"]))
        if view["seat"] is not None:
            points = text(catalogue, "game.points", n=view["sheets"][view["seat"]]["score"]["total"])
            title.append(" · " + labelled(catalogue, names[view["seat"]], points))
        self.query_one("#title", Static).update(title)
        tall = self.app.size.height >= ROOMY
        lay = Text("\n").join(paint_cards(catalogue, view["cards"])) if view["cards"] else None
        self.query_one("#dice", Static).update(lay or paint_dice(view, 3 if tall else 1))
        self.query_one("#ask", Static).update(Text(self._ask(view), "bold"))
        self.query_one("#effect", Static).update(Text(self._effect()))
        keys = "terminal.keys_over" if self.table.is_over else "terminal.keys"
        self.query_one("#keys", Static).update(Text(text(catalogue, keys), "dim"))
        typed = spell(catalogue, self.table.variant, self.pencil.typed)
        self.query_one("#typed", Static).update(Text(f"  > {typed}▏" if typed else ""))
        for name, key in (("pass", "-"), ("undo", "u"), ("done", "⏎")):
            self.query_one(f"#{name}", Button).label = Text(f" {button(catalogue, name)} {key} ")

    def _ask(self, view: view_types.View) -> str:
        """The question of the table, and to whom."""
        names, seat = self.names, self.table.seat
        ask = tell_ask(self.app.catalogue, self.table.variant, names, view)
        return labelled(self.app.catalogue, names[seat], ask) if seat is not None and len(names) > 1 else ask

    def _effect(self) -> str:
        """A message if there is one, else what the marked move would do."""
        move, catalogue = self.pencil.marked, self.app.catalogue
        if self.message or move is None:
            return self.message
        effects = tell_effects(catalogue, self.table.variant, move)
        told = tell_typed(catalogue, self.table.variant, move)
        return labelled(catalogue, told, effects) if effects else told

    def _show_sheet(self, view: view_types.View) -> None:
        w, h = self.app.size
        seat = view["seat"] if view["seat"] is not None else view["active"]
        sheet = view["sheets"][seat]
        marked, moves = self.pencil.marked, self.pencil.moves
        wide = w - self._side() - 2
        more = self._lines(self._ask(view), wide, 2) + self._lines(self._effect(), wide, 3)
        more += 1 if view["cards"] else 0
        room = (wide, h - more - (18 if h >= ROOMY else 13))
        shown = self.query_one(SheetView)
        shown.show(self.app.catalogue, self.table.variant, sheet, moves, marked, room)
        self.query_one(Others).show(self.table.variant, view, self.names, h - 3, beside=seat)

    def _lines(self, told: str, wide: int, usual: int) -> int:
        """Lines that a text needs beyond the usual: the sheet makes room for them."""
        return max(len(Text(told).wrap(self.app.console, wide)) - usual, 0)

    def _show_log(self, *, again: bool = False) -> None:
        log = self.query_one(RichLog)
        if again or self.log_of is not self.table.facts:
            log.clear()
            self.told, self.log_of = 0, self.table.facts
        if not self.told:
            for line in tell_bots(self.app.catalogue, self.table.variant, self.table.bases):
                log.write(Text(line, "dim"))
        for fact in self.table.facts[self.told :]:
            line = tell_event(self.app.catalogue, self.table.variant, self.names, fact)
            if line:
                log.write(Text(line, "bold" if fact["kind"] == "rolled" else ""))
        self.told = len(self.table.facts)

    def show_language(self) -> None:
        """Everything again, in the language of the app."""
        self.message = ""
        self._show_log(again=True)
        self.refresh_table()

    def _change(self, pencil: Pencil, message: str = "") -> None:
        self.pencil, self.message, self.parting = pencil, message, ""
        self.refresh_table()

    def action_along(self, direction: int) -> None:
        self._change(self.pencil.along(direction))

    def action_across(self, direction: int) -> None:
        self._change(self.pencil.across(direction))

    def action_erase(self) -> None:
        self._change(self.pencil.erase())

    def action_type(self, letter: str) -> None:
        if self.table.is_over and letter == "v":
            self.action_review()
            return
        rows, meant = {row["row"] for row in self.table.variant["rows"]}, self._unspell(letter)
        rows |= {"j"} if self.pencil.typed.startswith("=") else set()  # a joker's letter
        if self.pencil.moves and (meant in rows or not meant.isalpha()):
            self._change(self.pencil.type(meant))

    def _unspell(self, typed: str) -> str:
        return unspell(self.app.catalogue, self.table.variant, typed)

    @on(SheetView.Pointed)
    def point(self, event: SheetView.Pointed) -> None:
        self._change(self.pencil.point(event.row, event.number))

    @on(Button.Pressed, "#pass")
    def press_pass(self) -> None:
        self._change(self.pencil.cleared().mark("-"))

    @on(Button.Pressed, "#undo")
    def action_undo(self) -> None:
        """Rub the pencil mark out, or take the last choice back while that is possible."""
        if self.pencil.marked or self.pencil.typed or self.message:
            self._change(self.pencil.cleared())
        elif not self._try(self.table.take_back):
            self._change(self.pencil, text(self.app.catalogue, "terminal.nothing_back"))

    @on(Button.Pressed, "#done")
    def action_done(self) -> None:
        """Ink over the marked move."""
        move = self.pencil.marked
        if not self.pencil.moves:
            return
        if move is None and len(self.pencil.moves) == 1:
            move = self.pencil.moves[0]
        if move is None:
            self._change(self.pencil.cleared(), self._tell_unmarked())
            return
        said = move["move"]
        if word := self.app.keeper.tutor.word(self.app.catalogue, self.table, said):
            self._change(self.pencil.cleared().mark(said), word)
            return
        self.pencil, self.message = Pencil(), ""
        self._try(lambda: self.table.say(said))
        self.refresh_table()

    def _tell_unmarked(self) -> str:
        """The reason why nothing is marked although somebody says they are done."""
        catalogue, table = self.app.catalogue, self.table
        if self.pencil.typed:
            return tell_refusal(catalogue, table.variant, table.look(), self.pencil.typed)
        legal = tell_legal(catalogue, table.variant, self.pencil.moves)
        return text(catalogue, "terminal.choose_first", moves=legal)

    def _try(self, action: Callable[[], bool | None]) -> bool:
        """Do something that may be refused; the refusal becomes the message."""
        try:
            answer = action()
        except RowlockError as error:
            self._change(self.pencil, self.app.tell_error(error))
            return True
        self.refresh_table()
        return answer is not False

    def action_hint(self) -> None:
        table = self.table
        bot = self.app.keeper.hint_bot(table.rules, len(self.names))
        if bot is None or not self.pencil.moves:
            return
        try:
            table.note_hint()
            move, told = give_hint(self.app.catalogue, table.rules, table.look(), bot, self.names)
        except RowlockError as error:
            self._change(self.pencil, self.app.tell_error(error))
            return
        self._change(self.pencil.cleared().mark(move), told)

    def action_tutor(self) -> None:
        """How large a mistake must be for a warning before a move."""
        self._change(self.pencil, self.app.keeper.tutor.turn_on(self.app.catalogue))

    def action_review(self) -> None:
        """Show the lessons of the finished game."""
        try:
            record = self.table.record()
        except RowlockError as error:
            self._change(self.pencil, self.app.tell_error(error))
            return
        own = self.table.look()["seat"] or 0
        self.app.push_screen(ReviewScreen(record, own))

    def action_part(self, how: str) -> None:
        """Give up or break off: said twice, because there is no way back."""
        if self.table.is_over:
            return
        if how == "abort" and self.pencil.typed.startswith("="):  # a full stop between two cards
            self.action_type(".")
            return
        if self.parting == how:
            self._change(self.pencil)
            self._try(self.table.resign if how == "resign" else self.table.abort)
        else:
            self._change(self.pencil, text(self.app.catalogue, f"terminal.sure_{how}"))
            self.parting = how

    def action_again(self) -> None:
        if self.table.is_over:
            self.app.start_again()


def _quiet(widget: Quiet) -> Quiet:
    """A widget that never takes the keyboard: all keys belong to the table."""
    widget.can_focus = False
    return widget
