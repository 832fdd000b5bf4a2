"""What the page asks about tables, games and pads, answered on this device at the server's addresses.

`ask` takes a request and gives the status with the answer as text. What needs a server, or a part that this
device does not have, says so with a code that the page has words for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.record import format_record, parse_record, read_record
from rowlock.engine.view import plain_variant
from rowlock.locale.rules import outline
from rowlock.offline import study
from rowlock.offline.device import Device, find_pad, finished_of, line_of, new_table_id
from rowlock.offline.errors import NeedsServer
from rowlock.offline.questions import Answer, Doors, MissingNetworks, Question, own_pad, read_position, texts
from rowlock.offline.study import GAME, TABLE
from rowlock.table import finished
from rowlock.table.history import plain_past, view_at
from rowlock.table.house import Followed
from rowlock.table.log.imported import log_of
from rowlock.table.log.opening import start_from
from rowlock.table.log.records import read_table
from rowlock.table.messages import Who
from rowlock.table.messages.limits import BotName, DiceSource, Name, Timer
from rowlock.table.messages.reading import Key, default, maybe, one_of, read_keys, reader, text
from rowlock.table.replay import plain_replay
from rowlock.table.statuses import status_of
from rowlock.table.table import Entry, Plain
from rowlock.table.texts import MESSAGE_LONGEST, VARIANT_LONGEST
from rowlock.table.views import shown_commitment, table_standing, table_summary
from rowlock.variants import load_named, variant_names

SEAT = {"kind": Key(one_of("me", "open", "bot")), "name": maybe(reader(Name)), "bot": maybe(reader(BotName))}


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
    "timer": default("off", reader(Timer)),
    "auto_pass": default(True),
    "listed": default(False),
    "spectators": default(True),
    "chat": default(True),
    "dice": default("server", reader(DiceSource)),
    "hints": maybe(lambda value: bool(value)),
    "start": default(False),
    "position": maybe(text(0, MESSAGE_LONGEST)),
}
"""The keys of `POST /api/tables`, as the server's `NewTable` has them."""


def ask(device: Device, method: str, path: str, body: str, log: str = "[]", equipped: bool = False) -> str:
    """A request's answer as JSON: status, the answer as text, and what is to be stored first.

    `needs` names networks: whoever asks brings them, as far as they can be had, and asks again `equipped`.
    """
    entries = [Entry(*entry) for entry in json.loads(log)]
    answer, needs = Answer(None), list[str]()
    try:
        asked = Question(device, (), json.loads(body) if body else None, lambda _: entries, equipped)
        answer = _find(method, path.partition("?")[0], asked)
    except MissingNetworks as missing:
        needs = missing.names
    except RowlockError as error:
        answer = Answer(problem(error), status_of(error))
    told = answer.told if isinstance(answer.told, str) else json.dumps(answer.told)
    kept = _lines_of(answer.log) if answer.log else {"line": None, "finished": None}
    whole = {"status": answer.status, "told": told, "log": answer.log, "says": answer.says, "needs": needs}
    return json.dumps({**whole, **kept})


def _lines_of(log: Sequence[Entry]) -> Plain:
    """What the lists say of a new table, which may be a game that was brought."""
    table = read_table(log)
    ended = finished_of(table._replace(state="playing"), Followed(table, tuple(log), ()), [])
    return {"line": line_of(table), "finished": ended}


def problem(error: RowlockError) -> Plain:
    mistakes = {"mistakes": list(error.mistakes)} if isinstance(error, BadVariant) else {}
    return {"code": error.code, "reason": str(error), **mistakes}


def _find(method: str, path: str, asked: Question) -> Answer:
    for one, pattern, answer in DOORS:
        if one == method and (match := re.fullmatch(pattern, path)):
            try:
                return answer(asked._replace(parts=match.groups()))
            except ImportError as error:  # a part that needs libraries which browsers do not have
                raise NeedsServer(f"this needs a server: there is no {error.name} on this device") from None
    raise NeedsServer("this needs a server")


# pads and bots


def _variants(asked: Question) -> Answer:
    return Answer({"variants": [plain_variant(load_named(name)) for name in variant_names()]})


def _check_variant(asked: Question) -> Answer:
    body = read_keys(asked.body, PAD, "pad")
    return Answer(plain_variant(own_pad(body["text"], body["parents"])))


def _bots(asked: Question) -> Answer:
    return Answer({"bots": asked.device.bots()})


def _table_bots(asked: Question) -> Answer:
    return Answer({"bots": asked.device.bots(asked.table)})


def _about(asked: Question) -> Answer:
    return Answer({"address": None})


def _rename(asked: Question) -> Answer:
    name = read_keys(asked.body, {"name": Key(reader(Name))}, "player")["name"]
    asked.device.me = Who(asked.device.me.id, name)
    return Answer({"player": asked.device.me.id, "name": name})


# tables


def _create(asked: Question) -> Answer:
    wish = read_keys(asked.body, WISH, "table")
    own = own_pad(wish["variant_text"], wish["variant_parents"]) if wish["variant_text"] is not None else None
    if wish["position"] is not None:
        begins = start_from(read_position(wish["position"], own), wish)
    else:
        begins = (own or find_pad(wish["variant"]), "")
    first, table = asked.device.create(wish, begins)
    told = {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}
    return Answer(told, 201, [first], (table.id, "start", {}) if wish["start"] else None)


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
    return Answer(plain_replay(read_record(asked.record_text(), load_named)))


def _bring(asked: Question) -> Answer:
    """A record becomes a game of this device; all its seats are of whoever holds it."""
    record = parse_record(asked.record_text(), load_named)
    device = asked.device
    log = log_of(record, new_table_id(), device.clock(), device.me, range(len(record.seats)))
    return Answer({"table": log[0].body["table"], "game": 1}, 201, log)


DOORS: Doors = [
    ("GET", "/variants", _variants),
    ("GET", r"/variants/([^/]{1,64})", lambda asked: Answer(plain_variant(find_pad(asked.parts[0])))),
    (
        "GET",
        r"/variants/([^/]{1,64})/rules",
        lambda asked: Answer({"rules": outline(find_pad(asked.parts[0]))}),
    ),
    ("POST", "/variants", _check_variant),
    ("GET", "/bots", _bots),
    ("GET", "/about", _about),
    ("PATCH", "/players/me", _rename),
    ("POST", "/tables", _create),
    ("GET", TABLE, _standing),
    ("GET", TABLE + "/bots", _table_bots),
    ("GET", TABLE + "/variant", lambda asked: Answer(plain_variant(asked.table.variant))),
    ("GET", TABLE + "/rules", lambda asked: Answer({"rules": outline(asked.table.variant)})),
    ("GET", TABLE + "/past", _past),
    ("GET", TABLE + r"/past/(\d{1,6})", _past_view),
    ("GET", GAME + "/record", _record),
    ("GET", GAME + "/replay", _replay),
    ("GET", GAME + "/dice", _dice),
    ("POST", "/replay", _read_replay),
    ("POST", "/bring", _bring),
    *study.DOORS,
]
"""What this device answers; everything else needs a server."""
