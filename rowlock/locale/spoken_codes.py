"""Codes that can be said aloud: a colour, some digits, an animal, as in "red 47 fox".

A code is a number, and every language has its own words for it. Its digits are 2 to 9, so that nobody
confuses thirteen with thirty. While few codes are in use two digits are enough; the more there are, the
longer they become, so that at most one in 500 leads to a table. See docs/codes.md.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

DIGITS = "23456789"
SPARSE = 500
"""Of so many codes at most one is in use."""
FEWEST, MOST = 2, 9
"""Digits of a code."""
LONGEST = 200
"""Characters of a code, as somebody types it."""
_PLAIN = str.maketrans({"ł": "l", "ß": "ss"})


class Words(NamedTuple):
    """The words of one language, in the order of all languages."""

    colours: tuple[str, ...]
    animals: tuple[str, ...]


@cache
def spoken_words() -> dict[str, Words]:
    """The words of every language that has some."""
    folder = files("rowlock.locale").joinpath("spoken_words")
    found = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        found[file.name.removesuffix(".toml")] = Words(tuple(read["colours"]), tuple(read["animals"]))
    return found


def draw_code(in_use: int, below: Callable[[int], int]) -> int:
    """A new code, where so many are in use; `below` gives a random number below another one."""
    colours, animals = _sizes()
    length = FEWEST
    while length < MOST and colours * animals * len(DIGITS) ** length < in_use * SPARSE:
        length += 1
    digits = "".join(DIGITS[below(len(DIGITS))] for _ in range(length))
    return (int(digits) * colours + below(colours)) * animals + below(animals)


def format_code(code: int, lang: str) -> str:
    """A code in the words of a language; long digits in groups of two and three, as they are said."""
    words = spoken_words()[lang]
    rest, animal = divmod(code, len(words.animals))
    digits, colour = divmod(rest, len(words.colours))
    return " ".join([words.colours[colour], *_groups(str(digits)), words.animals[animal]])


def parse_code(said: str) -> int | None:
    """The code that somebody typed in any language and order, slips included; None where it is not clear."""
    tokens = re.findall(r"[0-9]+|[^\W\d_]+", plain_word(said[:LONGEST]))
    digits = "".join(token for token in tokens if token.isdigit())
    named = [token for token in tokens if not token.isdigit()]
    if len(named) != 2 or not FEWEST <= len(digits) <= MOST or not set(digits) <= set(DIGITS):
        return None
    places = dict(one for one in map(_meaning, named) if one is not None)
    if set(places) != set(Words._fields):
        return None
    colours, animals = _sizes()
    return (int(digits) * colours + places["colours"]) * animals + places["animals"]


def plain_word(word: str) -> str:
    """A word without capitals and accents."""
    folded = unicodedata.normalize("NFKD", word.lower().translate(_PLAIN))
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def slips(typed: str, meant: str) -> int:
    """How many letters must be added, left out or changed to come from one word to another."""
    row = list(range(len(meant) + 1))
    for number, letter in enumerate(typed, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(meant, 1):
            changed = before + (letter != other)
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, changed)
    return row[-1]


def _sizes() -> tuple[int, int]:
    words = spoken_words()["en"]
    return len(words.colours), len(words.animals)


def _groups(digits: str) -> Iterator[str]:
    """Two or three digits together, from the left: 4723 is 47 23."""
    while len(digits) > 3:
        size = 2 if len(digits) in (4, 5) else 3
        yield digits[:size]
        digits = digits[size:]
    yield digits


@cache
def _meanings() -> dict[str, tuple[str, int]]:
    """The list and the place for which a word stands, whatever its language."""
    return {
        plain_word(word): (kind, place)
        for words in spoken_words().values()
        for kind, listed in zip(Words._fields, words, strict=True)
        for place, word in enumerate(listed)
    }


def _meaning(token: str) -> tuple[str, int] | None:
    """The word that this is: exactly, or the only one that is as near as a slip or two."""
    known = _meanings()
    if token in known:
        return known[token]
    near = {word: slips(token, word) for word in known if abs(len(word) - len(token)) <= 2}
    least = min(near.values(), default=99)
    if least > (1 if len(token) <= 5 else 2) or len(token) < 3:
        return None
    nearest = {known[word] for word, count in near.items() if count == least}
    return nearest.pop() if len(nearest) == 1 else None
