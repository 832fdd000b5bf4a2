"""Do the ratings find out who plays well? People of known skill play each other, and both numbers are asked.

    python bench/community/ratings.py [--people 500] [--games 50] [--pad classic] [--seats 2]

A person sees what every option is worth through noise of a known size (as chance to win; the levels lie
evenly on a logarithmic scale from 0.3 to 12 points, several people on each). Everybody plays one game a day
against people drawn by lot. After 5, 10, 20 and 50 games: how well each number orders people (Spearman's rank
correlation with the size of their noise), and how far it can be believed: in how many of a hundred cases the
interval holds the truth (a level's mean over all its people at the end), and for results how far the chances
to win that follow from them were off.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from graded import Floats, Graded, Ints, judging, play_noisy

from rowlock.community.ratings.constants import BETA, MILLIONTHS, Ladder, Z, ladder_of, measured
from rowlock.community.ratings.play import Losses, level_of, play_rating
from rowlock.community.ratings.results import RatedGame, RatedSeat, Skill, rate_day

STOPS = (5, 10, 20, 50)
LEVELS = 25
LEAST, MOST = 0.003, 0.12
PART = 500


class Season(NamedTuple):
    """Everybody's games: who sat where `[rounds, tables, seats]`, and what came of them in the same order."""

    seated: Ints
    graded: Graded


def noise_of(people: int) -> Floats:
    levels = np.geomspace(LEAST, MOST, min(LEVELS, people))
    return levels[np.arange(people) % len(levels)]


def play(people: int, rounds: int, pad: str, seats: int, seed: int) -> Season:
    """Everybody plays once a round; whom, is drawn by lot."""
    chance, noise, by = np.random.default_rng(seed), noise_of(people), judging(pad, seats)
    tables = people // seats
    drawn = [chance.permutation(people)[: tables * seats].reshape(tables, seats) for _ in range(rounds)]
    seated = np.stack(drawn)
    flat = noise[seated].reshape(-1, seats)
    parts = [play_noisy(by, flat[n : n + PART], seed + n) for n in range(0, len(flat), PART)]
    return Season(seated, Graded(*[np.concatenate(found) for found in zip(*parts, strict=True)]))


def days(season: Season, pad: str) -> list[list[RatedGame]]:
    rounds, tables, _ = season.seated.shape
    return [
        [
            RatedGame(
                f"{day}-{table}",
                f"{day:04}",
                pad,
                tuple(
                    RatedSeat(str(who), int(score))
                    for who, score in zip(
                        season.seated[day, table], season.graded.scores[day * tables + table], strict=True
                    )
                ),
            )
            for table in range(tables)
        ]
        for day in range(rounds)
    ]


def results_after(season: Season, ladder: Ladder, pad: str) -> list[dict[str, Skill]]:
    """Everybody's skill in the evening of each round."""
    skills: dict[str, Skill] = {}
    found = []
    for games in days(season, pad):
        skills = skills | rate_day(ladder, skills, games)
        found.append(skills)
    return found


def losses_after(season: Season, ladder: Ladder, pad: str, rounds: int) -> dict[int, Losses]:
    """Everybody's losses in the first rounds, in the measure of the ladder."""
    seats = season.seated.shape[2]
    level = level_of(ladder)
    assert level is not None
    factor = MILLIONTHS * level.mean / measured().levels[pad, seats].mean
    tables = season.seated.shape[1]
    who = season.seated[:rounds].reshape(-1)
    people = int(season.seated.max()) + 1
    parts = [part[: rounds * tables].reshape(-1) for part in season.graded[1:]]
    sums = [np.bincount(who, part, people) for part in parts]
    return {
        one: Losses(int(sums[0][one]), round(sums[1][one] * factor), round(sums[2][one] * factor**2))
        for one in range(people)
    }


def rank_correlation(one: Floats, other: Floats) -> float:
    ranks = [_ranks(values) for values in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1])


def _ranks(values: Floats) -> Floats:
    """Ranks, the mean of them for equals."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = counts.cumsum()
    return ((2 * ends - counts - 1) / 2)[place]


def coverage(truth: Floats, low: Floats, high: Floats) -> float:
    return float(((low <= truth) & (truth <= high)).mean())


def by_level(values: Floats, noise: Floats) -> Floats:
    """The mean of everybody on the same level."""
    return np.array([values[noise == one].mean() for one in noise])


def off(season: Season, skills: dict[str, Skill], rounds: slice) -> float:
    """How far the chances of tables of two were off in these rounds, weighed over their tenths, in points."""
    tables = season.seated.shape[1]
    pairs, scores = season.seated[rounds], season.graded.scores.reshape(-1, tables, 2)[rounds]
    mu = np.array([skills.get(str(n), Skill()).mu for n in range(int(season.seated.max()) + 1)])
    doubt = np.array([skills.get(str(n), Skill()).sigma for n in range(len(mu))])
    spread = np.sqrt(2 * BETA**2 + (doubt[pairs] ** 2).sum(-1))
    said = 1 / (1 + np.exp(-(mu[pairs[..., 0]] - mu[pairs[..., 1]]) / spread)).ravel()
    won = ((scores[..., 0] > scores[..., 1]) + 0.5 * (scores[..., 0] == scores[..., 1])).ravel()
    tenth = np.minimum((said * 10).astype(int), 9)
    gaps = [abs((said - won)[tenth == n].sum()) for n in range(10)]
    return 100 * float(sum(gaps)) / len(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--games", type=int, default=50, help="of each of them")
    parser.add_argument("--pad", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=26)
    args = parser.parse_args()
    began = perf_counter()
    ladder = ladder_of(args.pad, args.seats)
    assert ladder is not None
    season, noise = play(args.people, args.games, args.pad, args.seats, args.seed), noise_of(args.people)
    skills = results_after(season, ladder, args.pad)
    print(f"{args.people} people, {args.games} games each, {ladder}; {perf_counter() - began:.0f} s")
    report(season, noise, skills, ladder, args)


def report(
    season: Season, noise: Floats, skills: list[dict[str, Skill]], ladder: Ladder, args: argparse.Namespace
) -> None:
    people = range(args.people)
    last = np.array([skills[-1].get(str(n), Skill()).mu for n in people])
    whole = losses_after(season, ladder, args.pad, args.games)
    total = np.array([[whole[n].lost, max(1, whole[n].decisions)] for n in people], float)
    lost, count = by_level(total[:, 0], noise), by_level(total[:, 1], noise)
    truth = {"results": by_level(last, noise), "play": 100 * lost / count / MILLIONTHS}
    print("games  results: order  95 % holds  mean doubt  chances off   play: order  95 % holds  half width")
    for stop in (stop for stop in STOPS if stop <= args.games):
        now = [skills[stop - 1].get(str(n), Skill()) for n in people]
        mu, sigma = np.array(now).T
        shown = mu - 3 * sigma
        losses = losses_after(season, ladder, args.pad, stop)
        rated = [play_rating(ladder, losses[n]) for n in people]
        loss, low, high = np.array([one[:3] for one in rated if one]).T
        ahead = slice(stop, args.games) if stop < args.games else slice(stop - 10, stop)
        chances = f"{off(season, skills[stop - 1], ahead):6.1f}" if args.seats == 2 else "     –"
        print(
            f"{stop:5}  {rank_correlation(shown, -noise):14.3f}"
            f"  {coverage(truth['results'], mu - Z * sigma, mu + Z * sigma):9.1%}  {sigma.mean():11.2f}"
            f"  {chances:>11}   {rank_correlation(loss, noise):11.3f}"
            f"  {coverage(truth['play'], low, high):9.1%}  {((high - low) / 2).mean():10.2f}"
        )


if __name__ == "__main__":
    main()
