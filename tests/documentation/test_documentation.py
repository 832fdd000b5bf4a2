"""The documentation is true: links lead somewhere, the site can be built and is served."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from serving import served

from rowlock.server.http import manual

REPOSITORY = Path(__file__).parents[2]
TEXTS = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])


def slug(heading: str) -> str:
    """A heading's anchor, as the forges and the site make it."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists():
            lost.append(link)
        elif anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            lost += [link] if anchor not in map(slug, headings) else []
    assert lost == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_every_emphasis_is_closed(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    blocks = re.split(r"\n\s*\n|\n(?=\s*[-|] )|\n(?=\d+\. )", text)
    plain = [re.sub(r"`[^`]*`", "", block) for block in blocks if not block.startswith("    ")]
    assert [block for block in plain if block.count("**") % 2 or block.replace("**", "").count("*") % 2] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_samples_can_be_read(path: Path) -> None:
    for sample in re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        ast.parse(sample)


GUIDES = ("guide", "hosting", "pads", "first-bot", "research", "teaching")


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_begins_with_what_one_gets_and_a_picture(name: str) -> None:
    start = (REPOSITORY / "docs" / f"{name}.md").read_text(encoding="utf-8").split("\n## ")[0]
    opening = start.split("```")[0]
    assert re.search(r"\b[Yy]ou get\b", opening)
    assert re.search(r"!\[[^\]]+\]\(pictures/", opening)


def test_every_page_is_in_the_navigation_once() -> None:
    nav = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8").split("nav:\n")[1]
    named = re.findall(r"([\w-]+)\.md$", nav, re.MULTILINE)
    pages = {path.stem for path in (REPOSITORY / "docs").glob("*.md")}
    assert pages - set(named) == set()
    assert [name for name in pages if named.count(name) > 1] == []


def fetch(address: str) -> tuple[str, Any]:
    with urlopen(address) as answer:
        return answer.read().decode(), answer.headers


@pytest.mark.filterwarnings("ignore")  # warnings of the generator itself
def test_the_site_is_built_without_a_broken_link_and_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    monkeypatch.chdir(REPOSITORY)
    config = load_config("mkdocs.yml", site_dir=str(tmp_path / "docs"), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    monkeypatch.setattr(manual, "FOLDER", tmp_path / "docs")
    with served(tmp_path / "data") as server:
        assert "pip install rowlock" in fetch(f"{server.base}/docs")[0]
        pad, headers = fetch(f"{server.base}/docs/sheets/bonus-b/")
        assert "bonus-b.svg" in pad
        assert "unsafe-inline" in headers["content-security-policy"]
        assert fetch(f"{server.base}/docs/sheets/bonus-b.svg")[1]["content-type"].startswith("image/svg")
        assert "progress" in fetch(f"{server.base}/docs/api/rowlock.library.simulating/")[0]
        assert "new_game" in fetch(f"{server.base}/docs/api/rowlock.engine.state/")[0]
        with pytest.raises(HTTPError, match="404"):
            fetch(f"{server.base}/docs/nowhere/")
        loaded = re.findall(
            r'(?:<script|<img|<iframe|rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]+)"', pad
        )
        assert loaded == [], "nothing comes from third parties"
        assert 'data-md-component="source"' not in pad, "which would ask a forge how the project is doing"


def test_where_the_site_was_not_built_its_address_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manual, "FOLDER", tmp_path / "nothing")
    with served(tmp_path / "data") as server:
        for path in ("/docs", "/docs/", "/docs/rules/"):
            with pytest.raises(HTTPError, match="404") as refused:
                fetch(f"{server.base}{path}")
            assert "make docs" in refused.value.read().decode()


def leaves(found: Any) -> Iterator[str]:
    """Every text of a catalogue."""
    if isinstance(found, str):
        yield found
    for part in found.values() if isinstance(found, dict) else ():
        yield from leaves(part)


def test_the_players_guide_names_buttons_as_the_page_does() -> None:
    guide = (REPOSITORY / "docs" / "guide.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", guide))
    known = set(leaves(json.loads((REPOSITORY / "rowlock/locale/en.json").read_text(encoding="utf-8"))))
    assert len(named) > 20
    assert named - known == set()
