"""The beginning of a game, with everybody's part of its dice or at once; and of the next one."""

from __future__ import annotations

from rowlock.engine.game import Game, new_game, outcome
from rowlock.engine.pad import new_pad
from rowlock.engine.position import parse_position
from rowlock.table import facts
from rowlock.table.rated import check_rated_start
from rowlock.table.table import Said, Seat, Table, bot_seat


def set_out(table: Table, start: int | None, at: float) -> Said:
    """Wait for everybody's part of the dice, or begin at once where there are no dice to draw."""
    check_rated_start(table)
    if start is None:
        return table._replace(drawing="seals", since=at), [facts.Drawing()]
    if table.given:
        seeds, seals = table.given.parts(len(table.seats))
        return begin(table._replace(seeds=seeds, seals=seals), start, at)
    seeds = tuple(seat.seed for seat in table.seats)
    return begin(table._replace(seeds=seeds, seals=None), start, at)


def begin(table: Table, start: int, at: float) -> Said:
    """The first turn, with the seeds that are there."""
    game = _first_game(table, start)
    started = table._replace(
        state="playing",
        game=game,
        names=tuple(seat.name or "" for seat in table.seats),
        drawing="",
        rolls=0,
        since=at,
        said=(),
        late=new_pad(table.variant, len(table.seats)).late,
        erased=frozenset(),
        proposal=None,
        ending=frozenset(),
        hints=(0,) * len(table.seats),
    )
    return started, [facts.Started(table.game_number, game.start)]


def _first_game(table: Table, start: int) -> Game:
    """A fresh game; at a table that plays on from a position, that one, and it says whose turn it is."""
    if table.position:
        return parse_position(table.position, lambda *_, **__: table.variant)
    return new_game(table.variant, len(table.seats), start)


def next_game(table: Table, secret: str) -> Table:
    """The table after its game, for another one: the same people, other dice, the wins counted."""
    result = outcome(table.game) if table.game else None
    won = result.winners if result else ()
    seats = tuple(
        _heir(seat)._replace(seed="", seal="", skips=0, agreed=False, wins=seat.wins + (s in won))
        for s, seat in enumerate(table.seats)
    )
    return table._replace(
        state="open",
        game=None,
        game_number=table.game_number + 1,
        secret=secret,
        given=None,
        shared="",
        seats=seats,
        seeds=(),
        seals=None,
        proposal=None,
    )


def _heir(seat: Seat) -> Seat:
    """The seats of the next game: for whoever was sent away, the bot in its own name."""
    return bot_seat(seat.bot) if seat.owner and seat.bot else seat
