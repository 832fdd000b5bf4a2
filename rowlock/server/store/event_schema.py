"""The part of the database that holds events: what was said in each of them is the truth."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

from rowlock.server.store.schema import metadata

events = Table(
    "events",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("plan", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("running", Boolean, nullable=False),
    Column("edits", Integer, nullable=False),
    Index("events_running", "running"),
)
"""Events by the name in their link; how much was said in each, and whether a round is being played."""

event_seeds = Table(
    "event_seeds",
    metadata,
    Column("event", String(32), primary_key=True),
    Column("seed", String(200), nullable=False),
    Column("dice", String(200), nullable=False, server_default=""),
)
"""The sources of an event's lots and shared dice: apart from what anybody may be given before its end."""

event_said = Table(
    "event_said",
    metadata,
    Column("event", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("player", String(32)),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("event", "number"),
    Index("event_said_by", "player"),
)
"""The truth of an event, as in the file of `rowlock event`; who said it, or nobody for the house."""

event_people = Table(
    "event_people",
    metadata,
    Column("event", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("person", Integer),
    Column("referee", Boolean, nullable=False),
    PrimaryKeyConstraint("event", "player"),
    Index("event_people_of", "player"),
)
"""The players who take part, by their number in the event, and its referees."""

event_tables = Table(
    "event_tables",
    metadata,
    Column("event", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("sealed", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("event", "round", "number"),
    Index("event_tables_at", "table_id"),
)
"""The tables that a round is played at; a table without a line is on paper.

While the round runs, a table on shared dice is sealed: its game is for its own people alone. In a play-off
everybody has a table, and its number is that of the person in the draw.
"""
