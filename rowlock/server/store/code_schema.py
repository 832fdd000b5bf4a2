"""The part of the database that holds spoken codes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, String, Table

from rowlock.server.store.schema import metadata

codes = Table(
    "codes",
    metadata,
    Column("code", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), nullable=False, unique=True),
    Column("until", Double, nullable=False),
    Index("codes_until", "until"),
)
"""Codes by which open tables are joined, and when they end at the latest."""
