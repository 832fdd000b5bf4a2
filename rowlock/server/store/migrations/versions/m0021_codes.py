"""Codes that can be said aloud, by which open tables are joined."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("code", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), nullable=False, unique=True),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.create_index("codes_until", "codes", ["until"])
