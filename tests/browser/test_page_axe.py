"""Axe finds nothing on the screens that take people, real dice or a first game to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from driver import DESKTOP, PHONE, check_with_axe
from playwright.sync_api import Browser
from scenes import Scene, away, first_minute, free_pad, one_device, rematch, tie
from serving import Served
from stage import Stage

SEEN: dict[Scene, set[str]] = {
    first_minute: {"front", "settings", "real-dice", "lesson-white", "lesson-colour", "lesson-penalty"},
    away: {"away"},
    rematch: {"vote", "series"},
    one_device: {"device-who", "device"},
    free_pad: {"pad", "pad-end"},
    tie: {"tie"},
}
"""Every scene, and what must be seen in it."""
LOOKS: dict[str, dict[str, Any]] = {
    "phone by night": {"viewport": PHONE, "color_scheme": "dark"},
    "desktop by day": {"viewport": DESKTOP, "color_scheme": "light"},
}


@pytest.fixture
def stage(request: pytest.FixtureRequest, browser: Browser, server: Served) -> Iterator[Stage]:
    stage = Stage(browser, server, {**LOOKS[request.param], "locale": "de"})
    yield stage
    stage.close()


@pytest.mark.parametrize("stage", LOOKS, indirect=True)
@pytest.mark.parametrize("scene", SEEN, ids=lambda scene: scene.__name__)
def test_axe_finds_nothing(stage: Stage, scene: Scene) -> None:
    seen = set()
    for picture in scene(stage):
        check_with_axe(picture.visitor, picture.name)
        seen.add(picture.name)
    assert seen >= SEEN[scene]
