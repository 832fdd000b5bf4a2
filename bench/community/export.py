"""How fast `rowlock export` writes games, and whether its memory grows with them.

    python bench/community/export.py                          2,000 and 10,000 games
    python bench/community/export.py --games 10000 1000000    the size of a large month

Fills a SQLite file with tables of one person and a bot (a few games that were played here, over and over,
under other tables' names) and exports the month, each size in a process of its own. Prints games a second,
the largest memory of the process, and by how much that grows for every further thousand games.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import orjson
from sqlalchemy import create_engine, insert

from rowlock.engine.game import legal_moves, waiting_for
from rowlock.server.store import Store, database_url
from rowlock.server.store.schema import entries, game_seats, games, players, secrets, tables
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.finished import summary_of
from rowlock.table.house import chance_for, follow, move_for
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import first_entry
from rowlock.table.messages import House, Who, next_entry
from rowlock.table.messages.play import MakeMove, Start
from rowlock.table.table import Entry, Table
from rowlock.variants import load_variant

HOUSE = House(lambda bot: None, load_variant, lambda player: None, lambda below: 0, lambda: "5e" * 32)
PERSON, KINDS, PART = "p1", 20, 200
AT = datetime(2026, 10, 15, tzinfo=UTC).timestamp()


def played(seed: int) -> tuple[Table, list[Entry]]:
    """A random game of a person with a bot, with real dice, and its log."""
    chance, wish = (
        Random(seed),
        NewTable(seats=[SeatWanted(kind="me"), SeatWanted(kind="bot", bot="greedy")], dice="real"),
    )
    first = first_entry("t", AT, Who(PERSON, "P"), wish, (load_variant("classic"), ""), HOUSE)
    table, log = open_table(first)[0], [first]

    def say(entry: Entry) -> None:
        nonlocal table
        followed = follow(table, entry, lambda _: None)  # type: ignore[arg-type, return-value]
        table = followed.table
        log.extend(followed.entries)

    say(next_entry(table, Start(start=0), AT, PERSON))
    while table.state == "playing" and table.game:
        game = table.game
        if game.phase.is_chance:
            say(chance_for(table, rolled(table, chance)))
            continue
        seat = waiting_for(game)[0]
        move = chance.choice(legal_moves(game, seat)).text
        if seat:
            say(move_for(table, seat, move, "bot"))
        else:
            say(next_entry(table, MakeMove.now(game, seat, move), AT, PERSON))
    return table, log


def rolled(table: Table, chance: Random) -> Any:
    from rowlock import make_roll

    assert table.game
    coloured = {colour: chance.randint(1, 6) for colour in table.game.dice}
    return make_roll((chance.randint(1, 6), chance.randint(1, 6)), coloured)


def rows_of(count: int) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The rows of so many tables, some at a time."""
    kinds = [played(seed) for seed in range(KINDS)]
    for begin in range(0, count, PART):
        some = [
            (f"t{number:08}", *kinds[number % KINDS]) for number in range(begin, min(count, begin + PART))
        ]
        line = {"created": AT, "updated": AT, "listed": False, "state": "over", "summary": "{}"}
        yield tables, [{"id": name, **line} for name, _, _ in some]
        yield (
            entries,
            [
                {**one._asdict(), "body": orjson.dumps(one.body).decode(), "table_id": name}
                for name, _, log in some
                for one in log
            ],
        )
        kept = [(name, one) for name, _, log in some for one in log if one.secret]
        yield secrets, [{"table_id": name, "number": one.number, "secret": one.secret} for name, one in kept]
        ended = [(name, orjson.dumps(summary_of(table)).decode()) for name, table, _ in some]
        yield games, [{"table_id": name, "game": 1, "finished": AT, "summary": told} for name, told in ended]
        seat = {"player": PERSON, "game": 1, "seat": 0, "finished": AT}
        yield game_seats, [{**seat, "table_id": name} for name, _, _ in some]


def fill(folder: Path, count: int) -> None:
    async def make() -> None:
        await (await Store.open(database_url(None, folder))).close()

    asyncio.run(make())
    person = {
        "id": PERSON,
        "name": "P",
        "token_hash": "t",
        "program": False,
        "created": 0.0,
        "open_data": True,
    }
    with create_engine(f"sqlite:///{folder / 'rowlock.db'}").begin() as connection:
        connection.execute(insert(players).values(**person))
        for table, rows in rows_of(count):
            known = {column.name for column in table.c}
            connection.execute(insert(table), [{k: v for k, v in row.items() if k in known} for row in rows])


def export(folder: Path) -> None:
    """One export in this process, and its largest memory in MB."""
    from rowlock.cli import main

    began, spent = time.perf_counter(), time.process_time()
    words = ["export", "--month", "2026-10", "--data", str(folder), "--out", str(folder / "out")]
    assert main(words) == 0  # and prints how many games there are
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(time.perf_counter() - began, time.process_time() - spent, most)


def measure(count: int) -> float:
    """Print a size's figures; its largest memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), count)
        command = [sys.executable, __file__, "--of", folder]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        size = sum(file.stat().st_size for file in (Path(folder) / "out" / "rowlock-2026-10").iterdir())
    assert f" {count:,} of {count:,} games" in told
    seconds, spent, most = map(float, told.splitlines()[-1].split())
    speed = f"{count / seconds:,.0f} games/s ({count / spent:,.0f} per second of a core)"
    print(
        f"{count:>9,} games  {speed}  at most {most:,.0f} MB of memory  {size / 1e6:,.1f} MB written",
        flush=True,
    )
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, nargs=2, default=[2_000, 10_000], metavar=("FEW", "MANY"))
    parser.add_argument("--of", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.of:
        export(args.of)
        return
    few, many = args.games
    grown = measure(many) - measure(few)
    print(f"{1000 * grown / max(1, many - few):+.2f} MB for every further thousand games")


if __name__ == "__main__":
    main()
