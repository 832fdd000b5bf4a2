"""A table on this device, and the lines on which its page listens to it.

What is said is checked first and kept in `pending`; whoever keeps the logs stores it and then accepts it, and
only then is it told: the same order as on a server. Nothing here waits or knows the time by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from zlib import crc32

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Fact
from rowlock.engine.game import legal_moves, waiting_for
from rowlock.engine.json_object import JsonObject
from rowlock.engine.notation import format_move
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.offline.errors import NeedsServer
from rowlock.table.dice import next_roll
from rowlock.table.house import Followed, follow, move_for, next_of_draw, next_of_house
from rowlock.table.log.records import read_on, read_table
from rowlock.table.messages import House, Saying, Who, completed, next_entry
from rowlock.table.messages.connection import Eyes, answer_at_once
from rowlock.table.messages.hosting import ChangeSettings
from rowlock.table.messages.reading import id_of, read_message
from rowlock.table.outgoing import Scene, Teller, presence
from rowlock.table.receipts import Answers
from rowlock.table.table import Entry
from rowlock.table.views import Present, is_parked

Choose = Callable[[str, Variant, int, view_types.View, list[str]], str]
"""A bot's answer: its name, the pad, a seed, the view and the moves."""


class PageLine(Eyes):
    """One connection of the page; messages on it are numbered 1, 2, 3 …"""

    def __init__(self, who: Who) -> None:
        self.id, self.name = who
        self._count = 0
        self._told: list[JsonObject] = []

    def tell(self, message: JsonObject) -> None:
        self._count += 1
        self._told.append({"n": self._count, **message})

    def take(self) -> list[JsonObject]:
        """Return the messages since this was last asked."""
        told, self._told = self._told, []
        return told


class Room:
    """One table; `clock` gives seconds since 1970, which may jump."""

    def __init__(self, log: Sequence[Entry], house: House, clock: Callable[[], float]) -> None:
        self.log = list(log)
        self.table = read_table(log)
        self.pending: Followed | None = None
        self.lines: set[PageLine] = set()
        self._house = house
        self._clock = clock
        self._present = Present()
        self._teller = Teller()
        self._answers = Answers()
        self._asked: tuple[PageLine, str | None] | None = None
        self._recall(log)

    # lines

    def admit(self, line: PageLine) -> None:
        line.tell(self._teller.whole(self._scene, line))
        self.lines.add(line)
        self._look_who_is_here()

    def dismiss(self, line: PageLine) -> None:
        self.lines.discard(line)
        self._look_who_is_here()

    def _look_who_is_here(self) -> None:
        players = frozenset(line.id for line in self.lines if line.id)
        present, parked = self._present, is_parked(self.table, players)
        if (present.players, present.parked) == (players, parked):
            return
        present.players, present.parked = players, parked
        for line in self.lines:
            line.tell(presence(self.table, present))

    @property
    def _scene(self) -> Scene:
        return Scene(self.table, self._present)

    # what is said

    def hear(self, line: PageLine, text: str) -> None:
        """A message of the page: it is answered at once, or `pending` until it is stored."""
        try:
            message = read_message(text)
            if isinstance(message, Saying):
                self._weigh(line, message)
            elif (told := answer_at_once(message, line)) is None:
                line.tell(self._teller.whole(self._scene, line))
            else:
                line.tell(told)
        except RowlockError as error:
            self._refuse(line, id_of(text), error)

    def _weigh(self, line: PageLine, message: Saying) -> None:
        known = self._answers.get(line.id, message.id)
        if isinstance(known, RowlockError):
            raise known
        if known is not None:
            line.tell({"type": "receipt", "id": message.id, "number": known})
            return
        check_alone(message)
        try:
            self.say(Who(line.id, line.name), message)
        except RowlockError as error:
            self._answers.remember(line.id, message.id, error)
            raise
        self._asked = (line, message.id)

    def say(self, who: Who, message: Saying) -> None:
        """Say something; `pending` until it is stored."""
        said = completed(message, self.table, who, self._house)
        secret = self._house.secret() if message.brings_secret else None
        self._follow(next_entry(self.table, said, self._now(), who.id, secret))

    def _refuse(self, line: PageLine, id_: str | None, error: RowlockError) -> None:
        line.tell({"type": "refusal", "id": id_, "code": error.code, "reason": str(error)})

    def _follow(self, entry: Entry) -> None:
        self.pending = follow(self.table, entry, next_roll)

    def _now(self) -> float:
        """The time for the next entry: a clock that was set back never makes a log go backwards."""
        return max(self._clock(), self.table.at)

    # what the house does

    @property
    def house_is_next(self) -> bool:
        """Whether the house has something to say: after a restart, or because a bot is asked."""
        if not self.lines or self.pending:
            return False
        return self._bot_asked() is not None or next_of_house(self.table, next_roll) is not None

    def let_house_act(self, choose: Choose) -> None:
        """Let the house act; `pending` until it is stored."""
        entry = next_of_house(self.table, next_roll)
        seat = self._bot_asked()
        if entry is None and seat is not None:
            entry = move_for(self.table, seat, self._think(seat, choose), "bot")
        if entry is not None:
            self._follow(entry._replace(at=self._now()))

    def draw_on(self) -> None:
        """Whoever keeps the draw of the dice waiting is left out of it."""
        if self.table.drawing and self.pending is None:
            self._follow(next_of_draw(self.table)._replace(at=self._now()))

    def _bot_asked(self) -> int | None:
        table = self.table
        if table.state != "playing" or table.game is None:
            return None
        asked = waiting_for(table.game)
        return next((seat for seat in asked if table.seats[seat].is_played_by_bot), None)

    def _think(self, seat: int, choose: Choose) -> str:
        """A bot's answer; one that fails passes, as on a server."""
        table, game = self.table, self.table.game
        assert game is not None
        name, seed = table.seats[seat].bot or "", crc32(f"{table.label}/{seat}".encode())
        moves = [format_move(move) for move in legal_moves(game, seat)]
        move = choose(name, table.variant, seed, view(game, seat), moves)
        return move if move in moves else "-"

    # what was stored

    def accept(self) -> None:
        """The pending entries are stored: now everybody hears of it, and whoever said it has a receipt."""
        assert self.pending is not None
        followed, asked, self.pending, self._asked = self.pending, self._asked, None, None
        self.table = followed.table
        self.log += followed.entries
        self._recall(followed.entries)
        self._publish(followed.facts)
        if asked:
            line, id_ = asked
            line.tell({"type": "receipt", "id": id_, "number": followed.entries[0].number})

    def read_on(self, entries: Sequence[Entry]) -> None:
        """Another tab was faster: its entries stand, and what was pending here is forgotten."""
        self.pending, self._asked = None, None
        new = [entry for entry in entries if entry.number > self.table.number]
        table, facts = read_on(self.table, new)
        if new:
            self.table = table
            self.log += new
            self._recall(new)
            self._publish(facts)

    def _publish(self, facts: Iterable[Fact]) -> None:
        for message in self._teller.news(self._scene, facts):
            for line in self.lines:
                line.tell(message(line))

    def _recall(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._answers.remember(entry.player, entry.key, entry.number)


def check_alone(message: Saying) -> None:
    """Whatever would need other devices, or somebody who watches the time, needs a server."""
    if not isinstance(message, ChangeSettings):
        return
    if message.timer not in (None, "off"):
        raise NeedsServer("timers need a server")
    if message.listed:
        raise NeedsServer("a list of tables needs a server")
