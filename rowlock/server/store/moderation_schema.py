"""Muted and blocked people, reports and the operators' log, as SQLAlchemy sees them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, PrimaryKeyConstraint, String, Table

from rowlock.server.store.schema import metadata

avoided = Table(
    "avoided",
    metadata,
    Column("player", String(32), nullable=False),
    Column("other", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("blocked", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("player", "other"),
    Index("avoided_others", "other"),
)
"""Whom a player has muted or blocked; the name is the one that the other had then."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("reporter", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("state", String(16), nullable=False),
    Index("reports_once", "reporter", "player", "table_id", "game", unique=True),
    Index("reports_by", "reporter", "at"),
    Index("reports_about", "player", "at"),
    Index("reports_waiting", "state", "at"),
    Index("reports_at", "table_id"),
)
"""`player` is whom the report is about. Who made it is read for their own export and their limits alone."""

decisions = Table(
    "decisions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", Double, nullable=False),
    Column("act", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("note", String(200), nullable=False),
    Index("decisions_at", "at"),
)
"""The deeds of operators. The database itself refuses to change or remove a line."""
