"""Bots keep to one core: on a busy machine, threads for their small products cost more than the products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from rowlock import apply, new_game, parse_roll, view
from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot, load_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.variants import load_variant


def threads() -> set[int]:
    """Those of numpy's matrix products; other libraries in the process may bring their own."""
    pools = [one for one in threadpool_info() if one["user_api"] == "blas" and "numpy" in one["filepath"]]
    return {one["num_threads"] for one in pools}


def watch(monkeypatch: pytest.MonkeyPatch, network: Any) -> list[set[int]]:
    """The threads allowed whenever a network is asked."""
    seen: list[set[int]] = []
    win = network.win

    def watched(*asked: Any) -> Any:
        seen.append(threads())
        return win(*asked)

    monkeypatch.setattr(network, "win", watched)
    return seen


def test_games_in_step_and_single_decisions_leave_the_other_cores_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    np.ones((2, 2)) @ np.ones((2, 2))  # now the library for matrix products is loaded
    pad = pad_of(load_variant("classic"))
    bot = load_batch_bot("champion", pad, 2)
    seat: Any = load_bot("champion", load_variant("classic"), 2)
    game = apply(new_game(load_variant("classic"), 2), parse_roll("3+4 r1 y2 g3 b4")).game
    shown = view(game, 0)
    moves = [move["move"] for move in shown["moves"]]
    with threadpool_limits(2, "blas"):
        chosen = seat.choose(shown, moves)
        both: list[Any] = [bot, seat.bot]
        told = [watch(monkeypatch, one.weigher.network) for one in both]
        play(pad, [bot, bot], 1, 0, 2)
        assert seat.choose(shown, moves) == chosen
        assert threads() == {2}
    for seen in told:
        assert seen
        assert all(allowed == {1} for allowed in seen)
