"""What a variant's sheet does not show, in words."""

from __future__ import annotations

from collections.abc import Iterator

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
        rules.setdefault(f"with {last}, after {needs}", []).append(row.colour)
    for rule, colours in rules.items():
        yield "closing", rule if len(rules) == 1 else f"{' '.join(colours)}: {rule}"


def mechanisms(variant: Variant) -> Iterator[tuple[str, str]]:
    """What a variant has beyond four plain rows: a word for each, and its details."""
    if any(cell.colour != row.colour for row in variant.rows for cell in row.cells):
        yield "mixed colours", ""
    if any(not _is_sorted(row) for row in variant.rows):
        yield "mixed numbers", ""
    if variant.lucky:
        yield "lucky numbers", ", ".join("/".join(map(str, numbers)) for numbers in variant.lucky)
    if variant.bonus_bar:
        bar = variant.bonus_bar
        yield "bonus bar", f"{len(bar.fields)} fields, {len(bar.cells)} cells"
    if variant.bonus_pairs:
        yield "bonus pairs", str(len(variant.bonus_pairs))


def _is_sorted(row: Row) -> bool:
    numbers = [cell.number for cell in row.cells]
    return numbers in (sorted(numbers), sorted(numbers, reverse=True))
