"""Axe finds nothing on the screens that take people, real dice or a first game to see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest
from driver import DESKTOP, PHONE, check_with_axe
from playwright.sync_api import Browser
from scenes import Scene
from scenes_at_table import away, first_minute, one_device, rematch
from scenes_real_dice import free_pad, tie
from serving import QUICK, Served, served
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
LOOKS: dict[str, tuple[Any, Literal["dark", "light"]]] = {
    "desktop by day": (DESKTOP, "light"),
    "phone by night": (PHONE, "dark"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One that leaves time to look at somebody's absence before a bot stands in."""
    with served(tmp_path_factory.mktemp("server"), pace=replace(QUICK, away=600.0)) as running:
        yield running


@pytest.fixture
def stage(browser: Browser, server: Served) -> Iterator[Stage]:
    stage = Stage(browser, server, {"viewport": PHONE, "color_scheme": "dark", "locale": "de"})
    yield stage
    stage.close()


@pytest.mark.parametrize("scene", SEEN, ids=lambda scene: scene.__name__)
def test_axe_finds_nothing(stage: Stage, scene: Scene) -> None:
    """Every screen is shown in both looks, and played on as it was."""
    seen = set()
    for picture in scene(stage):
        for name, (size, colours) in LOOKS.items():
            picture.visitor.page.set_viewport_size(size)
            picture.visitor.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
            check_with_axe(picture.visitor, f"{picture.name}, {name}")
        seen.add(picture.name)
    assert seen >= SEEN[scene]
