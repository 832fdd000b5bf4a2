"""Where a process is reached by the others; which table it owns follows from its name alone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("DELETE FROM processes")
    op.add_column("processes", sa.Column("machine", sa.String(32), nullable=False, server_default=""))
    op.add_column("processes", sa.Column("reach", sa.String(128)))
    op.add_column("processes", sa.Column("word", sa.String(64), nullable=False, server_default=""))
    op.execute("ALTER TABLE tables DROP COLUMN owner")
