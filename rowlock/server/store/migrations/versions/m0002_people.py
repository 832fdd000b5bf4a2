"""Codes with which players come back, who is kept out, and where somebody has ever sat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("players", sa.Column("recovery_hash", sa.String(64)))
    op.create_index("players_recovery", "players", ["recovery_hash"], unique=True)
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("kind", "value"),
    )
    seated = sa.text("kind IN ('created', 'sit')")
    op.create_index(
        "entries_seated",
        "entries",
        ["player", "table_id"],
        postgresql_where=seated,
        sqlite_where=seated,
    )
