"""Measure the ladder: each bot alone among bots of the rung below, champion also among those of every other
rung, for 2 to 5 players; and each bot's points in solo. An equal would have its fair share: 1 / players.

python bench/bots/ladder.py --games 4000                      # about half an hour on one core
python bench/bots/ladder.py --variants cards --seats 2 3 --steps champion:steady --processes 8 --minutes 5
python bench/bots/ladder.py --games 400 --variants longo --out longo.json
python bench/bots/ladder.py --merge longo.json                # measured elsewhere, into the table

The contests take turns, a few deals each: when the minutes are over, all have been measured alike. The table
goes into the file that `rowlock bots` reads, contest by contest; what is not measured again stays. It is
written every half a minute, so that little is lost when a run is broken off.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise, zip_longest
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from rowlock.arena.alone import solve_first
from rowlock.arena.contest import Contest, Results, pieces_of, play_deals
from rowlock.arena.ladder import MEASURED
from rowlock.bots import ladder
from rowlock.engine.json_object import JsonObject
from rowlock.progress import Progress
from rowlock.simulation.intervals import half, over_deals
from rowlock.variants import load_variant, variant_names

LADDER = ladder()
STEPS = [(bot, below) for below, bot in pairwise(LADDER)] + [(LADDER[-1], other) for other in LADDER[:-2]]
SEATS = (1, 2, 3, 4, 5)
WRITTEN = 30.0
"""Seconds between two writings of what was found so far."""


class Piece(NamedTuple):
    """Some deals of one contest."""

    contest: Contest
    first: int
    count: int


def main() -> None:
    args = _arguments()
    if args.merge:
        for file in args.merge:
            for name, found in json.loads(file.read_text(encoding="utf-8"))["variants"].items():
                _write(args.out, name, found)
        return
    contests = [contest for name in args.variants for contest in _contests(name, args)]
    for contest in contests:
        solve_first(contest)
    found = _measure(contests, args)
    steps = [_step(contest, results) for contest, results in found.items() if contest.seats > 1]
    unclear = [step for step in steps if step["mean"] - step["half"] <= 1 / step["seats"]]
    print(f"{len(unclear)} of {len(steps)} steps without an interval above the fair share")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000, help="of each contest, at most")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", nargs="+", default=list(variant_names()))
    parser.add_argument("--seats", nargs="+", type=int, default=list(SEATS), help="at a table; 1 is solo")
    parser.add_argument("--steps", nargs="+", metavar="BOT:AMONG", type=_pair, default=STEPS)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MEASURED)
    parser.add_argument("--merge", nargs="+", type=Path, metavar="FILE", help="put these tables into --out")
    return parser.parse_args()


def _pair(text: str) -> tuple[str, str]:
    bot, among = text.split(":")
    return bot, among


def _contests(name: str, args: argparse.Namespace) -> list[Contest]:
    variant, found = load_variant(name), []
    for seats in args.seats:
        tables = [(bot, *[among] * (seats - 1)) for bot, among in args.steps]
        found += [Contest(variant, bots, args.seed) for bots in (tables if seats > 1 else zip(LADDER))]
    return found


def _measure(contests: list[Contest], args: argparse.Namespace) -> dict[Contest, Results]:
    """Play all of them, and write down what comes of it."""
    found: dict[Contest, Results] = {}
    began = written = monotonic()
    with Progress(len(contests) * args.games, "games") as progress:
        for contest, results in _played(
            _pieces(contests, args.games, args.processes, began + args.minutes * 60), args
        ):
            found.setdefault(contest, Results.empty(contest.seats)).add(results)
            progress.add(results.deals * contest.seats)
            if monotonic() > written + WRITTEN:
                written = monotonic()
                _write_all(args, found)
                print(f"{progress.done:,} games in {written - began:.0f} s", flush=True)
    _write_all(args, found)
    for contest in contests:
        if contest in found:
            print(f"{contest.variant.name}: {_tell(contest, found[contest])}")
    return found


def _pieces(contests: list[Contest], games: int, processes: int, until: float) -> Iterator[Piece]:
    """The deals of all contests by turns, until the time is over; some of each in any case."""
    each = [
        [Piece(contest, *piece) for piece in pieces_of(contest, max(1, games // contest.seats), processes)]
        for contest in contests
    ]
    for number, turn in enumerate(zip_longest(*each)):
        for piece in turn:
            if number and monotonic() > until:
                return
            if piece is not None:
                yield piece


def _played(pieces: Iterator[Piece], args: argparse.Namespace) -> Iterator[tuple[Contest, Results]]:
    if args.processes == 1:
        for piece in pieces:
            yield piece.contest, play_deals(*piece)
        return
    running: dict[Future[Results], Contest] = {}
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for piece in pieces:
            running[pool.submit(play_deals, *piece)] = piece.contest
            if len(running) > args.processes:
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(done), done.result()
        for left, contest in running.items():
            yield contest, left.result()


def _write_all(args: argparse.Namespace, found: dict[Contest, Results]) -> None:
    for name in args.variants:
        mine = {contest: results for contest, results in found.items() if contest.variant.name == name}
        if not mine:
            continue
        steps = [_step(contest, results) for contest, results in mine.items() if contest.seats > 1]
        alone = [_alone(contest, results) for contest, results in mine.items() if contest.seats == 1]
        _write(args.out, name, {"seed": args.seed, "steps": steps, "alone": alone})


def _write(file: Path, name: str, found: JsonObject) -> None:
    """Put what was found on a pad into the table, in the place of what was known of the same contests."""
    told = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"variants": {}}
    known = told["variants"].get(name, {"steps": [], "alone": []})
    steps = {_key(step): step for step in known["steps"] + found["steps"]}
    alone = {step["bot"]: step for step in known["alone"] + found["alone"]}
    told["variants"][name] = {
        "games": min(step["games"] for step in (*steps.values(), *alone.values())),
        "seed": found["seed"],
        "steps": [steps[key] for key in sorted(steps)],
        "alone": [alone[bot] for bot in LADDER if bot in alone],
    }
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _key(step: JsonObject) -> tuple[int, int, str, str]:
    """The order in the table: steps of the ladder as they go up, then any other pairs."""
    bot, among = pair = step["bot"], step["among"]
    return step["seats"], STEPS.index(pair) if pair in STEPS else len(STEPS), bot, among


def _step(contest: Contest, results: Results) -> JsonObject:
    bot, among, *_ = contest.names
    share = over_deals(results.shares[:, :, 0].mean(1))
    told = {"bot": bot, "among": among, "seats": contest.seats, "games": results.deals * contest.seats}
    return {**told, "mean": round(share["mean"], 4), "half": round(half(share), 4)}


def _alone(contest: Contest, results: Results) -> JsonObject:
    points = over_deals(results.points[:, 0, 0])
    told = {"bot": contest.names[0], "games": results.deals}
    return {**told, "mean": round(points["mean"], 2), "half": round(half(points), 2)}


def _tell(contest: Contest, results: Results) -> str:
    if contest.seats == 1:
        told = _alone(contest, results)
        return f"{told['bot']} alone {told['mean']:.2f} ± {told['half']:.2f} points"
    told, fair = _step(contest, results), 1 / contest.seats
    share = f"{told['mean']:.1%} ± {told['half']:.1%} of {told['games']:,} games"
    return f"{told['bot']} among {told['among']}, {contest.seats} at the table: {share}; an equal {fair:.1%}"


if __name__ == "__main__":
    main()
