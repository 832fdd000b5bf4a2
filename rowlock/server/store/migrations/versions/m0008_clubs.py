"""Clubs: their members, the tables whose games are theirs, and games that were brought along."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("link", sa.String(32), nullable=False, unique=True),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("emptied", sa.Double),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("keeper", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("club", "id"),
    )
    op.create_index("club_members_of", "club_members", ["player", "club"], unique=True)
    op.create_table(
        "club_tables",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("club", "table_id"),
    )
    op.create_index("game_seats_at", "game_seats", ["table_id", "game"])
    op.create_table(
        "club_games",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("club", "number"),
    )
