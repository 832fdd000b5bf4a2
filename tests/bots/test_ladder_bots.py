"""Every bot plays every variant from views alone, with one to five seats, and always the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playing import BUNDLED

import rowlock.variants
from rowlock.arena.batched import play
from rowlock.arena.ladder import read_measured
from rowlock.arena.table import play_game
from rowlock.bots import bot_names, find_source, ladder, load_batch_bot, load_bot, strongest
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.shelf import SHELF
from rowlock.engine.record import format_record
from rowlock.variants import load_variant

SIX = BUNDLED
FOR_TWO = ("classic", "big-points", "double-a", "double-b", "x-change")
LADDER = ladder()
STEPS = read_measured()["variants"]["classic"]["steps"]
MEASURED = [name for name in LADDER if any(name in (step["bot"], step["among"]) for step in STEPS)]
"""The bots whose strength is known; one that was just added is not among them."""


def quiet(seat: int, seconds: float) -> None:
    pass


def test_every_bot_stands_on_the_ladder_where_its_file_says() -> None:
    rungs = [find_source(name).part.RUNG for name in LADDER]
    assert rungs == sorted(set(rungs)), "every rung has one bot"
    assert bot_names()[: len(LADDER)] == LADDER
    assert (MEASURED[0], MEASURED[-1]) == ("random", strongest())


@pytest.mark.parametrize("name", ["steady", "planner", "champion"])
def test_one_table_is_played_as_many_are(name: str) -> None:
    """Through views and moves as text a bot plays exactly the games that it plays in step.

    With itself at tables of two and three; `tests/contract/test_every_door.py` has every pad. The champion
    draws lots where best play is mixed, so both are given the same seed.
    """
    rules = load_variant("bonus-b")
    for seats in (2, 3):
        pad = pad_of(rules)
        together = play(pad, [load_batch_bot(name, pad, seats)] * seats, seed=5, first=0, games=2)
        for number in range(2):
            bots = [load_bot(name, rules, seats, seed=5, game=number) for _ in range(seats)]
            alone = play_game(rules, bots, 5, number, quiet)
            by_place = [(number + place) % seats for place in range(seats)]
            assert [alone.scores[seat] for seat in by_place] == list(together.scores[number])
            assert sum(alone.shares) == pytest.approx(1)


@pytest.mark.parametrize("variant", SIX)
def test_all_rungs_at_one_table_and_alone(variant: str) -> None:
    rules = load_variant(variant)
    five = [load_bot(name, rules, 5, seed=3) for name in LADDER[-5:]]
    played = play_game(rules, five, 1, 0, quiet)
    assert not played.forfeits
    assert sum(played.shares) == pytest.approx(1)
    again = play_game(rules, [load_bot(name, rules, 5, seed=3) for name in LADDER[-5:]], 1, 0, quiet)
    assert format_record(again.record) == format_record(played.record)
    for name in LADDER:
        assert not play_game(rules, [load_bot(name, rules, 1)], 2, 0, quiet).forfeits


def test_a_variant_that_no_network_knows_is_played_all_the_same(tmp_path: Path) -> None:
    text = (Path(rowlock.variants.__file__).parent / "classic.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text, encoding="utf-8")
    for name in ("steady", "planner", "champion"):
        rules = load_variant(str(own))
        bots = [load_bot(name, rules, 2), load_bot("greedy", rules, 2)]
        played = play_game(rules, bots, 1, 0, quiet)
        assert not played.forfeits
        assert played.scores


def test_networks_are_small_and_fit_their_variants() -> None:
    files = sorted(SHELF.glob("*.npz"))
    alone, two = ([f"{name}-{end}" for name in names] for names, end in ((SIX, "solo"), (FOR_TWO, "two")))
    assert {file.stem for file in files} == {*SIX, *alone, *two}
    assert sum(file.stat().st_size for file in files) < 450_000 * len(files)
    for name in SIX:
        assert load_batch_bot("champion", pad_of(load_variant(name)), 2)


@pytest.mark.parametrize("below", range(len(MEASURED) - 1))
def test_every_rung_beats_the_one_below(below: int) -> None:
    """A small contest with the seats exchanged; the intervals are in docs/experiments.md."""
    pad = pad_of(load_variant("classic"))
    strong, weak = (load_batch_bot(MEASURED[i], pad, 2) for i in (below + 1, below))
    first = play(pad, [strong, weak], 9, 0, 150).shares[:, 0]
    second = play(pad, [weak, strong], 9, 0, 150).shares[:, 1]
    assert np.mean([first, second]) > 0.5


def test_alone_the_planners_network_comes_near_the_best_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.bots.planner.solved_values", lambda _: None)
    pad = pad_of(load_variant("classic"))
    scores = play(pad, [load_batch_bot("planner", pad, 1)], 4, 0, 300).scores
    assert scores.mean() > 108
