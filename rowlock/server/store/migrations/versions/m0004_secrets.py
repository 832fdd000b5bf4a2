"""The house's part of the dice in a place of its own; it was in the bodies of entries."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

AT_ONCE = 500
BROUGHT_ONE = ("created", "rematch")
"""The kinds of entries that hold a secret."""


def upgrade() -> None:
    secrets = op.create_table(
        "secrets",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    names = ("table_id", "number", "kind", "body")
    entries = sa.table("entries", *(sa.column(name) for name in names))
    place = sa.tuple_(entries.c.table_id, entries.c.number)
    log = sa.select(entries).where(entries.c.kind.in_(BROUGHT_ONE)).order_by(*place).limit(AT_ONCE)
    after = ("", 0)
    while rows := op.get_bind().execute(log.where(place > after)).all():
        _move_out(entries, secrets, rows)
        after = (rows[-1].table_id, rows[-1].number)


def _move_out(entries: sa.TableClause, secrets: sa.Table, rows: Sequence[sa.Row[Any]]) -> None:
    """Take the secrets of some entries out of their bodies."""
    moved, bodies = [], []
    for row in rows:
        body: dict[str, Any] = {}
        with suppress(ValueError):  # a damaged entry stays as it is; its table says so when it is asked for
            body = json.loads(row.body)
        if (secret := body.pop("secret", None)) is not None:
            moved.append({"table_id": row.table_id, "number": row.number, "secret": secret})
            kept = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            bodies.append({"of_table": row.table_id, "of_number": row.number, "kept": kept})
    if moved:
        op.bulk_insert(secrets, moved)
        whose = (
            entries.c.table_id == sa.bindparam("of_table"),
            entries.c.number == sa.bindparam("of_number"),
        )
        op.get_bind().execute(sa.update(entries).where(*whose).values(body=sa.bindparam("kept")), bodies)
