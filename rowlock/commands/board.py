"""Show the boards of the season at a server.

examples:
  rowlock board http://host:8000                       classic for two
  rowlock board http://host:8000 classic several       for three to five
  rowlock board http://host:8000 bonus --from 50       from place 51 on

Only those are listed who have enough rated games against enough different opponents in the season, and who
wish to be seen; docs/ratings.md says how the numbers are computed.
"""

from __future__ import annotations

import argparse
import os
import sys

from rowlock.commands._output import put_json
from rowlock.community.ratings.answers import Board
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text
from rowlock.locale.words import variant_title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help="its address")
    parser.add_argument("family", nargs="?", default="classic", help="the family of pads (default: classic)")
    parser.add_argument("tables", nargs="?", default="two", choices=["two", "several"], help="how many play")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="leave out N places")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    from rowlock.client.http import call

    path = f"/api/ratings/{args.family}/{args.tables}?first={args.first}"
    told: Board = call(args.server.rstrip("/"), "GET", path, patience=30)
    if args.json:
        put_json(told)
        return 0
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    sys.stdout.write("\n".join(board_lines(catalogue, told)) + "\n")
    return 0


def board_lines(catalogue: Catalogue, told: Board) -> list[str]:
    """A page of a board as lines of text."""
    pads = ", ".join(variant_title(catalogue, {"name": pad, "title": pad}) for pad in told["pads"])
    kind = text(catalogue, f"people.me.tables.{told['kind']}")
    needs = text(catalogue, "people.board.needs", games=told["games"], opponents=told["opponents"])
    lines = [f"{text(catalogue, 'people.board.title')} {told['season']} · {pads}, {kind}", needs, ""]
    wide = max((len(line["handle"]) for line in told["lines"]), default=0)
    for line in told["lines"]:
        results, count = line["results"], text(catalogue, "people.me.games", n=line["games"])
        span = text(catalogue, "people.me.between", low=results["low"], high=results["high"])
        lines.append(f"{line['place']:4}  {line['handle']:{wide}}  {results['number']:04} ({span}) · {count}")
    if not told["lines"]:
        lines.append(text(catalogue, "people.board.nobody"))
    if told["next"] is not None:
        lines.append(f"… --from {told['next']}")
    return lines
