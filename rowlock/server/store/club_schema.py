"""Clubs in the database, as SQLAlchemy sees them: who is in them, which games are theirs, what follows."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from rowlock.server.store.schema import metadata

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("link", String(32), nullable=False, unique=True),
    Column("key_hash", String(64), nullable=False),
    Column("created", Double, nullable=False),
    Column("emptied", Double),
    Column("tallied", Double, nullable=False, server_default="-1"),
)
"""Clubs by the link with which one joins; of the keeper's key there is only the hash. The games that ended up
to `tallied` are in the tallies."""

club_members = Table(
    "club_members",
    metadata,
    Column("club", String(32), nullable=False),
    Column("id", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("player", String(32)),
    Column("keeper", Boolean, nullable=False),
    Column("joined", Double, nullable=False),
    PrimaryKeyConstraint("club", "id"),
    Index("club_members_of", "player", "club", unique=True),
)

club_tables = Table(
    "club_tables",
    metadata,
    Column("club", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("opened", Double, nullable=False),
    PrimaryKeyConstraint("club", "table_id"),
    Index("club_tables_at", "table_id"),
)
"""The tables whose games are a club's."""

club_games = Table(
    "club_games",
    metadata,
    Column("club", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("club", "number"),
)
"""Games that a club has brought along from another server."""

club_played = Table(
    "club_played",
    metadata,
    Column("club", String(32), nullable=False),
    Column("at", Double, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    PrimaryKeyConstraint("club", "at", "table_id", "game"),
    Index("club_played_at", "table_id", "game"),
)
"""Derived data: the finished games of a club's tables in order."""

club_tallies = Table(
    "club_tallies",
    metadata,
    Column("club", String(32), nullable=False),
    Column("year", Integer, nullable=False),
    Column("member", String(32), nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    PrimaryKeyConstraint("club", "year", "member"),
)
"""Derived data: everybody's part in the standing of a year. The line of nobody ("") counts the games."""

club_words = Table(
    "club_words",
    metadata,
    Column("club", String(32), nullable=False),
    Column("at", Double, nullable=False),
    Column("member", String(32), nullable=False),
    Column("phrase", String(32), nullable=False),
    PrimaryKeyConstraint("club", "at", "member"),
)
"""Fixed phrases that members have put on their club's wall."""

club_closings = Table(
    "club_closings",
    metadata,
    Column("club", String(32), primary_key=True),
    Column("asked", Double, nullable=False),
)
"""Clubs that were closed, as long as something of them is left."""
