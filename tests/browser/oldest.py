"""Whole games in the oldest Chromium that the page is built for: `make oldest-browser`.

npm fetches that browser into build/oldest the first time: no part of the package, nor of its tests.
What is driven asks the page alone: Playwright's own waiting needs newer browsers.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from driver import FLAGS, Visitor
from node import find_node, find_npm
from playwright.sync_api import Browser, sync_playwright
from serving import served

REPOSITORY = Path(__file__).parents[2]
FOLDER = REPOSITORY / "build" / "oldest"
PADS = ("classic", "bonus-b", "mixx-a", "cards")
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
UNPACK = """
const { readFileSync, writeFileSync } = require('fs');
const { brotliDecompressSync } = require('zlib');
writeFileSync('chromium', brotliDecompressSync(readFileSync('package/bin/chromium.br')), { mode: 0o755 });
writeFileSync('gl.tar', brotliDecompressSync(readFileSync('package/bin/swiftshader.tar.br')));
"""
ASKED = "!!document.querySelector('.play[data-asked=true]')"
READY = "!!document.querySelector('.now:enabled') && !!document.querySelector('.pad .picture svg')"
CHOOSE = """async (pad) => {
  const radio = () => document.querySelector(`input[name=pad][value=${pad}]`);
  if (!radio()) document.querySelector('.more').click();
  while (!radio()) await new Promise((go) => setTimeout(go, 20));
  radio().click();
  document.querySelector('.now').click();
}"""
OUT = """() => [...document.querySelectorAll('.play button.cell, .play .buttons button, .play .total')]
  .filter((one) => !one.closest('.side')).map((one) => one.getBoundingClientRect())
  .filter((box) => !box.width || box.left < 0 || box.right > innerWidth + 1 || box.top < 0).length"""
"""Counts what is not on the screen, or has no size."""


def oldest() -> str:
    """The version of Chrome that the page is built for."""
    config = (REPOSITORY / "web" / "vite.config.ts").read_text(encoding="utf-8")
    found = re.search(r"'chrome(\d+)'", config)
    assert found, "web/vite.config.ts names no Chrome"
    return found[1]


def fetch(version: str) -> Path:
    """Its Chromium, from npm."""
    folder = FOLDER / version
    if not (folder / "chromium").exists():
        folder.mkdir(parents=True, exist_ok=True)
        npm, env = find_npm()
        subprocess.run([*npm, "pack", f"@sparticuz/chromium@{version}.0.0"], cwd=folder, env=env, check=True)
        archive = next(folder.glob("*.tgz"))
        shutil.unpack_archive(archive, folder, filter="data")
        subprocess.run([find_node(), "-e", UNPACK], cwd=folder, check=True)
        shutil.unpack_archive(folder / "gl.tar", folder, filter="data")
        for packed in (archive, folder / "gl.tar"):
            packed.unlink()
        shutil.rmtree(folder / "package")
    return folder / "chromium"


@contextmanager
def launched(program: Path) -> Iterator[Browser]:
    flags = [*FLAGS, "--headless=old", "--use-gl=swiftshader", "--disable-dev-shm-usage"]
    env: dict[str, Any] = {**os.environ, "LD_LIBRARY_PATH": str(program.parent)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags, env=env)
        yield browser
        browser.close()


def play(browser: Browser, base: str, pad: str, size: str) -> str:
    """A game of this pad to its end, with pictures of the table and of the end; what went wrong."""
    mia = Visitor(browser, base, viewport=SIZES[size], service_workers="block")
    mia.page.add_init_script("localStorage['rowlock.taught'] = 'true'")
    mia.page.goto(base)
    mia.wait_until(READY)
    mia.page.evaluate(CHOOSE, pad)
    mia.wait_until(ASKED)
    mia.play_on(crosses=6, style="careful")
    out = mia.page.evaluate(OUT)
    mia.page.screenshot(path=FOLDER / f"{pad}-{size}.png")
    outcome = mia.play_on()
    mia.wait_until("!!document.querySelector('.end[data-done=true]')")
    mia.page.screenshot(path=FOLDER / f"{pad}-{size}-end.png", full_page=True)
    mia.context.close()
    wrong = [*mia.errors, *([f"{out} out of sight"] if out else []), *(["not over"] * (outcome != "over"))]
    return "; ".join(wrong)


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    program = fetch(oldest())
    failed = False
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        launched(program) as browser,
    ):
        tell(f"Chromium {browser.version}")
        for pad, size in itertools.product(PADS, SIZES):
            wrong = play(browser, server.base, pad, size)
            failed |= bool(wrong)
            tell(f"{pad}, {size}: {wrong or 'played to its end'}")
    tell(f"pictures: {FOLDER}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
