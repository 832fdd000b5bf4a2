"""Let bots play each other, and measure them.

examples:
  rowlock arena champion steady
  rowlock arena champion steady cautious --variant longo --players 3 --games 20000
  rowlock arena greedy ./mine.py "exec:node examples/bot.js" --games 200
  rowlock arena planner cautious --until-decided
  rowlock arena planner --players 1 --games 100000

Every deal of dice is played once for every rotation of the seats. With more seats than bots, the bots
take the seats in turn. A bot is a name from `rowlock bots` (what installed packages offer is among them), a
Python file with `value`, `choose` or `make_bot`, or `exec:` and a command: any program that speaks JSON lines
(docs/bots.md).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BOT, VARIANT, BadArguments, at_least_one, games
from rowlock.commands._output import check_writable, put_json, tell_slow, tell_stopped

if TYPE_CHECKING:
    from rowlock.arena.contest import Contest, Results


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="*", metavar="BOT", help=BOT)
    parser.add_argument("--bot", action="append", default=[], help="another bot; may be repeated")
    parser.add_argument("--variant", default="classic", help=f"{VARIANT} (classic)")
    parser.add_argument("--players", type=int, help="number of seats (as many as there are bots)")
    parser.add_argument(
        "--games", type=games, default=2000, help="how many games, all rotations counted (2000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same deals (0)")
    parser.add_argument("--workers", type=int, help="how many processes to use (one per core)")
    parser.add_argument(
        "--until-decided", action="store_true", help="stop as soon as all pairs can be told apart"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds a program has for each move (5)")
    parser.add_argument("--json", action="store_true", help="print data instead of tables")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write a line for every sheet of every game")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the shares: .png, .svg or .pdf")
    parser.add_argument(
        "--save", metavar="FOLDER", type=Path, help="keep a record of every game (plays slower)"
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.arena.alone import solve_first
    from rowlock.arena.contest import Contest, hold, slow_reason
    from rowlock.arena.standings import format_summary, is_decided, summary
    from rowlock.progress import Progress
    from rowlock.simulation.csv_lines import write_sheets
    from rowlock.variants import find_variant

    variant = find_variant(args.variant)
    contest = Contest(variant, _seated(args), args.seed, args.seconds, args.save is not None)
    _check(contest, args)
    solve_first(contest)
    if reason := slow_reason(contest):
        tell_slow(reason)
    deals = max(1, round(args.games / contest.seats))
    with Progress(deals, "deals") as progress:

        def heard(so_far: Results) -> bool:
            progress.add(so_far.deals - progress.done)
            return bool(args.until_decided and is_decided(contest, so_far))

        results = hold(contest, deals, args.workers, heard)
    told = summary(contest, results)
    if args.save:
        _save(args.save, results.records)
    if args.plot and results.finished:
        from rowlock.arena.shares import draw_shares

        draw_shares(told, variant.title, args.plot)
    if args.json:
        put_json(told)
    else:
        sys.stdout.write(format_summary(told, variant.title))
    if args.csv:
        write_sheets(args.csv, contest.names, results.points, results.shares)
    if results.stopped:
        return tell_stopped(results.deals, deals, "deals")
    return 0 if results.finished else 1


def _seated(args: argparse.Namespace) -> tuple[str, ...]:
    """A bot for every seat."""
    names = [*args.bots, *args.bot]
    if not names:
        raise BadArguments("name the bots that should play, as in 'rowlock arena champion steady'")
    if len(names) == 1 and args.players is None:
        other = "steady" if names[0] == "champion" else "champion"
        raise BadArguments(
            f"name a second bot, as in 'rowlock arena {names[0]} {other}', or --players: 1 plays alone, "
            "more seats are all for the one bot"
        )
    seats = args.players or len(names)
    if seats < len(names):
        raise BadArguments(f"{len(names)} bots need {len(names)} seats or more; --players says {seats}")
    return tuple(names[i % len(names)] for i in range(seats))


def _check(contest: Contest, args: argparse.Namespace) -> None:
    """Say what is wrong before the work, not after it."""
    from rowlock.arena.contest import make_bot
    from rowlock.engine.game import new_game
    from rowlock.simulation.plot import check_file

    if not args.seconds > 0:
        raise BadArguments(f"--seconds must be more than 0, not {args.seconds:g}")
    at_least_one("workers", args.workers)
    new_game(contest.variant, contest.seats)
    for name in dict.fromkeys(contest.names):
        make_bot(contest, name)
    if args.plot:
        if contest.seats == 1:
            raise BadArguments("--plot draws shares of the wins, and a solo game has none: leave it out")
        check_file(args.plot)
        check_writable(args.plot)
    if args.csv:
        check_writable(args.csv)
    if args.save:
        check_writable(args.save / "000000.rowlock", make_folder=True)


def _save(folder: Path, records: list[str]) -> None:
    for number, text in enumerate(records):
        (folder / f"{number:06}.rowlock").write_text(text, encoding="utf-8")
