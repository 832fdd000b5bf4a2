"""Games of clubs in order, the tallies that follow from them, and phrases on their walls."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

AT_ONCE = 500
"""Tables of clubs whose games are put in order by one statement."""


def upgrade() -> None:
    op.create_table(
        "club_played",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("club", "at", "table_id", "game"),
    )
    op.create_index("club_played_at", "club_played", ["table_id", "game"])
    op.create_table(
        "club_tallies",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("club", "year", "member"),
    )
    op.create_table(
        "club_words",
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("member", sa.String(32), nullable=False),
        sa.Column("phrase", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("club", "at", "member"),
    )
    op.add_column("clubs", sa.Column("tallied", sa.Double, nullable=False, server_default="-1"))
    op.create_index("club_tables_at", "club_tables", ["table_id"])
    _put_in_order()


def _put_in_order() -> None:
    """The games of earlier clubs, in pieces; the server tallies them beside the play."""
    opened = sa.table("club_tables", sa.column("club"), sa.column("table_id"))
    games = sa.table("games", *(sa.column(name) for name in ("table_id", "game", "finished")))
    names = ("club", "at", "table_id", "game")
    played = sa.table("club_played", *(sa.column(name) for name in names))
    place = sa.tuple_(opened.c.club, opened.c.table_id)
    some = sa.select(opened).order_by(*place).limit(AT_ONCE)
    line, after = op.get_bind(), ("", "")
    while rows := line.execute(some.where(place > after)).all():
        last = (rows[-1].club, rows[-1].table_id)
        both = sa.select(opened.c.club, games.c.finished, games.c.table_id, games.c.game)
        both = both.join(games, games.c.table_id == opened.c.table_id)
        line.execute(sa.insert(played).from_select(names, both.where(place > after, place <= last)))
        after = last
