"""Play in the terminal.

Against bots, with people at one keyboard, alone, or at a table of a server.

examples:
  rowlock play                                      choose on the screen
  rowlock play longo --bot steady --bot greedy
  rowlock play --bot ./mine.py --bot "exec:node bot.js"
  rowlock play classic --name Mia --name Ben        two people at one keyboard
  rowlock play mixx-a --solo --seed 7               alone, with the same dice every time
  rowlock play --resume                             continue the game you left last
  rowlock play --left                               list the games you left; --resume 2 takes the second
  rowlock play --join http://host:8000/t/k3v9x2m7qa  take a seat at a server's table
  rowlock play longo --host --guests 2              serve a table, with a link and a QR code for guests
  rowlock play --host --hints                       the same, and everybody may ask for hints
  echo r5 | rowlock play --plain                    in plain lines, for scripts

Without a terminal the game is played in plain lines: it describes what happens, asks, and reads
one move (r8, -) per line; ? shows help.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BOT, VARIANT, BadArguments
from rowlock.commands._output import check_writable
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text
from rowlock.terminal.keeper import Keeper, check_name, own_name
from rowlock.terminal.local import LocalTable
from rowlock.terminal.storage import Storage

if TYPE_CHECKING:
    from rowlock.terminal.online import OnlineTable

PACE = 0.45
"""Seconds between two automatic events, so that people can follow."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help=VARIANT)
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a person; may be repeated"
    )
    parser.add_argument(
        "--bot", action="append", default=[], metavar="BOT", help=f"a bot: {BOT}; may be repeated"
    )
    parser.add_argument("--solo", action="store_true", help="alone, for the highest score")
    parser.add_argument(
        "--resume",
        nargs="?",
        type=int,
        const=1,
        metavar="N",
        help="continue the game you left last, or number N of --left",
    )
    parser.add_argument("--left", action="store_true", help="list the games you left")
    parser.add_argument("--seed", metavar="TEXT", help="the same dice for the same seed")
    parser.add_argument(
        "--record", metavar="FILE", type=Path, help="where the record of the finished game goes"
    )
    parser.add_argument(
        "--join", metavar="URL", help="take a seat at a server's table, by its invite link or its code"
    )
    parser.add_argument("--server", metavar="URL", help='the server of --join "red 47 fox"')
    parser.add_argument("--host", action="store_true", help="start a server in the background, and a table")
    parser.add_argument("--guests", type=int, metavar="N", help="open seats of a hosted table (default: 1)")
    parser.add_argument("--hints", action="store_true", help="allow hints at a hosted table, to everybody")
    parser.add_argument(
        "--tutor",
        nargs="?",
        const="mistake",
        choices=["inaccuracy", "mistake", "blunder"],
        help="warn before a move that loses this much (mistake); p changes it during the game",
    )
    _add_screen(parser)


def add_own_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of one person at a server, for `begin`."""
    parser.add_argument("--name", metavar="NAME", help="what you are called there")
    _add_screen(parser)


def _add_screen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="plain lines, even in a terminal")
    parser.add_argument("--light", action="store_true", help="start with the light colours")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    _check(args)
    if args.record:
        check_writable(args.record, make_folder=True)
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    if args.left:
        return _list_left(Keeper(Storage()), catalogue)
    on_screen = has_screen() and not args.plain
    keeper = Keeper(
        Storage(),
        names=args.name,
        seed=args.seed,
        record=args.record,
        pace=PACE if on_screen else 0.0,
        tutor=args.tutor,
    )
    if args.host:
        return _host(args, keeper, catalogue, on_screen)
    table = _join(args, keeper) if args.join else _set_table(args, keeper, catalogue, on_screen)
    return play_at(args, keeper, table, catalogue, on_screen)


def begin(args: argparse.Namespace) -> tuple[Keeper, Catalogue, bool]:
    """Keeper, catalogue, and whether there is a screen; `args.name` is a list afterwards, as `run` has it."""
    on_screen = has_screen() and not args.plain
    args.name = [args.name] if args.name else []
    keeper = Keeper(Storage(), names=args.name, pace=PACE if on_screen else 0.0)
    return keeper, load_catalogue(choose_language(args.lang, os.environ)), on_screen


def _check(args: argparse.Namespace) -> None:
    if args.solo and (args.bot or len(args.name) > 1):
        raise BadArguments("--solo is for one person: leave out --bot and further names")
    if args.resume is not None and (args.variant or args.bot or args.name or args.solo or args.seed):
        raise BadArguments("--resume continues the game as it was: give no other options with it")
    if (args.join or args.host) and (args.resume is not None or args.solo or args.seed or len(args.name) > 1):
        raise BadArguments("online there is one person at each keyboard, and the server rolls the dice")
    if args.join and (args.host or args.variant or args.bot):
        raise BadArguments("the table you join already has its variant and seats: give only --name with it")
    if args.join and ("://" in args.join) == bool(args.server):
        raise BadArguments("--join takes an invite link, or a code with --server http://host:8000")
    if args.server and not args.join:
        raise BadArguments("--server needs --join with the code of a table there")
    if args.guests is not None and not (args.host and 0 <= args.guests <= 4):
        raise BadArguments("--guests needs --host, and is 0 to 4")
    if args.hints and not args.host:
        raise BadArguments("--hints needs --host: at a table of your own hints are always there")
    for name in args.name:
        check_name(name)


def _set_table(
    args: argparse.Namespace, keeper: Keeper, catalogue: Catalogue, on_screen: bool
) -> LocalTable | None:
    """The table that the arguments ask for; None if the first screen is to ask."""
    if args.resume is not None:
        return keeper.resume(args.resume)
    if on_screen and not (args.variant or args.bot or args.name or args.solo):
        return None
    bots = args.bot or ([] if args.solo or len(args.name) > 1 else keeper.good_company())
    return keeper.new_table(args.variant or "classic", max(len(args.name), 1), bots, catalogue)


def _list_left(keeper: Keeper, catalogue: Catalogue) -> int:
    lines = [f"{number:>3}  {game}\n" for number, game in enumerate(keeper.left(catalogue), 1)]
    sys.stdout.writelines(lines or [text(catalogue, "terminal.none_left") + "\n"])
    return 0


def has_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _join(args: argparse.Namespace, keeper: Keeper) -> OnlineTable:
    from rowlock.client import link_of_code
    from rowlock.terminal.online import OnlineTable, Tokens

    link = link_of_code(args.server, args.join) if args.server else args.join
    return OnlineTable(link, own_name_of(args), Tokens(keeper.storage.tokens))


def _host(args: argparse.Namespace, keeper: Keeper, catalogue: Catalogue, on_screen: bool) -> int:
    """A server of our own, a table on it, and we at that table."""
    from rowlock.terminal.hosting import host_table
    from rowlock.terminal.online import Tokens

    guests = 1 if args.guests is None else args.guests
    tokens, pad = Tokens(keeper.storage.tokens), args.variant or "classic"
    hosted = host_table(tokens, own_name_of(args), pad, guests, args.bot, args.hints)
    with hosted.hosting:
        if not on_screen:
            sys.stdout.write(f"{hosted.invitation}\n")
            sys.stdout.flush()
        return play_at(args, keeper, hosted.table, catalogue, on_screen, hosted.invitation)


def own_name_of(args: argparse.Namespace) -> str:
    return args.name[0] if args.name else own_name()


def play_at(
    args: argparse.Namespace,
    keeper: Keeper,
    table: LocalTable | OnlineTable | None,
    catalogue: Catalogue,
    on_screen: bool,
    invitation: str = "",
) -> int:
    """A game at a table that is set, on the screen or in plain lines."""
    if on_screen:
        return _play_on_screen(args, keeper, table, catalogue, invitation)
    from rowlock.terminal.lines import Lines

    if table is None:
        raise BadArguments("there is no terminal here: name a variant")
    return Lines(table, keeper, catalogue, sys.stdin, sys.stdout).play()


def _play_on_screen(
    args: argparse.Namespace,
    keeper: Keeper,
    table: LocalTable | OnlineTable | None,
    catalogue: Catalogue,
    invitation: str,
) -> int:
    from rowlock.terminal.app import PlayApp

    light = args.light or os.environ.get("COLORFGBG", "").endswith((";15", ";7"))
    app = PlayApp(keeper, table, lang=catalogue.lang, light=light, invitation=invitation)
    try:
        sentence = app.run()
    finally:
        app.close_hosting()
    if sentence:
        (sys.stderr if app.return_code else sys.stdout).write(f"{sentence}\n")
    return app.return_code or 0
