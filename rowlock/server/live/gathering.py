"""Work that can wait a moment is gathered: asked for often, it is done once, and a few at a time.

Watchers come and go, and a thousand connections may be lost at the same instant. Everybody at a table hears
of it a moment later and only once, and the event loop never has to do it all in one turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MOMENT = 0.02
"""Seconds for which things gather."""
AT_ONCE = 20
"""How many are done in one turn of the loop."""

Work = Callable[[], None]


class Gathering:
    """Work that is to be done soon, in the order in which it was first asked for."""

    def __init__(self) -> None:
        self._waiting: dict[Work, None] = {}
        self._is_set = False

    def soon(self, work: Work) -> None:
        """Have something done in a moment; asked for again before that, it is done once."""
        self._waiting[work] = None
        if not self._is_set:
            self._is_set = True
            asyncio.get_running_loop().call_later(MOMENT, self._some)

    def _some(self) -> None:
        for work in list(self._waiting)[:AT_ONCE]:
            del self._waiting[work]
            work()
        self._is_set = bool(self._waiting)
        if self._is_set:
            asyncio.get_running_loop().call_later(0, self._some)
