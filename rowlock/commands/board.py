"""Show the boards of a server, of people or of programs.

examples:
  rowlock board http://host:8000                       classic for two
  rowlock board http://host:8000 classic several       for three to five
  rowlock board http://host:8000 bonus --from 50       from place 51 on
  rowlock board http://host:8000 --season 2026-3       of an earlier season: July to September 2026
  rowlock board http://host:8000 --programs            programs, on classic
  rowlock board http://host:8000 --programs Mine       the games of one of them, with their links

A board lists people who have enough rated games against enough different opponents in the season, and who
want to be seen; docs/ratings.md says how the numbers are computed.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import UTC, datetime
from re import fullmatch
from urllib.parse import quote

from rowlock.commands._output import put_json
from rowlock.community.program_answers import ProgramBoard, ProgramLine, ProgramShown
from rowlock.community.ratings.answers import Board
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text
from rowlock.locale.words import bot_name, variant_title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help="its address")
    parser.add_argument("family", nargs="?", default="classic", help="the family of pads (default: classic)")
    parser.add_argument("tables", nargs="?", default="two", choices=["two", "several"], help="how many play")
    parser.add_argument(
        "--from", dest="first", type=a_place, default=0, metavar="N", help="leave out N places"
    )
    parser.add_argument("--season", type=a_season, metavar="YEAR-QUARTER", help="of an earlier season")
    parser.add_argument(
        "--programs",
        nargs="?",
        const="",
        metavar="NAME",
        help="the ladder of programs, or the latest games of one (docs/programs.md)",
    )
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def a_place(text: str) -> int:
    if not fullmatch(r"\d{1,6}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of places to leave out, such as 50")
    return int(text)


def a_season(text: str) -> str:
    if not fullmatch(r"\d{4}-[1-4]", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no season: a year and a quarter, such as 2026-3")
    return text


def run(args: argparse.Namespace) -> int:
    from rowlock.client.http import call

    base = args.server.rstrip("/")
    told = call(base, "GET", _path(args), patience=30)
    if args.json:
        put_json(told)
        return 0
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    if args.programs is None:
        lines = board_lines(catalogue, told)
    elif args.programs:
        lines = program_lines(catalogue, told, base)
    else:
        lines = ladder_lines(catalogue, told)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _path(args: argparse.Namespace) -> str:
    if args.programs is None:
        season = f"&season={args.season}" if args.season else ""
        return f"/api/ratings/{args.family}/{args.tables}?first={args.first}{season}"
    if args.programs:
        return f"/api/programs/{quote(args.programs, safe='')}"
    return f"/api/programs?family={args.family}&first={args.first}"


def board_lines(catalogue: Catalogue, told: Board) -> list[str]:
    """A page of a board as lines of text."""
    pads = ", ".join(variant_title(catalogue, {"name": pad, "title": pad}) for pad in told["pads"])
    kind = text(catalogue, f"people.me.tables.{told['kind']}")
    board = "people.board" if told["season"] == told["seasons"][0] else "people.board.earlier"
    needs = text(catalogue, f"{board}.needs", games=told["games"], opponents=told["opponents"])
    lines = [f"{text(catalogue, f'{board}.title')} {told['season']} · {pads}, {kind}", needs, ""]
    wide = max((len(line["handle"]) for line in told["lines"]), default=0)
    for line in told["lines"]:
        results, count = line["results"], text(catalogue, "people.me.games", n=line["games"])
        span = text(catalogue, "people.me.strength", low=results["low"], high=results["high"])
        lines.append(f"{line['place']:4}  {line['handle']:{wide}}  {results['number']:04} ({span}) · {count}")
    if not told["lines"]:
        lines.append(text(catalogue, f"{board}.nobody"))
    if told["next"] is not None:
        lines.append(f"… --from {told['next']}")
    if told["seasons"][1:]:
        lines += ["", f"--season {' '.join(told['seasons'][1:])}"]
    return lines


def ladder_lines(catalogue: Catalogue, told: ProgramBoard) -> list[str]:
    """A page of the ladder of programs as lines of text."""
    pads = ", ".join(variant_title(catalogue, {"name": pad, "title": pad}) for pad in told["pads"])
    lines = [f"{text(catalogue, 'people.programs.title')} · {pads}", ""]
    wide = max((len(line["name"]) for line in told["lines"]), default=0)
    lines += [_program_line(catalogue, line, wide) for line in told["lines"]]
    if not told["lines"]:
        lines.append(text(catalogue, "people.programs.nobody"))
    if told["next"] is not None:
        lines.append(f"… --from {told['next']}")
    return lines


def _program_line(catalogue: Catalogue, line: ProgramLine, wide: int) -> str:
    results = line["results"]
    number = text(catalogue, "people.programs.unrated")
    if results:
        span = text(catalogue, "people.me.strength", low=results["low"], high=results["high"])
        number = f"{results['number']:04} ({span})"
    parts = [f"{line['place']:4}  {line['name']:{wide}}  {number}"]
    parts.append(text(catalogue, "people.me.games", n=line["games"]))
    if line["faults"]:
        parts.append(text(catalogue, "people.programs.left", n=line["faults"]))
    if line["playing"]:
        parts.append(text(catalogue, "people.programs.playing"))
    return " · ".join(parts)


def program_lines(catalogue: Catalogue, told: ProgramShown, base: str) -> list[str]:
    """A program and its games, each with the link to replay or to watch it."""
    pads = ", ".join(variant_title(catalogue, {"name": pad, "title": pad}) for pad in told["pads"])
    lines = [f"{told['name']} · {pads}", ""]
    for game in told["games"]:
        day = datetime.fromtimestamp(game["opened"], UTC).date().isoformat()
        other = game["names"][1]
        if other.startswith("bot:"):
            other = bot_name(catalogue, other.removeprefix("bot:"))
        elif other == "—":
            other = text(catalogue, "people.programs.gone")
        scores = game["scores"]
        result = f"{scores[0]} : {scores[1]}" if scores else text(catalogue, "people.programs.on")
        pad = variant_title(catalogue, {"name": game["pad"], "title": game["pad"]})
        lines.append(f"{day}  {result:9}  {other} · {pad} · {base}/t/{game['table']}")
    return lines
