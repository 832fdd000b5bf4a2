"""The cards to cut out (R24.1, R28.2): a page of fronts, then its backs, mirrored for duplex printing."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.mechanisms.cards import full_deck
from rowlock.engine.variant import Variant
from rowlock.printing.options import PAPERS, BadPrint, PrintOptions
from rowlock.printing.palette import COLOUR, GREY, Palette
from rowlock.printing.shapes import Box, Ink, Page, Shape, centred, moved
from rowlock.printing.signs import draw_sign, draw_signs

WIDE, HIGH = 44.0, 63.0
"""A card in mm."""
COLUMNS, ROWS = 4, 4


def lay_out_cards(variant: Variant, options: PrintOptions) -> list[Page]:
    """Pages of fronts, each followed by its backs; flipped on the long edge, backs match their fronts."""
    if variant.turns is None:
        raise BadPrint(f"{variant.title} is played with dice: there are no cards to print")
    deck, each, palette = full_deck(variant), COLUMNS * ROWS, GREY if options.grey else COLOUR
    pages = []
    for first in range(0, len(deck), each):
        cards = deck[first : first + each]
        pages.append(_page(cards, options, palette, variant.colours, backs=False))
        pages.append(_page(cards, options, palette, variant.colours, backs=True))
    return pages


def count_card_pages(variant: Variant) -> int:
    """How many pages there are, backs included."""
    return 2 * -(-len(full_deck(variant)) // (COLUMNS * ROWS))


def _page(
    cards: tuple[Card, ...], options: PrintOptions, palette: Palette, colours: str, *, backs: bool
) -> Page:
    w, h = PAPERS[options.paper]
    left, top, shapes = (w - COLUMNS * WIDE) / 2, (h - ROWS * HIGH) / 2, list[Shape]()
    for place, card in enumerate(cards):
        row, column = divmod(place, COLUMNS)
        x = left + (COLUMNS - 1 - column if backs else column) * WIDE
        drawn = _back(card, palette) if backs else _front(card, palette, colours)
        shapes += [moved(shape, x, top + row * HIGH) for shape in drawn]
    return Page(w, h, tuple(shapes))


def _front(card: Card, palette: Palette, colours: str) -> Iterator[Shape]:
    """Number and sign, in the middle and small in a corner; a joker has the signs of all colours."""
    is_joker = card.colour == JOKER
    band = palette.shade if is_joker else palette.tones[card.colour].band
    ink = palette.text if is_joker else palette.tones[card.colour].sign
    yield Box(0, 0, WIDE, HIGH, Ink(None, palette.line, 0.15))
    yield Box(3, 3, WIDE - 6, HIGH - 6, Ink(band, palette.line, 0.3), 4)
    yield centred(str(card.number), WIDE / 2, HIGH / 2 - 3, 22, ink, "bold")
    if is_joker:
        yield from draw_signs(colours, WIDE / 2, HIGH - 14, 24, ink)
    else:
        yield draw_sign(card.colour, WIDE / 2, HIGH - 14, 9, ink)
    yield centred(str(card.number), 9, 9, 6, ink, "semibold")


def _back(card: Card, palette: Palette) -> Iterator[Shape]:
    """The number and nothing else: every card of a number has the same back (R24.2)."""
    yield Box(0, 0, WIDE, HIGH, Ink(None, palette.line, 0.15))
    yield Box(3, 3, WIDE - 6, HIGH - 6, Ink(palette.paper, palette.faint, 0.6), 4)
    yield Box(5, 5, WIDE - 10, HIGH - 10, Ink(palette.shade, palette.line, 0.3), 3)
    yield centred(str(card.number), WIDE / 2, HIGH / 2, 22, palette.text, "bold")
