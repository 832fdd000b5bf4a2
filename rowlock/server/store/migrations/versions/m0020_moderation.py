"""Muted and blocked people, reports, bans that end, and a log of what operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

REFUSE = "the log of operators is only appended to"
FUNCTION = f"""
CREATE FUNCTION decisions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{REFUSE}'; END $$
"""


def upgrade() -> None:
    op.add_column("bans", sa.Column("until", sa.Double))
    op.create_table(
        "avoided",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player", "other"),
    )
    op.create_index("avoided_others", "avoided", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
    )
    op.create_index("reports_once", "reports", ["reporter", "player", "table_id", "game"], unique=True)
    op.create_index("reports_by", "reports", ["reporter", "at"])
    op.create_index("reports_about", "reports", ["player", "at"])
    op.create_index("reports_waiting", "reports", ["state", "at"])
    op.create_index("reports_at", "reports", ["table_id"])
    op.create_table(
        "decisions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
    )
    op.create_index("decisions_at", "decisions", ["at"])
    _keep_decisions()


def _keep_decisions() -> None:
    """Have the database refuse any change of the log."""
    if op.get_context().dialect.name == "postgresql":
        op.execute(FUNCTION)
        events = "UPDATE OR DELETE OR TRUNCATE"
        whole = "FOR EACH STATEMENT EXECUTE FUNCTION decisions_stay()"
        op.execute(f"CREATE TRIGGER decisions_stay BEFORE {events} ON decisions {whole}")
        return
    for event in ("UPDATE", "DELETE"):
        refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSE}'); END"
        op.execute(f"CREATE TRIGGER decisions_stay_{event.lower()} BEFORE {event} ON decisions {refuse}")
