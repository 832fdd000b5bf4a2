"""The file of an event: its plan, its seed, and everything that was said, in order."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rowlock.community.errors import BadEvent
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.file import StoredEvent, read_stored_event
from rowlock.community.events.kit.log import replay
from rowlock.community.events.kit.sayings import Saying

PATIENCE = 10.0
"""Seconds for which another referee's command is waited for."""


@dataclass
class EventFile:
    """An event in a file; every saying is written before anybody hears of it."""

    path: Path
    plan: Plan
    seed: str
    said: list[Saying]
    dice: str = ""

    @property
    def kept(self) -> StoredEvent:
        return StoredEvent(self.plan, self.seed, tuple(self.said), self.dice)

    @property
    def event(self) -> Event:
        return replay(self.plan, self.seed, self.said)

    def say(self, *sayings: Saying) -> Event:
        """Apply all of them and write the file, or refuse all of them and leave it as it is."""
        event = self.event
        for saying in sayings:
            event = saying.apply(event)
        self.said += sayings
        self.write()
        return event

    def write(self) -> None:
        """Write the file beside its place, then move it there: nobody ever sees half of it."""
        plain = self.kept.to_json()
        draft = self.path.with_name(self.path.name + ".part")
        draft.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        draft.replace(self.path)


def read_event(path: Path) -> EventFile:
    """Return the event of a file; raises `BadEvent` if it is none."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadEvent(f"{path} does not exist; `rowlock event new {path}` makes it") from None
    except OSError as error:
        raise BadEvent(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise BadEvent(f"{path} is not the file of an event: it is not JSON") from None
    try:
        kept = read_stored_event(plain)
    except BadEvent as error:
        raise BadEvent(f"{path} is {error}") from None
    return EventFile(path, kept.plan, kept.seed, list(kept.said), kept.dice)


@contextmanager
def only_referee(path: Path) -> Iterator[None]:
    """Let two referees write one after the other: the second waits until the first is done."""
    if not path.parent.is_dir():
        raise BadEvent(f"{path.parent} is no folder")
    with path.with_name(f".{path.name}.lock").open("a") as file:  # it stays: who removes it opens a gap
        _take(file)
        yield


def _take(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: a referee's laptop is used by one person
        return
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > end:
                raise BadEvent("another referee's command is still writing; try again") from None
            time.sleep(0.05)
        else:
            return
