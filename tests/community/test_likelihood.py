"""Who plays better than their rating: rarely said of somebody who plays as rated, soon of a program."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from rowlock.community.ratings.constants import Ladder, parse_ladder
from rowlock.community.ratings.play import Losses
from rowlock.community.strangers.likelihood import (
    ENOUGH,
    MARK,
    NEAR,
    FoundBest,
    JudgedSeat,
    Losing,
    chance_to_find,
    doubt_of,
    found_in,
    thinking_times,
    times_of,
)
from rowlock.table.table import Entry

CLASSIC = parse_ladder("classic two")
LEVEL = 0.0047
"""The loss of the bot steady by a decision on classic for two."""


def known(decisions: int, mean: float) -> dict[Ladder, Losses]:
    """The losses of somebody who has lost so much by a decision."""
    lost = round(mean * 1e6)
    return {CLASSIC: Losses(decisions, decisions * lost, decisions * lost * lost)}


def options(chance: Random) -> Losing:
    """The losses of a decision's options: the best one, and up to four others."""
    others = sorted(chance.expovariate(30) * chance.random() ** 2 for _ in range(chance.randint(1, 4)))
    return [0.0, *others]


def games_of(chance: Random, loses: float | None, count: int = 20) -> list[JudgedSeat]:
    """Games of somebody who loses so much by a decision; None is a program that always finds the best."""
    games = []
    for _ in range(count):
        offered = [options(chance) for _ in range(25)]
        doubt = doubt_of(offered, loses) if loses else None
        decisions, lost = list[tuple[Losing, bool]](), Losses()
        for losing in offered:
            weights = [exp(-loss / doubt) for loss in losing] if doubt else [1.0, *losing[1:]]
            chosen = chance.choices(losing, weights)[0] if doubt else 0.0
            whole = round(chosen * 1e6)
            lost += Losses(1, whole, whole * whole)
            decisions.append((losing, chosen <= NEAR))
        games.append(JudgedSeat("classic", 2, lost, tuple(decisions)))
    return games


def judged_with(games: list[JudgedSeat], earlier: dict[Ladder, Losses]) -> FoundBest:
    """The figures of games of somebody who had these losses before."""
    total = dict(earlier)
    for game in games:
        total[CLASSIC] = total.get(CLASSIC, Losses()) + game.losses
    return found_in(games, total)


@pytest.mark.parametrize("level", [LEVEL, LEVEL / 3, 3 * LEVEL])
def test_who_plays_as_rated_is_not_marked(level: float) -> None:
    for seed in range(10):
        told = judged_with(games_of(Random(seed), level), known(2000, level))
        assert not told.is_marked
        assert told.evidence < 0
        assert told.decisions == 500


def test_a_newcomer_is_not_marked_for_being_good() -> None:
    for seed in range(10):
        assert not judged_with(games_of(Random(seed), LEVEL / 3), {}).is_marked


def test_a_program_in_the_place_of_somebody_rated_is_marked_soon() -> None:
    for seed in range(10):
        told = judged_with(games_of(Random(seed), None, 3), known(2000, LEVEL))
        assert told.is_marked
        assert told.found == told.decisions == 75
        assert told.steady < told.found
        assert told.predicted < told.found


def test_a_program_from_the_first_game_on_is_marked_as_well() -> None:
    """It earns itself a rating that predicts it; but nobody is believed to be that strong."""
    for seed in range(10):
        assert judged_with(games_of(Random(seed), None), {}).is_marked


def test_the_ratio_is_that_of_two_likelihoods() -> None:
    """By hand: one decision found that half of the people find, by one who misses a tenth as often."""
    game = JudgedSeat("classic", 2, Losses(1, 0, 0), (([0.0, 0.02], True),))
    told = judged_with([game], known(1_000_000, 0.01))
    assert told.predicted == pytest.approx(0.5, abs=0.01)  # they lose a half of 0.02
    assert told.evidence == pytest.approx(log(0.95 / 0.5), abs=0.02)
    missed = game._replace(losses=Losses(1, 20_000, 0), decisions=(([0.0, 0.02], False),))
    assert judged_with([missed], known(1_000_000, 0.01)).evidence == pytest.approx(-log(10))
    assert log(MARK) > told.evidence


def test_options_near_the_best_are_as_good() -> None:
    assert chance_to_find([0.0, NEAR], 0.01) == 1.0
    assert chance_to_find([0.0, 0.02], 1e-5) == pytest.approx(1.0)
    assert chance_to_find([0.0, 0.02], 1.0) == pytest.approx(0.5, abs=0.01)


def test_pads_without_a_judge_tell_nothing() -> None:
    assert found_in([], {}) == FoundBest()


def said(at: float, player: str | None, kind: str, **body: object) -> Entry:
    return Entry(0, at, player, kind, dict(body))


def test_thinking_begins_when_one_is_asked() -> None:
    """In the white action with the dice, in the colour action with the last white choice; talk is nothing."""
    log = [
        said(0, "ann", "start"),
        said(10, None, "roll"),
        said(12, "ben", "move", turn=1, phase="white"),
        said(13, "ben", "chat"),
        said(14, "ann", "move", turn=1, phase="white"),
        said(17, "ann", "move", turn=1, phase="colour"),
        said(18, None, "roll"),
        said(23, "ann", "move", turn=2, phase="white"),
    ]
    assert thinking_times(log, "ann") == [4, 3, 5]
    assert thinking_times(log, "ben") == [2]


def test_even_times_are_told_from_those_of_people() -> None:
    chance = Random(1)
    people = [chance.lognormvariate(1.0, 0.7) for _ in range(200)]
    program = [chance.gauss(2.0, 0.1) for _ in range(200)]
    found = [times_of(took) for took in (people, program, program[: ENOUGH - 1])]
    assert [one and one.is_even for one in found] == [False, True, False]
    assert times_of([]) is None
