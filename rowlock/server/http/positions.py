"""Positions to look at and to set up by hand, over HTTP."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from rowlock.analysis import setup
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant, view
from rowlock.server.http.answers import PositionShown
from rowlock.server.http.bodies import PositionWanted
from rowlock.server.http.tables import PROBLEMS, Host, limit
from rowlock.server.jobs.uploads import own_pad, read_position

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
        game = setup.changed(game, **wanted.change.model_dump())
    return PositionShown(
        position=format_position(game),
        variant=dict(plain_variant(game.variant)),
        variant_text=format_variant(own) if own is not None else None,
        views=[dict(view(game, seat)) for seat in range(len(game.sheets))],
    )
