"""A translator's list for a catalogue: gaps, long labels, style, the words of the game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from rowlock.engine.json_object import JsonMapping, JsonObject
from rowlock.locale.catalogue import FALLBACK, Catalogue, load_catalogue
from rowlock.locale.labels import Measure, too_long
from rowlock.locale.plural import PLURAL_CATEGORIES

CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


class Finding(NamedTuple):
    """Something to look at: where, and what."""

    key: str
    what: str


@cache
def glossary(lang: str) -> JsonObject:
    """The words of the game in a language, and its style; empty for one that has none yet."""
    source = files("rowlock.locale").joinpath("glossary").joinpath(f"{lang}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}


def texts_of(catalogue: Catalogue) -> dict[str, str | dict[str, str]]:
    """Every key with its text, or with its plural forms."""
    return dict(_flatten(catalogue.texts, ""))


def check(catalogue: Catalogue, measure: Measure) -> list[Finding]:
    """Everything worth a look, gaps first; `measure` knows how wide a text is in the page's letters."""
    mine, english = texts_of(catalogue), texts_of(load_catalogue(FALLBACK))
    words = glossary(catalogue.lang)
    found = [
        *_gaps(catalogue.lang, mine, english),
        *(Finding(*found) for found in too_long(mine, measure)),
        *_style(mine, words.get("style", {})),
    ]
    return [*found, *_synonyms(mine, words.get("concepts", {}))]


def _flatten(texts: JsonMapping, prefix: str) -> Iterator[tuple[str, Any]]:
    for name, found in texts.items():
        if isinstance(found, dict) and not ("other" in found and set(found) <= CATEGORIES):
            yield from _flatten(found, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", found


def forms_of(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def _gaps(lang: str, mine: JsonMapping, english: JsonMapping) -> Iterator[Finding]:
    yield from (Finding(key, "has no text") for key in english if key not in mine)
    yield from (Finding(key, "is not a key of the English catalogue") for key in mine if key not in english)
    for key in mine.keys() & english.keys():
        if isinstance(english[key], dict):
            forms = set(mine[key]) if isinstance(mine[key], dict) else set()
            for missing in sorted(set(PLURAL_CATEGORIES.get(lang, ("one", "other"))) - forms):
                yield Finding(key, f"has no form for “{missing}”")
        wanted = placeholders(forms_of(english[key])[-1])
        for form in forms_of(mine[key]):
            if placeholders(form) != wanted:
                yield Finding(key, f"needs the placeholders {', '.join(sorted(wanted)) or 'of none'}: {form}")


def _style(mine: JsonMapping, style: JsonMapping) -> Iterator[Finding]:
    rules = [
        (style.get("percent_wrong"), "writes percent otherwise than the language"),
        (style.get("quotes_wrong"), "has quotation marks of another language"),
        (style.get("dots_wrong"), "has its dots otherwise than the language"),
        (style.get("address_wrong"), "addresses the reader otherwise than the other texts"),
        *[(pattern, "speaks of people in one gender") for pattern in style.get("gendered", [])],
    ]
    for key, text in mine.items():
        for form in forms_of(text):
            yield from (
                Finding(key, f"{what}: {form}")
                for wrong, what in rules
                if wrong and re.search(wrong, form, re.IGNORECASE)
            )


def _synonyms(mine: JsonMapping, concepts: JsonMapping) -> Iterator[Finding]:
    for concept in concepts.values():
        for wrong in concept.get("instead_of", []):
            for key, text in mine.items():
                if key not in concept.get("fine_in", []) and any(
                    re.search(wrong, form, re.IGNORECASE) for form in forms_of(text)
                ):
                    yield Finding(key, f"say “{concept['word']}”: {forms_of(text)[-1]}")
