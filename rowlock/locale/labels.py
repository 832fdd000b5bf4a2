"""Labels of the page: how wide one may be at each of its places, on a screen of 320 px."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

Measure = Callable[[str], float]
"""The width of a text in letters of size 1, as the page's font has it."""
Texts = Mapping[str, str | dict[str, str]]


class Labels(NamedTuple):
    """Labels of one kind: their keys, the width of a line in px, how many lines, the letters."""

    name: str
    keys: re.Pattern[str]
    room: float
    lines: int
    size: float = 17.0


# A paper leaves 256 px for words (Papers.svelte), a dialog 264 (Dialog.svelte); a button takes 36 of them for
# its edges (app.css), a list 46 with its arrow; a name in a table keeps 72.
PLACES = (
    Labels("a button in a line of its own", re.compile(
        r"page\.front\.(now|join|analysis)|page\.lobby\.(invite|start)|page\.end\.(rematch|review|daily|duel)"
        r"|page\.own\.(keep|play|back|save|bring|print)|page\.me\.(make|copy|have|come|fetch|delete)"
        r"|page\.table\.(back|roll)|study\.onward\.\w+|people\.daily\.(play|resume|practice)|page\.again"
        r"|page\.(hint\.(take|keep)|dice\.(enter|correct|keep)|cards\.(look|end_turn))|page\.puzzle\.(show|another)"
        r"|people\.duels\.(play|take|make)|people\.clubs\.(open|join|make|print|renew|close|file|leave|remove)"
        r"|people\.clubs\.(appoint|dismiss|keep|new_key|tonight|bring)|people\.passkeys\.(make|remove)"
        r"|people\.events\.(join|go|here|away|find_game|stop_looking|announce|longer|start|close|enter|correct)"
        r"|people\.events\.(points_in|appoint|dismiss|file|undo_yes|hall|add_yes|print)|people\.calls\.trial"
    ), 220.0, 1),
    Labels("a button with a longer text", re.compile(
        r"people\.(duels\.club|clubs\.noted|passkeys\.come|calls\.(on|off)|me\.practise_all|events\.cards)"
        r"|page\.end\.(challenge|circle)|page\.lobby\.(sit_too|ask)|page\.correct\.open|study\.board\.solve"
    ), 204.0, 2),
    Labels("one of two side by side", re.compile(
        r"page\.front\.(friends|device|real|solo|join_go)|page\.lobby\.(copy|sit|stand_up|open|share)"
        r"|page\.end\.(replay|record|verify|share|table|lobby|picture|more)|page\.(rules|home|close)"
        r"|page\.cards\.verify|page\.puzzle\.answer"
    ), 96.0, 2),
    Labels("a line of a menu", re.compile(
        r"page\.table\.(leave|bot_plays|ban|mute|unmute|hand_on|resign|abort|abort_not|nudge|send|rather_not)"
    ), 208.0, 1),
    Labels("an entry of a list", re.compile(
        r"people\.events\.formats\.\w+|people\.duels\.(alone|n_days)|page\.puzzle\.(any|every|themes\.\w+)"
        r"|people\.clubs\.all"
    ), 210.0, 1),
    # front/Gather.svelte: beside what it is about
    Labels("an entry of a list beside its name", re.compile(r"page\.front\.first_drawn"), 84.0, 1),
    Labels("one of three side by side", re.compile(
        r"study\.(board\.(actions\.\w+|play_crossed)|phases\.(take|call|play))"
    ), 73.0, 3, 15.2),
    Labels("an entry of a list in a dialog", re.compile(
        r"page\.settings\.(looks|inks|tutors)\.\w+|page\.lobby\.timers\.\w+|page\.table\.(no_reason|reasons\.\w+)"
        r"|people\.strangers\.reasons\.\w+"
    ), 218.0, 1),
    # Seats.svelte: three chips in a line, and what somebody says under one
    Labels("a chip of five", re.compile(r"page\.bots\.\w+\.name"), 80.0, 1, 14.4),
    Labels("a slip under a chip", re.compile(r"page\.phrases\.\w+"), 204.0, 1, 14.0),
    # event/Standing.svelte: two columns beside place and name; club/Standing.svelte: three; me/Board.svelte
    Labels("the head of a column", re.compile(
        r"people\.events\.(points|duels|total|best|opponents|fair|games)"
    ), 70.0, 3, 12.75),
    Labels("the head of a column of three", re.compile(r"people\.clubs\.(won|best|games)"), 54.0, 1, 13.6),
    Labels("the head of a board’s column", re.compile(r"people\.(me\.results|board\.place)"), 72.0, 1, 13.6),
    # ScoreTable.svelte
    Labels("the head of a row", re.compile(r"game\.words\.(penalties|total|bonus)"), 68.0, 2, 12.5),
)  # fmt: skip

# Buttons.svelte: three in one line, each as wide as its longest word; where there are hints, beside the lamp
ROW_SIZE, ROW_EDGES = 16.8, 7.1
ROWS = (
    (236.0, (("game.moves.undo",), ("game.moves.pass",), ("game.moves.done",))),
    (
        296.0,
        (
            ("game.moves.undo",),
            ("page.pad.penalty", "page.cards.end_turn"),
            ("game.moves.done", "page.pad.count"),
        ),
    ),
)
PENALTY = "\u00a0−5"
"""The text behind the word of a pass that costs something."""


def too_long(texts: Texts, measure: Measure) -> Iterator[tuple[str, str]]:
    """Every label that does not fit its place, with its key."""
    for key, text in texts.items():
        place = place_of(key)
        for form in () if place is None else [text] if isinstance(text, str) else text.values():
            if place and not fits(form, place, measure):
                width = place.size * measure(form)
                yield key, f"is too long for {place.name} at 320 px ({width:.0f} px): {form}"
    yield from _crowded(texts, measure)


def _crowded(texts: Texts, measure: Measure) -> Iterator[tuple[str, str]]:
    """Every three labels that do not fit one line at the thumb, by the key of the middle one."""
    for room, columns in ROWS:
        for keys in product(*columns):
            labels = [str(texts.get(key, "")) for key in keys]
            labels[1] += PENALTY if keys[1] == "game.moves.pass" else ""
            needed = sum(ROW_SIZE * max(map(measure, label.split(" "))) + ROW_EDGES for label in labels)
            if needed > room:
                row = " · ".join(labels)
                yield keys[1], f"is too long for the row at the thumb at 320 px ({needed:.0f} px): {row}"


def place_of(key: str) -> Labels | None:
    return next((place for place in PLACES if place.keys.fullmatch(key)), None)


def fits(label: str, place: Labels, measure: Measure) -> bool:
    """Whether a label fits its place, broken between words only."""
    lines, used = 1, 0.0
    space = place.size * measure(" ")
    for word in re.split("[ \u00ad]", label):
        width = place.size * measure(word)
        if width > place.room:
            return False
        if used and used + space + width > place.room:
            lines, used = lines + 1, width
        else:
            used += (space if used else 0.0) + width
    return lines <= place.lines
