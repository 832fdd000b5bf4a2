"""What a variant's sheet does not show, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rowlock.engine.mechanisms.mechanism import Mechanism
from rowlock.engine.variant import Row, Variant
from rowlock.engine.variant_text import chosen_options, known_options


def describe(variant: Variant) -> Iterator[tuple[str, str]]:
    """What a sheet does not show, as names and facts."""
    least, most = variant.players
    yield "players", f"{least} to {most}" if least < most else str(least)
    yield "dice", f"two white and {' '.join(variant.colours)}, with {variant.faces} faces each"
    yield from _describe_closing(variant.rows)
    rows = "a closed row" if variant.end_rows == 1 else f"{variant.end_rows} closed rows"
    boxes = "one penalty" if variant.penalty_boxes == 1 else f"{variant.penalty_boxes} penalties"
    yield "end", f"{rows}, or {boxes}"
    found = [f"{word} ({details})" if details else word for word, details in mechanisms(variant)]
    yield "mechanisms", ", ".join(found) or "none beyond the classic ones"
    for option, words in known_options().items():
        chosen = chosen_options(variant)[option]
        others = " or ".join(word for word in words if word != chosen)
        yield "options", f"{option} = {chosen} (or {others})"


def _describe_closing(rows: tuple[Row, ...]) -> Iterator[tuple[str, str]]:
    """How rows are closed (R7.1); said once where all rows agree."""
    rules: dict[str, list[str]] = {}
    for row in rows:
        last = "the last cell" if row.closers == 1 else f"one of the last {row.closers} cells"
        needs = f"{row.needs} cross{'es' if row.needs != 1 else ''}"
        rules.setdefault(f"with {last}, after {needs}", []).append(row.name)
    for rule, names in rules.items():
        yield "closing", rule if len(rules) == 1 else f"{' '.join(names)}: {rule}"


def mechanisms(variant: Variant) -> Iterator[tuple[str, str]]:
    """What a variant has beyond four plain rows: a word for each, and its details."""
    if any(len({cell.colours for cell in row.cells}) > 1 for row in variant.rows):
        yield "mixed colours", ""
    if any(not _is_sorted(row) for row in variant.rows):
        yield "mixed numbers", ""
    for mechanism in variant.mechanisms:
        if not mechanism.options:  # those are told as options
            yield _name(mechanism), mechanism.about(variant)
    own = {mechanism.key for mechanism in variant.mechanisms}
    yield from ((feature, "") for feature in variant.features if feature not in own)


def _name(mechanism: Mechanism) -> str:
    """What its class is called, in small letters: `LuckyNumbers` are lucky numbers."""
    return " ".join(re.findall("[A-Z][a-z0-9]*", type(mechanism).__name__)).lower()


def _is_sorted(row: Row) -> bool:
    numbers = [cell.number for cell in row.cells]
    return numbers in (sorted(numbers), sorted(numbers, reverse=True))
