"""The part of the database that holds duels: what all halves share, and the halves."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from rowlock.server.store.schema import metadata

duels = Table(
    "duels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("maker", String(32)),
    Column("maker_name", String(64), nullable=False),
    Column("against", String(16), nullable=False),
    Column("created", Double, nullable=False),
    Column("closes", Double, nullable=False),
    Column("pad", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("bots", Text, nullable=False),
    Column("label", String(80), nullable=False),
    Column("seeds", Text, nullable=False),
    Column("seals", Text),
    Index("duels_made", "maker", "created"),
)
"""Duels by the name in their link: the pad with its rules, the bots by seat, the label of the dice."""

duel_secrets = Table(
    "duel_secrets",
    metadata,
    Column("duel", String(32), primary_key=True),
    Column("secret", String(64), nullable=False),
)
"""The secret that the dice of a duel follow from, apart from everything that anybody may be given."""

halves = Table(
    "halves",
    metadata,
    Column("duel", String(32), nullable=False),
    Column("side", String(32), nullable=False),
    Column("half", String(32), nullable=False),
    Column("player", String(32)),
    Column("name", String(64), nullable=False),
    Column("begun", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("table_id", String(32)),
    Column("device", Boolean, nullable=False),
    Column("handed", Double),
    Column("moves", Text),
    Column("record", Text),
    Column("refused", String(200)),
    Column("claimed", Double),
    Column("judged", Double),
    Column("finished", Boolean),
    Column("loss", Integer),
    Column("score", Integer),
    Column("won", Double),
    Column("luck", Double),
    Column("found", Text),
    PrimaryKeyConstraint("duel", "side"),
    Index("halves_of", "player", "begun"),
    Index("halves_at", "table_id"),
    Index("halves_waiting", "judged", "handed"),
)
"""One row for a person and duel (`side` is the player), and one for an earlier game in it (`@earlier` …).

`player` is whose row it is when somebody is exported or forgotten; `seen` is when they last looked at the
others' halves. What was found follows from the record, and that from dice and moves.
"""
