"""The result of a try: by exact values the sums are exact, and best play loses nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from solved import solved
from test_daily_game import tried

from rowlock.analysis.judges.exact import Exact
from rowlock.bots import planner
from rowlock.community.daily.game import Day, play
from rowlock.community.daily.judging import best_game, judge, result_of
from rowlock.engine.game import legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.solver.values import Values

TINY = parse_variant((Path(__file__).parent.parent / "tiny" / "tiny.toml").read_text(), "tiny")
DAY = Day(date(2026, 11, 17), "classic", "5a" * 32)


@pytest.fixture(scope="module")
def values() -> Values:
    return solved(TINY)


def moves_by(day: Day, variant: Variant, values: Values, worst: bool = False) -> list[str]:
    moves: list[str] = []
    while not (now := play(day, variant, moves)).is_finished:
        worth = Exact(values).options(now.game)
        assert set(worth) == {format_move(move) for move in legal_moves(now.game, 0)}
        moves.append((min if worst else max)(worth, key=lambda move: worth[move]))
    return moves


def test_best_play_loses_nothing_and_other_play_does(values: Values) -> None:
    for n in range(5):
        day = Day(date(2026, 11, 17 + n), "tiny", "5a" * 32)
        best = judge(day, TINY, moves_by(day, TINY, values), Exact(values))
        worst = judge(day, TINY, moves_by(day, TINY, values, worst=True), Exact(values))
        assert (best["loss"], set(best["squares"]), best["costliest"]) == (0, {0}, [])
        assert best["exact"]
        assert result_of(best).is_by_the_book
        assert worst["loss"] > 0


def test_start_plus_luck_less_loss_is_the_score(values: Values) -> None:
    day = Day(date(2026, 11, 17), "tiny", "5a" * 32)
    found = judge(day, TINY, moves_by(day, TINY, values, worst=True), Exact(values))
    assert values.start + found["luck"] - sum(found["by_turn"]) == pytest.approx(
        found["game"]["score"], abs=0.01
    )
    assert found["loss"] == pytest.approx(100 * sum(found["by_turn"]), abs=1)


def test_who_leaves_has_lost_the_rest_too(values: Values) -> None:
    day = Day(date(2026, 11, 17), "tiny", "5a" * 32)
    moves = moves_by(day, TINY, values)
    left = judge(day, TINY, moves[:1], Exact(values))
    now = play(day, TINY, moves[:1])
    assert not left["finished"]
    assert left["loss"] == pytest.approx(100 * max(0, values.value_of(now.game) - now.score), abs=1)


def test_a_pad_that_is_not_solved_here_is_judged_by_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from rowlock import load_variant

    monkeypatch.setattr(planner, "values_folder", lambda: Path("nowhere"))
    best_game.cache_clear()
    variant = load_variant("classic")
    whole = tried(DAY)
    found = judge(DAY, variant, whole.moves)
    assert (found["judge"], found["exact"]) == ("network", False)
    assert found["game"]["score"] == whole.score
    assert found["best"]["score"] == best_game(DAY, variant).score > whole.score
    assert [one["loss"] for one in found["costliest"]] == sorted(
        (one["loss"] for one in found["costliest"]), reverse=True
    )
    assert judge(DAY, variant, whole.moves) == found, "anybody who computes it again gets the same"
