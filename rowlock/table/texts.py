"""Texts that people bring to a table, and how long they may be."""

from __future__ import annotations

import unicodedata
from typing import Literal, get_args

NAME_LONGEST = 24
CHAT_LONGEST = 200
SEED_LONGEST = 128
SHUFFLE_LONGEST = 400
VARIANT_LONGEST = 32_768
RECORD_LONGEST = 262_144
MESSAGE_LONGEST = 4_096

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Invisible letters."""

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "wow",
    "your_turn",
    "one_moment",
    "again",
    "goodbye",
]
PHRASES: tuple[str, ...] = get_args(Phrase)


def one_line(text: str) -> str:
    """Text without line breaks and other control characters, and without blanks around it."""
    text = text.strip()
    joined = text.replace("\u200d", "")  # it holds emoji of several parts together
    if not joined.isprintable() or not any(map(_is_visible, joined)):
        raise ValueError("must be one line of text that can be seen")
    return text


def _is_visible(character: str) -> bool:
    return character not in BLANKS and unicodedata.category(character)[0] not in "MZC"


def plain_id(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be printable")
    return text


def seed_text(text: str) -> str:
    """A seed stands in the record, where # begins a comment; it is hashed exactly as it is."""
    if "#" in text or text != one_line(text):
        raise ValueError("must not contain #, or blanks around it")
    return text
