"""What the page asks about tables, games and pads, answered on this device at the server's addresses.

`ask` takes a request and gives the status with the answer as text. What needs a server, or a part that this
device does not have, says so with a code that the page has words for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from rowlock.bots import plays_by
from rowlock.bots._basis import HAND
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.position import parse_position
from rowlock.engine.record import format_record, parse_record, read_record
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.engine.view import plain_variant, view
from rowlock.offline.device import MARK, Device, find_pad, finished_of, line_of, new_table_id
from rowlock.offline.errors import NeedsServer
from rowlock.offline.messages import BOT, DICE, NAME, TIMER, Key, default, maybe, one_of, read_keys, text
from rowlock.table import finished
from rowlock.table.brought import log_of
from rowlock.table.errors import NotYourSeat
from rowlock.table.hints import ask_hint
from rowlock.table.house import Followed
from rowlock.table.opening import start_from
from rowlock.table.past import plain_past, view_at
from rowlock.table.records import read_table
from rowlock.table.replay import plain_replay
from rowlock.table.requests import Who
from rowlock.table.statuses import status_of
from rowlock.table.table import Entry, Plain, Table
from rowlock.table.texts import MESSAGE_LONGEST, RECORD_LONGEST, VARIANT_LONGEST
from rowlock.table.views import shown_commitment, table_standing, table_summary
from rowlock.variants import SUFFIX, load_named, read_known, variant_names

SEAT = {"kind": Key(one_of("me", "open", "bot")), "name": maybe(NAME), "bot": maybe(BOT)}
OWN = "own"
"""The name of a pad of one's own."""


def texts(value: Any) -> Any:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError("must be texts by file name")
    return value


def seats(value: Any) -> Any:
    if not isinstance(value, list) or not 1 <= len(value) <= 10:
        raise ValueError("must be 1 to 10 seats")
    return [read_keys(seat, SEAT, "seats") for seat in value]


PAD = {"text": Key(text(0, VARIANT_LONGEST)), "parents": default({}, texts)}
WISH = {
    "variant": default("classic", text(1, 64)),
    "variant_text": maybe(text(0, VARIANT_LONGEST)),
    "variant_parents": default({}, texts),
    "seats": Key(seats),
    "timer": default("off", TIMER),
    "auto_pass": default(True),
    "listed": default(False),
    "spectators": default(True),
    "chat": default(True),
    "dice": default("server", DICE),
    "hints": maybe(lambda value: bool(value)),
    "start": default(False),
    "position": maybe(text(0, MESSAGE_LONGEST)),
}
"""The keys of `POST /api/tables`, as the server's `NewTable` has them."""


class Answer(NamedTuple):
    """What a question comes to; `log` is a new table to be stored first."""

    told: Any
    status: int = 200
    log: Sequence[Entry] | None = None
    says: tuple[str, str, Plain] | None = None
    """What is said along with it: the table, the kind, the body."""


class Question(NamedTuple):
    """A request, with the parts of its address and its body."""

    device: Device
    parts: tuple[str, ...]
    body: Any
    log: Callable[[str], list[Entry]]
    """The stored log of a table."""

    @property
    def table(self) -> Table:
        return self.device.room(self.parts[0]).table

    @property
    def record(self) -> Any:
        return finished.read_game(self.log(self.parts[0]), int(self.parts[1]))


def ask(device: Device, method: str, path: str, body: str, log: str = "[]") -> str:
    """A request's answer as JSON: status, the answer as text, and what is to be stored first."""
    entries = [Entry(*entry) for entry in json.loads(log)]
    try:
        answer = _find(device, method, path.partition("?")[0], body, lambda table: entries)
    except RowlockError as error:
        answer = Answer(problem(error), status_of(error))
    told = answer.told if isinstance(answer.told, str) else json.dumps(answer.told)
    kept = _lines_of(answer.log) if answer.log else {"line": None, "finished": None}
    return json.dumps({"status": answer.status, "told": told, "log": answer.log, "says": answer.says, **kept})


def _lines_of(log: Sequence[Entry]) -> Plain:
    """What the lists say of a new table, which may be a game that was brought."""
    table = read_table(log)
    ended = finished_of(table._replace(state="playing"), Followed(table, tuple(log), ()), [])
    return {"line": line_of(table), "finished": ended}


def problem(error: RowlockError) -> Plain:
    mistakes = {"mistakes": list(error.mistakes)} if isinstance(error, BadVariant) else {}
    return {"code": error.code, "reason": str(error), **mistakes}


def _find(device: Device, method: str, path: str, body: str, log: Callable[[str], list[Entry]]) -> Answer:
    for one, pattern, answer in DOORS:
        if one == method and (match := re.fullmatch(pattern, path)):
            asked = Question(device, match.groups(), json.loads(body) if body else None, log)
            try:
                return answer(asked)
            except ImportError as error:  # a part that needs libraries which browsers do not have
                raise NeedsServer(f"this needs a server: there is no {error.name} on this device") from None
    raise NeedsServer("this needs a server")


# pads and bots


def _own(text: str, parents: dict[str, str]) -> Variant:
    known = {name.removesuffix(SUFFIX): parent for name, parent in parents.items()}

    def find(name: str) -> tuple[str, str]:
        stem = name.removesuffix(SUFFIX)
        return (known[stem], stem + SUFFIX) if stem in known else read_known(name)

    return parse_variant(text, OWN, OWN + SUFFIX, find)


def _variants(asked: Question) -> Answer:
    return Answer({"variants": [plain_variant(load_named(name)) for name in variant_names()]})


def _check_variant(asked: Question) -> Answer:
    body = read_keys(asked.body, PAD, "pad")
    return Answer(plain_variant(_own(body["text"], body["parents"])))


def _bots(asked: Question) -> Answer:
    return Answer({"bots": asked.device.bots()})


def _table_bots(asked: Question) -> Answer:
    return Answer({"bots": asked.device.bots(asked.table)})


def _about(asked: Question) -> Answer:
    return Answer({"address": None})


def _rename(asked: Question) -> Answer:
    name = read_keys(asked.body, {"name": Key(NAME)}, "player")["name"]
    asked.device.me = Who(asked.device.me.id, name)
    return Answer({"player": asked.device.me.id, "name": name})


# tables


def _create(asked: Question) -> Answer:
    wish = read_keys(asked.body, WISH, "table")
    own = _own(wish["variant_text"], wish["variant_parents"]) if wish["variant_text"] is not None else None
    if wish["position"] is not None:
        begins = start_from(read_position(wish["position"], own), wish)
    else:
        begins = (own or find_pad(wish["variant"]), "")
    first, table = asked.device.create(wish, begins)
    told = {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}
    return Answer(told, 201, [first], (table.id, "start", {}) if wish["start"] else None)


def read_position(text: str, own: Variant | None) -> Any:
    return parse_position(text, lambda name, /, **options: own or load_named(name, **options))


def _standing(asked: Question) -> Answer:
    return Answer({**table_summary(asked.table), **table_standing(asked.table)})


def _past(asked: Question) -> Answer:
    return Answer({"past": plain_past(asked.table)})


def _past_view(asked: Question) -> Answer:
    return Answer(view_at(asked.table, int(asked.parts[1])))


# games


def _record(asked: Question) -> Answer:
    return Answer(format_record(asked.record))


def _replay(asked: Question) -> Answer:
    return Answer(finished.replay_of(asked.record))


def _dice(asked: Question) -> Answer:
    return Answer(finished.dice_of(asked.record))


def _read_replay(asked: Question) -> Answer:
    return Answer(plain_replay(read_record(_record_text(asked), load_named)))


def _record_text(asked: Question) -> str:
    found: str = read_keys(asked.body, {"text": Key(text(0, RECORD_LONGEST))}, "record")["text"]
    return found


def _bring(asked: Question) -> Answer:
    """A record becomes a game of this device; all its seats are of whoever holds it."""
    record = parse_record(_record_text(asked), load_named)
    device = asked.device
    log = log_of(record, new_table_id(), device.clock(), device.me, range(len(record.seats)))
    return Answer({"table": log[0].body["table"], "game": 1}, 201, log)


# what games teach


def _hint(asked: Question) -> Answer:
    from rowlock.analysis.hints import hint

    game, seat = _asked(asked)
    return Answer(dict(hint(game.variant, view(game, seat))), says=_noted(asked, seat))


def _tutor(asked: Question) -> Answer:
    from rowlock.analysis.hints import better

    game, seat = _asked(asked)
    found = better(game.variant, view(game, seat), asked.body["move"], asked.body.get("grade", "mistake"))
    told = {"better": dict(found) if found else None}
    return Answer(told, says=_noted(asked, seat) if found else None)


def _noted(asked: Question, seat: int) -> tuple[str, str, Plain]:
    """The table notes that a hint was given."""
    return asked.parts[0], "hint", {"seat": seat}


def _asked(asked: Question) -> tuple[Any, int]:
    """The game and the seat that may have a hint now."""
    own, seat = asked.table.seats_of(asked.device.me.id), asked.body.get("seat")
    if seat is None and len(own) != 1:
        raise NotYourSeat("say which of your seats it is for" if own else "no seat here is yours")
    chosen = own[0] if seat is None else seat
    ask_hint(asked.table, Entry(0, 0.0, asked.device.me.id, "hint", {"seat": chosen}))
    return asked.table.game, chosen


def _review(asked: Question) -> Answer:
    return Answer(_reviewed(asked.record))


def _review_text(asked: Question) -> Answer:
    return Answer(_reviewed(parse_record(_record_text(asked), load_named)))


def _reviewed(record: Any) -> Any:
    """Judged by a network: playing games on takes a device minutes, and hours on pads without a network."""
    from rowlock.analysis.review import review

    seats = len(record.seats)
    if record.variant.turns is None and plays_by(STRONGEST, record.variant, seats) == HAND:
        raise NeedsServer("no network has learnt this pad: it takes thousands of games to judge one")
    return review(record, 0)


STRONGEST = "champion"


def _puzzles(asked: Question) -> Answer:
    from rowlock.analysis.puzzles import number_of_day, shipped

    known = shipped()
    pads: dict[str, list[int]] = {}
    for number, one in enumerate(known, 1):
        pads.setdefault(one.variant, []).append(number)
    today = datetime.fromtimestamp(asked.device.clock(), UTC).date()
    return Answer({"count": len(known), "today": number_of_day(today), "pads": pads})


def _puzzle(asked: Question) -> Answer:
    from rowlock.analysis.puzzles import puzzle

    number = int(asked.parts[0])
    one = puzzle(number)
    game = one.game
    told = {"number": number, "variant": plain_variant(game.variant), "position": one.position}
    return Answer({**told, "seat": one.seat, "grade": one.grade, "view": view(game, one.seat)})


def _solution(asked: Question) -> Answer:
    from rowlock.analysis.puzzles import puzzle, solution

    return Answer(dict(solution(puzzle(int(asked.parts[0])))))


TABLE = rf"/tables/({MARK}[0-9a-f]+)"
GAME = TABLE + r"/games/(\d{1,6})"
DOORS: list[tuple[str, str, Callable[[Question], Answer]]] = [
    ("GET", "/variants", _variants),
    ("GET", r"/variants/([^/]{1,64})", lambda asked: Answer(plain_variant(find_pad(asked.parts[0])))),
    ("POST", "/variants", _check_variant),
    ("GET", "/bots", _bots),
    ("GET", "/about", _about),
    ("PATCH", "/players/me", _rename),
    ("POST", "/tables", _create),
    ("GET", TABLE, _standing),
    ("GET", TABLE + "/bots", _table_bots),
    ("GET", TABLE + "/variant", lambda asked: Answer(plain_variant(asked.table.variant))),
    ("GET", TABLE + "/past", _past),
    ("GET", TABLE + r"/past/(\d{1,6})", _past_view),
    ("POST", TABLE + "/hint", _hint),
    ("POST", TABLE + "/tutor", _tutor),
    ("GET", GAME + "/record", _record),
    ("GET", GAME + "/replay", _replay),
    ("GET", GAME + "/dice", _dice),
    ("GET", GAME + "/review", _review),
    ("POST", "/replay", _read_replay),
    ("POST", "/review", _review_text),
    ("POST", "/bring", _bring),
    ("GET", "/puzzles", _puzzles),
    ("GET", r"/puzzles/(\d{1,7})", _puzzle),
    ("GET", r"/puzzles/(\d{1,7})/solution", _solution),
]
"""What this device answers; everything else needs a server."""
