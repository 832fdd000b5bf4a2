"""The oldest browsers that the guide names are those that the page is built for."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def test_the_guide_names_the_oldest_browsers_that_the_page_is_built_for() -> None:
    config = (REPOSITORY / "web" / "vite.config.ts").read_text(encoding="utf-8")
    guide = (REPOSITORY / "docs" / "guide.md").read_text(encoding="utf-8")
    targets = re.search(r"target: \[(.+?)\]", config)
    assert targets
    built = dict(re.findall(r"'([a-z]+)([\d.]+)'", targets[1]))
    assert set(built) == {"chrome", "edge", "firefox", "safari"}
    assert (
        f"Chrome and Edge {built['chrome']}, Firefox {built['firefox']} and Safari {built['safari']}" in guide
    )
    assert built["chrome"] == built["edge"]
