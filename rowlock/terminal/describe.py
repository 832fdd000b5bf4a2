"""The rules that a variant's sheet does not show, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import chosen_options, known_options
from rowlock.engine.view import plain_variant
from rowlock.engine.view_types import Row
from rowlock.locale import load_catalogue
from rowlock.locale.pad_features import is_in_order
from rowlock.locale.rules import mechanism_title
from rowlock.locale.words import is_mixed


def describe(variant: Variant) -> Iterator[tuple[str, str]]:
    """The rules that a sheet does not show, as names and facts."""
    least, most = variant.players
    yield "players", f"{least} to {most}" if least < most else str(least)
    if variant.turns is None:
        yield "dice", f"two white and {' '.join(variant.colours)}, with {variant.faces} faces each"
    yield from _describe_closing(plain_variant(variant)["rows"])
    if variant.closes_for == "player":
        yield "closing", "for its owner alone"
    rows = "a closed row" if variant.end_rows == 1 else f"{variant.end_rows} closed rows"
    rows += " of one player" if variant.ends_by == "player" else ""
    boxes = "one penalty" if variant.penalty_boxes == 1 else f"{variant.penalty_boxes} penalties"
    yield "end", f"{rows}, or {boxes}"
    found = [f"{word} ({details})" if details else word for word, details in mechanisms(variant)]
    yield "mechanisms", ", ".join(found) or "none beyond the classic ones"
    for option, words in known_options(variant.played_with).items():
        chosen = chosen_options(variant)[option]
        others = " or ".join(word for word in words if word != chosen)
        yield "options", f"{option} = {chosen} (or {others})"


def _describe_closing(rows: list[Row]) -> Iterator[tuple[str, str]]:
    """How rows are closed (R7.1); said once where all rows agree."""
    rules: dict[str, list[str]] = {}
    for row in rows:
        last = "the last cell" if row["closers"] == 1 else f"one of the last {row['closers']} cells"
        needs = f"{row['needs']} cross{'es' if row['needs'] != 1 else ''}"
        rule = f"with {last}, after {needs}" if row["lock"] else "never, without a lock"
        rules.setdefault(rule, []).append(row["row"])
    for rule, names in rules.items():
        yield "closing", rule if len(rules) == 1 else f"{' '.join(names)}: {rule}"


def mechanisms(variant: Variant) -> Iterator[tuple[str, str]]:
    """The parts of a variant beyond four plain rows, options aside: a word for each, and its details."""
    rows, english = plain_variant(variant)["rows"], load_catalogue("en")
    if any(is_mixed(row) for row in rows):
        yield "mixed colours", ""
    if any(not is_in_order(row) for row in variant.rows):
        yield "mixed numbers", ""
    for mechanism in variant.mechanisms:
        if not mechanism.options:
            yield mechanism_title(english, mechanism).lower(), mechanism.about(variant)
    own = {mechanism.key for mechanism in variant.mechanisms}
    if variant.turns is None:  # with cards rows close for their owner anyway
        yield from ((feature, "") for feature in variant.features if feature not in own)
