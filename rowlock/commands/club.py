"""Show your clubs at a server: who won how often, who is in them.

examples:
  rowlock club http://host:8000                    your clubs there
  rowlock club http://host:8000 --json             the same as data
  rowlock club http://host:8000/c/k3v9…            join by a link, and show the club
  rowlock club http://host:8000 --table            tonight's table of your first club, or a new one
  rowlock club http://host:8000 --say i_play       a phrase for its wall
  rowlock club http://host:8000 --save our.json    the club as one file
  rowlock club http://other:8000 --bring our.json  the same club at another server

See docs/clubs.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowlock.commands import play
from rowlock.commands._arguments import BadArguments
from rowlock.commands._output import put_json
from rowlock.community.clubs import PHRASES
from rowlock.engine.json_object import JsonObject
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text
from rowlock.locale.words import labelled

if TYPE_CHECKING:
    from rowlock.community.club_answers import ClubGames, ClubShown, ClubStanding, ClubWall

Ask = Callable[..., Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help="its address, or the link of a club")
    parser.add_argument("--name", metavar="NAME", help="what you are called there")
    parser.add_argument("--table", action="store_true", help="print the address of tonight's table")
    parser.add_argument("--say", choices=PHRASES, help="put a phrase on the wall of your first club there")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save your first club there as one file")
    parser.add_argument("--bring", type=Path, metavar="FILE", help="make a club of such a file")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    from rowlock.client.http import call
    from rowlock.terminal.online import Tokens
    from rowlock.terminal.storage import Storage

    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    base, _, link = args.server.rstrip("/").partition("/c/")
    args.name = [args.name] if args.name else []  # as `rowlock play` has it
    token = Tokens(Storage().tokens).get(base, play.own_name_of(args))

    def ask(method: str, path: str, body: JsonObject | None = None) -> Any:
        return call(base, method, f"/api{path}", body, token, patience=30)

    if args.bring:
        made = ask("POST", "/clubs/file", _brought(args.bring))
        lines = [text(catalogue, "people.clubs.key"), made["key"], text(catalogue, "people.clubs.key_hint")]
        sys.stdout.write("\n".join(lines) + "\n\n")
    if link:
        ask("POST", "/clubs/join", {"link": link})
    clubs = [one["club"] for one in ask("GET", "/clubs")["clubs"]]
    if not clubs and not args.json:
        raise BadArguments(f"you are in no club at {base}; `rowlock club LINK` joins one")
    return _show(args, catalogue, base, clubs, ask)


def _brought(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise BadArguments(f"{file} is not the file of a club: --save writes one") from None


def _show(args: argparse.Namespace, catalogue: Catalogue, base: str, clubs: list[str], ask: Ask) -> int:
    """Do what was asked for with the first club, or show all of them."""
    if args.save and clubs:
        file = ask("GET", f"/clubs/{clubs[0]}/file")
        args.save.write_text(json.dumps(file, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return 0
    if args.table and clubs:
        table = ask("GET", f"/clubs/{clubs[0]}")["tonight"]
        table = table or ask("POST", f"/clubs/{clubs[0]}/table", {})["table"]
        sys.stdout.write(f"{base}/t/{table}\n")
        return 0
    if args.say and clubs:
        ask("POST", f"/clubs/{clubs[0]}/wall", {"phrase": args.say})
    parts = {"club": "", "standing": "/standing", "games": "/games?limit=3", "wall": "/wall"}
    found = [{part: ask("GET", f"/clubs/{club}{end}") for part, end in parts.items()} for club in clubs]
    if args.json:
        put_json(found)
        return 0
    for one in found:
        lines = club_lines(catalogue, base, one["club"], one["standing"], one["games"])
        lines += wall_lines(catalogue, one["wall"])
        sys.stdout.write("\n".join(lines) + "\n\n")
    return 0


def wall_lines(catalogue: Catalogue, wall: ClubWall) -> list[str]:
    """The latest phrases of a club as text."""
    latest = [
        f"  {line['name']}: " + text(catalogue, f"people.clubs.phrases.{line['phrase']}")
        for line in wall["lines"][:5]
    ]
    return [text(catalogue, "people.clubs.wall"), *latest] if latest else []


def club_lines(
    catalogue: Catalogue, base: str, shown: ClubShown, standing: ClubStanding, games: ClubGames
) -> list[str]:
    """A club as text."""
    count = text(catalogue, "people.clubs.members", n=shown["members"])
    lines = [f"{shown['name']} · {count} · {base}{shown['link']}"]
    if shown["tonight"]:
        table = f"{base}/t/{shown['tonight']}"
        lines.append(labelled(catalogue, text(catalogue, "people.clubs.tonight"), table))
    played = [line for line in standing["lines"] if line["games"]]
    if not played:
        return [*lines, text(catalogue, "people.clubs.none")]
    heads = [text(catalogue, f"people.clubs.{name}") for name in ("won", "games", "best")]
    lines.append(f"{text(catalogue, 'people.clubs.standing')} ({', '.join(heads)})")
    for line in played:
        figures = f"{line['wins']:>4} {line['games']:>4} {line['best']:>4}"
        lines.append(f"{line['place']:>4}. {line['name']:<24} {figures}")
    lines.append(text(catalogue, "people.clubs.last"))
    for game in games["games"]:
        day = datetime.fromtimestamp(game["at"], UTC).date()
        points = zip(game["names"], game["scores"], strict=True)
        lines.append(f"  {day}  " + " · ".join(f"{name} {score}" for name, score in points))
    return lines
