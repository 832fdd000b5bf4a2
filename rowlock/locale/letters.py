"""The letters that people type for rows: those of their language's colours, and always those of the notation.

No language's letter is the notation's for another colour, so that both can be typed at any time.
"""

from __future__ import annotations

from rowlock.engine import view_types
from rowlock.locale.catalogue import Catalogue, has_text, text


def letters_of(catalogue: Catalogue, variant: view_types.Variant) -> dict[str, str]:
    """A letter for every row of a pad; a pad with rows of its own names, or cards, keeps the notation's."""
    rows = [row["row"] for row in variant["rows"]]
    keys = {row: f"terminal.letters.{row}" for row in rows}
    if variant["played_with"] != "dice" or not all(has_text(catalogue, key) for key in keys.values()):
        return {row: row for row in rows}
    return {row: text(catalogue, key) for row, key in keys.items()}


def spell(catalogue: Catalogue, variant: view_types.Variant, move: str) -> str:
    """A move as it is shown and typed here."""
    letters = letters_of(catalogue, variant)
    return "".join(letters.get(sign, sign) for sign in move)


def unspell(catalogue: Catalogue, variant: view_types.Variant, typed: str) -> str:
    """Return typed text in the notation."""
    rows = {letter: row for row, letter in letters_of(catalogue, variant).items()}
    return "".join(rows.get(sign, sign) for sign in typed)
