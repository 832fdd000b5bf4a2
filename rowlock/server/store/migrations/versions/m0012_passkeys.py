"""Passkeys, the challenges that they sign, and tokens for more than one device."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("tokens_of", "tokens", ["player", "created"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("credential", sa.Text, nullable=False, unique=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("synced", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.create_index("passkeys_of", "passkeys", ["player"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(128), primary_key=True),
        sa.Column("player", sa.String(32)),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("challenges_at", "challenges", ["at"])
