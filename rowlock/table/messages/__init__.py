"""The messages at a table: one class is one message, found by being here."""

from importlib import import_module
from pkgutil import iter_modules

# isort: split
# in the order in which the documentation has them; the loop below finds the others
from rowlock.table.messages import connection, seating, hosting, dice, play, corrections, talk  # noqa: F401, I001
from rowlock.table.messages.message import (
    KINDS,
    House,
    Message,
    Saying,
    Who,
    client_messages,
    completed,
    is_quiet,
    next_entry,
    saying_of,
)

__all__ = [
    "KINDS",
    "House",
    "Message",
    "Saying",
    "Who",
    "client_messages",
    "completed",
    "is_quiet",
    "next_entry",
    "saying_of",
]

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")
