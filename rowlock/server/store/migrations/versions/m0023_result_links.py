"""Whether somebody agrees that links to their finished games show the result."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("players", sa.Column("result_links", sa.Boolean, nullable=False, server_default=sa.false()))
