"""The history of the database's shape; `upgrade` brings any older one up to date, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

_LOCK = 7_629_561
"""Several processes may start at once; with PostgreSQL one migrates and the others wait."""


class FromTheFuture(Exception):
    """A database that a newer version has brought up to date; an older one must not guess at it."""


def upgrade(connection: Connection) -> None:
    """Apply every migration that this database has not seen."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    present = MigrationContext.configure(connection).get_current_revision()
    known = _known(config)
    if present is not None and present not in known:
        raise FromTheFuture(
            f"a newer version of Rowlock has brought it up to date (shape {present}, this one knows up to "
            f"{max(known)}); install that version, or restore a backup made before"
        )
    command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Whether a database has the shape that this version knows."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    present = MigrationContext.configure(connection).get_current_revision()
    return present == ScriptDirectory.from_config(config).get_current_head()


def _known(config: Config) -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
