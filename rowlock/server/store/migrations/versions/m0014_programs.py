"""Programs that play each other and the bots of the house, and their games."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("pads", sa.Text, nullable=False),
        sa.Column("joined", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("since", sa.Double),
        sa.Column("table_id", sa.String(32)),
        sa.Column("rests", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("faults", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
    )
    op.create_index("programs_waiting", "programs", ["since"])
    op.create_table(
        "program_games",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("pad", sa.String(32), nullable=False),
        sa.Column("first", sa.String(40)),
        sa.Column("second", sa.String(40)),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("program_games_on", "program_games", ["over", "opened"])
    op.create_index("program_games_first", "program_games", ["first", "opened"])
    op.create_index("program_games_second", "program_games", ["second", "opened"])
