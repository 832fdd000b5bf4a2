"""Events whose tables share dice: the source of them, and the tables at which they are still secret."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("event_seeds", sa.Column("dice", sa.String(200), nullable=False, server_default=""))
    op.add_column("event_tables", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("event_tables_at", "event_tables", ["table_id"])
