"""Labels of buttons: how wide one may be at each of its places, on a screen of 320 px."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

Measure = Callable[[str], float]
"""The width of a text in letters of size 1, as the page's font has it."""
SIZE = 17.0
"""The letters of buttons, in px."""


class Place(NamedTuple):
    """Buttons of one kind: the texts on them, the width of a line in px, and how many lines there may be."""

    name: str
    keys: re.Pattern[str]
    room: float
    lines: int


PLACES = (
    Place("a button in a line of its own", re.compile(
        r"page\.front\.(now|join|analysis)|page\.lobby\.(invite|start)|page\.end\.(rematch|review|daily)"
        r"|page\.own\.(keep|play|back|save|bring|print)|page\.me\.(make|copy|have|come|fetch|delete)"
        r"|page\.table\.(back|roll)|study\.onward\.\w+|people\.daily\.(play|resume|practice)|page\.again"
        r"|page\.(hint\.(take|keep)|dice\.(enter|correct|keep)|cards\.(look|end_turn))|page\.puzzle\.(show|another)"
    ), 220.0, 1),
    Place("one of two side by side", re.compile(
        r"page\.front\.(friends|device|real|solo|join_go)|page\.lobby\.(copy|sit|stand_up|open|share)"
        r"|page\.end\.(replay|record|verify|share|table|lobby|picture|more)|page\.(rules|home|close)"
        r"|page\.pad\.(count|penalty)|page\.cards\.verify|game\.moves\.(pass|undo|done)|page\.puzzle\.answer"
    ), 96.0, 2),
    Place("a line of a menu", re.compile(
        r"page\.table\.(leave|bot_plays|ban|mute|unmute|hand_on|resign|abort|abort_not|nudge|send|rather_not)"
    ), 208.0, 1),
)  # fmt: skip


def too_long(texts: Mapping[str, str | dict[str, str]], measure: Measure) -> Iterator[tuple[str, str]]:
    """Every label that does not fit its place, with its key."""
    for key, text in texts.items():
        place = place_of(key)
        for form in () if place is None else [text] if isinstance(text, str) else text.values():
            if place and not fits(form, place, measure):
                yield key, f"is too long for {place.name} at 320 px ({SIZE * measure(form):.0f} px): {form}"


def place_of(key: str) -> Place | None:
    return next((place for place in PLACES if place.keys.fullmatch(key)), None)


def fits(label: str, place: Place, measure: Measure) -> bool:
    """Whether a label fits its place, broken between words only."""
    lines, used = 1, 0.0
    space = SIZE * measure(" ")
    for word in re.split("[ \u00ad]", label):
        width = SIZE * measure(word)
        if width > place.room:
            return False
        if used and used + space + width > place.room:
            lines, used = lines + 1, width
        else:
            used += (space if used else 0.0) + width
    return lines <= place.lines
