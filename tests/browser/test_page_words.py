"""Words at 320 px, in every language: none is cut off, sticks out or breaks in its middle."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from door import Door
from driver import Visitor
from playwright.sync_api import Browser
from serving import served
from word_screens import (
    NARROW,
    Screen,
    Tables,
    people_screens,
    show,
    still_screens,
    stranger_screens,
    table_screens,
)

from rowlock.locale import languages, load_catalogue
from rowlock.locale.checking import texts_of
from rowlock.locale.labels import place_of
from rowlock.printing.fonts import button_width

CUT = (Path(__file__).parent / "cut_words.js").read_text("utf-8")


BUTTONS = """() => [...document.querySelectorAll('.button')].filter((one) => one.checkVisibility())
.map((one) => {
  const inside = (box) => {
    const style = getComputedStyle(box);
    return box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  };
  const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const around = one.offsetWidth - inside(one);
  const grid = getComputedStyle(one.parentElement);
  const isFixed = grid.display === 'grid' && grid.gridTemplateColumns.includes(' ');
  const room = isFixed ? inside(one) : Math.max(inside(one), inside(one.parentElement) - around);
  return { label: one.innerText.trim(), size: parseFloat(style.fontSize), room,
    width: pen.measureText(one.innerText.trim()).width };
})"""
"""Every button: its label, how wide that is in the browser, and how wide it might be."""


def cut_words(visitor: Visitor, screens: Iterable[Screen]) -> str:
    """The faults of these screens, line by line; empty if there are none."""
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


def test_no_word_is_cut_where_people_meet_again(visit: Any) -> None:
    mia = visit("/rules/classic", viewport=NARROW)
    found = cut_words(mia, people_screens(Tables(mia)))
    assert not found, found


def test_no_word_is_cut_where_strangers_meet(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, public=True, programs=2) as server:
        visit = Door(browser, server.base)
        mia = visit("/rules/classic", viewport=NARROW)
        found = cut_words(mia, stranger_screens(Tables(mia)))
        visit.close()
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


def test_labels_are_as_wide_as_the_check_of_the_catalogues_says(visit: Any) -> None:
    """The check has the font of the printed sheets; the page has a newer edition of it, in a real browser."""
    mia = visit("/rules/classic", viewport=NARROW)
    keys = {
        text: key for key, text in reversed(texts_of(load_catalogue("pl")).items()) if isinstance(text, str)
    }
    seen, wrong = set(), []
    wanted = {"front", "me", "lobby", "turn", "menu", "score-pad", "end", "end-more", "puzzle"}
    for screen in (*still_screens(), *table_screens(Tables(mia))):
        if screen.name not in wanted:
            continue
        show(mia, screen, "pl")
        for label, size, room, width in map(dict.values, mia.page.evaluate(BUTTONS)):
            place = place_of(keys.get(label, ""))
            if place and abs(size - place.size) < 0.1:
                seen.add(place.name)
                expected = place.size * button_width(label)
                if abs(width - expected) > 0.03 * expected or room < place.room - 1:
                    wrong.append(
                        f"{screen.name} {label}: {width:.0f} px, not {expected:.0f}; {room:.0f} px of room"
                    )
    assert not wrong, "\n".join(wrong)
    assert len(seen) >= 3
