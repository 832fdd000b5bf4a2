"""Publish finished games of people who agreed, without names.

examples:
  rowlock export                                 last month, into ./rowlock-2026-10
  rowlock export --month 2026-09 --out /srv/www/data
  rowlock export --database postgresql://user@host/rowlock --json

Players agree under *My profile and data*; a game is published only if everybody in it agrees. The folder has
the records, a row for every decision (Parquet with pip install 'rowlock[data]', else JSON lines), a card that
says what is in it, and checksums. The server may be running; nothing is written to its database.
docs/open-data.md says more.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BadArguments
from rowlock.commands._database import add_database, database_of
from rowlock.commands._output import put_json

if TYPE_CHECKING:
    from rowlock.library.open_data import DataMonth, Summary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--month", metavar="YYYY-MM", help="a month that is over (default: the last one)")
    parser.add_argument("--out", type=Path, default=Path(), help="where its folder goes (default: here)")
    parser.add_argument(
        "--judge", action="store_true", help="grade games that have no stored review; takes seconds for each"
    )
    parser.add_argument("--json", action="store_true", help="print the summary as data")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.library.decision_rows import has_parquet
    from rowlock.library.open_data import check_target, write_dump
    from rowlock.progress import Progress
    from rowlock.server.store.open_games import open_games

    month = month_of(args.month, now())
    check_target(args.out / f"rowlock-{month.name}")
    if not has_parquet():
        sys.stderr.write("rowlock: decisions as JSON lines; for Parquet: pip install 'rowlock[data]'\n")
    with open_games(database_of(args)) as source, Progress(source.count(month.span)[1], "games") as progress:
        told = write_dump(source, month, args.out, args.judge, progress.add)
    if args.json:
        put_json(told)
    else:
        sys.stdout.write("\n".join(_lines(told)) + "\n")
    return 0


def now() -> float:
    return time.time()


def month_of(text: str | None, at: float) -> DataMonth:
    """A month that is over; without a text the last one."""
    from rowlock.library.open_data import DataMonth
    from rowlock.server.store.open_games import Span

    this = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    last = (this - timedelta(days=1)).replace(day=1)
    if text is None:
        first = last
    elif re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", text) and text >= "1970-01":
        first = datetime(int(text[:4]), int(text[5:]), 1, tzinfo=UTC)
    else:
        raise BadArguments(f"--month {text!r}: write it like {last:%Y-%m}")
    if first >= this:
        raise BadArguments(f"{text} is not over yet; the last whole month is {last:%Y-%m}")
    end = (first + timedelta(days=32)).replace(day=1)
    return DataMonth(f"{first:%Y-%m}", Span(first.timestamp(), end.timestamp(), at))


def _lines(told: Summary) -> list[str]:
    from rowlock.library.data_card import REASONS

    what = f"{told['games']:,} of {told['ended']:,} games, {told['decisions']:,} decisions"
    lines = [f"{told['folder']}: {what}; {told['graded']:,} games are graded"]
    return lines + [f"  left out {count:,}: {REASONS[why]}" for why, count in told["left_out"].items()]
