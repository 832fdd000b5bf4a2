"""Whether kernels may be waited for: at a server nobody may, and a thread compiles or loads them.

It imports nothing that is heavy, so that a server can say so when it starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Lock, Thread


class Loading:
    """Whether kernels may be waited for, and whether they are there."""

    def __init__(self) -> None:
        self.in_background, self.ready, self.lock = 0, False, Lock()
        self.thread: Thread | None = None

    def is_ready(self) -> bool:
        """Whether exact endings can be asked; where nobody may wait, the first question has them loaded."""
        if self.ready or not self.in_background:
            return True
        with self.lock:
            if self.thread is None:
                self.thread = Thread(target=self._load, name="exact endings", daemon=True)
                self.thread.start()
        return False

    def _load(self) -> None:
        import_module("rowlock.solver.endings").load_kernels()
        self.ready = True


LOADING = Loading()


@contextmanager
def in_background() -> Iterator[None]:
    """Within, nobody waits for kernels: they are loaded by a thread when they are first needed."""
    LOADING.in_background += 1
    try:
        yield
    finally:
        LOADING.in_background -= 1
