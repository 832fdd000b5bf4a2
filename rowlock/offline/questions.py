"""A question of the page and its answer; pads and positions as the page sends them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rowlock.engine.game import Game
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.offline.bots import missing_networks
from rowlock.offline.device import Device
from rowlock.table import finished
from rowlock.table.messages.reading import Key, read_keys, text
from rowlock.table.table import Entry, Plain, Table
from rowlock.table.texts import RECORD_LONGEST
from rowlock.variants import SUFFIX, load_named, read_known

OWN = "own"
"""The name of a pad of one's own."""


class MissingNetworks(Exception):
    """The answer is a network's word, and these are not on this device's shelf yet."""

    def __init__(self, names: list[str]) -> None:
        self.names = names


class Answer(NamedTuple):
    """What a question comes to; `log` is a new table to be stored first."""

    told: Any
    status: int = 200
    log: Sequence[Entry] | None = None
    says: tuple[str, str, Plain] | None = None
    """What is said along with it: the table, the kind, the body."""


class Question(NamedTuple):
    """A request, with the parts of its address and its body."""

    device: Device
    parts: tuple[str, ...]
    body: Any
    log: Callable[[str], list[Entry]]
    """The stored log of a table."""
    equipped: bool
    """Whether the networks that there are have been brought already."""

    @property
    def table(self) -> Table:
        return self.device.room(self.parts[0]).table

    @property
    def record(self) -> Any:
        return finished.read_game(self.log(self.parts[0]), int(self.parts[1]))

    def record_text(self) -> str:
        found: str = read_keys(self.body, {"text": Key(text(0, RECORD_LONGEST))}, "record")["text"]
        return found

    def equip(self, variant: Variant) -> None:
        """Have the networks brought that judge this pad, unless that was tried before."""
        names = [] if self.equipped else missing_networks(variant)
        if names:
            raise MissingNetworks(names)


Doors = list[tuple[str, str, Callable[[Question], Answer]]]
"""Method, address and who answers."""


def texts(value: Any) -> Any:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError("must be texts by file name")
    return value


def own_pad(text: str, parents: dict[str, str]) -> Variant:
    known = {name.removesuffix(SUFFIX): parent for name, parent in parents.items()}

    def find(name: str) -> tuple[str, str]:
        stem = name.removesuffix(SUFFIX)
        return (known[stem], stem + SUFFIX) if stem in known else read_known(name)

    return parse_variant(text, OWN, OWN + SUFFIX, find)


def read_position(text: str, own: Variant | None) -> Game:
    from rowlock.analysis.setup import read_position as read

    return read(text, lambda name, /, **options: own or load_named(name, **options))
