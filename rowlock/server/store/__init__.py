"""All that is kept, and all SQL: tables' logs, players, lists, and the processes that share them."""

from rowlock.server.store.batches import Batch, FinishedGame, TableLine
from rowlock.server.store.database import Conflict, Rewritten, database_url
from rowlock.server.store.lists import IN_USE_SECONDS, TOUCH_SECONDS
from rowlock.server.store.people import Act, Ban, Player
from rowlock.server.store.store import Store

__all__ = [
    "IN_USE_SECONDS",
    "TOUCH_SECONDS",
    "Act",
    "Ban",
    "Batch",
    "Conflict",
    "FinishedGame",
    "Player",
    "Rewritten",
    "Store",
    "TableLine",
    "database_url",
]
