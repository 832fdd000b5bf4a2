"""The page's questions over HTTP, answered on this device at the server's addresses.

`ask` takes a request and gives the status with the answer as text. What needs a server, or a part that this
device does not have, says so with a code that the page has words for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import rowlock.analysis.api
import rowlock.community.api
import rowlock.table.api  # noqa: F401
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.offline.device import Device, finished_of, line_of
from rowlock.offline.errors import NeedsServer
from rowlock.offline.questions import Answered, DeviceHere, MissingNetworks, answer
from rowlock.table.api.reading import find_question, read_question
from rowlock.table.house import Followed
from rowlock.table.log.records import read_table
from rowlock.table.shapes.answers import Problem
from rowlock.table.statuses import status_of
from rowlock.table.table import Entry


def ask(device: Device, method: str, path: str, body: str, log: str = "[]", equipped: bool = False) -> str:
    """A request's answer as JSON: status, the answer as text, and what is to be stored first.

    `needs` names networks: whoever asks brings them, as far as they can be had, and asks again `equipped`.
    """
    here = DeviceHere(device, [Entry(*entry) for entry in json.loads(log)], equipped)
    status, answered, needs = 200, Answered(None), list[str]()
    try:
        status, answered = _answer(here, method, path, body)
    except MissingNetworks as missing:
        needs = missing.names
    except RowlockError as error:
        status, answered = status_of(error), Answered(problem(error))
    told = answered.told if isinstance(answered.told, str) else json.dumps(answered.told)
    kept = _lines_of(answered.log) if answered.log else {"line": None, "finished": None}
    said = answered.says
    says = (said.table, said.message.kind, said.message.body) if said else None
    whole = {"status": status, "told": told, "log": answered.log, "says": says, "needs": needs}
    return json.dumps({**whole, **kept})


def _answer(here: DeviceHere, method: str, path: str, body: str) -> tuple[int, Answered]:
    address, _, query = path.partition("?")
    found = find_question(method, address)
    if found is None or found[0].server_only:
        raise NeedsServer("this needs a server")
    kind, parts = found
    return kind.status, answer(read_question(kind, parts, query, body), here)


def _lines_of(log: Sequence[Entry]) -> JsonObject:
    """The lines of the lists for a new table, which may be a game that was brought."""
    table = read_table(log)
    ended = finished_of(table._replace(state="playing"), Followed(table, tuple(log), ()), [])
    return {"line": line_of(table), "finished": ended}


def problem(error: RowlockError) -> Problem:
    told: Problem = {"code": error.code, "reason": str(error)}
    if isinstance(error, BadVariant):
        told["mistakes"] = list(error.mistakes)
    return told
