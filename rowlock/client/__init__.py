"""The protocol from outside: the reference client, for programs and bots (docs/protocol.md).

`join` lets a bot play at a table; `Client` (for `asyncio`) and `BlockingClient` are connections that recover
by themselves; `call` is the HTTP side.
"""

from rowlock.client.blocking import BlockingClient
from rowlock.client.connection import Client
from rowlock.client.http import ServerRefused, Unreachable, call, link_of_code, split_link
from rowlock.client.joining import join, join_async
from rowlock.engine.json_object import JsonObject

__all__ = [
    "BlockingClient",
    "Client",
    "JsonObject",
    "ServerRefused",
    "Unreachable",
    "call",
    "join",
    "join_async",
    "link_of_code",
    "split_link",
]
