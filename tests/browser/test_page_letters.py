"""Our letters come early, and until then the device's are as wide: nothing is cut off, nothing moves."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

NARROW = {"width": 320, "height": 568}
WIDTHS = """() => ['Source Sans', 'Fallback Sans'].map((family) => {
  const probe = document.createElement('span');
  probe.textContent = 'With friends, on this device 0123';
  probe.style.cssText = `position: absolute; white-space: nowrap; font: 400 100px '${family}'`;
  document.body.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
})"""


def test_the_letters_are_asked_for_by_the_page_itself_before_its_program(visit: Any) -> None:
    mia = visit()
    preloaded = mia.page.locator("link[rel=preload][as=font]")
    expect(preloaded).to_have_count(1)
    ready = mia.page.evaluate("document.fonts.load('16px Source Sans').then((found) => found.length)")
    assert ready > 0


def test_the_device_s_letters_are_as_wide_as_ours(visit: Any) -> None:
    mia = visit()
    mia.page.evaluate("document.fonts.load('16px Source Sans')")
    own, fallback = mia.page.evaluate(WIDTHS)
    assert abs(fallback / own - 1) < 0.04


def test_without_our_letters_the_settings_are_not_cut_off(visit: Any) -> None:
    mia = visit("/api/about", viewport=NARROW)
    mia.page.route("**/*.woff2", lambda route: route.abort())
    mia.expected = ("ERR_FAILED",)
    mia.page.goto(mia.base)
    mia.page.get_by_role("button", name="Settings").click()
    mia.page.locator("dialog[open]").wait_for()
    assert mia.page.evaluate(
        "[...document.querySelectorAll('dialog[open], dialog[open] *')]"
        ".every((one) => one.getBoundingClientRect().right <= innerWidth + 1)"
    )
