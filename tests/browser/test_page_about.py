"""Behind *About*: version, licence, whose game it is, and the licences of all parts; offline too."""

from __future__ import annotations

from driver import Visitor
from playwright.sync_api import Browser, expect
from serving import Served

from rowlock import __version__

CONTROLLED = """() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
  || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done)))"""


def test_about_tells_version_and_licences_without_a_network_too(browser: Browser, server: Served) -> None:
    visitor = Visitor(browser, server.base)
    for cut_off in (False, True):
        visitor.page.goto(server.base)
        visitor.button("About").click()
        dialog = visitor.page.get_by_role("dialog", name="About")
        expect(dialog).to_contain_text(f"Version {__version__}")
        expect(dialog).to_contain_text("not affiliated")
        for part in ("MIT", "Mozilla Public License", "Python Software Foundation", "SIL Open Font License"):
            expect(dialog.locator("pre")).to_contain_text(part, ignore_case=True)
        if not cut_off:
            visitor.page.evaluate(CONTROLLED)
            visitor.context.set_offline(True)
    visitor.context.close()
