"""Whole games of random moves, dice and cards alike, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import rowlock
from rowlock.engine.game import Game, Phase, Step
from rowlock.engine.variant import Variant


def chance(game: Game, random: Random) -> Any:
    """A roll or a shuffle, whichever the game waits for."""
    if game.phase == Phase.ROLL:
        faces = game.variant.faces
        coloured = {colour: random.randint(1, faces) for colour in game.dice}
        return rowlock.make_roll((random.randint(1, faces), random.randint(1, faces)), coloured)
    assert game.variant.turns
    return rowlock.shuffled(game.variant.turns.to_shuffle(game), random.randrange)


def play(variant: Variant, seats: int, seed: int) -> Iterator[Step]:
    """Every moment of a random game, each with the facts that led to it."""
    random, step = Random(seed), Step(rowlock.new_game(variant, seats=seats), ())
    while True:
        yield step
        game = step.game
        if game.phase == Phase.OVER:
            return
        waiting = rowlock.waiting_for(game)
        if not waiting:
            step = rowlock.apply(game, chance(game, random))
        else:
            seat = random.choice(waiting)
            step = rowlock.apply(game, random.choice(rowlock.legal_moves(game, seat)), seat=seat)
