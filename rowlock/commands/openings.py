"""Show how games begin and how they go on, by strength.

examples:
  rowlock openings                               cautious, steady and champion on classic
  rowlock openings --variant longo --games 300
  rowlock openings --from games/                 recorded games: a folder, a .zip, a server's database

First crosses with the mean score afterwards, locks and penalties, for every bot or player; --json has every
cell, crossed first and crossed at all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BOT, VARIANT, BadArguments, games
from rowlock.commands._output import put_json

if TYPE_CHECKING:
    from rowlock.engine.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="recorded games instead")
    parser.add_argument("--variant", default="classic", help=f"{VARIANT} (classic)")
    parser.add_argument("--bots", default="cautious,steady,champion", help=f"separated by commas: {BOT}")
    parser.add_argument("--games", type=games, default=100, help="games of each bot against itself (100)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games (0)")
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def run(args: argparse.Namespace) -> int:
    from rowlock.library.games import iter_games
    from rowlock.library.openings import format_openings, openings

    told = openings(iter_games(args.source) if args.source else _played(args))
    if args.source and not told:
        raise BadArguments(f"{args.source} has no finished game")
    if args.json:
        put_json(told)
    else:
        sys.stdout.write(format_openings(told))
    return 0


def _played(args: argparse.Namespace) -> Iterator[Record]:
    """Games of each bot against itself, so that a strength meets its own kind."""
    from dataclasses import replace

    from rowlock.bots.kit.source import short_name
    from rowlock.progress import Progress
    from rowlock.simulation.export import export_game
    from rowlock.variants import find_variant

    variant, bots = find_variant(args.variant), [bot for bot in args.bots.split(",") if bot]
    with Progress(len(bots) * args.games, "games") as progress:
        for bot in bots:
            for number in range(args.games):
                record = export_game(variant, (bot, bot), args.seed, number)
                yield replace(record, seats=(short_name(bot),) * 2)
                progress.add(1)
