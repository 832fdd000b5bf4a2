"""Events: what was said in them, who takes part, who is referee, and the tables of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.Column("edits", sa.Integer, nullable=False),
    )
    op.create_index("events_running", "events", ["running"])
    op.create_table(
        "event_seeds",
        sa.Column("event", sa.String(32), primary_key=True),
        sa.Column("seed", sa.String(200), nullable=False),
    )
    op.create_table(
        "event_said",
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("event", "number"),
    )
    op.create_index("event_said_by", "event_said", ["player"])
    op.create_table(
        "event_people",
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("person", sa.Integer),
        sa.Column("referee", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("event", "player"),
    )
    op.create_index("event_people_of", "event_people", ["player"])
    op.create_table(
        "event_tables",
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("event", "round", "number"),
    )
