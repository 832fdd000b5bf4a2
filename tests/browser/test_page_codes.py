"""A code that is said aloud: shown under Invite, typed on the front page in whichever language."""

from __future__ import annotations

import pytest
from door import Door
from driver import Visitor, check_with_axe
from playwright.sync_api import expect
from serving import Served

NARROW = {"width": 320, "height": 568}
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def type_code(visitor: Visitor, label: str, said: str) -> None:
    visitor.page.get_by_label(label).fill(said)
    visitor.page.keyboard.press("Enter")


def test_a_code_is_read_out_in_english_and_typed_in_german(visit: Door, server: Served) -> None:
    token = server.player("Ann")
    table = server.table(token, "me", "open")
    ann = visit(f"/t/{table}", token, viewport=NARROW, color_scheme="dark")
    said = server.call("POST", f"/api/tables/{table}/code", {}, token)["words"]
    expect(ann.page.locator(".invite")).to_contain_text(f"Or say this code: {said['en']}")
    assert ann.page.evaluate(OVERFLOW) <= 0
    check_with_axe(ann, "an invitation with a code at 320 px by night")
    ben = visit(locale="de-DE", viewport=NARROW)
    type_code(ben, "Code oder Link", said["de"].upper().replace(" ", "-"))
    ben.page.wait_for_url(f"**/t/{table}")
    expect(ben.page.locator(".lobby .name", has_text="Ann")).to_be_visible()
    expect(ben.page.locator(".invite")).not_to_contain_text(said["de"])  # not before he sits there
    ben.button("Hier sitzen").click()
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".invite")).to_contain_text(said["de"])


@pytest.mark.parametrize("said", ["red 22 fox", "red22fox", "no code at all", "x" * 65, "…"])
def test_a_wrong_code_says_so_and_the_next_is_right(visit: Door, server: Served, said: str) -> None:
    token = server.player("Ann")
    table = server.table(token, "me", "open")
    ben = visit(viewport=NARROW)
    ben.expected = ("404", "400", "422")
    type_code(ben, "Code or link", said)
    expect(ben.page.get_by_role("alert")).to_contain_text("No table has this code.")
    assert ben.page.evaluate(OVERFLOW) <= 0
    check_with_axe(ben, "a wrong code at 320 px")
    type_code(ben, "Code or link", server.call("POST", f"/api/tables/{table}/code", {}, token)["words"]["en"])
    ben.page.wait_for_url(f"**/t/{table}")


@pytest.mark.parametrize("form", ["{base}/t/{table}?x=1", "{table}", " {table} "])
def test_a_link_or_its_last_part_leads_to_the_table_too(visit: Door, server: Served, form: str) -> None:
    table = server.table(server.player("Ann"), "me", "open")
    ben = visit()
    type_code(ben, "Code or link", form.format(base=server.base, table=table))
    ben.page.wait_for_url(f"**/t/{table}")
