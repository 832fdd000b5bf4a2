"""An engine that counts crosses and penalties: rowlock analyse … --with "exec:python3 examples/judge.py".

It speaks the analysis part of the program protocol (docs/engines.md), with an option and progress.
"""

import json
import sys

COST = {"name": "penalty", "kind": "whole", "default": 5, "least": 0, "most": 20, "line": "percent for each"}
settings = {"penalty": COST["default"]}


def tell(**said):
    print(json.dumps(said), flush=True)


def worth_of(sheet):
    """A chance from the crosses and the penalties on a sheet such as r2.3,y,g12,b,p1."""
    *rows, penalties = sheet.split(",")
    crosses = sum(row[1:].count(".") + 1 for row in rows if len(row) > 1)
    return max(0.0, 0.5 + 0.02 * crosses - settings["penalty"] / 100 * int(penalties[1:]))


def analyse(said):
    sheets = said["position"].split()[5:]
    tell(type="progress", id=said["id"], done=0.5)
    parts = [worth_of(sheet) for sheet in sheets]
    worth = [part / sum(parts) for part in parts] if len(parts) > 1 else [100 * parts[0]]
    tell(type="analysis", id=said["id"], worth=worth, options=[[] for _ in sheets])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "about":
        tell(type="about", name="Counter", version="1", protocol=1, options=[COST])
    elif message["type"] == "set":
        settings[message["name"]] = message["value"]
        tell(type="set", name=message["name"], value=message["value"])
    elif message["type"] == "analyse":
        analyse(message)
