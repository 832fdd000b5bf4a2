"""Many tables in step play as the engine does: every option, every sheet, every end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from playing import BUNDLED

from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net import network
from rowlock.bots.net.lockstep import (
    colour_options,
    make_rolls,
    new_games,
    next_seat,
    resolve_colour,
    resolve_white,
    shares,
    white_options,
)
from rowlock.bots.net.pad import Pad
from rowlock.engine.game import Phase, apply, legal_moves, new_game, outcome, preview
from rowlock.engine.moves import Pass, Roll
from rowlock.engine.state import Game
from rowlock.engine.variant import Variant
from rowlock.fast.tables import compile_variant
from rowlock.variants import load_variant

TABLES = 12


class Table:
    """One game in the engine beside one line of the arrays."""

    def __init__(self, pad: Any, variant: Variant, seats: int) -> None:
        self.pad, self.tables = pad, pad.tables
        self.game = new_game(variant, seats)
        self.facts: Counter[Any] = Counter()

    def by_sheet(self, seat: int) -> Any:
        """The legal moves by what they leave: row states, bar, and whether they are a pass."""
        found = {}
        for move in legal_moves(self.game, seat):
            sheet, facts = preview(self.game, seat, move)
            self.facts.update(fact.kind for fact in facts)
            found[self.tables.states_of(sheet), self.tables.used_of(sheet), isinstance(move, Pass)] = move
        return found

    def options(self, rows: Any, used: Any, legal: Any) -> Any:
        last = len(legal) - 1
        return {
            (tuple(int(g) - r * self.pad.S for r, g in enumerate(rows[k])), int(used[k]), k == last): k
            for k in np.flatnonzero(legal)
        }

    def choose(self, seat: int, rows: Any, used: Any, legal: Any, rng: Any) -> Any:
        """Compare the options of a seat with the engine's, play one of them; gives its number."""
        moves, options = self.by_sheet(seat), self.options(rows, used, legal)
        assert moves.keys() == options.keys()
        chosen = _one(options, rng)
        step = apply(self.game, moves[chosen], seat)
        self.game = step.game
        self.facts.update(fact.kind for fact in step.facts)
        return options[chosen]


def _one(options: Any, rng: Any) -> Any:
    """Mostly the option that skips least, so that rows get closed; sometimes any."""
    keys = sorted(options, key=lambda key: (key[2], sum(key[0])))
    return keys[0] if rng.random() < 0.8 else keys[rng.integers(len(keys))]


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_lockstep_plays_as_the_engine(name: Any, seats: int) -> None:
    variant = load_variant(name)
    pad, rng = Pad(compile_variant(variant)), np.random.default_rng(seats)
    games = [Table(pad, variant, seats) for _ in range(TABLES)]
    tables, playing = new_games(pad, TABLES, seats), list(range(TABLES))
    while playing:
        faces = rng.integers(1, variant.faces + 1, (len(playing), 2 + pad.R))
        dice = make_rolls(pad, faces)
        actives = _roll(games, playing, faces, variant)
        options = white_options(pad, tables, dice)
        choice: Any = np.zeros((len(playing), seats), int)
        for i, g in enumerate(playing):
            for p in range(seats):
                seat = (actives[i] + p) % seats
                choice[i, p] = games[g].choose(
                    seat, options.rows[i, p], options.used[i, p], options.legal[i, p], rng
                )
        tables, idle, over = resolve_white(pad, tables, options, choice)
        options = colour_options(pad, tables, dice, over)
        choice = np.full(len(playing), options.legal.shape[1] - 1)
        for i, g in enumerate(playing):
            assert bool(over[i]) == (games[g].game.phase is Phase.OVER)
            if not over[i]:
                choice[i] = games[g].choose(
                    actives[i], options.rows[i], options.used[i], options.legal[i], rng
                )
        tables, over = resolve_colour(pad, tables, options, choice, idle, over)
        _compare(pad, tables, over, [games[g].game for g in playing], actives)
        playing = [g for i, g in enumerate(playing) if not over[i]]
        tables = next_seat(pad, type(tables)(*[part[~over] for part in tables]))
    seen = sum((table.facts for table in games), Counter[Any]())
    expected = {"crossed", "passed", "locked", "closed", "penalised", "ended", *_kinds(pad)}
    assert expected <= seen.keys()


def _kinds(pad: Any) -> Any:
    kinds = {"bar_crossed", "bonus_crossed", "bonus_lost", "struck"} if pad.has_bar else set()
    kinds |= {"pair_completed", "bonus_crossed"} if pad.has_pairs else set()
    kinds |= {"bonus_crossed"} if pad.has_links else set()
    return kinds | ({"swapped"} if pad.has_swaps else set())


def _roll(games: list[Table], playing: Any, faces: Any, variant: Variant) -> Any:
    actives = []
    for i, g in enumerate(playing):
        game = games[g].game
        coloured = tuple((colour, int(faces[i, 2 + variant.locks[colour]])) for colour in game.dice)
        games[g].game = apply(game, Roll((int(faces[i, 0]), int(faces[i, 1])), coloured)).game
        actives.append(game.active)
    return actives


def _compare(pad: Any, tables: Any, over: Any, games: list[Game], actives: Any) -> None:
    share, score = shares(pad, tables)
    for i, game in enumerate(games):
        assert bool(over[i]) == (game.phase is Phase.OVER)
        assert game.closed == tables.closed[i]
        order = [(actives[i] + p) % len(game.sheets) for p in range(len(game.sheets))]
        assert [game.sheets[seat].penalties for seat in order] == list(tables.penalties[i])
        if over[i]:
            end = outcome(game)
            assert end is not None
            assert [end.scores[seat] for seat in order] == list(score[i])
            assert [(seat in end.winners) / len(end.winners) for seat in order] == list(share[i])


@pytest.mark.parametrize(("name", "seats"), [("classic", 2), ("longo", 3)])
def test_rows_that_compiled_code_adds_up_lead_to_the_same_games(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int
) -> None:
    pad = pad_of(load_variant(name))
    bot = load_batch_bot("champion", pad, seats)
    for least in ("MANY", "FEW"):
        monkeypatch.setattr(network, least, 0)
    compiled = play(pad, [bot] * seats, 7, 0, 8)
    for least in ("MANY", "FEW"):
        monkeypatch.setattr(network, least, 1_000_000)
    plain = play(pad, [bot] * seats, 7, 0, 8)
    assert (compiled.scores == plain.scores).all()
    assert (compiled.turns == plain.turns).all()
