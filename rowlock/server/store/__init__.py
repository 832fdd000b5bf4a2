"""All that is kept, and all SQL: tables' logs, players, lists, and the processes that share them."""

from rowlock.server.store.database import Conflict, database_url
from rowlock.server.store.store import TOUCH_SECONDS, Batch, FinishedGame, Player, Store, TableLine

__all__ = [
    "TOUCH_SECONDS",
    "Batch",
    "Conflict",
    "FinishedGame",
    "Player",
    "Store",
    "TableLine",
    "database_url",
]
