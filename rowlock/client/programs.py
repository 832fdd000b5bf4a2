"""A program on a server's ladder: it takes part, asks for a game, plays it, and asks for the next.

from rowlock.client.programs import play_ladder

play_ladder("http://127.0.0.1:8000", "steady", name="Mine", pads=["classic"], games=10)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rowlock.client.http import ServerRefused, Unreachable, call
from rowlock.client.joining import Heard, join
from rowlock.community.program_answers import ProgramAsked
from rowlock.engine.json_object import JsonObject

PATIENCE = 120.0
"""Seconds to wait where the server has too much to do."""
AWAY_SECONDS = 5.0
"""The wait before a server that does not answer is asked again."""
GAME_SECONDS = 1800.0
"""No game takes longer; a table that hangs is left."""


def take_part(base: str, name: str, pads: Sequence[str], token: str | None = None) -> str:
    """Take part with a program, a new one without a token; gives the token that it comes back by."""
    if token is None:
        made = call(base, "POST", "/api/players", {"name": name, "program": True}, patience=PATIENCE)
        token = str(made["token"])
    call(base, "POST", "/api/programs", {"pads": list(pads)}, token, PATIENCE)
    return token


def leave_ladder(base: str, token: str) -> None:
    """Take part no longer."""
    call(base, "DELETE", "/api/programs/me", None, token, PATIENCE)


def play_ladder(
    base: str,
    bot: Any,
    *,
    token: str,
    games: int | None = None,
    heard: Heard = lambda message: None,
    opened: Callable[[str], None] = lambda link: None,
) -> list[JsonObject]:
    """Play so many games, or until somebody stops it; gives how each of them ended.

    A server that is away is waited for. `opened` hears the link of every table, `heard` all that it says.
    """
    results = list[JsonObject]()
    while games is None or len(results) < games:
        asked = _ask(base, token)
        if asked["table"] is None:
            time.sleep(asked["wait"])
            continue
        link = f"{base}/t/{asked['table']}"
        opened(link)
        try:
            results += join(link, bot, token=token, timeout=GAME_SECONDS, heard=heard)
        except (Unreachable, TimeoutError):
            time.sleep(AWAY_SECONDS)
    return results


def _ask(base: str, token: str) -> ProgramAsked:
    while True:
        try:
            asked: ProgramAsked = call(base, "POST", "/api/programs/me/next", {}, token, PATIENCE)
            return asked
        except Unreachable:
            time.sleep(AWAY_SECONDS)
        except ServerRefused as refused:
            if refused.kind != "store_down":
                raise
            time.sleep(AWAY_SECONDS)
