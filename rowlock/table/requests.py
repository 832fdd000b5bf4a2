"""From what a client says to an entry of the log: what the client leaves out or may not say is added here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rowlock.engine.errors import NotNow
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.table.errors import BadMessage, NotYourSeat
from rowlock.table.table import Plain, Table

BEFORE_START = {"sit", "open", "seats", "seal", "seed"}
"""What can be said at an open table alone; older logs have some of it after the end of a game."""
STAND_IN = "steady"
"""The bot that stands in for people: quick, and a fair substitute."""


class House(NamedTuple):
    """What a house knows and does, and a table does not: its bots and pads, who is there, chance."""

    check_bot: Callable[[str], object]
    """Raises if there is no such bot."""
    load_pad: Callable[[str], Variant]
    name_of: Callable[[str], str | None]
    """The name of a player who is connected to the table, by id."""
    lot: Callable[[int], int]
    """A number below this one."""
    secret: Callable[[], str]
    """The house's part of a game's dice."""


class Who(NamedTuple):
    """Whoever says something: known by a token, never by the message."""

    id: str | None
    name: str | None


def body_of(kind: str, body: Plain, table: Table, who: Who, house: House) -> Plain:
    """The entry's body, from the keys of a message that are not left out; its seat is one of `who`'s."""
    if table.state == "over" and (kind in BEFORE_START or ("dice" in body and kind == "settings")):
        raise NotNow("the game is over; a rematch comes first")
    if kind == "sit":
        body.setdefault("name", who.name)
    elif kind in ("move", "hint"):
        body["seat"] = _choose_seat(body.get("seat"), table.seats_of(who.id))
    elif kind == "bot":
        house.check_bot(body["bot"])
    elif kind in ("leave", "kick"):
        body["bot"] = STAND_IN
    elif kind == "settings" and not body:
        raise BadMessage("settings: name at least one")
    elif kind == "pad":
        chosen = house.load_pad(body["variant"])
        body |= {"variant": chosen.name, "text": format_variant(chosen)}
    if kind == "kick":
        body["name"] = house.name_of(body["player"])
    elif kind == "seed" and table.drawing != "seeds":
        raise NotNow("a seed is shown when no seal can change any more")
    elif kind == "seal" and table.settings.dice != "server":
        raise NotNow("the dice of this table are real")
    elif kind in ("start", "rematch"):
        body |= _first_dice(table, house)
    if kind == "rematch":
        body["secret"] = house.secret()
    return body


def _first_dice(table: Table, house: House) -> Plain:
    """Everybody helps to draw the house's dice; with real ones the house only draws the first player."""
    if table.settings.dice == "server":
        return {"draw": True}
    return {"start": house.lot(len(table.seats))}


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
