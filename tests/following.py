"""The kernel and the engine side by side: the same dice and choices, compared after every action."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from rowlock import Game, Phase, Roll, apply, format_move, legal_moves, new_game, score, view
from rowlock.bots import Bot, load_bot, load_value
from rowlock.fast.merged import merge_states
from rowlock.fast.simulate import Simulation
from rowlock.fast.tables import Tables
from rowlock.fast.trace import TraceLine, read_trace


def follow(tables: Tables, bots: list[str], seed: int, games: range) -> Counter[str]:
    """Let the kernel play, and the engine and its bots after it; counts the facts that were seen."""
    values = [load_value(bot) for bot in bots]
    simulation = Simulation(tables, [value for value in values if value], seed)
    merged, facts = merge_states(tables).of, Counter[str]()
    for number in games:
        game = new_game(tables.variant, len(bots), number % len(bots))
        players = [load_bot(bot, tables.variant, len(bots), seed, number) for bot in bots]
        for line in read_trace(tables.variant, len(bots), simulation.trace(number)):
            game = follow_action(game, line, players, facts)
            compare(tables, merged, game, line)
        assert game.phase is Phase.OVER
    return facts


def follow_action(game: Game, line: TraceLine, players: list[Bot], facts: Counter[str]) -> Game:
    """One action of the kernel in the engine; the bots of the engine must choose what the kernel's chose."""
    assert (game.turn, game.active) == (line.turn, line.active)
    if line.phase == "white":
        dice = tuple((colour, die) for colour, die in line.roll.coloured if colour in game.dice)
        step = apply(game, Roll(line.roll.white, dice))
        game = step.game
        facts.update(fact.kind for fact in step.facts)
    assert game.phase.value == line.phase
    asked = range(len(game.sheets)) if line.phase == "white" else [game.active]
    before = game
    for seat, move in zip(asked, line.choices, strict=True):
        moves = [format_move(legal) for legal in legal_moves(before, seat)]
        assert players[seat].choose(view(before, seat), moves) == format_move(move)
        step = apply(game, move, seat)
        game = step.game
        facts.update(fact.kind for fact in step.facts)
        facts["tie answered"] += ">" in format_move(move)
        facts["lucky"] += format_move(move).startswith("*")
    return game


def compare(tables: Tables, merged: npt.NDArray[np.int64], game: Game, line: TraceLine) -> None:
    """Everything that the kernel knows about the table."""
    assert (game.phase is Phase.OVER) == line.over
    assert game.closed == line.closed
    states = [tables.states_of(sheet) for sheet in game.sheets]
    assert tuple(tuple(int(merged[r, s]) for r, s in enumerate(found)) for found in states) == line.states
    assert tuple(sum(int(tables.held[r, s]) for r, s in enumerate(found)) for found in states) == line.held
    assert tuple(tables.used_of(sheet) for sheet in game.sheets) == line.used
    assert tuple(sheet.penalties for sheet in game.sheets) == line.penalties
    assert tuple(score(tables.variant, sheet).total for sheet in game.sheets) == line.totals
