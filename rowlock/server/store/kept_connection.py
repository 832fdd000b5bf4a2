"""A connection that is kept from one call to the next.

Whoever uses it takes it out and puts it back, so that a call that was given up, and ends later, never touches
what others use by then: it finds another one in its place, and closes its own.
"""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar


class Closable(Protocol):
    """A connection that can be closed."""

    def close(self) -> Awaitable[None]: ...


Line = TypeVar("Line", bound=Closable)


class KeptConnection(Generic[Line]):
    """The place of one connection, which is empty while somebody uses it."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._is_closed = False

    def take(self) -> Line | None:
        """The connection, for the caller alone; None if there is none, or somebody uses it."""
        line, self._line = self._line, None
        return line

    def put_back(self, line: Line) -> bool:
        """Keep a connection for the next call; False if it is not needed any more, and is to be closed."""
        if self._line is not None or self._is_closed:
            return False
        self._line = line
        return True

    async def close(self) -> None:
        """Close it, and keep none from now on."""
        self._is_closed = True
        line = self.take()
        if line is not None:
            await close(line)


async def close(line: Closable) -> None:
    """Close a connection that may be broken."""
    with suppress(Exception):
        await line.close()
