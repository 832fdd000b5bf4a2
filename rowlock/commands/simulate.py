"""Play many games between simple bots at full speed.

examples:
  rowlock simulate classic --bots cautious,greedy --games 1000000
  rowlock simulate longo --bots cautious --players 4 --json
  rowlock simulate bonus-a --bots cautious,./mine.py --plot scores.png --csv games.csv
  rowlock simulate classic --bots cautious,greedy --seed 7 --export 1234 > game.rowlock
  rowlock simulate classic --bots random,greedy --games 1e9 --cluster tcp://10.0.0.5:8786
  rowlock simulate longo --bots champion,steady --games 100

The same seed gives the same games, whatever the number of threads or machines. The start player changes from
game to game. Bots play at full speed if they are value functions. Others, such as steady and champion, play
through the engine, a few games in a second; `rowlock arena` compares them faster, many games at once. Ctrl-C
shows what has been played so far.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from rowlock.commands._arguments import MOST_GAMES, VARIANT, BadArguments, at_least_one, games
from rowlock.commands._output import check_writable, put_json, tell_slow, tell_stopped
from rowlock.engine.errors import Unsupported
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import format_record
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.variants import find_variant

if TYPE_CHECKING:
    from rowlock.fast.simulate import Simulation
    from rowlock.fast.tally import Counts, Tally
    from rowlock.progress import Progress


GAMES, SLOW_GAMES = 1_000_000, 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", metavar="VARIANT", help=VARIANT)
    parser.add_argument(
        "--bots",
        default="cautious,greedy",
        help="one bot per seat, separated by commas: a name or FILE.py; value functions play fast",
    )
    parser.add_argument("--players", type=int, help="number of seats; the bots take them in turn")
    parser.add_argument(
        "--games",
        type=games,
        help=f"how many games ({GAMES}; {SLOW_GAMES} where only the engine can play)",
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (0)")
    parser.add_argument("--threads", type=int, help="how many cores to use (all)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write a line for every game")
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
    at_least_one("threads", args.threads)
    _check_files(args)
    summary, drawing = _play(variant, bots, args)
    if args.plot:
        drawing(args.plot)
    if args.json:
        put_json(summary)
    else:
        from rowlock.simulation.report import format_report

        sys.stdout.write(format_report(variant, summary))
    return tell_stopped(summary["games"], args.games, "games") if not summary["complete"] else 0


def _check_files(args: argparse.Namespace) -> None:
    """Say what is wrong before the work, not after it."""
    if args.csv and args.cluster:
        raise BadArguments("--csv needs every game, and a cluster gives only counts: leave out --cluster")
    if args.plot:
        from rowlock.simulation.plot import check_file

        check_file(args.plot)
    for file in filter(None, (args.plot, args.csv)):
        check_writable(file)


def _seated(text: str, players: int | None) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if players is None:
        return names
    if players < len(names):
        raise BadArguments(f"{len(names)} bots need {len(names)} seats or more; --players says {players}")
    return [names[seat % len(names)] for seat in range(players)]


def _export(variant: Variant, bots: list[str], seed: int, number: int) -> int:
    from rowlock.simulation.export import export_game

    if not 0 <= number < MOST_GAMES:
        raise BadArguments(f"games are numbered from 0; there is no game {number}")
    sys.stdout.write(format_record(export_game(variant, bots, seed, number)))
    return 0


class Run(NamedTuple):
    """The results of a run: its counts, the score from which they count, and how it was played."""

    tally: Tally
    lowest: int
    fingerprint: str
    seconds: float
    played_on: str
    asked: int


def _play(variant: Variant, bots: list[str], args: argparse.Namespace) -> tuple[JsonObject, Any]:
    """The summary of the run, and a function that draws it into a file."""
    from rowlock.simulation.cluster import make_simulation
    from rowlock.simulation.plot import draw
    from rowlock.simulation.summary import summarise

    _refuse_programs(bots)
    try:
        simulation = make_simulation(format_variant(variant), variant.name, tuple(bots), args.seed)
        run = _play_fast(simulation, bots, args)
    except Unsupported as reason:
        if args.cluster:
            raise
        run = _play_slowly(variant, bots, args, reason)
    summary = summarise(variant, bots, run.tally, run.lowest)
    told = {
        "variant": variant.name,
        "seed": args.seed,
        "fingerprint": run.fingerprint,
        "seconds": run.seconds,
        "games_per_second": summary["games"] / run.seconds,
        "played_on": run.played_on,
        "complete": summary["games"] == run.asked,
        **summary,
    }
    return told, partial(draw, variant, bots, run.tally, run.lowest)


def _refuse_programs(bots: list[str]) -> None:
    from rowlock.bots import find_source

    for bot in bots:
        if find_source(bot).is_program:
            raise BadArguments(f"{bot!r} is a program: `rowlock arena` plays it")


def _play_fast(simulation: Simulation, bots: list[str], args: argparse.Namespace) -> Run:
    from rowlock.fast.jit import telling
    from rowlock.fast.simulate import default_threads
    from rowlock.progress import Progress
    from rowlock.simulation.cluster import simulate_on

    with telling():
        simulation.play(0, 1)  # before the clock starts
    threads, count = args.threads or default_threads(), args.games or GAMES
    begin = perf_counter()
    with Progress(count, "games") as progress:
        if args.cluster:
            counts = simulate_on(args.cluster, simulation, tuple(bots), count, progress.add)
        else:
            counts = _play_here(simulation, count, threads, progress, args.csv)
    seconds = perf_counter() - begin
    played_on = args.cluster or f"{threads} thread{'s' * (threads > 1)}"
    fingerprint, lowest = simulation.tables.fingerprint, simulation.layout.lowest
    return Run(simulation.read(counts), lowest, fingerprint, seconds, played_on, count)


def _play_here(
    simulation: Simulation, games: int, threads: int, progress: Progress, csv: Path | None
) -> Counts:
    """The counts of the games, or of those until Ctrl-C; every game goes to the file, if there is one."""
    from rowlock.fast.simulate import play_parts
    from rowlock.simulation.csv_lines import GameLines

    counts = simulation.layout.new_counts()
    with GameLines(csv, simulation.seats) as file:
        try:
            for part in play_parts(simulation, games, threads, with_lines=csv is not None):
                file.write(part.first, part.lines)
                counts += part.counts
                progress.add(part.games)
        except KeyboardInterrupt:
            if not counts.any():
                raise
    return counts


def _play_slowly(variant: Variant, bots: list[str], args: argparse.Namespace, reason: Unsupported) -> Run:
    from rowlock.progress import Progress
    from rowlock.simulation.csv_lines import GameLines
    from rowlock.simulation.slow_run import count_endings, play_endings

    tell_slow(reason)
    if instead := _arena_for(variant, bots, args):
        sys.stderr.write(f"rowlock: '{instead}' plays these bots many tables at a time\n")
    count, begin = args.games or SLOW_GAMES, perf_counter()
    with Progress(count, "games") as progress:
        endings = play_endings(variant, bots, args.seed, count, progress.add)
    with GameLines(args.csv, len(bots)) as file:
        file.write(0, [(*end.scores, end.turns, end.by_rows, end.closed) for end in endings])
    tally, lowest = count_endings(endings, len(variant.rows))
    return Run(tally, lowest, variant.digest, perf_counter() - begin, "the engine", count)


def _arena_for(variant: Variant, bots: list[str], args: argparse.Namespace) -> str | None:
    """The arena's command for the same bots, where it plays them in batches; None where it is as slow."""
    from rowlock.arena.contest import Contest, is_batched

    if not is_batched(Contest(variant, tuple(bots), args.seed)):
        return None
    names = list(dict.fromkeys(bots))
    players = ["--players", str(len(bots))] if len(names) < max(len(bots), 2) else []
    return shlex.join(["rowlock", "arena", *names, "--variant", args.variant, *players])
