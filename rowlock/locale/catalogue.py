"""Finding a language, loading its catalogue, and looking texts up in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonMapping
from rowlock.locale.plural import plural_category

FALLBACK = "en"
ENVIRONMENT = ("ROWLOCK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that may name a language, the one with the highest priority first."""


class NoSuchLanguage(RowlockError):
    """A language that has no catalogue."""

    code = "no_such_language"


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language: sections within sections, looked up as `section.key`."""

    lang: str
    texts: JsonMapping


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, in alphabetical order."""
    folder = files("rowlock.locale")
    return tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))


@cache
def load_catalogue(lang: str) -> Catalogue:
    if lang not in languages():
        raise NoSuchLanguage(f"there are no texts for language {lang!r}; known: {', '.join(languages())}")
    source = files("rowlock.locale").joinpath(f"{lang}.json")
    return Catalogue(lang, json.loads(source.read_text(encoding="utf-8")))


def language_name(lang: str) -> str:
    """The name of a language in itself."""
    return text(load_catalogue(lang), "language.name")


def choose_language(wanted: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, else the first known one that the environment names, else English.

    `ROWLOCK_LANG` and the usual variables of a terminal count, in the order of `ENVIRONMENT`. Asking for a
    language that does not exist is an error; an environment in another language is not.
    """
    if wanted:
        return load_catalogue(wanted.lower()).lang
    for variable in ENVIRONMENT:
        lang = environment.get(variable, "").replace("-", "_").split("_")[0].split(".")[0].lower()
        if lang in languages():
            return lang
    return FALLBACK


def has_text(catalogue: Catalogue, key: str) -> bool:
    """Whether the catalogue has a text for this key; users' own variants, for one, have no title here."""
    return _find(catalogue, key) is not None


def text(catalogue: Catalogue, key: str, **values: object) -> str:
    """The text of a key with its placeholders filled; `n` chooses the plural form where there are several."""
    found = _find(catalogue, key)
    if isinstance(found, dict):
        found = found.get(plural_category(catalogue.lang, _number(values.get("n", 0))), found.get("other"))
    if not isinstance(found, str):
        raise KeyError(f"no text {key!r} in language {catalogue.lang!r}")
    return found.format(**{name: _shown(value) for name, value in values.items()})


def _find(catalogue: Catalogue, key: str) -> Any:
    found: Any = catalogue.texts
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            return None
        found = found[part]
    return found


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def _shown(value: object) -> str:
    """A value as people write it: negative numbers with a real minus sign."""
    return str(value).replace("-", "−", 1) if isinstance(value, int | float) else str(value)
