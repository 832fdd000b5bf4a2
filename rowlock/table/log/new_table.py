"""A new table, from the first entry of its log."""

from __future__ import annotations

from functools import lru_cache

from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.table.log.opened import Opened
from rowlock.table.rated import check_rated
from rowlock.table.rights import check_seats
from rowlock.table.table import Entry, Said, Table
from rowlock.variants import recognise


def open_table(entry: Entry) -> Said:
    """A new table from the first entry of its log."""
    opened = Opened.of(entry.body)
    variant = read_variant(opened.variant, opened.text)
    check_seats(variant, len(opened.seats))
    table = Table(
        variant=variant,
        seats=opened.seats,
        settings=opened.settings,
        edition=opened.edition,
        offline=opened.offline,
        position=opened.position,
        given=opened.given,
        shared=opened.shared,
        id=opened.table,
        host=entry.player or "",
        host_name=opened.name or "",
        secret=secret_of(entry),
        number=entry.number,
        since=entry.at,
        at=entry.at,
    )
    check_rated(table)
    return table, []


@lru_cache(maxsize=256)
def read_variant(name: str, text: str) -> Variant:
    """The table's own copy of its rules, so that a log reads the same after an upgrade."""
    return recognise(parse_variant(text, name))


def secret_of(entry: Entry) -> str:
    """The secret that comes with an entry; in older logs it is in the body."""
    secret: str = entry.body["secret"] if entry.secret is None else entry.secret
    return secret
