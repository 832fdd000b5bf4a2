"""Ratings are kept season by season: those of earlier seasons are counted again from the rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute("CREATE TABLE ratings_before AS SELECT * FROM ratings")
    op.drop_table("ratings")
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
        sa.PrimaryKeyConstraint("who", "ladder", "season"),
    )
    op.create_index("ratings_board", "ratings", ["ladder", "season", "listed", "number"])
    names = "ladder, who, mu, sigma, number, season, games, opponents, listed"
    op.execute(f"INSERT INTO ratings ({names}) SELECT {names} FROM ratings_before")
    op.drop_table("ratings_before")
    rated_games = sa.table("rated_games", sa.column("counted", sa.Boolean))
    op.execute(rated_games.update().values(counted=sa.false()))
