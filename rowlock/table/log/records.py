"""A table's log, and the records of the games in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rowlock.bots import bot_names
from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Fact
from rowlock.engine.moves import ABORT, RESIGN
from rowlock.engine.notation import parse_chance, parse_move
from rowlock.engine.record import Input, Record
from rowlock.table.errors import DamagedLog, NoSuchGame, NotOver
from rowlock.table.history import heard
from rowlock.table.log.new_table import open_table
from rowlock.table.messages import saying_of
from rowlock.table.messages.dice import EnterRoll, ShuffleCards
from rowlock.table.messages.play import BreakOff, MakeMove, Resign
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Said, Table

Headers = Iterable[tuple[str, str]]


def read_table(log: Sequence[Entry]) -> Table:
    """The table that a log makes; raises `DamagedLog` if it makes none."""
    first = log[0]
    if (first.number, first.kind) != (1, "created"):
        raise DamagedLog(f"the log of this table begins with entry {first.number}, {first.kind}")
    try:
        table = open_table(first)[0]
    except RowlockError as error:
        raise DamagedLog(f"entry 1 of this table's log cannot be: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise DamagedLog(_newer(first)) from None
    return read_on(table, log[1:])[0]


def _newer(entry: Entry) -> str:
    """Never guess at what cannot be understood."""
    return (
        f"entry {entry.number} of this table's log, {entry.kind}, is not known to this version: "
        "it was written by a newer version of Rowlock, or is damaged"
    )


def read_on(table: Table, log: Iterable[Entry]) -> Said:
    """The table after further entries of its log, and what followed; raises `DamagedLog` at a hole."""
    facts: list[Fact] = []
    for entry in log:
        if entry.number != table.number + 1:
            raise DamagedLog(f"the log of this table has a hole behind entry {table.number}")
        try:
            table, followed = say(table, entry)
        except RowlockError as error:
            raise DamagedLog(f"entry {entry.number} of this table's log cannot be: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise DamagedLog(_newer(entry)) from None
        facts += followed
    return table, facts


def finished_games(log: Iterable[Entry]) -> Iterator[tuple[Table, list[Entry]]]:
    """Every game of a log that came to its end: the table then, and what was said in that game.

    What is put right after the end makes it another game, or lets it go on: the last end counts. The log is
    read once, and no more than one game of it is held.
    """
    entries = iter(log)
    first = next(entries, None)
    if first is None:
        return
    table, _ = open_table(first)
    said: list[Entry] = []
    found: tuple[Table, list[Entry]] | None = None
    for entry in entries:
        after, _ = say(table, entry)
        if found and after.game_number > table.game_number:
            yield found
            found = None
        table = after
        said.append(entry)
        if entry.kind in ("start", "rematch"):
            said.clear()
        if not (found and table.game is found[0].game):
            found = (table, list(said)) if table.state == "over" else None
    if found:
        yield found


def read_game(log: Sequence[Entry], game: int) -> tuple[Table, list[Entry]]:
    """The table when one of its games was over, and what was said in that game."""
    for found in finished_games(log):
        if found[0].game_number == game:
            return found
    table = read_table(log)
    if table.game_number < game:
        raise NoSuchGame(f"this table has not played a game {game}")
    raise NotOver("the record can be read when the game is over")


def record_of(table: Table, said: Iterable[Entry], headers: Headers = ()) -> Record:
    """The record of a table's game, whole or so far, from what was said in it."""
    names = tuple(name.replace("#", "＃") for name in table.names)  # a plain # begins a comment
    start = table.game.start if table.game else 0
    inputs = tuple(map(heard, table.said)) or tuple(filter(None, map(input_of, said)))
    return Record(table.variant, names, start, inputs, tuple(headers), table.position)


def bots_in(record: Record) -> list[str | None]:
    """By seat, the bot that played it: a header says so, or the seat has its name, as in the arena."""
    headers, known = dict(record.headers), bot_names()
    named = [name if name in known else None for name in record.seats]
    return [headers.get(f"bot {seat}", name) for seat, name in enumerate(named)]


def input_of(entry: Entry) -> Input | None:
    """An entry's meaning for the game: chance, a move, somebody giving up, the breaking off, or nothing."""
    match saying_of(entry):
        case EnterRoll(dice=chance) | ShuffleCards(cards=chance):
            return Input(None, parse_chance(chance))
        case MakeMove(seat=seat, move=move):
            return Input(seat, parse_move(move))
        case Resign(seat=seat):
            return Input(seat, RESIGN)
        case BreakOff():
            return Input(None, ABORT)
        case _:
            return None
