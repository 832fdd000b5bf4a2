"""Whether somebody agrees that their finished games become open data."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("players", sa.Column("open_data", sa.Boolean, nullable=False, server_default=sa.false()))
