"""A view read as a game of the engine, and as arrays for bots that choose for many games."""

from __future__ import annotations

import numpy as np

from rowlock.bots.net.lockstep import Games, Rolls, make_rolls
from rowlock.bots.net.pad import Pad
from rowlock.engine import view_types
from rowlock.engine.game import Game, Phase
from rowlock.engine.moves import make_roll
from rowlock.engine.notation import parse_sheet
from rowlock.engine.variant import Variant

View = view_types.View


def game_of(variant: Variant, view: View) -> Game:
    """The game that a view shows, with nobody's choice made."""
    sheets = tuple(parse_sheet(variant, shown["text"]) for shown in view["sheets"])
    phase, roll, cards = Phase(view["phase"]), view["roll"], view["cards"]
    if cards is not None and variant.turns is not None:
        asked = (None,) * len(sheets) if phase.is_shared else ()
        game = Game(variant, sheets, view["start"], view["turn"], phase, None, asked, view["crossed"])
        return variant.turns.parse(game, cards["text"])
    assert roll is not None  # a seat is asked only while there are dice on the table
    rolled = make_roll((roll["white"][0], roll["white"][1]), roll["coloured"])
    choices = (None,) * len(sheets) if phase is Phase.WHITE else ()
    return Game(variant, sheets, view["start"], view["turn"], phase, rolled, choices, view["crossed"])


def seat_of(view: View) -> int:
    """The seat that a view is of; a spectator is never asked."""
    seat = view["seat"]
    assert seat is not None
    return seat


def as_arrays(pad: Pad, game: Game) -> tuple[Games, Rolls]:
    """One game and its roll as arrays, the active seat first."""
    assert game.roll is not None  # nobody is asked before the dice are on the table
    shown = dict(game.roll.coloured)
    faces = [*game.roll.white, *[shown.get(row.lock or "", 1) for row in pad.tables.variant.rows]]
    return table_arrays(pad, game), make_rolls(pad, np.array([faces]))


def table_arrays(pad: Pad, game: Game) -> Games:
    """The sheets of one game as arrays, the active seat first."""
    tables, seats = pad.tables, len(game.sheets)
    order = [(game.active + p) % seats for p in range(seats)]
    sheets = [game.sheets[seat] for seat in order]
    return Games(
        np.array([[[r * pad.S + s for r, s in enumerate(tables.states_of(sheet))] for sheet in sheets]]),
        np.array([[tables.used_of(sheet) for sheet in sheets]]),
        np.array([[sheet.penalties for sheet in sheets]]),
        np.array([game.closed]),
        np.array([[(seat - game.start) % seats for seat in order]]),
    )
