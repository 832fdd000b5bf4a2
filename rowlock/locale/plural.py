"""The form of a text for a number: the plural rules of each language, as in Unicode's CLDR."""

from __future__ import annotations

PLURAL_CATEGORIES: dict[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "de": ("one", "other"),
    "fr": ("one", "other"),
    "it": ("one", "other"),
    "pl": ("one", "few", "many", "other"),
}
"""The forms that a text with a number needs in each language."""


def plural_category(lang: str, n: float) -> str:
    """The category of a number; the sign does not matter, and a language not listed reads as English."""
    n = abs(n)
    if lang == "fr":
        return "one" if n < 2 else "other"
    if n == 1:
        return "one"
    if lang == "pl" and n == int(n):
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "few" if few else "many"
    return "other"
