"""From a client's message to an entry of the log: what the client leaves out or may not say is added here."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from rowlock.engine.errors import NotNow
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.server.bot_door import BotDoor
from rowlock.server.errors import BadMessage
from rowlock.server.hub import Listener
from rowlock.server.protocol import AskHint, Message, Move
from rowlock.table.errors import NotYourSeat
from rowlock.table.table import Plain, Table

BEFORE_START = {"sit", "open", "seats", "seal", "seed"}
"""What can be said at an open table alone; older logs have some of it after the end of a game."""
Names = Callable[[str], str | None]
"""The name of a player who is connected to the table, by id."""


def body_of(
    message: Message, table: Table, who: Listener, bots: BotDoor, names: Names, load: Callable[[str], Variant]
) -> Plain:
    """The entry's body; the seat of a move comes from the token that the connection was opened with."""
    body = message.model_dump(exclude={"id", "type"}, exclude_none=True)
    kind = kind_of(message)
    if table.state == "over" and (kind in BEFORE_START or ("dice" in body and kind == "settings")):
        raise NotNow("the game is over; a rematch comes first")
    if kind == "sit":
        body.setdefault("name", who.name)
    elif isinstance(message, (Move, AskHint)):
        body["seat"] = _choose_seat(message.seat, table.seats_of(who.id))
    elif kind == "bot":
        bots.check(body["bot"])
    elif kind in ("leave", "kick"):
        body["bot"] = bots.stand_in
    elif kind == "settings" and not body:
        raise BadMessage("settings: name at least one")
    elif kind == "pad":
        chosen = load(body["variant"])
        body |= {"variant": chosen.name, "text": format_variant(chosen)}
    if kind == "kick":
        body["name"] = names(body["player"])
    elif kind == "seed" and table.drawing != "seeds":
        raise NotNow("a seed is shown when no seal can change any more")
    elif kind == "seal" and table.settings.dice != "server":
        raise NotNow("the dice of this table are real")
    elif kind in ("start", "rematch"):
        body |= _first_dice(table)
    if kind == "rematch":
        body["secret"] = new_secret()
    return body


def _first_dice(table: Table) -> Plain:
    """The server's dice are drawn by all; with real ones the house draws the lot for the start alone."""
    if table.settings.dice == "server":
        return {"draw": True}
    return {"start": secrets.randbelow(len(table.seats))}


def new_secret() -> str:
    """The house's part of a game's dice."""
    return secrets.token_hex(32)


def kind_of(message: Message) -> str:
    kind: str = message.type  # type: ignore[attr-defined]
    return kind


def _choose_seat(wanted: int | None, held: list[int]) -> int:
    if not held:
        raise NotYourSeat("you have no seat at this table")
    if wanted is None:
        if len(held) > 1:
            raise BadMessage("move.seat: you hold several seats; say which one moves")
        return held[0]
    if wanted not in held:
        raise NotYourSeat(f"seat {wanted} is not yours")
    return wanted
