"""Look after a running server: tables, players, storage, bans.

examples:
  rowlock admin --token TOKEN                          the server at a glance
  rowlock admin tables --token TOKEN                   the tables used last
  rowlock admin players Mia --token TOKEN              players whose names contain Mia
  rowlock admin abort k3v9x2m7qabc --token TOKEN       break off the game at a table
  rowlock admin ban player p7k2 --reason spam --token TOKEN
  rowlock admin ban address 203.0.113.7 --token TOKEN
  rowlock admin bans --token TOKEN
  rowlock admin unban address 203.0.113.7 --token TOKEN

The token is the one that `rowlock serve --admin-token` was given; both commands also take it from
ROWLOCK_ADMIN_TOKEN. The server's page /admin does the same.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from rowlock.client import call
from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import BadSettings

Ask = Callable[..., Any]
WHAT = ("overview", "tables", "players", "abort", "bans", "ban", "unban")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", default="overview", choices=WHAT, help="what to show or do")
    parser.add_argument("words", nargs="*", help="a table, part of a name, or player ID, address ADDRESS")
    parser.add_argument("--server", default="http://127.0.0.1:8000", help="default: %(default)s")
    parser.add_argument("--token", help="the operator's token (default: $ROWLOCK_ADMIN_TOKEN)")
    parser.add_argument("--reason", default="", help="a note to keep with a ban")
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def run(args: argparse.Namespace) -> int:
    token = args.token or os.environ.get("ROWLOCK_ADMIN_TOKEN")
    if not token:
        raise BadSettings("give --token, the one that `rowlock serve --admin-token` was given")

    def ask(method: str, path: str, body: Any = None) -> Any:
        return call(args.server.rstrip("/"), method, f"/api/admin{path}", body, token)

    found = _do(args.what, args.words, args.reason, ask)
    if args.json:
        sys.stdout.write(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(args.what, found))
    return 0


def _do(what: str, words: Sequence[str], reason: str, ask: Ask) -> JsonObject:
    """Ask the server; what it told, or nothing."""
    if what in ("overview", "tables", "bans"):
        _wants(words, 0, f"rowlock admin {what} takes no further arguments")
        return dict(ask("GET", "" if what == "overview" else f"/{what}"))
    if what == "players":
        return dict(ask("GET", f"/players?name={quote(' '.join(words))}"))
    if what == "abort":
        _wants(words, 1, "say which table: rowlock admin abort TABLE")
        ask("POST", f"/tables/{quote(words[0], safe='')}/abort")
        return {"done": f"the game at {words[0]} is broken off"}
    _wants(words, 2, f"say whom: rowlock admin {what} player ID, or address ADDRESS")
    kind, value = words
    if what == "ban":
        ask("POST", "/bans", {"kind": kind, "value": value, "reason": reason})
        return {"done": f"{kind} {value} is banned"}
    ask("DELETE", f"/bans/{quote(kind, safe='')}/{quote(value, safe='')}")
    return {"done": f"{kind} {value} may come in again"}


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
        return [f"{ban['kind']:<8} {ban['value']:<40} {ban['reason']}".rstrip() for ban in found["bans"]]
    return [str(found["done"])]


def _table_line(table: JsonObject) -> str:
    names = ", ".join(seat["name"] or "(open)" for seat in table["seats"])
    state = f"{table['state']:<8} {table['here']:>3} here"
    return f"{table['table']}  {_day(table['updated'])}  {state}  {table['title']}: {names}"


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
