"""Calls in the database, as SQLAlchemy sees them: who wishes for which, on which devices, and what is due."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from rowlock.server.store.schema import metadata

call_keys = Table(
    "call_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("secret", String(64), nullable=False),
)
"""The secret by which push services know this server, apart from everything that anybody may be given."""

call_wishes = Table(
    "call_wishes",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("kinds", String(200), nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_to", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("daily_at", Double),
    Index("call_wishes_daily", "daily_at"),
)
"""Somebody's wishes about calls; `daily_at` is when today's game is called out next."""

call_devices = Table(
    "call_devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Double, nullable=False),
    Column("failures", Integer, nullable=False),
    Index("call_devices_of", "player", "created"),
)
"""The address of a device, and the keys by which it alone can read a call."""

calls = Table(
    "calls",
    metadata,
    Column("player", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("link", String(200), nullable=False),
    Column("about", String(200), nullable=False),
    Column("created", Double, nullable=False),
    Column("due", Double),
    Column("sent", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("player", "kind", "subject"),
    Index("calls_due", "due"),
    Index("calls_about", "kind", "subject"),
)
"""One row for each thing that somebody is called about; `due` is empty when nothing more is to be sent."""
