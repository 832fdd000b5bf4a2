"""Games played on: with luck taken out they say the same, and say it sooner."""

from __future__ import annotations

import numpy as np
import pytest
from recorded import bots_game

from rowlock import load_variant
from rowlock.analysis.judges.by_network import ByNetwork, stack_tables
from rowlock.analysis.judges.rollouts import finish, play_on
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.review.game import review
from rowlock.analysis.review.turns import turns_of
from rowlock.bots.kit.batch import BestOption

CLASSIC = load_variant("classic")


def test_luck_taken_off_leaves_the_mean_and_lessens_the_spread() -> None:
    judge = find_judge(CLASSIC, 2)
    assert isinstance(judge, ByNetwork)
    turn = turns_of(bots_game(CLASSIC, ("steady", "steady")))[-8]  # undecided, and near the end
    assert turn.after
    tables = stack_tables(judge.pad, [turn.after._replace(turn=turn.before.turn)])
    bot = BestOption(judge.weigher)
    plain = finish(judge.pad, bot, tables, 100, 3)[0]
    assert plain.sum(-1) == pytest.approx(np.ones(100))
    for position in (0, 1):
        without = play_on(judge.pad, bot, judge.weigher, tables, position, 20, 3)
        error = np.hypot(without.error[0], plain[:, position].std() / 10)
        assert abs(without.worth[0] - plain[:, position].mean()) < 4 * error
        assert without.results.std() < 0.6 * plain[:, position].std()


def test_the_costliest_decisions_are_played_on_by_themselves() -> None:
    found = review(bots_game(CLASSIC, ("cautious", "greedy"), 1), judge=find_judge(CLASSIC, 2))
    played = [d for turn in found["turns"] for d in turn["decisions"] if d["played"]]
    assert 1 <= len(played) <= 3
    graded = sorted((d["loss"] for turn in found["turns"] for d in turn["decisions"]), reverse=True)
    assert sorted((d["loss"] for d in played), reverse=True) == graded[: len(played)]
    for decision in played:
        options = {option["move"]: option["played"] for option in decision["options"]}
        best, chosen = options[decision["best"]], options[decision["chosen"]]
        assert best
        assert chosen
        assert decision["loss_error"]
        assert decision["loss_error"] > 0
        assert decision["loss_played"] == pytest.approx(best["worth"] - chosen["worth"])
