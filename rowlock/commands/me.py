"""Show your ratings and your progress at a server.

examples:
  rowlock me http://host:8000
  rowlock me http://host:8000 --name Mia    under the name that you play by there
  rowlock me http://host:8000 --practise    your costliest mistakes once more, as puzzles
  rowlock me http://host:8000 --json

Nobody else sees them unless you want that; docs/ratings.md says how they are computed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

from rowlock.commands._output import put_json
from rowlock.community.progress import LossLine, Mistake, OwnProgress
from rowlock.community.ratings.answers import LadderShown, Profile
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text
from rowlock.locale.words import bot_name, decimal, labelled

WIDTH = 24
"""How many characters the longest bar has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help="its address")
    parser.add_argument("--name", metavar="NAME", help="what you are called there")
    parser.add_argument("--practise", action="store_true", help="your mistakes as puzzles")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    from rowlock.client.http import call
    from rowlock.commands import play
    from rowlock.terminal.online import Tokens
    from rowlock.terminal.storage import Storage

    base = args.server.rstrip("/")
    args.name = [args.name] if args.name else []  # as `rowlock play` has it
    token = Tokens(Storage().tokens).get(base, play.own_name_of(args))
    told: Profile = call(base, "GET", "/api/players/me/profile", token=token, patience=30)
    if args.json:
        put_json(told)
        return 0
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    if args.practise:
        return practise(catalogue, told["progress"]["mistakes"], sys.stdout, sys.stdin.readline)
    sys.stdout.write("\n".join(profile_lines(catalogue, told)) + "\n")
    return 0


def practise(catalogue: Catalogue, mistakes: list[Mistake], out: TextIO, read: Callable[[], str]) -> int:
    """Ask for the best move of every mistake; an empty line shows it, the end of the input ends it."""
    from rowlock.analysis.puzzles.puzzle import Puzzle
    from rowlock.terminal.draw import use_colour
    from rowlock.terminal.puzzle import ask_puzzle

    right = 0
    for number, one in enumerate(mistakes, 1):
        pad = _title(catalogue, one["position"].split()[0].split(";")[0])
        head = f"{text(catalogue, 'people.me.practise')} {number}/{len(mistakes)} · {pad}"
        worths = dict(sorted(one["worths"].items(), key=lambda move: -move[1]))
        asked = Puzzle(one["position"], one["seat"], "", worths)
        right += ask_puzzle(catalogue, head, asked, out, read, use_colour(out))
        out.write("\n")
    told = ("people.me.practised", {"n": right, "count": len(mistakes)})
    out.write(text(catalogue, told[0], **told[1]) if mistakes else text(catalogue, "people.me.no_mistakes"))
    out.write("\n")
    return 0


def profile_lines(catalogue: Catalogue, told: Profile) -> list[str]:
    """A profile as lines of text."""
    lines = [labelled(catalogue, text(catalogue, "people.me.title"), told["name"]), ""]
    for ladder in told["ladders"]:
        lines += [*_ladder(catalogue, ladder), ""]
    if not told["ladders"]:
        lines += [text(catalogue, "people.me.none"), ""]
    if told["progress"]["games"]:
        lines += _progress(catalogue, told["progress"])
    return lines


def _ladder(catalogue: Catalogue, ladder: LadderShown) -> Iterator[str]:
    kind = text(catalogue, f"people.me.tables.{ladder['kind']}")
    count = text(catalogue, "people.me.games", n=ladder["games"])
    yield f"{', '.join(_title(catalogue, pad) for pad in ladder['pads'])}, {kind} · {count}"
    results, play = ladder["results"], ladder["play"]
    doubt = "" if results["known"] else f", {text(catalogue, 'people.me.finding')}"
    span = text(catalogue, "people.me.strength", low=results["low"], high=results["high"])
    place = f"{results['number']:04} ({span}{doubt})"
    yield "  " + labelled(catalogue, text(catalogue, "people.me.results"), place)
    head = text(catalogue, "people.me.play")
    if play is None:
        yield "  " + labelled(catalogue, head, text(catalogue, "people.me.unjudged"))
        return
    low, high, loss = (decimal(catalogue, value, 2) for value in (play["low"], play["high"], play["loss"]))
    span = text(catalogue, "people.me.between", low=low, high=high)
    yield "  " + labelled(catalogue, head, f"{text(catalogue, 'people.me.loss', n=loss)} ({span})")


def _progress(catalogue: Catalogue, told: OwnProgress) -> Iterator[str]:
    if told["months"]:
        yield text(catalogue, "people.me.months")
        lost, luck = text(catalogue, "people.me.lost"), text(catalogue, "people.me.luck")
        for month in told["months"]:
            gone, won = decimal(catalogue, 100 * month["lost"]), _signed(catalogue, month["luck"])
            numbers = f"{lost} {gone}, {luck} {won}"
            yield f"  {month['month']}  {numbers} · {text(catalogue, 'people.me.games', n=month['games'])}"
    parts = [text(catalogue, f"people.me.parts.{line['name']}") for line in told["parts"]]
    yield from _bars(catalogue, "people.me.parts.title", parts, told["parts"])
    sorts = [text(catalogue, f"people.me.sorts.{line['name']}") for line in told["sorts"]]
    yield from _bars(catalogue, "people.me.sorts.title", sorts, told["sorts"])
    if told["pads"]:
        yield text(catalogue, "people.me.pads")
    for line in told["pads"]:
        count = text(catalogue, "people.me.games", n=line["games"])
        lost = text(catalogue, "people.me.lost")
        figures = f"{lost} {decimal(catalogue, 100 * line['lost'])} · {count}"
        yield "  " + labelled(catalogue, _title(catalogue, line["name"]), figures)
    if told["bests"]:
        yield text(catalogue, "people.me.bests")
    for best in told["bests"]:
        alone = f" ({text(catalogue, 'people.me.alone')})" if best["alone"] else ""
        yield "  " + labelled(catalogue, _title(catalogue, best["pad"]) + alone, str(best["score"]))
    if told["against"]:
        yield text(catalogue, "people.me.against")
    for other in told["against"]:
        won = text(catalogue, "people.me.won", won=f"{other['won']:g}", games=other["games"])
        yield "  " + labelled(catalogue, _person(catalogue, other["name"]), won)
    if told["mistakes"]:
        yield text(catalogue, "people.me.mistakes")
    for one in told["mistakes"]:
        yield f'  {decimal(catalogue, -100 * one["loss"])}  rowlock analyse "{one["position"]}"'


def _signed(catalogue: Catalogue, share: float) -> str:
    """A change in hundredths, with its sign."""
    told = decimal(catalogue, 100 * share)
    return told if told.startswith("−") else f"+{told}"


def _person(catalogue: Catalogue, name: str) -> str:
    """Somebody's name; bots are called as at the table."""
    bot = name.removeprefix("bot:")
    return name if bot == name else bot_name(catalogue, bot)


def _bars(catalogue: Catalogue, title: str, names: list[str], lines: list[LossLine]) -> Iterator[str]:
    """Mean losses of decisions, as bars beside each other."""
    most = max((line["lost"] for line in lines), default=0.0)
    if most <= 0:
        return
    yield text(catalogue, title)
    wide = max(map(len, names))
    for name, line in zip(names, lines, strict=True):
        bar = "█" * round(WIDTH * line["lost"] / most)
        yield f"  {name:{wide}}  {decimal(catalogue, 100 * line['lost'], 2):>5}  {bar}"


def _title(catalogue: Catalogue, pad: str) -> str:
    from rowlock.locale.words import variant_title

    return variant_title(catalogue, {"name": pad, "title": pad})
