"""The oldest browsers in the guide are those that the page is built for, and it asks no more of them.

`make oldest-browser` plays whole games in the oldest Chromium.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "rowlock" / "server" / "page"

NEWER_STYLE = (
    *(r"color-mix\(", r"light-dark\(", r"okl(ch|ab)\(", r"@starting-style", r"@scope", r"@view-transition"),
    *(r"anchor-name", r"position-anchor", r"field-sizing", r"interpolate-size", r"animation-timeline"),
    *(r"subgrid", r"[:(, ]linear\(", r"\bround\(", r"[{;]&", r"allow-discrete", r":popover-open"),
)
"""Beyond the browsers of the time, with nothing in its place: a declaration with it would be lost."""
REPLACED = {
    "@container": "@supports not (container-type:size)",
    ":has(": "@supports not selector(:has(input))",
    "dvh": "@supports (height:100dvh)",
}
"""Beyond some of them, and the rule by which these do without."""
NEWER_SCRIPT = (
    *(r"\.to(Sorted|Reversed|Spliced)\(", r"\b(Object|Map)\.groupBy\(", r"Promise\.(withResolvers|try)\b"),
    *(r"Array\.fromAsync\(", r"AbortSignal\.any\(", r"URL\.(canParse|parse)\(", r"\.isWellFormed\("),
    *(r"startViewTransition\(", r"\.showPopover\(", r"\.checkVisibility\(", r"\bIterator\.from\("),
    r"(values|keys|entries)\(\)\.(map|filter|take|drop|toArray|find|some|every|reduce|flatMap|forEach)\(",
    *(r"\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(", r"\.(from|to)(Base64|Hex)\("),
    *(r"\bstatic\s*\{", r"Intl\.DurationFormat", r"Temporal\."),
)
"""Methods and syntax of later years; the types of the page know ES2022 alone, which they would not all be."""


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


@pytest.mark.parametrize(("ending", "newer"), [("css", NEWER_STYLE), ("js", NEWER_SCRIPT)])
def test_the_built_page_asks_for_nothing_that_came_later(ending: str, newer: tuple[str, ...]) -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob(f"**/*.{ending}")}
    ours = {name: text for name, text in files.items() if "pyodide" not in name}
    assert len(ours) > 10, "the page is not built: `make page`"
    found = [f"{name}: {one}" for name, text in ours.items() for one in newer if re.search(one, text)]
    assert not found


def test_what_only_newer_browsers_can_do_has_something_in_its_place() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in PAGE.glob("assets/*.css"))
    for newer, instead in REPLACED.items():
        assert newer in styles, f"{newer} is not needed any more"
        assert instead in styles, f"{newer} leaves older browsers with nothing"
