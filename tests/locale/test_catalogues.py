"""Every language says everything: the same keys and placeholders, all its plural forms, nothing idle."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rowlock
from rowlock.engine import errors
from rowlock.engine.mechanisms import all_facts
from rowlock.locale import languages, load_catalogue
from rowlock.locale.plural import PLURAL_CATEGORIES

PACKAGE = Path(rowlock.__file__).parent
REPOSITORY = PACKAGE.parent
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


def is_plural(found: Any) -> bool:
    return isinstance(found, dict) and "other" in found and set(found) <= CATEGORIES


def flatten(texts: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every key with its text, or with its plural forms."""
    for name, found in texts.items():
        if isinstance(found, dict) and not is_plural(found):
            yield from flatten(found, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", found


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def catalogue(lang: str) -> dict[str, Any]:
    return dict(flatten(dict(load_catalogue(lang).texts)))


ENGLISH = catalogue("en")


def test_five_languages_are_there() -> None:
    assert set(languages()) >= {"de", "en", "fr", "it", "pl"}


@pytest.mark.parametrize("lang", languages())
def test_keys_and_plurals_agree_with_english(lang: str) -> None:
    texts = catalogue(lang)
    assert sorted(texts) == sorted(ENGLISH)
    for key, found in texts.items():
        assert is_plural(found) == is_plural(ENGLISH[key]), key
        if is_plural(found):
            assert set(found) == set(PLURAL_CATEGORIES[lang]), key


@pytest.mark.parametrize("lang", languages())
def test_placeholders_agree_with_english(lang: str) -> None:
    for key, found in catalogue(lang).items():
        english = ENGLISH[key]
        wanted = placeholders(english["other"] if is_plural(english) else english)
        for form in found.values() if is_plural(found) else [found]:
            assert placeholders(form) == wanted, key


@pytest.mark.parametrize("lang", languages())
def test_texts_are_whole_and_trimmed(lang: str) -> None:
    for key, found in catalogue(lang).items():
        for form in found.values() if is_plural(found) else [found]:
            assert form, key
            assert form == form.strip(), key


@pytest.mark.parametrize("lang", languages())
def test_files_have_no_key_twice(lang: str) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), names
        return dict(pairs)

    json.loads((PACKAGE / "locale" / f"{lang}.json").read_text("utf-8"), object_pairs_hook=once)


def test_every_kind_of_fact_has_a_sentence() -> None:
    for fact in all_facts():
        key = f"game.facts.{fact.kind}"
        assert any(known == key or known.startswith(key + ".") for known in ENGLISH), key


def test_every_error_of_the_engine_has_a_sentence() -> None:
    family = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = {kind.code for kind in family if issubclass(kind, errors.RowlockError)}
    assert codes
    for code in codes:
        assert f"game.errors.{code}" in ENGLISH


def test_no_key_is_idle() -> None:
    """A key is in use if some source names it, whole or as a pattern such as `game.rows.{row}`."""
    used = re.compile("|".join(sorted(set(patterns_in_python()) | set(patterns_on_the_page()))))
    assert [key for key in ENGLISH if not used.fullmatch(key)] == []


def patterns_in_python() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_key(node.value):
                yield re.escape(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [p.value if isinstance(p, ast.Constant) else None for p in node.values]
                if isinstance(parts[0], str) and is_key(parts[0].rstrip(".") + ".x"):
                    yield "".join(r"[\w-]+(\.[\w-]+)?" if p is None else re.escape(str(p)) for p in parts)


def patterns_on_the_page() -> Iterator[str]:
    """Quoted keys, and templates such as `page.seat.${state}`."""
    for path in (REPOSITORY / "web" / "src").rglob("*"):
        if path.suffix in {".ts", ".svelte", ".js"}:
            for quoted in re.findall(r"""["'`]([a-z]+\.[\w.${}()\[\]-]+)["'`]""", path.read_text("utf-8")):
                parts = re.split(r"\$\{[^}]*\}", quoted)
                yield r"[\w.-]+".join(re.escape(part) for part in parts)


def is_key(found: str) -> bool:
    return bool(re.fullmatch(r"[a-z]+(\.[\w-]+)+", found)) and found.split(".")[0] in {
        key.split(".")[0] for key in ENGLISH
    }


def test_french_never_breaks_a_line_before_a_sign() -> None:
    """A no-break space goes before ; : ! ? % and inside quotation marks, except for keys to press."""
    text = (PACKAGE / "locale" / "fr.json").read_text(encoding="utf-8")
    assert re.findall(r"[^·] [;:!?»%][ .,)…\"]|« ", text) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "pl"])
def test_apostrophes_and_quotation_marks_are_those_of_print(language: str) -> None:
    text = (PACKAGE / "locale" / f"{language}.json").read_text(encoding="utf-8")
    assert "'" not in text
    assert "..." not in text
    assert '\\"' not in text
