"""A new table: everything about it is in the first entry of its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rowlock.engine.game import Game, Phase, without_choice
from rowlock.engine.position import Load, format_position, parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.errors import BadMessage, SeatsOpen
from rowlock.table.log.opened import Opened
from rowlock.table.messages import House, Who
from rowlock.table.table import Entry, GivenDice, Seat, Settings, bot_seat


def check_wish(wish: NewTable) -> None:
    if wish.start and any(seat.kind == "open" for seat in wish.seats):
        raise SeatsOpen("a table that starts at once has no open seats")


def settings_of(wish: NewTable) -> Settings:
    """How the table will be played; hints, if nothing is said, where one person plays."""
    practice = sum(seat.kind != "bot" for seat in wish.seats) == 1 and not wish.rated
    chosen = {name: getattr(wish, name) for name in Settings._fields if name != "phrases"}
    return Settings(**{**chosen, "hints": practice if wish.hints is None else wish.hints})


ALONE = Settings(spectators=False, chat=False)
"""How a game on shared dice is played: without help, and unseen by others."""


def first_entry(
    table: str, at: float, host: Who, wish: NewTable, begins: tuple[Variant, str], house: House
) -> Entry:
    """The entry that makes a table; it begins with a pad, and a position to play on from or none."""
    variant, position = begins
    seats = tuple(seats_of(wish.seats, host, house.check_bot))
    settings = settings_of(wish)
    settings = settings._replace(phrases=settings.listed and house.is_public)
    opened = Opened(table, host.name, variant.name, format_variant(variant), settings, seats)
    return opened._replace(position=position).entry(at, host.id, house.secret())


class SharedGame(NamedTuple):
    """A game that several people play on the same dice, each for themselves."""

    variant: Variant
    dice: GivenDice
    secret: str
    """The secret that the dice follow from."""
    bots: tuple[str | None, ...] = (None,)
    """The bot in every seat; None where the person sits."""


def shared_entry(table: str, at: float, host: Who, game: SharedGame) -> Entry:
    """The entry that makes a table for a game on shared dice."""
    seats = tuple(bot_seat(bot) if bot else Seat("human", host.name, host.id) for bot in game.bots)
    text = format_variant(game.variant)
    opened = Opened(table, host.name, game.variant.name, text, ALONE, seats, given=game.dice)
    return opened.entry(at, host.id, game.secret)


def seats_of(wanted: Sequence[SeatWanted], host: Who, check_bot: Callable[[str], object]) -> list[Seat]:
    return [_seat(seat, host, check_bot) for seat in wanted]


def _seat(wanted: SeatWanted, host: Who, check_bot: Callable[[str], object]) -> Seat:
    if wanted.kind == "open":
        return Seat()
    if wanted.kind == "me":
        return Seat("human", wanted.name or host.name, host.id)
    if wanted.bot is None:
        raise BadMessage("seats: a seat of kind bot names its bot")
    check_bot(wanted.bot)
    return bot_seat(wanted.bot)


def begins_with(
    wish: NewTable, own: Variant | None, load: Load, read: Callable[[str, Load], Game]
) -> tuple[Variant, str]:
    """The pad of a new table, one's own or one that is known by name, and a position to play on from or none.

    `read` reads a position.
    """
    if wish.position is None:
        return own or parse_variant_name(wish.variant, load), ""
    game = read(wish.position, lambda name, /, **options: own or load(name, **options))
    return start_from(game, wish)


def start_from(game: Game, wish: NewTable) -> tuple[Variant, str]:
    """The pad and the position that is played on from; raises if no table can begin there."""
    if wish.dice != "server" or len(game.sheets) != len(wish.seats):
        raise BadMessage("position: it needs the server's dice, and a seat for every sheet")
    if game.variant.turns is not None:
        raise BadMessage("position: with cards a table shuffles for itself, so that nobody knows the deal")
    if game.phase is Phase.OVER or game.out:
        raise BadMessage("position: the game is over, or somebody has given up")
    thinking = without_choice(game) if game.phase is Phase.WHITE else ()
    return game.variant, format_position(game._replace(choices=thinking))
