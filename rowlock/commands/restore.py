"""Fill an empty database from a copy that `rowlock backup` made.

examples:
  rowlock restore rowlock-today.db --data /srv/rowlock-new
  rowlock restore rowlock-today.db --database postgresql://user@host/rowlock

A copy made by an older version is upgraded. The database must be new and no server may use it: to go
back to a copy, stop the server and move its `rowlock.db` (and -wal, -shm) aside first. A copy of one kind of
database can be restored into the other.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowlock.commands._database import add_database, database_of
from rowlock.server.errors import BadSettings
from rowlock.server.store.copies import restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    if not args.file.is_file():
        raise BadSettings(f"there is no file {args.file}; `rowlock backup {args.file}` makes a copy")
    tables = restore(args.file, database_of(args, new=True))
    sys.stdout.write(f"{tables} tables restored\n")
    return 0
