"""The cards to cut out: every card once, and each back on its front when the paper is turned over."""

from __future__ import annotations

import pytest

from rowlock import load_variant
from rowlock.printing import BadPrint, PrintOptions, render
from rowlock.printing.cards import count_card_pages, lay_out_cards
from rowlock.printing.shapes import Label, Page


def numbers(page: Page) -> list[tuple[float, float, str]]:
    """The large numbers of a page: where they stand, and what they say."""
    large = [shape for shape in page.shapes if isinstance(shape, Label) and shape.size > 20]
    return [(round(shape.x, 3), round(shape.y, 1), shape.text) for shape in large]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("jokers", "count"), [("off", 44), ("on", 55)])
def test_R24_2_backs_lie_on_their_fronts_and_tell_numbers_alone(jokers: str, count: int, paper: str) -> None:
    variant = load_variant("cards", jokers=jokers)
    pages = lay_out_cards(variant, PrintOptions(paper=paper))
    assert len(pages) == count_card_pages(variant)
    assert sum(len(numbers(page)) for page in pages[::2]) == count
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        turned = {(round(front.w - x, 3), text) for x, _, text in numbers(back)}
        assert turned == {(x, text) for x, _, text in numbers(front)}
    backs = [shape for page in pages[1::2] for shape in page.shapes if isinstance(shape, Label)]
    assert len({(shape.text, shape.fill) for shape in backs}) == 11


def test_they_are_a_file_and_dice_have_none() -> None:
    assert render(load_variant("cards"), PrintOptions(cards=True)).startswith(b"%PDF")
    assert render(load_variant("cards-mixx-a"), PrintOptions(cards=True, form="svg")).startswith(b"<?xml")
    with pytest.raises(BadPrint, match="played with dice"):
        render(load_variant("classic"), PrintOptions(cards=True))
