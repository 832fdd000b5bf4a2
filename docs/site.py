"""What the documentation site has beyond the files of docs/: made while it is built (see mkdocs.yml).

Every pad gets a page with its rules in brief and a picture of its sheet, by the same words and drawings that
page and print have; every public module gets a page of reference. README and its neighbours become pages.
Links are followed in the repository, so that they work there and here; one that leads nowhere stops it all.
"""

from __future__ import annotations

import ast
import importlib.metadata
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from rowlock import load_variant, variant_names
from rowlock.engine.variant import Variant
from rowlock.locale import load_catalogue
from rowlock.locale.rules import rules_in_words
from rowlock.printing import PrintOptions, render

REPOSITORY = Path(__file__).parents[1]
ROOT_PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
}
MODULES = {
    "The library": (
        *("rowlock.library.simulating", "rowlock.library.contesting", "rowlock.library.solving"),
        *("rowlock.library.reviewing", "rowlock.library.analysing", "rowlock.library.games"),
        *("rowlock.library.dataset", "rowlock.bots", "rowlock.client", "rowlock.client.programs"),
        *("rowlock.analysis.review.game", "rowlock.printing"),
    ),
    "The rules": (
        *("rowlock.engine.game", "rowlock.engine.state", "rowlock.engine.moves", "rowlock.engine.legal"),
        *("rowlock.engine.facts", "rowlock.engine.scoring", "rowlock.engine.sheet"),
        *("rowlock.engine.variant", "rowlock.variants", "rowlock.engine.notation"),
        *("rowlock.engine.position", "rowlock.engine.record", "rowlock.engine.view", "rowlock.engine.errors"),
    ),
    "Research environments": (
        *("rowlock.research.gym", "rowlock.research.aec", "rowlock.research.parallel"),
        *("rowlock.research.spiel", "rowlock.research.gym_vector", "rowlock.research.tables"),
        *("rowlock.research.vector", "rowlock.research.play"),
        *("rowlock.research.actions", "rowlock.research.observation"),
    ),
}
"""The public modules, by what they are for."""
PACKED = ("mkdocs-material", "mkdocs", "mkdocstrings-python")
"""The packages whose scripts and styles become part of the site."""
_LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made."""
    for uri, content in (*_root_pages(), *_pad_pages(), *_reference_pages()):
        if uri not in files.src_uris:
            files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Follow every link from where the text lies in the repository."""
    pages = {site: root for root, site in ROOT_PAGES.items()}
    source = pages.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    return _LINK.sub(lambda found: _follow(found[1], source, page.file.src_uri, config), markdown)


def _follow(link: str, source: str, uri: str, config: Any) -> str:
    if re.match(r"[a-z]+:|#|/", link) or uri.startswith(("sheets/", "api/")):
        return link
    path, sign, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if target == "docs/decisions":
        target = "docs/decisions/README.md"
    found = REPOSITORY / target
    if not found.exists():
        raise PluginError(f"{source}: the link {link} leads nowhere")
    here = ROOT_PAGES.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
    if here is None or found.is_dir() or found.suffix == ".py":
        return f"{config['extra']['repository']}/{'tree' if found.is_dir() else 'blob'}/main/{target}"
    return posixpath.relpath(here, posixpath.dirname(uri) or ".") + sign + anchor


def _root_pages() -> Iterator[tuple[str, str]]:
    for name, uri in ROOT_PAGES.items():
        yield uri, (REPOSITORY / name).read_text(encoding="utf-8")


def _pads() -> list[Variant]:
    return [load_variant(name) for name in variant_names()]


def _pad_pages() -> Iterator[tuple[str, str]]:
    lines = ["# Pads", "", "Every pad that comes with Rowlock, with its sheet and its rules in brief.", ""]
    for variant in _pads():
        lines.append(f"- [{variant.title}]({variant.name}.md)")
        yield f"sheets/{variant.name}.svg", render(variant, PrintOptions(form="svg", per_page=1)).decode()
        yield f"sheets/{variant.name}.md", _pad_page(variant)
    yield "sheets/index.md", "\n".join(lines) + "\n"


def _pad_page(variant: Variant) -> str:
    least, most = variant.players
    parts = [f"# {variant.title}", f"![The sheet of {variant.title}]({variant.name}.svg)"]
    parts.append(f"For {least} to {most} players. The full rules, numbered: [rules](../rules.md).")
    for part in rules_in_words(load_catalogue("en"), variant):
        parts += [f"## {part.heading}", *part.lines]
    parts.append(f"```\nrowlock play {variant.name}\nrowlock print {variant.name} --output sheets.pdf\n```")
    return "\n\n".join(parts) + "\n"


def _reference_pages() -> Iterator[tuple[str, str]]:
    lines = ["# Reference", "", "Made from the docstrings. `import rowlock` offers most of it directly.", ""]
    for title, modules in MODULES.items():
        lines += [f"## {title}", "", "| | |", "|---|---|"]
        for module in modules:
            lines.append(f"| [{module}]({module}.md) | {_summary(module)} |")
            yield f"api/{module}.md", f"::: {module}\n"
        lines.append("")
    yield "api/index.md", "\n".join(lines)


def _summary(module: str) -> str:
    """The first line of a module's docstring, without loading what it needs."""
    path = REPOSITORY.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def on_post_build(config: Any) -> None:
    """Write the licences of what others made and the site contains; without one there is no site."""
    texts = [f"{name} {importlib.metadata.version(name)}\n\n{_licence(name)}\n" for name in PACKED]
    (Path(config["site_dir"]) / "notices.txt").write_text("\n\n".join(texts), encoding="utf-8")


def _licence(package: str) -> str:
    found = [file for file in importlib.metadata.files(package) or [] if "LICENSE" in file.name.upper()]
    if not found:
        raise PluginError(f"{package} becomes part of the site, but has no licence text")
    return "\n\n".join(file.read_text(encoding="utf-8").strip() for file in found)
