"""The database of a command: the file in a data folder, or one that is named."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowlock.folders import server_folder
from rowlock.server.errors import BadSettings
from rowlock.server.store import database_url


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="data folder (default: the user's own)")
    parser.add_argument(
        "--database", help="postgresql://… or sqlite:///… instead of a file in the data folder"
    )


def database_of(args: argparse.Namespace, *, new: bool = False) -> str:
    """The address of the database; one that is not `new` must be there."""
    folder = args.data or server_folder()
    if args.database is None and not new and not (folder / "rowlock.db").is_file():
        raise BadSettings(f"there is no database {folder / 'rowlock.db'}; --data or --database names another")
    return database_url(args.database, folder)
