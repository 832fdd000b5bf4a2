"""One catalogue of texts per language, used by page, terminal and print alike.

    catalogue = load_catalogue("de")
    text(catalogue, "game.penalty", n=2)        # "2 Fehlwürfe"

A language is one JSON file beside this module, found by being there.
"""

from rowlock.locale.catalogue import (
    Catalogue,
    NoSuchLanguage,
    choose_language,
    has_text,
    language_name,
    languages,
    load_catalogue,
    text,
)
from rowlock.locale.plural import plural_category

__all__ = [
    "Catalogue",
    "NoSuchLanguage",
    "choose_language",
    "has_text",
    "language_name",
    "languages",
    "load_catalogue",
    "plural_category",
    "text",
]
