"""Play in the terminal: against bots, with people at one keyboard, alone, or at a table of a server.

examples:
  rowlock play                                      choose on the screen
  rowlock play longo --bot steady --bot greedy
  rowlock play classic --name Mia --name Ben        two people at one keyboard
  rowlock play mixx-a --solo --seed 7               alone, with the same dice every time
  rowlock play --resume                             go on with the game you left
  echo r5 | rowlock play --plain                    in plain lines, for scripts

Without a terminal the game is played in plain lines: it tells, asks, and reads a move (r8, -) per
line; ? helps.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.engine.errors import RowlockError
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.local import LocalTable
from rowlock.terminal.storage import Storage

SUMMARY = "play in the terminal"
LONGEST_NAME = 24
PACE = 0.45
"""Seconds between two things that happen by themselves, so that eyes can follow."""


class BadArguments(RowlockError):
    """Arguments that contradict each other, or that nothing fits."""

    code = "bad_arguments"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help="name of a variant, or its .toml file")
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a person; may be repeated"
    )
    parser.add_argument("--bot", action="append", default=[], metavar="BOT", help="a bot; may be repeated")
    parser.add_argument("--solo", action="store_true", help="alone, for the highest score")
    parser.add_argument("--resume", action="store_true", help="go on with the game that was left")
    parser.add_argument("--seed", metavar="TEXT", help="the same dice for the same seed")
    parser.add_argument("--record", metavar="FILE", help="where to write the record of the finished game")
    parser.add_argument("--plain", action="store_true", help="plain lines, even in a terminal")
    parser.add_argument("--light", action="store_true", help="begin with the light colours")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    _check(args)
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    on_screen = _has_screen() and not args.plain
    keeper = Keeper(
        Storage(),
        names=args.name,
        seed=args.seed,
        record=Path(args.record) if args.record else None,
        pace=PACE if on_screen else 0.0,
    )
    table = _set_table(args, keeper, catalogue, on_screen)
    return (
        _play_on_screen(args, keeper, table, catalogue)
        if on_screen
        else _play_in_lines(keeper, table, catalogue)
    )


def _check(args: argparse.Namespace) -> None:
    if args.solo and (args.bot or len(args.name) > 1):
        raise BadArguments("--solo is for one person: leave out --bot and further names")
    if args.resume and (args.variant or args.bot or args.name or args.solo or args.seed):
        raise BadArguments("--resume goes on with the game as it was: give nothing else with it")
    for name in args.name:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or "#" in name:
            raise BadArguments(f"a name has 1 to {LONGEST_NAME} letters and no '#', not {name!r}")


def _set_table(
    args: argparse.Namespace, keeper: Keeper, catalogue: Catalogue, on_screen: bool
) -> LocalTable | None:
    """The table that the arguments ask for; None if the first screen is to ask."""
    if args.resume:
        return keeper.resume()
    if on_screen and not (args.variant or args.bot or args.name or args.solo):
        return None
    bots = args.bot or ([] if args.solo or len(args.name) > 1 else keeper.good_company())
    return keeper.new_table(args.variant or "classic", max(len(args.name), 1), bots, catalogue)


def _has_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _play_on_screen(
    args: argparse.Namespace, keeper: Keeper, table: LocalTable | None, catalogue: Catalogue
) -> int:
    from rowlock.terminal.app import PlayApp

    light = args.light or os.environ.get("COLORFGBG", "").endswith((";15", ";7"))
    app = PlayApp(keeper, table, lang=catalogue.lang, light=light)
    sentence = app.run()
    if sentence:
        (sys.stderr if app.return_code else sys.stdout).write(f"{sentence}\n")
    return app.return_code or 0


def _play_in_lines(keeper: Keeper, table: LocalTable | None, catalogue: Catalogue) -> int:
    from rowlock.terminal.lines import Lines

    if table is None:
        raise BadArguments("there is no terminal here: name a variant")
    return Lines(table, keeper, catalogue, sys.stdin, sys.stdout).play()
