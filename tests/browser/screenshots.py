"""Pictures of every screen, phone to desktop, by day and night: `make screenshots`, into build/screenshots.

Axe checks every screen too, and what it finds is printed.

python tests/browser/screenshots.py --sizes phone --looks day --languages de --scenes five_people tie
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from driver import chromium, found_by_axe
from playwright.sync_api import Browser
from playwright.sync_api import Error as PlaywrightError
from scenes import SCENES, Scene
from serving import Served, served
from stage import Picture, Stage

from rowlock.locale import languages
from rowlock.server.config import TablePace

SIZES = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 640},
    "narrow": {"width": 320, "height": 568},
    "side": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "desktop": {"width": 1440, "height": 900},
}
LOOKS = {"day": "light", "night": "dark"}


def asked() -> argparse.Namespace:
    names = [scene.__name__ for scene in SCENES]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--looks", nargs="+", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--languages", nargs="+", choices=languages(), default=["en", "de"])
    usual = [name for name in names if name != "words"]  # these are taken by `make words-screens`
    parser.add_argument("--scenes", nargs="+", choices=names, default=usual)
    parser.add_argument("--pad", default="classic")
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    return parser.parse_args()


def stages(browser: Browser, server: Served, args: argparse.Namespace) -> Iterator[tuple[str, Stage]]:
    for size, look, language in itertools.product(args.sizes, args.looks, args.languages):
        options = {"viewport": SIZES[size], "color_scheme": LOOKS[look], "locale": language}
        yield f"{size}-{look}-{language}", Stage(browser, server, options, args.pad)


def take(picture: Picture, path: Path) -> list[str]:
    page = picture.visitor.page
    page.wait_for_timeout(150)
    page.screenshot(path=path, full_page=picture.whole)
    return [f"{path.stem}: {found}" for found in found_by_axe(picture.visitor)]


def play(scene: Scene, stage: Stage, name: str, folder: Path) -> list[str]:
    """Take the pictures of a scene; returns what went wrong, so that the other scenes are still seen."""
    failed: list[str] = []
    try:
        for picture in scene(stage):
            failed += take(picture, folder / f"{picture.name}-{name}.png")
    except (PlaywrightError, AssertionError) as error:
        failed.append(f"{scene.__name__} {name}: {error}")
    finally:
        stage.close()
    return failed


def main() -> int:
    args = asked()
    args.out.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    for_strangers = {"public": True, "programs": 2} if "words" in args.scenes else {}
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        served(Path(data), pace=TablePace(draw=0.3, away=60.0), **for_strangers) as server,
    ):
        for scene in (one for one in SCENES if one.__name__ in args.scenes):
            for name, stage in stages(browser, server, args):
                failed += play(scene, stage, name, args.out)
    sys.stdout.write("\n".join([*failed, f"{len(list(args.out.iterdir()))} pictures in {args.out}\n"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
