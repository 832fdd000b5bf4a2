"""The part of the database that holds the ladder of programs."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, String, Table, Text

from rowlock.server.store.schema import metadata

programs = Table(
    "programs",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("name", String(64), nullable=False, unique=True),
    Column("pads", Text, nullable=False),
    Column("joined", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("since", Double),
    Column("table_id", String(32)),
    Column("rests", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("address", String(64)),
    Index("programs_waiting", "since"),
)
"""Programs that take part: since when each waits, where it plays, until when it rests, how many games it has
left, how many of the last ones in a row, and from which address it asked last."""

program_games = Table(
    "program_games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("opened", Double, nullable=False),
    Column("pad", String(32), nullable=False),
    Column("first", String(40)),
    Column("second", String(40)),
    Column("over", Boolean, nullable=False),
    Index("program_games_on", "over", "opened"),
    Index("program_games_first", "first", "opened"),
    Index("program_games_second", "second", "opened"),
)
"""The tables that were opened for programs: players by id, bots as `bot:NAME`, null for who was deleted."""
