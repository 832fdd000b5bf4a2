"""Passkeys on the page, with a browser that has an authenticator of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from door import Door
from driver import Visitor, check_with_axe
from playwright.sync_api import Browser, expect
from serving import Served

NARROW = {"width": 320, "height": 568}
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Door]:
    """A server by its name: there are no passkeys for an address."""
    door = Door(browser, f"http://localhost:{server.port}")
    yield door
    door.close()


class Keyring:
    """The authenticator of one browser."""

    def __init__(self, visitor: Visitor) -> None:
        self._line = visitor.context.new_cdp_session(visitor.page)
        self._line.send("WebAuthn.enable")
        made = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self._own = {"authenticatorId": made["authenticatorId"]}

    def keys(self) -> list[dict[str, Any]]:
        kept: list[dict[str, Any]] = self._line.send("WebAuthn.getCredentials", self._own)["credentials"]
        return kept

    def take(self, key: dict[str, Any]) -> None:
        self._line.send("WebAuthn.addCredential", {**self._own, "credential": key})

    def refuse(self) -> None:
        """Nobody puts a finger on it that it knows."""
        self._line.send("WebAuthn.setUserVerified", {**self._own, "isUserVerified": False})


def test_a_passkey_is_made_used_on_another_device_and_removed(visit: Door, server: Served) -> None:
    mia = visit("/me", server.player("Mia"), viewport=NARROW, color_scheme="dark")
    ring = Keyring(mia)
    mia.button("Make a passkey").press("Enter")
    expect(mia.page.get_by_role("status")).to_have_text("The passkey is made.")
    expect(mia.page.locator("li", has_text="Made on")).to_have_count(1)
    check_with_axe(mia, "passkeys at 320 px by night")
    (key,) = ring.keys()
    other = visit("/me", viewport=NARROW)
    Keyring(other).take(key)
    other.button("Sign in with a passkey").press("Enter")
    expect(other.page.get_by_text("Welcome back, Mia.")).to_be_visible()
    for one in (mia, other):  # both devices are signed in
        one.page.reload()
        expect(one.page.locator("li", has_text="last used on")).to_have_count(1)
    other.page.get_by_role("button", name="Remove").click()
    expect(other.button("Sign in with a passkey")).to_be_visible()
    third = visit("/me")
    third.expected = ("403",)
    Keyring(third).take(key)
    third.button("Sign in with a passkey").click()
    expect(third.page.get_by_role("alert")).to_contain_text("This passkey does not work here")


def test_whoever_is_not_recognised_is_told_so_and_can_try_again(visit: Door, server: Served) -> None:
    ben = visit("/me", server.player("Ben"))
    Keyring(ben).refuse()
    ben.button("Make a passkey").click()
    expect(ben.page.get_by_role("alert")).to_have_text("That did not work. You can try again at any time.")
    expect(ben.button("Make a passkey")).to_be_enabled()
    expect(ben.button("Make a code")).to_be_visible()  # never a condition


def test_under_an_address_there_is_no_word_of_passkeys(browser: Browser, server: Served) -> None:
    door = Door(browser, server.base)
    ben = door("/me", server.player("Ben"))
    expect(ben.button("Make a code")).to_be_visible()
    expect(ben.page.get_by_text("No rated games yet.")).to_be_visible()
    expect(ben.page.get_by_text("Passkey", exact=True)).to_have_count(0)
    door.close()
