"""Copy the server's database while it runs.

examples:
  rowlock backup rowlock-today.db
  rowlock backup rowlock-today.db --data /srv/rowlock
  rowlock backup rowlock-today.db --database postgresql://user@host/rowlock

The copy is one file with everything as it was at one moment, whatever is played meanwhile. `rowlock restore`
fills an empty database from it, of the same kind or the other.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowlock.commands._database import add_database, database_of
from rowlock.server.errors import BadSettings
from rowlock.server.store.copies import backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes; must not exist")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    source = database_of(args)
    if args.file.exists():
        raise BadSettings(f"{args.file} already exists")
    tables = backup(source, args.file)
    sys.stdout.write(f"{args.file}: {tables} tables\n")
    return 0
