"""A whole game as a screen reader has it: the accessibility tree as text, and all that is said aloud."""

from __future__ import annotations

import re
from typing import Any

SIGNS = re.compile("[●▲■◆×✓]")
LISTEN = """() => {
  window.heard = [];
  const said = document.querySelector('.unseen[role=status]');
  const note = new MutationObserver(() => window.heard.push(said.textContent));
  note.observe(said, { childList: true, characterData: true, subtree: true });
}"""
RING = "getComputedStyle(document.querySelector('.cell[aria-disabled=false] .face')).boxShadow"
NAMELESS = re.compile(r"^\s*- (button|link|combobox|textbox|img)\s*$", re.MULTILINE)


def test_a_whole_game_can_be_followed_by_ear(visit: Any) -> None:
    mia = visit.at_table(bots=1)
    tree = mia.page.locator("body").aria_snapshot()
    for part in (
        'heading "Classic · Rowlock"',
        'region "Sheet of Mia"',
        'region "Dice and question"',
        "red 2",
    ):
        assert part in tree, tree
    assert not NAMELESS.search(tree), tree
    asked = mia.page.locator(".ask").inner_text()
    assert asked in tree
    mia.page.emulate_media(forced_colors="active")  # in high contrast the rings of legal cells stay
    assert mia.page.evaluate(RING) != "none"
    mia.page.emulate_media(forced_colors="none")
    mia.page.evaluate(LISTEN)
    assert mia.play_on() == "over"
    mia.page.locator(".end[data-done=true]").wait_for()
    heard: list[str] = mia.page.evaluate("window.heard")
    told = "\n".join(heard)
    assert not SIGNS.search(told), told
    assert mia.page.locator(".end h1").inner_text() in told, told
    for word in ("rolls", "red", "Mia", "Steady"):
        assert word in told, told
    end = mia.page.locator("body").aria_snapshot()
    assert not NAMELESS.search(end), end
    assert 'heading "' in end
    assert "Total" in end
