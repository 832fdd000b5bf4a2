"""The page's own part of the dice: added by itself, with words if wanted; compared with what it saw."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from driver import PHONE
from playwright.sync_api import expect
from serving import Served, ask, begun, settle

from rowlock.client.luck import Luck

FORGE = """
() => localStorage.setItem('rowlock.luck',
  localStorage.getItem('rowlock.luck').replace(/"fingerprint":"..../, '"fingerprint":"0000'))
"""


class Silent(Luck):
    """A client that adds nothing to the dice."""

    def parts(self, table: Any, seats: Any) -> Any:
        return iter(())


def proof_of(server: Served, table: str) -> dict[str, Any]:
    proof: dict[str, Any] = server.call("GET", f"/api/tables/{table}/games/1/dice")
    return proof


def test_every_page_adds_a_seed_and_recognises_another_promise(server: Served, visit: Any) -> None:
    mia = visit()
    mia.play_now()
    table = mia.page.url.split("/t/")[1].split("?")[0]
    mia.play_on()
    mia.result()
    assert len(proof_of(server, table)["seeds"][0]) == 32
    mia.more()
    mia.button("Verify the dice").click()
    expect(mia.page.locator(".verdict")).to_contain_text("Verified")
    expect(mia.page.locator(".verify")).to_contain_text("nobody could choose them")
    mia.page.evaluate(FORGE)
    mia.page.reload()
    mia.more()
    mia.button("Verify the dice").click()
    expect(mia.page.locator(".verdict.wrong")).to_contain_text("something was changed afterwards")


def test_words_of_ones_own_are_in_the_seed_and_the_silent_are_named(server: Served, visit: Any) -> None:
    token = server.player("Ben")
    table = server.table(token, "me", "open")
    was_read = threading.Event()  # Ben stays until then: his leaving is told in the same place

    async def host() -> None:
        async with await server.connect(table, token) as ben:
            ben.luck = Silent()
            await settle(ben, lambda: ben.table and ben.table["dice"]["seals"][1])
            first = ben.table["dice"]["seals"][1]
            await settle(ben, lambda: ben.table["dice"]["seals"][1] != first)
            await ask(ben, "start")
            await begun(ben)
            await asyncio.to_thread(was_read.wait, 20)
            await ask(ben, "resign", seat=0)
            await settle(ben, lambda: ben.table["state"] == "over")

    with ThreadPoolExecutor(1) as beside:
        hosting = beside.submit(asyncio.run, host())
        mia = visit(f"/t/{table}", viewport=PHONE)
        mia.sit_down("Mia")
        mia.page.get_by_text("Fair dice").click()
        mia.page.get_by_label("Your own words").fill("seven  lucky #stars")
        mia.button("Add").click()
        expect(mia.page.get_by_text("Ben’s part of the dice did not come in time").first).to_be_attached()
        was_read.set()
        hosting.result()
    seeds = proof_of(server, table)["seeds"]
    assert seeds[0] == ""
    assert seeds[1][32:] == " seven lucky stars"
