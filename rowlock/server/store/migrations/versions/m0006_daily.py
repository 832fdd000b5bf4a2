"""The daily game: the chain of days, its seed apart from it, and everybody's tries."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "chains",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("anchor", sa.String(64), nullable=False),
    )
    op.create_table(
        "chain_seeds",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("pad", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("handed", sa.Double),
        sa.Column("moves", sa.Text),
        sa.Column("finished", sa.Boolean),
        sa.Column("claimed", sa.Double),
        sa.Column("loss", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("exact", sa.Boolean),
        sa.Column("found", sa.Text),
        sa.PrimaryKeyConstraint("day", "pad", "player"),
    )
    op.create_index("tries_of", "tries", ["player", "day"])
    op.create_index("tries_ranked", "tries", ["day", "pad", "loss", "score"])
