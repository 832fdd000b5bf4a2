"""Games and pads as text for `print` and as pictures for notebooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from html import escape

from rowlock.engine.given import Form
from rowlock.engine.notation import format_roll
from rowlock.engine.sheet import Sheet, empty_sheet
from rowlock.engine.state import Game, Phase, outcome, waiting_for
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet, plain_sheet_of, plain_variant
from rowlock.printing.pages import Filled, sheet_page
from rowlock.printing.svg import render_svg
from rowlock.terminal.draw import draw_sheet

SVG = "max-width:34rem;width:100%;height:auto"
STYLE = "display:flex;flex-wrap:wrap;gap:1rem"


@singledispatch
def _text(value: object) -> str:
    return repr(value)


@_text.register
def _text_of_game(game: Game) -> str:
    pad = plain_variant(game.variant)
    sheets = [
        draw_sheet(pad, plain_sheet(game, seat), colour=False, title=_name(game, seat))
        for seat in range(len(game.sheets))
    ]
    return "\n\n".join([where(game), *sheets])


@_text.register
def _text_of_variant(variant: Variant) -> str:
    return draw_sheet(
        plain_variant(variant), plain_sheet_of(variant, empty_sheet(variant)), colour=False, legend=True
    )


def where(game: Game) -> str:
    """The moment of a game in one line: pad, turn, phase, dice, who is awaited, or how it ended."""
    head = f"{game.variant.title}, turn {game.turn}"
    if (ended := outcome(game)) is not None:
        return f"{head}: over, {' : '.join(map(str, ended.scores))}"
    parts = [f"{head}: {PHASES[game.phase]}"]
    if game.roll:
        parts.append(format_roll(game.roll))
    if waiting := waiting_for(game):
        parts.append(f"waiting for seat {', '.join(map(str, waiting))}")
    return "; ".join(parts)


PHASES = {
    Phase.ROLL: "before the roll",
    Phase.WHITE: "the white sum",
    Phase.COLOUR: "a white and a coloured die",
    Phase.SHUFFLE: "before the shuffle",
    Phase.TAKE: "taking cards",
    Phase.CALL: "the called number",
    Phase.PLAY: "playing cards",
}


def _name(game: Game, seat: int) -> str:
    return f"Seat {seat}" + (" (active)" if seat == game.active and len(game.sheets) > 1 else "")


@singledispatch
def _svg(value: object) -> str:
    raise TypeError(f"{type(value).__name__} has no picture")


@_svg.register
def _svg_of_variant(variant: Variant) -> str:
    return _inline(render_svg(sheet_page(variant)))


def _sheets_of(game: Game) -> list[str]:
    filled = [Filled(_name(game, seat), plain_sheet(game, seat)) for seat in range(len(game.sheets))]
    return [_inline(render_svg(sheet_page(game.variant, one))) for one in filled]


def _inline(picture: bytes) -> str:
    """An SVG that stands in a page: without its XML head, as wide as there is room."""
    _, _, svg = picture.decode("utf-8").partition("?>\n")
    return svg.replace("<svg ", f'<svg style="{SVG}" ', 1)


def _html(value: object) -> str:
    if isinstance(value, Game):
        return f'<p>{escape(where(value))}</p><div style="{STYLE}">{"".join(_sheets_of(value))}</div>'
    return _svg(value)


def draw(value: object, form: Form) -> str:
    """A value in a form: `text` for `print`, `svg` and `html` for notebooks."""
    forms: dict[Form, Callable[[object], str]] = {"text": _text, "svg": _svg, "html": _html}
    return forms[form](value)


@dataclass(frozen=True)
class DrawnSheet:
    """A sheet with its pad, which it does not know alone: drawn by `print`, and as a picture in notebooks."""

    variant: Variant
    """The pad."""
    sheet: Sheet
    """The sheet as it is filled in."""
    name: str = ""
    """The name above it."""
    dealt: int = 0
    """Its place from the start player on, for pads on which sheets differ."""

    def __str__(self) -> str:
        plain = plain_sheet_of(self.variant, self.sheet, self.dealt)
        return draw_sheet(plain_variant(self.variant), plain, colour=False, title=self.name)

    def _repr_svg_(self) -> str:
        filled = Filled(self.name, plain_sheet_of(self.variant, self.sheet, self.dealt))
        return _inline(render_svg(sheet_page(self.variant, filled)))
