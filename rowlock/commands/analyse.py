"""Evaluate a position and every option in it.

examples:
  rowlock analyse 'classic 1/0 white 4+1,r6,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0'
  rowlock analyse 'classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1' --roll '4+1 r6 y2 g3 b6'
  rowlock analyse 'classic 25/0 roll . . …' --most 5000000
  rowlock analyse 'own 1/0 roll . . r,y,g,p0 r,y,g,p0' --variant own.toml
  rowlock analyse 'classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1' --with 'exec:node judge.js'

A position is one line of text (docs/notation.md), with one to five sheets; `rowlock replay` prints the
position of a game, with --json that of every step. For two seats the answer is exact where few joint
positions can follow; --most says how many may be solved for it.
"""

from __future__ import annotations

import argparse
import os
import sys

from rowlock.analysis.budgets import AT_ONCE
from rowlock.commands._arguments import VARIANT, BadArguments, rollouts
from rowlock.commands._output import put_json
from rowlock.engine.game import Game, apply
from rowlock.engine.notation import parse_roll
from rowlock.engine.position import parse_position
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue, choose_language, load_catalogue, text
from rowlock.locale.letters import spell
from rowlock.locale.words import percent
from rowlock.progress import Progress
from rowlock.variants import find_variant, load_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position of any number of seats")
    parser.add_argument("--roll", metavar="TEXT", help="what the dice show, as '4+1 r6 y2 g3 b6'")
    parser.add_argument("--variant", metavar="VARIANT", help=f"the pad, if it is your own: {VARIANT}")
    parser.add_argument(
        "--rollouts", type=rollouts, metavar="N", help="games from a position that no network knows"
    )
    parser.add_argument(
        "--with", dest="engine", metavar="ENGINE", help="another engine: 'exec:COMMAND' (docs/engines.md)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of that engine, repeatedly",
    )
    parser.add_argument(
        "--seconds", type=float, default=10.0, metavar="S", help="time for that engine (%(default)g)"
    )
    parser.add_argument(
        "--most",
        type=int,
        default=AT_ONCE,
        metavar="N",
        help="joint positions of two seats to solve for an exact answer (100000; a million: half a minute)",
    )
    parser.add_argument("--lang", metavar="CODE", help="language of the texts")
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def run(args: argparse.Namespace) -> int:
    if args.rollouts is not None and args.rollouts < 2:
        raise BadArguments(f"--rollouts must be 2 or more, not {args.rollouts}")
    if args.most < 0:
        raise BadArguments(f"--most must be 0 or more, not {args.most}")
    own = find_variant(args.variant) if args.variant else None
    game = parse_position(args.position, load_variant if own is None else lambda *_, **__: own)
    if args.roll:
        game = apply(game, parse_roll(args.roll)).game
    if args.engine is None and args.option:
        raise BadArguments("--option is for the engine that --with names")
    return _by_guest(args, game) if args.engine else _by_us(args, game)


def _by_us(args: argparse.Namespace, game: Game) -> int:
    from rowlock.analysis.position import analyse, foretell
    from rowlock.analysis.review.text import format_analysis

    with Progress(min(foretell(game) or args.most, args.most), "joint positions") as progress:
        heard = progress.add if args.most > AT_ONCE else None
        found = analyse(game, args.rollouts, most=args.most, solved=heard)
    if args.json:
        put_json(found)
    else:
        sys.stdout.write(format_analysis(_catalogue(args), plain_variant(game.variant), found))
    return 0


def _catalogue(args: argparse.Namespace) -> Catalogue:
    return load_catalogue(choose_language(args.lang, os.environ))


def _by_guest(args: argparse.Namespace, game: Game) -> int:
    from rowlock.analysis.engines.guest import GuestEngine
    from rowlock.analysis.review.text import format_worths

    kind, _, command = args.engine.partition(":")
    if kind != "exec" or not args.seconds > 0:
        raise BadArguments("--with takes 'exec:COMMAND', and --seconds more than 0")
    with GuestEngine(command) as engine, Progress(100, "%") as progress:
        for option in args.option:
            engine.set(*option.partition("=")[::2])
        found = engine.analyse(game, args.seconds, lambda done: progress.add(int(100 * done) - progress.done))
    if args.json:
        put_json(found)
        return 0
    catalogue, variant = _catalogue(args), plain_variant(game.variant)
    options = [
        [(spell(catalogue, variant, one["move"]), one["worth"], one.get("share")) for one in seat]
        for seat in found["options"]
    ]
    head = [found["position"], text(catalogue, "terminal.analysis.engine", engine=found["engine"])]
    if found["done"] < 1:
        done = percent(catalogue, found["done"], 0)
        head.append(text(catalogue, "terminal.analysis.part", percent=done))
    sys.stdout.write(format_worths(catalogue, head, found["unit"], found["worth"], options))
    return 0
