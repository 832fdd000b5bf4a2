"""Reading values out of a variant's tables, and keeping every mistake with its place.

A mistake is one line: `FILE:LINE: KEY: what is wrong; what would be right`. Elements of arrays
count from 1 in a key, as rows do at the table: `rows[2].cells` belongs to the second row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple, TypeVar

from rowlock.engine.errors import shown
from rowlock.engine.variant_places import Path

Word = TypeVar("Word", bound=str)

MOST_MISTAKES = 100
"""Reading stops here: a file that is not a variant at all would otherwise give thousands."""

MISSING = object()


class Spot(NamedTuple):
    """A line of a file."""

    source: str
    line: int


class Enough(Exception):
    """So many mistakes that looking for more helps nobody."""


class Mistakes:
    """The mistakes found so far, in the order of the reading."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, spot: Spot, key: str, what: str, right: str) -> None:
        if len(self.lines) >= MOST_MISTAKES:
            self.lines.append(f"{spot.source}:{spot.line}: file: there are more mistakes; fix these first")
            raise Enough
        self.lines.append(f"{spot.source}:{spot.line}: {key}: {what}; {right}")


def clean(text: str) -> str:
    """A text reduced to one line."""
    return "".join(char if char.isprintable() else "?" for char in text)


def nearest(word: str, known: Iterable[str]) -> str:
    """Advice for an unknown word: the nearest one, and all that exist."""
    every = tuple(known)
    near = get_close_matches(word[:40].lower(), every, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}known: {', '.join(every)}"


def name_key(path: Path) -> str:
    """A path as people write it: `rows[2].cells`."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part + 1}]"
        else:
            plain = part if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else shown(part)
            name += f".{plain}" if name else plain
    return name


def quote_value(value: object) -> str:
    """A value as it may be quoted in a message."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, int):
        # Python refuses to write out a number of very many digits
        return str(value) if abs(value) < 10**12 else "a huge number"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else shown(str(value))


class Reader:
    """A variant's tables, all parents merged in, with the place of every key."""

    def __init__(
        self,
        tree: Mapping[str, object],
        spots: Mapping[Path, Spot],
        home: Spot,
        mistakes: Mistakes,
        *,
        complete: bool = True,
    ) -> None:
        self.tree = tree
        self.spots = spots
        self.home = home
        self.mistakes = mistakes
        self.complete = complete  # False without the parent: then no key counts as missing

    def wrong(self, path: Path, what: str, right: str) -> None:
        """Note a mistake at the nearest place that the files have for this key."""
        lengths = range(len(path), 0, -1)
        spot = next((self.spots[path[:n]] for n in lengths if path[:n] in self.spots), self.home)
        self.mistakes.add(spot, name_key(path), what, right)

    def find(self, path: Path) -> object:
        """The value at this path, or MISSING."""
        node: object = self.tree
        for part in path:
            if isinstance(node, Mapping):
                node = node.get(part, MISSING)
            elif isinstance(node, list) and isinstance(part, int) and part < len(node):
                node = node[part]
            else:
                return MISSING
        return node

    def has(self, path: Path) -> bool:
        return self.find(path) is not MISSING

    def need(self, path: Path, right: str) -> object:
        """The value at this path; a mistake if it is missing where its table could have it."""
        value = self.find(path)
        if value is MISSING and self.complete:
            table = self.find(path[:-1])
            if table is MISSING or isinstance(table, Mapping):
                self.wrong(path, "is missing", right)
        return value

    def whole(self, path: Path, least: int, most: int, why: str = "") -> int | None:
        """A whole number within bounds."""
        right = f"a whole number from {least} to {most}{why}"
        return self.whole_of(path, self.need(path, right), least, most, right)

    def whole_of(self, path: Path, value: object, least: int, most: int, right: str) -> int | None:
        if value is MISSING:
            return None
        # true and false are whole numbers to Python, but to nobody else
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(path, f"{quote_value(value)} is not a whole number", right)
        elif not least <= value <= most:
            self.wrong(path, f"{quote_value(value)} is out of range", right)
        else:
            return value
        return None

    def text(self, path: Path, right: str) -> str | None:
        value = self.need(path, right)
        if isinstance(value, str):
            return value
        if value is not MISSING:
            self.wrong(path, f"{quote_value(value)} is not text", right)
        return None

    def one_of(self, path: Path, words: tuple[Word, ...], noun: str) -> Word | None:
        """One of a few words."""
        word = self.text(path, f"one of {', '.join(words)}")
        found = next((one for one in words if one == word), None)
        if word is not None and found is None:
            self.wrong(path, f"there is no {noun} {shown(word)}", nearest(word, words))
        return found

    def option(self, name: str, words: tuple[str, ...]) -> str:
        """An option's word; the first one is its ruling."""
        if not self.has(("options", name)):
            return words[0]
        return self.one_of(("options", name), words, "choice") or words[0]

    def list_of(self, path: Path, right: str) -> list[object] | None:
        value = self.need(path, right)
        if isinstance(value, list):
            return value
        if value is not MISSING:
            self.wrong(path, f"{quote_value(value)} is not a list", right)
        return None

    def known_keys(self, path: Path, known: tuple[str, ...]) -> None:
        """Note every key of a table that nobody would read."""
        table = self.find(path)
        for key in table if isinstance(table, Mapping) else ():
            if key not in known:
                self.wrong((*path, key), "there is no such key", nearest(key, known))
