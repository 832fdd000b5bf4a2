"""Look after a running server: tables, players, reports, bans.

examples:
  rowlock admin --token TOKEN                          the server at a glance
  rowlock admin tables --token TOKEN                   the tables used last
  rowlock admin players Mia --token TOKEN              players whose names contain Mia
  rowlock admin abort k3v9x2m7qabc --token TOKEN       break off the game at a table
  rowlock admin reports --token TOKEN                  what people have reported
  rowlock admin ban player p7k2 --days 7 --reason spam --token TOKEN
  rowlock admin ban mute p7k2 --days 1 --token TOKEN   may play, may not talk
  rowlock admin ban address 203.0.113.7 --token TOKEN
  rowlock admin bans --token TOKEN
  rowlock admin unban address 203.0.113.7 --token TOKEN
  rowlock admin likelihood ID --token TOKEN            whether somebody plays better than their rating allows
  rowlock admin log --token TOKEN                      what operators did

The token is the one that `rowlock serve --admin-token` was given; both commands also take it from
ROWLOCK_ADMIN_TOKEN. The server's page /admin does the same.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from rowlock.client import call
from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import BadSettings

Ask = Callable[..., JsonObject]
WHAT = ("overview", "tables", "players", "abort", "reports", "likelihood", "bans", "ban", "unban", "log")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="overview", choices=WHAT, help="what to show or do")
    parser.add_argument(
        "words", nargs="*", help="a table, part of a name, or player ID, mute ID, address ADDRESS"
    )
    parser.add_argument("--server", default="http://127.0.0.1:8000", help="default: %(default)s")
    parser.add_argument("--token", help="the operator's token (default: $ROWLOCK_ADMIN_TOKEN)")
    parser.add_argument("--reason", default="", help="a note to keep with a ban")
    parser.add_argument("--days", type=int, help="how long a ban lasts (default: for good)")
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def run(args: argparse.Namespace) -> int:
    token = args.token or os.environ.get("ROWLOCK_ADMIN_TOKEN")
    if not token:
        raise BadSettings("give --token, the one that `rowlock serve --admin-token` was given")

    def ask(method: str, path: str, body: JsonObject | None = None) -> JsonObject:
        told: JsonObject = call(args.server.rstrip("/"), method, f"/api/admin{path}", body, token)
        return told

    found = _do(args, ask)
    if args.json:
        sys.stdout.write(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(args.what, found))
    return 0


def _do(args: argparse.Namespace, ask: Ask) -> JsonObject:
    """Ask the server; what it told, or nothing."""
    what, words = args.what, args.words
    if what in ("overview", "tables", "reports", "bans", "log"):
        _wants(words, 0, f"rowlock admin {what} takes no further arguments")
        return ask("GET", "" if what == "overview" else f"/{what}")
    if what == "players":
        return ask("GET", f"/players?name={quote(' '.join(words))}")
    if what == "likelihood":
        _wants(words, 1, "say whose: rowlock admin likelihood ID")
        return ask("GET", f"/players/{quote(words[0], safe='')}/likelihood")
    if what == "abort":
        _wants(words, 1, "say which table: rowlock admin abort TABLE")
        ask("POST", f"/tables/{quote(words[0], safe='')}/abort")
        return {"done": f"the game at {words[0]} is broken off"}
    _wants(words, 2, f"say whom: rowlock admin {what} player ID, mute ID, or address ADDRESS")
    return _ban(args, words[0], words[1], ask)


def _ban(args: argparse.Namespace, kind: str, value: str, ask: Ask) -> JsonObject:
    if args.what == "ban":
        ask("POST", "/bans", {"kind": kind, "value": value, "reason": args.reason, "days": args.days})
        lasts = f" for {args.days} days" if args.days else ""
        done = f"player {value} may not talk" if kind == "mute" else f"{kind} {value} is banned"
        return {"done": done + lasts}
    ask("DELETE", f"/bans/{quote(kind, safe='')}/{quote(value, safe='')}")
    return {
        "done": f"player {value} may talk again" if kind == "mute" else f"{kind} {value} may come in again"
    }


def _wants(words: Sequence[str], count: int, otherwise: str) -> None:
    if len(words) != count:
        raise BadSettings(otherwise)


def _lines(what: str, found: JsonObject) -> list[str]:
    """The answer for people."""
    if what == "overview":
        storage, minutes = found["storage"], found["seconds"] // 60
        return [
            f"Rowlock {found['version']}, up for {minutes // 60} h {minutes % 60} min",
            f"in memory: {found['rooms']} tables, {found['listeners']} connections (this process)",
            f"stored: {storage['tables']} tables, {storage['entries']} entries, {storage['games']} games, "
            f"{storage['players']} players in {storage['bytes'] / 1e6:.1f} MB of {storage['database']}",
        ]
    if what == "tables":
        return [_table_line(table) for table in found["tables"]]
    if what == "players":
        return [f"{one['id']}  {_day(one['created'])}  {one['name']}" for one in found["players"]]
    if what == "bans":
        return [_ban_line(ban) for ban in found["bans"]]
    if what == "reports":
        return [_report_line(one) for one in found["reports"]]
    if what == "likelihood":
        return list(_likelihood_lines(found))
    if what == "log":
        return [_log_line(one) for one in found["decisions"]]
    return [str(found["done"])]


def _table_line(table: JsonObject) -> str:
    names = ", ".join(seat["name"] or "(open)" for seat in table["seats"])
    state = f"{table['state']:<8} {table['here']:>3} here"
    return f"{table['table']}  {_day(table['updated'])}  {state}  {table['title']}: {names}"


def _ban_line(ban: JsonObject) -> str:
    until = f"until {_day(ban['until'])}" if ban["until"] else ""
    return f"{ban['kind']:<8} {ban['value']:<40} {until:<22} {ban['reason']}".rstrip()


def _report_line(one: JsonObject) -> str:
    what = f"{one['state']:<9} {one['reason']:<8} {one['player']} {one['name']}"
    return f"{one['report']}  {_day(one['at'])}  {what}  /t/{one['table']} game {one['game']}"


def _likelihood_lines(found: JsonObject) -> Iterator[str]:
    """The figures, and what they are for."""
    if not found["decisions"]:
        yield "no rated game of theirs has been reviewed yet"
        return
    yield f"{found['games']} games: best choice found in {found['found']} of {found['decisions']} decisions"
    yield f"expected at this rating {found['predicted']:.0f}, of the bot steady {found['steady']:.0f}"
    yield f"likelier with a program by a factor of 10^{found['evidence']:.1f}"
    if times := found["times"]:
        even = ", unusually even" if times["even"] else ""
        yield f"half of the choices took {times['first']} to {times['third']} s{even}"
    yield "marked: look at the games" if found["marked"] else "not marked"


def _log_line(one: JsonObject) -> str:
    return f"{_day(one['at'])}  {one['act']:<12} {one['subject']:<40} {one['note']}".rstrip()


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
