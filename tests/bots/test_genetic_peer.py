"""The genetic champion, a peer to measure against, plays by the rules, and as well as its authors report."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.peers.genetic import Genetic
from rowlock import apply, new_game, parse_move, parse_roll, parse_sheet, view
from rowlock.arena.batched import play
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.kit.seat import ArrayQuestion
from rowlock.variants import load_variant


class Watched(Genetic):
    """Asserts that every choice is legal."""

    def white(self, games: Any, dice: Any, options: Any, positions: Any, lots: Any) -> Any:
        chosen = super().white(games, dice, options, positions, lots)
        legal = options.legal[:, list(positions)]
        assert np.take_along_axis(legal, chosen[..., None], -1).all()
        return chosen

    def colour(self, games: Any, dice: Any, options: Any, idle: Any, lots: Any) -> Any:
        chosen = super().colour(games, dice, options, idle, lots)
        assert options.legal[np.arange(len(chosen)), chosen].all()
        return chosen


def test_it_plays_legal_moves_and_scores_as_reported() -> None:
    pad = pad_of(load_variant("classic"))
    peers: list[Any] = [Watched(pad), Watched(pad)]
    found = play(pad, peers, seed=3, first=0, games=400)
    assert 64 < found.scores.mean() < 72  # 67.4 was reported, under rules that differ a little


def test_the_fifth_cross_and_the_closing_cell_are_one_turn() -> None:
    """Four crosses in red; the white dice call the fifth, which lets a coloured die close the row."""
    classic = load_variant("classic")
    pad = pad_of(classic)
    game = new_game(classic, 2)
    game = game._replace(sheets=(parse_sheet(classic, "r2.3.4.5,y,g,b,p0"), game.sheets[1]))
    game = apply(game, parse_roll("5+6 r6 y1 g1 b1")).game
    peer: Any = Genetic(pad)
    assert ArrayQuestion(pad, view(game, 0)).chosen_by(peer, 0) == "r11"
    game = apply(apply(game, parse_move("r11"), 0).game, parse_move("-"), 1).game
    assert ArrayQuestion(pad, view(game, 0)).chosen_by(peer, 0) == "r12"
