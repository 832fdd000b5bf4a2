"""Copy the server's database while it runs.

examples:
  rowlock backup rowlock-today.db
  rowlock backup rowlock-today.db --data /srv/rowlock

The copy is a complete database: put it into a data folder as rowlock.db to go on from it. PostgreSQL
has its own tool, pg_dump.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rowlock.folders import server_folder
from rowlock.server.backup import backup
from rowlock.server.errors import BadSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes; must not exist")
    parser.add_argument("--data", type=Path, help="data folder (default: the user's own)")


def run(args: argparse.Namespace) -> int:
    source = (args.data or server_folder()) / "rowlock.db"
    if not source.is_file():
        raise BadSettings(f"there is no database {source}")
    if args.file.exists():
        raise BadSettings(f"{args.file} exists already")
    tables = backup(source, args.file)
    sys.stdout.write(f"{args.file}: {tables} tables\n")
    return 0
