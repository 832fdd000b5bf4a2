"""Lines of the keys of a TOML text: `tomllib` gives values without them.

The scanner must never fail: it also reads texts that are not TOML, before `tomllib` refuses them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The way to a value: keys, and indices within arrays."""

DEEPEST = 6
"""More levels than a variant can need, and few enough for any parser."""

# Every alternative ends at the end of the text at the latest, so that scanning stays linear. Groups are not
# repeated possessively: Python 3.11.2, which Debian has, matches such groups wrongly.
_TOKEN = re.compile(
    r'''
    [ \t\r]+ | \#[^\n]*
    | (?P<token>
        """ (?: [^"\\] | \\. | "(?!"") )* (?: "{3,5} | \\?\Z )
      | \'\'\' (?: [^'] | '(?!\'\') )* (?: '{3,5} | \Z )
      | " (?: [^"\\\n] | \\[^\n] )* "?
      | ' [^'\n]*+ '?
      | \n | [\[\]{}=,]
      | [^ \t\r\n\[\]{}=,\#"']+
    )
    ''',
    re.VERBOSE | re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")


@dataclass(frozen=True)
class Places:
    """The line of every key and array element; the line where the nesting goes too deep, or 0."""

    lines: dict[Path, int]
    too_deep: int = 0


def find_places(text: str) -> Places:
    """Scan a TOML text for its keys; lines count from 1."""
    scanner = _Scanner()
    for token, line in _tokens(text):
        scanner.take(token, line)
        if scanner.too_deep:
            break
    return Places(scanner.lines, scanner.too_deep)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        token = found["token"]
        if token is not None:
            yield token, line
            line += token.count("\n")
    yield "\n", line


def _parse_key(raw: str) -> tuple[str, ...]:
    """The parts of a key such as `dice.faces` or `dice."faces"`."""
    if _BARE_KEY.fullmatch(raw):
        return tuple(raw.split("."))
    try:
        node = tomllib.loads(f"{raw} = 0")
    except (ValueError, RecursionError):
        return (raw,)
    parts = []
    while isinstance(node, dict) and node:
        (part, node), *_ = node.items()
        parts.append(part)
    return tuple(parts)


@dataclass
class _Open:
    """An array or inline table that is open; only arrays have an index."""

    path: Path
    index: int | None = None


class _Scanner:
    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self.too_deep = 0
        self.table: Path = ()
        self.last_index: dict[Path, int] = {}  # of each array of tables
        self.opened: list[_Open] = []
        self.key: list[str] = []
        self.path: Path = ()
        self.header = 0  # brackets before a table's name
        self.in_value = False

    def take(self, token: str, line: int) -> None:
        if token == "\n":
            self._end_line(line)
        elif self.in_value:
            self._take_in_value(token, line)
        else:
            self._take_in_key(token, line)
        if len(self.opened) > DEEPEST:
            self.too_deep = line

    def _end_line(self, line: int) -> None:
        if self.opened:
            return
        if self.header:
            self._enter_table(line)
        self.key, self.header, self.in_value = [], 0, False

    def _enter_table(self, line: int) -> None:
        parts = self._parts(line)
        path: Path = ()
        for i, part in enumerate(parts):
            path = (*path, part)
            if self.header > 1 and i == len(parts) - 1:
                self.last_index[path] = self.last_index.get(path, -1) + 1
            if path in self.last_index:
                path = (*path, self.last_index[path])
        self.table = path
        self._note(path, line)

    def _parts(self, line: int) -> tuple[str, ...]:
        parts = _parse_key("".join(self.key))
        self.key = []
        if len(parts) > DEEPEST:
            self.too_deep = line
        return parts[:DEEPEST]

    def _note(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _take_in_key(self, token: str, line: int) -> None:
        if token == "=":
            owner = self.opened[-1].path if self.opened else self.table
            self.path = (*owner, *self._parts(line))
            self._note(self.path, line)
            self.in_value = True
        elif token == "[" and not self.opened and not self.key:
            self.header += 1
        elif token == "}" and self.opened:
            self._shut()
        elif token == ",":
            self.key = []
        elif token not in ("[", "]"):
            self.key.append(token)

    def _take_in_value(self, token: str, line: int) -> None:
        inner = self.opened[-1] if self.opened else None
        if token in ("]", "}"):
            self._shut()
        elif token == ",":
            if inner and inner.index is not None:
                inner.index += 1
            else:
                self.in_value, self.key = not self.opened, []
        else:
            path = (*inner.path, inner.index) if inner and inner.index is not None else self.path
            self._note(path, line)
            if token == "[":
                self.opened.append(_Open(path, 0))
            elif token == "{":
                self.opened.append(_Open(path))
                self.in_value, self.key = False, []

    def _shut(self) -> None:
        if self.opened:
            self.opened.pop()
        self.in_value = True
