"""The address from which a program asks: those of one address take turns."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("programs", sa.Column("address", sa.String(64)))
