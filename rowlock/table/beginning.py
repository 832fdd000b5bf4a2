"""How a game begins: everybody's part of its dice is sealed, then shown, then the first player is drawn."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.game import Game, new_game
from rowlock.engine.pad import new_pad
from rowlock.engine.position import parse_position
from rowlock.table.dice import seal
from rowlock.table.errors import AlreadyStarted, BadSeed
from rowlock.table.rights import before_start, own_seat
from rowlock.table.table import Entry, Said, Table


def take_seal(table: Table, entry: Entry) -> Said:
    """A player promises a seed without showing it; it can be replaced until the seals are closed."""
    number = own_seat(table, entry)
    if table.state != "open" or table.drawing == "seeds":
        raise AlreadyStarted("no seal may change any more")
    sealed = table.seats[number]._replace(seal=entry.body["seal"])
    return table.with_seat(number, sealed), [{"kind": "sealed", "seat": number}]


def take_seed(table: Table, entry: Entry) -> Said:
    """A player shows the seed that was sealed. In older logs seeds come before the start, without seals."""
    number, seed = own_seat(table, entry), entry.body["seed"]
    fact = {"kind": "seeded", "seat": number}
    if table.drawing != "seeds" or table.seals is None:
        before_start(table)
        return table.with_seat(number, table.seats[number]._replace(seed=seed)), [fact]
    if seal(table.label, number, seed) != table.seals[number]:
        raise BadSeed("this is not the seed that was sealed")
    return table._replace(seeds=(*table.seeds[:number], seed, *table.seeds[number + 1 :])), [fact]


def close_seals(table: Table, entry: Entry) -> Said:
    """From here on no seal may change, so that the seeds can be shown."""
    if entry.player is not None or table.drawing != "seals":
        raise NotNow("nobody waits for seals")
    seals = tuple(seat.seal for seat in table.seats)
    closed = table._replace(drawing="seeds", seals=seals, seeds=("",) * len(seals), since=entry.at)
    return closed, [{"kind": "seals_closed"}]


def begin_drawn(table: Table, entry: Entry) -> Said:
    """The seeds are there, and the game begins; whoever has shown none is left out, for all to see."""
    if entry.player is not None or table.drawing != "seeds":
        raise NotNow("nobody waits for seeds")
    missing = [s for s, seat in enumerate(table.seats) if seat.kind == "human" and not table.seeds[s]]
    started, facts = _begin(table, entry.body["start"], entry.at)
    return started, [{"kind": "left_out", "seat": seat} for seat in missing] + facts


def set_out(table: Table, entry: Entry) -> Said:
    """Wait for everybody's part of the dice, or begin at once where there are no dice to draw."""
    if "start" not in entry.body:
        return table._replace(drawing="seals", since=entry.at), [{"kind": "drawing"}]
    seeds = tuple(seat.seed for seat in table.seats)
    return _begin(table._replace(seeds=seeds, seals=None), entry.body["start"], entry.at)


def _begin(table: Table, start: int, at: float) -> Said:
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
    return started, [{"kind": "started", "game": table.game_number, "start": game.start}]


def _first_game(table: Table, start: int) -> Game:
    """A fresh game; at a table that plays on from a position, that one, and it says whose turn it is."""
    if table.position:
        return parse_position(table.position, lambda *_, **__: table.variant)
    return new_game(table.variant, len(table.seats), start)
