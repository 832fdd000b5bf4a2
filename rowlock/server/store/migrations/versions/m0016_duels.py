"""Duels: what everybody in one shares, the secret of its dice apart from it, and everybody's halves."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "duels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32)),
        sa.Column("maker_name", sa.String(64), nullable=False),
        sa.Column("against", sa.String(16), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("closes", sa.Double, nullable=False),
        sa.Column("pad", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("seeds", sa.Text, nullable=False),
        sa.Column("seals", sa.Text),
    )
    op.create_index("duels_made", "duels", ["maker", "created"])
    op.create_table(
        "duel_secrets",
        sa.Column("duel", sa.String(32), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "halves",
        sa.Column("duel", sa.String(32), nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("half", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("device", sa.Boolean, nullable=False),
        sa.Column("handed", sa.Double),
        sa.Column("moves", sa.Text),
        sa.Column("record", sa.Text),
        sa.Column("refused", sa.String(200)),
        sa.Column("claimed", sa.Double),
        sa.Column("judged", sa.Double),
        sa.Column("finished", sa.Boolean),
        sa.Column("loss", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("won", sa.Double),
        sa.Column("luck", sa.Double),
        sa.Column("found", sa.Text),
        sa.PrimaryKeyConstraint("duel", "side"),
    )
    op.create_index("halves_of", "halves", ["player", "begun"])
    op.create_index("halves_at", "halves", ["table_id"])
    op.create_index("halves_waiting", "halves", ["judged", "handed"])
