"""Draws the screens of docs/terminal.md: python docs/pictures/make_terminal.py"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from rowlock.locale import load_catalogue
from rowlock.terminal.app import PlayApp
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.storage import Storage

HERE = Path(__file__).parent
BOTS = ["cautious", "greedy"]


async def draw(name: str, variant: str, size: tuple[int, int], lang: str, light: bool, turns: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        keeper = Keeper(Storage(Path(home)), names=["Mia"], seed="5")
        table = keeper.new_table(variant, 1, BOTS, load_catalogue(lang))
        app = PlayApp(keeper, table, lang=lang, light=light)
        async with app.run_test(size=size) as pilot:
            for _ in range(2 * turns):
                await pilot.pause(0.2)
                await pilot.press("h", "enter")
            await pilot.pause(0.2)
            await pilot.press("right")
            await pilot.pause()
            picture = app.export_screenshot(title="rowlock play")
    # letters come from the reader's own machine, not from a font server
    own = re.sub(r"@font-face \{.*?\}\n?", "", picture, flags=re.DOTALL)
    (HERE / name).write_text(own, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(draw("terminal-classic.svg", "classic", (80, 24), "en", False, 6))
    asyncio.run(draw("terminal-bonus-a.svg", "bonus-a", (112, 36), "en", False, 8))
    asyncio.run(draw("terminal-mixx-a.svg", "mixx-a", (112, 36), "de", True, 7))
