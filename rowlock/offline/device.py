"""All tables on this device: a worker of the page hands it lines of text, and takes lines of text back.

Every call answers with an `Outcome` as JSON: what to store, what to tell. What is to be stored is told only
after `stored` was called; `behind` is called instead if another tab has written to the same log.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence

from rowlock.engine.errors import RowlockError
from rowlock.engine.game import outcome
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import parse_variant_name
from rowlock.engine.record import format_record
from rowlock.engine.variant import Variant
from rowlock.offline.bots import check_bot, choose, wanted_networks
from rowlock.offline.errors import NeedsServer
from rowlock.offline.room import PageLine, Room
from rowlock.table.api.tables import NewTable
from rowlock.table.errors import NoSuchTable
from rowlock.table.finished import record_of_last, summary_of
from rowlock.table.house import Followed
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opened import Opened
from rowlock.table.log.opening import SharedGame, check_wish, first_entry, shared_entry
from rowlock.table.messages import KINDS, House, Saying, Who
from rowlock.table.messages.connection import check_hello
from rowlock.table.messages.reading import read_message
from rowlock.table.table import Entry, Table
from rowlock.table.views import table_standing, table_summary
from rowlock.variants import load_named

ME = "me"
"""The one player of a device: whoever holds it."""
MARK = "d-"
"""How the names of a device's tables begin; those of a server have no dash."""


NOTHING: JsonObject = {"entries": [], "told": [], "number": 0, "house_is_next": False, "drawing": False}


class Device:
    """The tables of this device, as its worker sees them."""

    def __init__(self, name: str = "", clock: Callable[[], float] = time.time) -> None:
        self.me = Who(ME, name)
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self._lines: dict[int, tuple[Room, PageLine]] = {}
        self.house = House(
            check_bot=check_bot,
            load_pad=find_pad,
            name_of=lambda player: self.me.name if player == ME else None,
            lot=secrets.randbelow,
            secret=lambda: secrets.token_hex(32),
        )

    # tables

    def open(self, log: str) -> None:
        """A log from the device's storage."""
        entries = [Entry(*entry) for entry in json.loads(log)]
        room = Room(entries, self.house, self.clock)
        self.rooms[room.table.id] = room

    def create(self, wish: NewTable, begins: tuple[Variant, str]) -> tuple[Entry, Table]:
        """The first entry of a new table, and the table; it is stored before anything is said at it."""
        check_wish(wish)
        if any(seat.kind == "open" for seat in wish.seats):
            raise NeedsServer("friends on other devices need a server")
        if wish.timer != "off" or wish.listed:
            raise NeedsServer("timers and lists of tables need a server")
        first = first_entry(new_table_id(), self.clock(), self.me, wish, begins, self.house)
        return _offline(first)

    def create_shared(self, game: SharedGame) -> tuple[Entry, Table]:
        """The same for a game on dice that others play on as well."""
        return _offline(shared_entry(new_table_id(), self.clock(), self.me, game))

    def room(self, table: str) -> Room:
        if table not in self.rooms:
            raise NoSuchTable("there is no such table on this device")
        return self.rooms[table]

    def ask(self, method: str, path: str, body: str, log: str, equipped: bool = False) -> str:
        """Answer a question that the page asks over HTTP; see `door`."""
        from rowlock.offline.door import ask

        return ask(self, method, path, body, log, equipped)

    def needs(self, table: str) -> str:
        """The networks that a table's bots would play by and that are not here yet, as JSON."""
        return json.dumps(wanted_networks(self.room(table).table))

    # lines

    def hear(self, line: int, table: str, text: str) -> str:
        """A message on a line; the first must be hello."""
        if line in self._lines:
            room, known = self._lines[line]
            room.hear(known, text)
            return self._outcome(room)
        new = PageLine(self.me)
        try:
            new.one_hand = check_hello(read_message(text)).one_hand
            room = self.room(table)
        except RowlockError as error:
            new.tell({"type": "bye", "code": error.code, "reason": str(error), "come_back": None})
            return json.dumps({**NOTHING, "told": [[line, told] for told in new.take()]})
        self._lines[line] = (room, new)
        room.admit(new)
        return self._outcome(room)

    def hang_up(self, line: int) -> str:
        room, gone = self._lines.pop(line, (None, None))
        if room is None or gone is None:
            return json.dumps(NOTHING)
        room.dismiss(gone)
        return self._outcome(room)

    def let_house_act(self, table: str) -> str:
        """Let the house act at a table: rolls, passes, the move of a bot."""
        room = self.room(table)
        room.let_house_act(choose)
        return self._outcome(room)

    def draw_on(self, table: str) -> str:
        room = self.room(table)
        room.draw_on()
        return self._outcome(room)

    # what the storage says

    def stored(self, table: str) -> str:
        """Accept entries that are stored now."""
        room = self.room(table)
        room.accept()
        return self._outcome(room)

    def behind(self, table: str, entries: str) -> str:
        """Another tab has written to the log; what was to be stored is not, and may be said again."""
        room = self.room(table)
        room.read_on([Entry(*entry) for entry in json.loads(entries)])
        return self._outcome(room)

    def _outcome(self, room: Room) -> str:
        pending = room.pending
        told = [
            [number, message]
            for number, (where, line) in self._lines.items()
            if where is room
            for message in line.take()
        ]
        return json.dumps(
            {
                "entries": list(pending.entries) if pending else [],
                "line": line_of(pending.table) if pending else None,
                "finished": finished_of(room.table, pending, room.log) if pending else None,
                "told": told,
                "number": room.table.number,
                "house_is_next": room.house_is_next,
                "drawing": bool(room.table.drawing),
            }
        )

    def say(self, table: str, kind: str, body: str) -> str:
        """Say something in the name of whoever holds the device: what an answer of the door asks for."""
        room, message = self.room(table), KINDS[kind]
        assert issubclass(message, Saying)
        room.say(self.me, message.of(json.loads(body)))
        return self._outcome(room)


def new_table_id() -> str:
    return MARK + secrets.token_hex(6)


def find_pad(text: str) -> Variant:
    """A bundled pad as people name it, with options as in `cards;jokers=on`."""
    return parse_variant_name(text, load_named)


def _offline(first: Entry) -> tuple[Entry, Table]:
    """The first entry of a table that stands on this device, and the table."""
    entry = first._replace(body=Opened.of(first.body)._replace(offline=True).body)
    return entry, open_table(entry)[0]


def line_of(table: Table) -> JsonObject:
    """A table in a line, for the list of games that are under way on this device."""
    return {**table_summary(table), **table_standing(table), "at": table.at, "label": table.label}


def finished_of(before: Table, followed: Followed, log: Sequence[Entry]) -> JsonObject | None:
    """The game that has just ended, as the history has it, with its record; `log` was said before."""
    after = followed.table
    ended = after.state == "over" and before.state == "playing"
    if not ended or after.game is None or outcome(after.game) is None:
        return None
    kept = (
        None
        if after.settings.dice == "none"
        else format_record(record_of_last(after, [*log, *followed.entries]))
    )
    mine = after.seats_of(after.host)
    return {**summary_of(after), "at": after.at, "seats_of_mine": mine, "record": kept}
