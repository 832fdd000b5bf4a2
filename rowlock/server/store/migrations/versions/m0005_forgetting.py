"""Who is being forgotten, and how far that has come; how often a table's log was rewritten for it.

Since then a ban of an IPv6 address holds for its /64 network; earlier ones were of single addresses.
"""

from contextlib import suppress
from ipaddress import IPv6Address, IPv6Network

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("forgets", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "forgettings",
        sa.Column("ticket", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32)),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("finished", sa.Double),
    )
    _widen_bans()


def _widen_bans() -> None:
    """Make bans of single IPv6 addresses bans of their networks, each once, with the reason of the first."""
    bans = sa.table("bans", *(sa.column(name) for name in ("kind", "value", "reason", "created")))
    database = op.get_bind()
    known = sa.select(bans).where(bans.c.kind == "address", bans.c.value.contains(":"))
    wide = dict[str, sa.Row]()  # type: ignore[type-arg]
    for row in database.execute(known.order_by(bans.c.created)).all():
        with suppress(ValueError):  # what is no address stays as it is
            wide.setdefault(_network(row.value), row)
            database.execute(sa.delete(bans).where(bans.c.kind == "address", bans.c.value == row.value))
    for value, row in wide.items():
        database.execute(sa.delete(bans).where(bans.c.kind == "address", bans.c.value == value))
        database.execute(sa.insert(bans).values(**{**row._mapping, "value": value}))


def _network(value: str) -> str:
    address = IPv6Address(value.split("%")[0].removesuffix("/64"))
    if address.is_loopback:
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))
