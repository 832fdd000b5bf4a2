"""The database, as SQLAlchemy sees it. `entries` is the only truth; `tables`, `games` and `game_seats`
repeat parts of it so that they can be listed, and follow from it, as reviews do."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("program", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("recovery_hash", String(64)),
    Column("open_data", Boolean, nullable=False, server_default=false()),
    Column("result_links", Boolean, nullable=False, server_default=false()),
    Index("players_recovery", "recovery_hash", unique=True),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(16), nullable=False),
    Column("value", String(64), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double),
    PrimaryKeyConstraint("kind", "value"),
)
"""Who is kept out (`player`, `address`) or may not talk (`mute`); until when, if not for good."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("summary", Text, nullable=False),
    Column("forgets", Integer, nullable=False, server_default="0"),
    Column("due", Double),
    Index("tables_listed", "listed", "updated"),
    Index("tables_due", "due"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("player", String(32)),
    Column("kind", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(64)),
    PrimaryKeyConstraint("table_id", "number"),
    Index("entries_key", "table_id", "player", "key", unique=True),
)
_seated = entries.c.kind.in_(["created", "sit"])
Index("entries_seated", entries.c.player, entries.c.table_id, postgresql_where=_seated, sqlite_where=_seated)

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("secret", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""The house's part of the dice, by the entry that it came with: apart from what anybody may ever be given."""

games = Table(
    "games",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("finished", Double, nullable=False),
    Column("summary", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "game"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("analysis", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("digested", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("table_id", "game"),
    Index("reviews_undigested", "digested"),
)
"""Derived data: they can be worked out again at any time."""

game_seats = Table(
    "game_seats",
    metadata,
    Column("player", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("finished", Double, nullable=False),
    PrimaryKeyConstraint("player", "table_id", "game", "seat"),
    Index("game_seats_recent", "player", "finished"),
    Index("game_seats_at", "table_id", "game"),
)

forgettings = Table(
    "forgettings",
    metadata,
    Column("ticket", String(32), primary_key=True),
    Column("player", String(32)),
    Column("asked", Double, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("place", Integer, nullable=False),
    Column("names", Text, nullable=False),
    Column("tables", Integer, nullable=False),
    Column("finished", Double),
)
"""Who is being forgotten and how far that has come; at its end it says no longer who."""

chains = Table(
    "chains",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("first", String(10), nullable=False),
    Column("days", Integer, nullable=False),
    Column("anchor", String(64), nullable=False),
)
"""The public part of the chain of days."""

chain_seeds = Table(
    "chain_seeds",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("seed", String(64), nullable=False),
)
"""The secret that all days of a chain follow from, apart from everything that anybody may be given."""

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), nullable=False),
    Column("pad", String(32), nullable=False),
    Column("player", String(32), nullable=False),
    Column("begun", Double, nullable=False),
    Column("table_id", String(32)),
    Column("handed", Double),
    Column("moves", Text),
    Column("finished", Boolean),
    Column("claimed", Double),
    Column("loss", Integer),
    Column("score", Integer),
    Column("exact", Boolean),
    Column("found", Text),
    PrimaryKeyConstraint("day", "pad", "player"),
    Index("tries_of", "player", "day"),
    Index("tries_ranked", "day", "pad", "loss", "score"),
)
"""Daily games: one row for a person, day and pad. What was found follows from the moves."""

rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("ladder", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("pad", String(32), nullable=False),
    Column("finished", Double, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("reviewed", Boolean, nullable=False),
    Column("claimed", Double, nullable=False),
    Column("claims", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "game"),
    Index("rated_uncounted", "counted", "day", "ladder"),
    Index("rated_unreviewed", "reviewed", "finished"),
)
"""The truth of the ratings, with `rated_seats`; it stays when its tables are pruned."""

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String(40), nullable=False),
    Column("ladder", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("score", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("decisions", BigInteger),
    Column("lost", BigInteger),
    Column("squares", BigInteger),
    PrimaryKeyConstraint("table_id", "game", "seat"),
    Index("rated_by", "who", "ladder", "day"),
)
"""Who played, by id or as `bot:NAME`; what decisions lost is known when the game was reviewed."""

rating_days = Table(
    "rating_days",
    metadata,
    Column("ladder", String(32), nullable=False),
    Column("who", String(40), nullable=False),
    Column("day", String(10), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    PrimaryKeyConstraint("who", "ladder", "day"),
)
"""Derived data: everybody's skill in the evening of every day of play."""

ratings = Table(
    "ratings",
    metadata,
    Column("ladder", String(32), nullable=False),
    Column("who", String(40), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("number", Integer, nullable=False),
    Column("season", String(8), nullable=False),
    Column("games", Integer, nullable=False),
    Column("opponents", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    PrimaryKeyConstraint("who", "ladder", "season"),
    Index("ratings_board", "ladder", "season", "listed", "number"),
)
"""Derived data: where everybody stood after their last game of every season, for the boards."""

profiles = Table(
    "profiles",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("handle", String(32), nullable=False, unique=True),
)
"""Those who wish to be seen, and under which name."""

digests = Table(
    "digests",
    metadata,
    Column("player", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("finished", Double, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("player", "table_id", "game", "seat"),
    Index("digests_recent", "player", "finished"),
)
"""The review of a game for one seat, in a few numbers (`community.progress`)."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seen", Double, nullable=False),
    Column("machine", String(32), nullable=False, server_default=""),
    Column("reach", String(128)),
    Column("word", String(64), nullable=False, server_default=""),
)
"""Those that live, and how the others reach them; which tables they own follows from their names."""
