"""Rated games, the ratings that follow from them, what reviews say of people, and who shows their profile."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_rated_games()
    create_ratings()
    create_profiles()


def create_rated_games() -> None:
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("ladder", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("pad", sa.String(32), nullable=False),
        sa.Column("finished", sa.Double, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("reviewed", sa.Boolean, nullable=False),
        sa.Column("claimed", sa.Double, nullable=False),
        sa.Column("claims", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "game"),
    )
    op.create_index("rated_uncounted", "rated_games", ["counted", "day", "ladder"])
    op.create_index("rated_unreviewed", "rated_games", ["reviewed", "finished"])
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("ladder", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("decisions", sa.BigInteger),
        sa.Column("lost", sa.BigInteger),
        sa.Column("squares", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", "game", "seat"),
    )
    op.create_index("rated_by", "rated_seats", ["who", "ladder", "day"])


def create_ratings() -> None:
    op.create_table(
        "rating_days",
        sa.Column("ladder", sa.String(32), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("who", "ladder", "day"),
    )
    op.create_table(
        "ratings",
        sa.Column("ladder", sa.String(32), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("season", sa.String(8), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("opponents", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("who", "ladder"),
    )
    op.create_index("ratings_board", "ratings", ["ladder", "season", "listed", "number"])


def create_profiles() -> None:
    op.create_table(
        "profiles",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("handle", sa.String(32), nullable=False, unique=True),
    )
    op.create_table(
        "digests",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("finished", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", "game", "seat"),
    )
    op.create_index("digests_recent", "digests", ["player", "finished"])
    op.add_column("reviews", sa.Column("digested", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("reviews_undigested", "reviews", ["digested"])
