"""Calls on the page: signed up, chosen, switched off; and a call that the service worker shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from door import Door
from driver import Visitor, check_with_axe
from playwright.sync_api import expect
from push_service import Browser as Subscribed
from push_service import PushService
from serving import Served, served

NARROW = {"width": 320, "height": 568}
SUBSCRIBED = """(told) => {
  const made = { unsubscribe: async () => true, toJSON: () => told };
  const worker = { pushManager: { getSubscription: async () => null, subscribe: async () => made } };
  Object.defineProperty(navigator.serviceWorker, 'ready', { get: async () => worker });
  navigator.serviceWorker.getRegistration = async () => worker;
  let allowed = 'default';
  Notification.requestPermission = async () => (allowed = window.denies ? 'denied' : 'granted');
  Object.defineProperty(Notification, 'permission', { get: () => allowed });
}"""
"""A browser whose maker's push service is ours: Chromium's own cannot be reached."""
NOTE = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, tag, data }) =>
    void self.shown.push([title, body, tag, data.link]);
}"""
"""A browser without a window shows no notifications: what it is told to show is noted."""
SHOWN = """async () => {
  for (let wait = 0; wait < 200 && !self.shown.length; wait++) await new Promise((go) => setTimeout(go, 50));
  return self.shown;
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server"), push_services=(service.place,)) as running:
        yield running


def with_push(visitor: Visitor, device: Subscribed, more: str = "") -> None:
    told = device.subscribed
    keys = {"p256dh": told["p256dh"], "auth": told["auth"]}
    given = json.dumps({"endpoint": told["endpoint"], "keys": keys})
    visitor.page.add_init_script(f"{more}({SUBSCRIBED})({given})")
    visitor.page.reload()


def test_calls_are_off_until_somebody_asks_and_come_in_their_language(
    visit: Door, server: Served, service: PushService
) -> None:
    token, device = server.player("Mia"), Subscribed(service)
    mia = visit("/me", token, viewport=NARROW, color_scheme="dark", locale="fr-FR", service_workers="allow")
    with_push(mia, device)
    mia.button("Me prévenir sur cet appareil").press("Enter")
    boxes = mia.page.get_by_role("group", name="Me prévenir pour").get_by_role("checkbox")
    expect(boxes).to_have_count(4)
    for box in boxes.all():
        expect(box).not_to_be_checked()
    expect(boxes.first).to_be_enabled()
    boxes.first.press("Space")
    expect(boxes.first).to_be_checked()
    expect(boxes.first).to_be_enabled()
    check_with_axe(mia, "calls at 320 px by night")
    assert mia.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    mia.page.get_by_label("de", exact=True).fill("21:30")
    mia.page.get_by_label("de", exact=True).blur()
    expect(mia.button("Essayer")).to_be_enabled()
    shown = server.call("GET", "/api/players/me/calls", None, token)
    assert (shown["wished"], shown["quiet_from"], len(shown["devices"])) == (["turn"], 21 * 60 + 30, 1)
    mia.button("Essayer").click()
    service.wait_for(1)
    (told,) = service.read(device)
    assert told["body"] == "Voici à quoi ressemblera une notification."
    show_it(mia, told)
    mia.button("Désactiver sur cet appareil").click()
    expect(mia.button("Me prévenir sur cet appareil")).to_be_visible()
    assert server.call("GET", "/api/players/me/calls", None, token)["devices"] == []


def show_it(visitor: Visitor, told: dict[str, Any]) -> None:
    """The service worker is given what came, as the browser would."""
    page = visitor.new_page()
    page.goto(f"{visitor.base}/me")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    worker = visitor.context.service_workers[0]
    worker.evaluate(NOTE)
    line, found = visitor.context.new_cdp_session(page), list[str]()
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(registered(told)))
    line.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    push = {"origin": visitor.base, "registrationId": found[0], "data": json.dumps(told)}
    line.send("ServiceWorker.deliverPushMessage", push)
    assert worker.evaluate(SHOWN) == [[told["title"], told["body"], told["tag"], told["link"]]]
    page.close()


def registered(told: dict[str, Any]) -> list[str]:
    return [one["registrationId"] for one in told["registrations"]]


def test_what_the_browser_denies_is_told_and_a_day_to_think_needs_calls(
    visit: Door, server: Served, service: PushService
) -> None:
    token, device = server.player("Ben"), Subscribed(service)
    ben = visit("/me", token)
    with_push(ben, device, "window.denies = true;")
    ben.button("Notify me on this device").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("does not allow notifications")
    ben.page.goto(f"{visit.base}/t/{server.table(token, 'me', 'open')}")
    timers = ben.page.get_by_label("Time to think").locator("option")
    expect(timers).to_have_count(3)
    ben.page.evaluate("localStorage['rowlock.calls'] = 'd'")
    ben.page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    ben.page.reload()
    expect(timers).to_have_count(4)
    ben.page.get_by_label("Time to think").select_option("day")
    expect(ben.page.get_by_label("Time to think")).to_have_value("day")
