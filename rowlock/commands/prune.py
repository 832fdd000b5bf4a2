"""Forget tables and duels that nobody has used for a while.

Games go with their tables. Duels count from their end.

examples:
  rowlock prune --older 90d
  rowlock prune --older 12w --database postgresql://user@host/rowlock
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time

from rowlock.commands._database import add_database, database_of
from rowlock.server.errors import BadSettings
from rowlock.server.store import Store

SECONDS = {"h": 3600, "d": 86_400, "w": 604_800}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--older", required=True, metavar="TIME", help="how long unused: 90d, 12w, 48h")
    add_database(parser)


def parse_age(text: str) -> float:
    """Seconds of an age such as 90d, 12w or 48h."""
    found = re.fullmatch(r"(\d{1,5})([hdw])", text.strip().lower())
    if found is None:
        raise BadSettings(f"{text!r} is not an age; write 90d, 12w or 48h")
    return int(found[1]) * float(SECONDS[found[2]])


def run(args: argparse.Namespace) -> int:
    age = parse_age(args.older)
    tables, duels = asyncio.run(_prune(database_of(args), age))
    sys.stdout.write(f"{tables} tables forgotten\n{duels} duels forgotten\n")
    return 0


async def _prune(url: str, age: float) -> tuple[int, int]:
    store, now = await Store.open(url), time.time()
    try:
        return await store.prune(now - age, now), await store.prune_duels(now - age)
    finally:
        await store.close()
