"""The messages of a device when the same is said at it as at a server: in the browser's Python.

node tests/pyodide/run.mjs tests/pyodide/spoken.py TALKS.json
"""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path

from rowlock.engine.json_object import JsonObject
from rowlock.offline import device as devices
from rowlock.offline import questions
from rowlock.offline.device import Device
from rowlock.table.messages import Who


def retell(talk: JsonObject) -> list[JsonObject]:
    """Everything that a line hears, from the opening of the table on."""
    secrets.token_hex = lambda size=32: talk["secret"][: 2 * size]  # type: ignore
    secrets.randbelow = lambda below: below - 1  # type: ignore
    for place in (devices, questions):
        place.new_table_id = lambda: talk["table"]  # type: ignore
    device = Device()
    device.me = Who(talk["player"], "Mia")
    answer = json.loads(device.ask("POST", "/tables", json.dumps(talk["wish"]), "[]"))
    device.open(json.dumps(answer["log"]))
    told: list[JsonObject] = []
    settle(device, talk["table"], device.say(answer["says"][0], "start", "{}"), told)
    for text in talk["said"]:
        settle(device, talk["table"], device.hear(1, talk["table"], text), told)
    return told


def settle(device: Device, table: str, outcome: str, told: list[JsonObject]) -> None:
    """Store, then tell, then let the bots play."""
    come = json.loads(outcome)
    told += [message for _, message in come["told"]]
    if come["entries"]:
        settle(device, table, device.stored(table), told)
    elif come["house_is_next"]:
        settle(device, table, device.let_house_act(table), told)


if __name__ == "__main__":
    talks = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps([retell(talk) for talk in talks]) + "\n")
