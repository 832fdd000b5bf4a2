"""Play many games between simple bots at full speed.

examples:
  rowlock simulate classic --bots cautious,greedy --games 1000000
  rowlock simulate longo --bots cautious --players 4 --json
  rowlock simulate bonus-a --bots cautious,cautious,greedy --plot scores.png
  rowlock simulate classic --bots cautious,greedy --seed 7 --export 1234 > game.rowlock
  rowlock simulate classic --bots random,greedy --games 1e9 --cluster tcp://10.0.0.5:8786

The same seed gives the same games, whatever the number of threads or machines. Who starts goes round with the
games. Bots play at full speed if they are value functions; `rowlock arena` measures all others.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from rowlock.commands._arguments import MOST_GAMES, VARIANT, games
from rowlock.commands._output import check_writable, put_json
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import format_record
from rowlock.engine.variant import Variant
from rowlock.variants import find_variant


class BadRun(RowlockError):
    """A run that cannot be played as it was asked for."""

    code = "bad_run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", help=VARIANT)
    parser.add_argument("--bots", default="cautious,greedy", help="one bot per seat, with commas between")
    parser.add_argument("--players", type=int, help="number of seats; the bots take them in turn")
    parser.add_argument("--games", type=games, default=1_000_000, help="how many games (1000000)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (0)")
    parser.add_argument("--threads", type=int, help="how many cores to use (all)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")
    parser.add_argument(
        "--plot", metavar="FILE", type=Path, help="draw the distributions: .png, .svg or .pdf"
    )
    parser.add_argument(
        "--export", metavar="N", type=int, help="print the record of game N, and play no other"
    )


def run(args: argparse.Namespace) -> int:
    variant = find_variant(args.variant)
    bots = _seated(args.bots, args.players)
    if args.export is not None:
        return _export(variant, bots, args.seed, args.export)
    if args.threads is not None and args.threads < 1:
        raise BadRun(f"--threads must be 1 or more, not {args.threads}")
    if args.plot:
        from rowlock.arena.plot import check_file

        check_file(args.plot)
        check_writable(args.plot)
    summary, drawing = _play(variant, bots, args)
    if args.plot:
        drawing(args.plot)
    if args.json:
        put_json(summary)
    else:
        from rowlock.arena.report import format_report

        sys.stdout.write(format_report(variant, summary))
    return 0


def _seated(text: str, players: int | None) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if players is None:
        return names
    if not len(names) <= players <= 5:
        raise BadRun(
            f"{len(names)} bots cannot take {players} seats; there are 1 to 5 seats, at least one per bot"
        )
    return [names[seat % len(names)] for seat in range(players)]


def _export(variant: Variant, bots: list[str], seed: int, number: int) -> int:
    from rowlock.arena.export import export_game

    if not 0 <= number < MOST_GAMES:
        raise BadRun(f"games are numbered from 0; there is no game {number}")
    sys.stdout.write(format_record(export_game(variant, bots, seed, number)))
    return 0


def _play(variant: Variant, bots: list[str], args: argparse.Namespace) -> tuple[dict[str, Any], Any]:
    """The summary of the run, and a function that draws it into a file."""
    from rowlock.arena.cluster import make_simulation, simulate_on
    from rowlock.arena.plot import draw
    from rowlock.arena.summary import summarise
    from rowlock.engine.variant_text import format_variant
    from rowlock.fast.jit import telling
    from rowlock.fast.simulate import default_threads, simulate
    from rowlock.progress import Progress

    simulation = make_simulation(format_variant(variant), variant.name, tuple(bots), args.seed)
    with telling():
        simulation.play(0, 1)  # before the clock starts
    threads = args.threads or default_threads()
    begin = perf_counter()
    with Progress(args.games, "games") as progress:
        if args.cluster:
            counts = simulate_on(args.cluster, simulation, tuple(bots), args.games, progress.add)
        else:
            counts = simulate(simulation, args.games, threads, progress.add)
    seconds = perf_counter() - begin
    tally = simulation.read(counts)
    summary = {
        "variant": variant.name,
        "seed": args.seed,
        "fingerprint": simulation.tables.fingerprint,
        "seconds": seconds,
        "games_per_second": args.games / seconds,
        "played_on": args.cluster or f"{threads} thread{'s' * (threads > 1)}",
        **summarise(variant, bots, tally, simulation.layout.lowest),
    }
    return summary, partial(draw, variant, bots, tally, simulation.layout.lowest)
