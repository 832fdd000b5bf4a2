"""Positions to look at and to set up by hand, over HTTP."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from rowlock.analysis import setup
from rowlock.engine.errors import NoSuchSeat
from rowlock.engine.game import Game
from rowlock.engine.notation import parse_roll
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant, view
from rowlock.server.protocol_http import Change, PositionWanted
from rowlock.server.routes import PROBLEMS, Host, limit
from rowlock.server.told_http import PositionShown
from rowlock.server.uploads import own_pad, read_position

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[limit("requests")])


@router.post("/position", dependencies=[limit("questions")])
async def show_position(wanted: PositionWanted, lobby: Host) -> PositionShown:
    """A position as every seat sees it, after a change if one is asked for: for setting positions up."""
    own = None
    if wanted.variant_text is not None:
        own = await own_pad(wanted.variant_text, wanted.variant_parents, lobby.pads)
    return await lobby.aside.run(partial(_shown, wanted, own))


def _shown(wanted: PositionWanted, own: Variant | None) -> PositionShown:
    game = read_position(wanted.position, own)
    if wanted.change is not None:
        game = _changed(game, wanted.change)
    return PositionShown(
        position=format_position(game),
        variant=dict(plain_variant(game.variant)),
        variant_text=format_variant(own) if own is not None else None,
        views=[dict(view(game, seat)) for seat in range(len(game.sheets))],
    )


def _changed(game: Game, change: Change) -> Game:
    if change.seat >= len(game.sheets):
        raise NoSuchSeat(f"there is no seat {change.seat} in this position")
    if change.what == "cell":
        return setup.tap(game, change.seat, change.row, change.number)
    if change.what == "seats":
        return setup.with_seats(game, change.number)
    if change.what == "roll":
        return setup.with_roll(game, parse_roll(change.roll) if change.roll else None)
    if change.what == "action":
        return setup.with_action(game, change.action)
    changes = {"penalty": setup.penalise, "clear": setup.clear, "active": setup.with_active}
    return changes[change.what](game, change.seat)
