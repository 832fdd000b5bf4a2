"""Clubs that were closed, as long as something of them is left: it goes in pieces."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "club_closings",
        sa.Column("club", sa.String(32), primary_key=True),
        sa.Column("asked", sa.Double, nullable=False),
    )
