"""Passkeys, and tokens of more than one device, as SQLAlchemy sees them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, String, Table, Text

from rowlock.server.store.schema import metadata

tokens = Table(
    "tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("created", Double, nullable=False),
    Index("tokens_of", "player", "created"),
)
"""Tokens of further devices, by their hashes; the first one is kept with its player."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("credential", Text, nullable=False, unique=True),
    Column("player", String(32), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("synced", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double),
    Index("passkeys_of", "player"),
)
"""Public keys alone: the private ones never leave the devices. `uses` is the authenticator's own counter."""

challenges = Table(
    "challenges",
    metadata,
    Column("challenge", String(128), primary_key=True),
    Column("player", String(32)),
    Column("at", Double, nullable=False),
    Index("challenges_at", "at"),
)
"""Challenges that a device signs, once and soon: of a player who makes a passkey, or of nobody known."""
