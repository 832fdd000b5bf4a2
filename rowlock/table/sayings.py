"""The words at a table, and what follows: `say(table, entry)` gives the next table and the facts.

Rights are checked by the messages themselves (`rowlock.table.messages`), once, for live play and for replay
alike: the player of an entry comes from a token, never from the message.
"""

from __future__ import annotations

from rowlock.table.corrections import settle
from rowlock.table.messages import saying_of
from rowlock.table.table import Entry, Said, Table


def say(table: Table, entry: Entry) -> Said:
    """The table after an entry, and what followed; raises and changes nothing if it is not allowed."""
    after, facts = saying_of(entry).apply(table, entry)
    settled, more = settle(after)
    return settled._replace(number=entry.number, at=entry.at), facts + more
