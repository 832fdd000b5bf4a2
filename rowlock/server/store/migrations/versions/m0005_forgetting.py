"""Who is being forgotten, and how far that has come; how often a table's log was rewritten for it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("forgets", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "forgettings",
        sa.Column("ticket", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32)),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("finished", sa.Double),
    )
