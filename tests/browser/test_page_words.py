"""Words at 320 px, in every language: none is cut off, sticks out or breaks in its middle."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from driver import Visitor
from word_screens import NARROW, Screen, Tables, show, still_screens, table_screens

from rowlock.locale import languages

CUT = (Path(__file__).parent / "cut_words.js").read_text("utf-8")


def cut_words(visitor: Visitor, screens: Iterable[Screen]) -> str:
    """What is wrong on these screens, line by line; empty if nothing is."""
    return "\n".join(
        f"{lang} {screen.name}: {what}"
        for screen in screens
        for lang in languages()
        for what in _seen(visitor, screen, lang)
    )


def _seen(visitor: Visitor, screen: Screen, lang: str) -> list[str]:
    show(visitor, screen, lang)
    found: list[str] = visitor.page.evaluate(CUT)
    return found


def test_no_word_is_cut_on_the_screens_without_a_table(visit: Any) -> None:
    found = cut_words(visit("/rules/classic", viewport=NARROW), still_screens())
    assert not found, found


def test_no_word_is_cut_at_a_table(visit: Any) -> None:
    mia = visit("/rules/classic", viewport=NARROW)
    found = cut_words(mia, table_screens(Tables(mia)))
    assert not found, found


def test_cut_and_broken_words_would_be_found(visit: Any) -> None:
    mia = visit("/rules/classic", viewport=NARROW)
    mia.page.locator("article figure").first.wait_for()
    assert mia.page.evaluate(CUT) == []
    mia.page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('afterbegin',
          '<button style="width: 40px">Donaudampfschiff</button>' +
          '<p style="width: 60px">Donaudampfschifffahrtsgesellschaft</p>' +
          '<p style="width: 60px; overflow: hidden; white-space: nowrap">Rowlock for all</p>' +
          '<p style="margin-left: 300px; white-space: nowrap">outside</p>')"""
    )
    found = {what.split(":")[0] for what in mia.page.evaluate(CUT)}
    assert found >= {
        "broken in its middle",
        "cut off",
        "outside the screen",
        "the page is wider than the screen",
    }
