"""Environments show a game by the drawings that terminal and print have."""

from __future__ import annotations

import sys
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from rowlock.engine.game import Game
from rowlock.engine.notation import format_roll
from rowlock.engine.view import plain_sheet, plain_variant
from rowlock.printing import Filled, PrintOptions, render, room_for
from rowlock.terminal.draw import draw_sheet, use_colour

RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "human", "rgb_array")
"""As text; the same, written to the screen; as a picture, `[height, width, 3]`."""
Picture = npt.NDArray[np.uint8]
SCALE = 2.0
"""Dots of a picture to a point of paper."""


def show(game: Game, mode: str | None) -> Any:
    """The table in one of the render modes."""
    if mode == "rgb_array":
        return draw_picture(game)
    if mode == "human":
        sys.stdout.write(draw_text(game, colour=use_colour(sys.stdout)))
        return None
    return draw_text(game) if mode == "ansi" else None


def draw_text(game: Game, colour: bool = False) -> str:
    """The dice, and the sheet of every seat."""
    pad = plain_variant(game.variant)
    dice = format_roll(game.roll) if game.roll else "-"
    lines = [f"turn {game.turn}, seat {game.active} rolls, {game.phase.value}: {dice}\n"]
    for seat in range(len(game.sheets)):
        lines.append(draw_sheet(pad, plain_sheet(game, seat), colour=colour, title=f"seat {seat}"))
    return "\n".join(lines)


def draw_picture(game: Game) -> Picture:
    """The sheets as they would be printed, filled in."""
    import pypdfium2

    seats = len(game.sheets)
    filled = [Filled(f"seat {seat}", plain_sheet(game, seat)) for seat in range(seats)]
    printed = render(game.variant, PrintOptions(per_page=room_for(seats)), filled)
    document = pypdfium2.PdfDocument(printed)
    try:
        picture: Picture = document[0].render(scale=SCALE, rev_byteorder=True).to_numpy().copy()
    finally:
        document.close()
    return picture
