"""Leaving, in every way: leaving a seat to a bot, giving up, and breaking the game off together."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.facts import plain_fact
from rowlock.engine.game import Game, apply
from rowlock.engine.moves import ABORT, RESIGN
from rowlock.table.errors import NotStarted, NotYourSeat
from rowlock.table.past import remember
from rowlock.table.rights import own_seat, seat_number
from rowlock.table.table import Entry, Plain, Said, Seat, Table


def leave(table: Table, entry: Entry) -> Said:
    """A seat is given back; during play it stays its player's, and a bot plays on."""
    number = own_seat(table, entry)
    if table.state == "playing" and table.settings.dice == "none":  # the sheet stays, and nobody plays on
        fact = {"kind": "left", "seat": number, "name": table.seats[number].name}
        return table.with_seat(number, table.seats[number]._replace(why="left")), [fact]
    if table.has_begun:
        return stand_in(table, number, entry.body["bot"], "left")
    fact = {"kind": "left", "seat": number, "name": table.seats[number].name}
    return table.with_seat(number, Seat()), [fact]


def resign(table: Table, entry: Entry) -> Said:
    """A player gives up: the sheet stays as it is and cannot win, the others play on (R8.5)."""
    number, game = own_seat(table, entry), game_on(table)
    step = apply(game, RESIGN, number)
    seat = table.seats[number]._replace(bot=None, why=None, skips=0)
    said = remember(table, number, RESIGN.text)
    after = table.with_seat(number, seat).with_game(step.game, entry.at)
    return after._replace(said=said, proposal=None), [plain_fact(fact) for fact in step.facts]


def ask_to_abort(table: Table, entry: Entry) -> Said:
    """A player wants to break the game off, or no longer; the house does so when all who play agree."""
    game_on(table)
    player = entry.player
    if player is None or not table.is_member(player):
        raise NotYourSeat("only those at the table may break the game off")
    wish, asked = entry.body.get("wish", True), player in table.ending
    if wish == asked:
        raise NotNow("that has been said already")
    held = table.seats_of(player)
    fact: Plain = {"kind": "abort_asked" if wish else "abort_dropped", "name": table.name_of(player)}
    if held:
        fact["seat"] = held[0]
    ending = table.ending | {player} if wish else table.ending - {player}
    return table._replace(ending=ending), [fact]


def abort(table: Table, entry: Entry) -> Said:
    """The house breaks the game off (R8.6): all agreed, or whoever runs the server wants it."""
    game = game_on(table)
    if entry.player is not None:
        raise NotNow("the house breaks a game off when all agree")
    step = apply(game, ABORT)
    after = table.with_game(step.game, entry.at)
    return after._replace(said=remember(table, None, ABORT.text), proposal=None), [
        plain_fact(fact) for fact in step.facts
    ]


def house_stands_in(table: Table, entry: Entry) -> Said:
    number = seat_number(table, entry)
    if entry.player is not None or table.state != "playing" or table.seats[number].kind != "human":
        raise NotNow("nobody can take over that seat")
    return stand_in(table, number, entry.body["bot"], entry.body["why"])


def stand_in(table: Table, number: int, bot: str, why: str) -> Said:
    """A bot plays on for a human, whose seat it stays."""
    if table.game and number in table.game.out:
        raise NotNow("whoever has given up needs nobody to play on")
    seat = table.seats[number]._replace(bot=bot, why=why, skips=0)
    return table.with_seat(number, seat), [{"kind": "stood_in", "seat": number, "bot": bot, "why": why}]


def take_back(table: Table, number: int) -> Said:
    """A human takes the seat back from the bot."""
    seat = table.seats[number]._replace(bot=None, why=None, skips=0)
    return table.with_seat(number, seat), [{"kind": "took_back", "seat": number}]


def game_on(table: Table) -> Game:
    """The game that is on; raises if none is."""
    if table.game is None or table.state != "playing":
        raise NotStarted("the game is not on")
    return table.game
