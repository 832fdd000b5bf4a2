"""The genetic champion, as a peer to measure against, plays by the rules and as well as is told of it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from rowlock.arena.batched import play
from rowlock.bots._batch import pad_of
from rowlock.variants import load_variant

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from peers.genetic import Genetic


class Watched(Genetic):
    """Asserts that every choice is legal."""

    def white(self, games, dice, options, positions, lots):
        chosen = super().white(games, dice, options, positions, lots)
        legal = options.legal[:, list(positions)]
        assert np.take_along_axis(legal, chosen[..., None], -1).all()
        return chosen

    def colour(self, games, dice, options, idle, lots):
        chosen = super().colour(games, dice, options, idle, lots)
        assert options.legal[np.arange(len(chosen)), chosen].all()
        return chosen


def test_it_plays_legal_moves_and_scores_as_is_told():
    pad = pad_of(load_variant("classic"))
    found = play(pad, [Watched(pad), Watched(pad)], seed=3, first=0, games=400)
    assert 64 < found.scores.mean() < 72  # 67.4 is told of it, under rules that differ a little
