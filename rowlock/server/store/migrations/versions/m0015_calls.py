"""Calls to devices: the server's key, wishes, devices, and what is due."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "call_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "call_wishes",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("kinds", sa.String(200), nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("daily_at", sa.Double),
    )
    op.create_index("call_wishes_daily", "call_wishes", ["daily_at"])
    op.create_table(
        "call_devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("p256dh", sa.String(200), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("call_devices_of", "call_devices", ["player", "created"])
    op.create_table(
        "calls",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("link", sa.String(200), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("due", sa.Double),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "kind", "subject"),
    )
    op.create_index("calls_due", "calls", ["due"])
    op.create_index("calls_about", "calls", ["kind", "subject"])
