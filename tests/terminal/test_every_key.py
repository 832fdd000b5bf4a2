"""Every key of the table, on every bundled pad: whatever it does, the program goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from company import TestKeeper, until
from textual.binding import Binding
from textual.pilot import Pilot
from tries import repeated

from rowlock.bots import load_bot
from rowlock.engine.variant import Variant
from rowlock.locale import load_catalogue
from rowlock.terminal.app import PlayApp
from rowlock.terminal.review_screen import ReviewScreen
from rowlock.terminal.storage import Storage
from rowlock.terminal.table_screen import TableScreen
from rowlock.variants import load_variant, variant_names

PRESSED = {
    "classic",
    "bonus-b",
    "cards-mixx-a",
    *variant_names()[: repeated(0, 99)],
}
"""Where all keys are pressed, in `make deep` everywhere; elsewhere those that type moves or seek advice."""
LEAVES = {"q", "ctrl+c", "ctrl+q", "n", "exclamation_mark", "full_stop"}
"""Keys that end the game or the program; they come last."""


class Advised(TestKeeper):
    """Simple rivals, and hints by the champion itself."""

    def hint_bot(self, variant: Variant, seats: int) -> Any:
        return load_bot("champion", variant, seats)


def keys(typed: bool) -> list[str]:
    """The keys of a table: those with which moves are typed, or all others."""
    bound = [found for found in (*TableScreen.BINDINGS, *PlayApp.BINDINGS) if isinstance(found, Binding)]
    wanted = [binding for binding in bound if binding.action.startswith("type(") == typed]
    return [key for binding in wanted for key in binding.key.split(",") if key not in LEAVES]


def app_on(folder: Path, name: str) -> PlayApp:
    keeper = Advised(Storage(folder), names=["Mia"], seed="9")
    least, most = load_variant(name).players
    table = keeper.new_table(name, 1, ["timid"] * (max(least, min(2, most)) - 1), load_catalogue("en"))
    return PlayApp(keeper, table, lang="en")


async def asked(pilot: Pilot[Any], app: PlayApp) -> None:
    table = app.table
    assert table
    await until(pilot, lambda: table.seat is not None or table.is_over)
    await pilot.pause()


async def back_at_table(pilot: Pilot[Any], app: PlayApp) -> TableScreen:
    while not isinstance(app.screen, TableScreen):
        await pilot.press("escape")
        await pilot.pause()
    return app.screen


async def press_all(pilot: Pilot[Any], app: PlayApp) -> None:
    for key in keys(typed=False):
        await pilot.press(key)
        await back_at_table(pilot, app)


@pytest.mark.parametrize("name", variant_names())
def test_no_key_ends_the_program_and_h_always_advises(tmp_path: Path, name: str) -> None:
    phases = set[str]()

    async def play() -> None:
        app = app_on(tmp_path, name)
        async with app.run_test(size=(100, 40)) as pilot:
            await asked(pilot, app)
            await pilot.press(*keys(typed=True))
            for _ in range(repeated(4, 8)):
                await asked(pilot, app)
                screen = await back_at_table(pilot, app)
                if (phase := screen.table.look()["phase"]) not in phases and name in PRESSED:
                    await press_all(pilot, app)
                phases.add(phase)
                await asked(pilot, app)
                await pilot.press("escape", "h")
                await pilot.pause()
                assert screen.pencil.marked or not screen.pencil.moves
                await pilot.press("enter", "enter")
            assert app.is_running
            await pilot.press("full_stop", "enter")
            await pilot.pause()
            assert app.is_running
            await pilot.press("v")
            await pilot.pause()
            assert isinstance(app.screen, ReviewScreen | TableScreen)

    asyncio.run(play())
    assert len(phases) >= 2, "keys were pressed in one phase only"
