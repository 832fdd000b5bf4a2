"""A variant as text: `parse_variant` reads TOML with inheritance, `format_variant` writes it (R1).

All mistakes of a file are reported together, each with its line; an inherited one with the line of
the parent's file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import cast

from rowlock.engine.errors import BadVariant
from rowlock.engine.variant import DieLeaves, Place, Variant
from rowlock.engine.variant_document import Parents, read_document, with_ancestors
from rowlock.engine.variant_extras import read_bonus_bar, read_bonus_pairs, read_lucky
from rowlock.engine.variant_parts import (
    MOST_FACES,
    MOST_POINTS,
    MOST_ROWS,
    OPTIONS,
    check_keys,
    read_option,
    read_players,
    read_points,
    read_rows,
    read_title,
)
from rowlock.engine.variant_reader import Enough, Mistakes, Reader, Spot, clean, nearest, told


def parse_variant(text: str, name: str, source: str | None = None, parents: Parents | None = None) -> Variant:
    """Read a variant; raises `BadVariant` with every mistake. `source` is the file's name in them."""
    mistakes = Mistakes()
    variant = None
    with suppress(Enough):  # the list of mistakes says so itself
        variant = _parse(text, name, Spot(clean(source or name), 1), parents, mistakes)
    if mistakes.lines or variant is None:
        raise BadVariant(mistakes.lines)
    return variant


def _parse(text: str, name: str, home: Spot, parents: Parents | None, mistakes: Mistakes) -> Variant | None:
    document = read_document(text, home, mistakes)
    if document is None:
        return None
    merged = with_ancestors(document, name, text, home, parents, mistakes)
    reader = Reader(merged.tree, merged.spots, home, mistakes, complete=merged.complete)
    return _read_variant(reader, name)


def _read_variant(reader: Reader, name: str) -> Variant | None:
    """Every part in turn, so that every mistake is found; None if a part cannot be read."""
    check_keys(reader)
    title = read_title(reader)
    rules = reader.whole(("rules",), 1, 10_000)
    players = read_players(reader)
    faces = reader.whole(("dice", "faces"), 2, MOST_FACES)
    rows = read_rows(reader, faces)
    points = read_points(reader, rows)
    boxes = reader.whole(("penalties", "boxes"), 1, 10)
    penalty = reader.whole(("penalties", "points"), -MOST_POINTS, 0)
    end_rows = reader.whole(("end", "closed_rows"), 1, len(rows) if rows else MOST_ROWS)
    die_leaves = cast(DieLeaves, read_option(reader, "die_leaves"))
    lucky = read_lucky(reader, faces, players)
    bar = read_bonus_bar(reader, rows)
    pairs = read_bonus_pairs(reader, rows)
    if title is None or rules is None or players is None or faces is None or rows is None:
        return None
    if points is None or boxes is None or penalty is None or end_rows is None:
        return None
    return Variant(
        name=name,
        title=title,
        rules=rules,
        players=players,
        faces=faces,
        rows=rows,
        points=points,
        penalty_boxes=boxes,
        penalty_points=penalty,
        end_rows=end_rows,
        die_leaves=die_leaves,
        lucky=lucky,
        bonus_bar=bar,
        bonus_pairs=pairs,
    )


def choose_options(variant: Variant, options: Mapping[str, str]) -> Variant:
    """The same variant with some options chosen differently; it keeps its name."""
    mistakes = []
    for option, word in options.items():
        key = f"{variant.name}: options.{clean(option)}"
        if option not in OPTIONS:
            known = ", ".join(f"{name} ({' or '.join(words)})" for name, words in OPTIONS.items())
            mistakes.append(f"{key}: there is no such option; the options are {known}")
        elif word not in OPTIONS[option]:
            right = nearest(str(word), OPTIONS[option])
            mistakes.append(f"{key}: there is no choice {told(word)}; {right}")
    if mistakes:
        raise BadVariant(mistakes)
    die_leaves = cast(DieLeaves, options.get("die_leaves", variant.die_leaves))
    return replace(variant, die_leaves=die_leaves) if options else variant


def format_variant(variant: Variant) -> str:
    """Write a variant as a complete file without a parent; `parse_variant` reads it back."""
    return "\n".join(_lines(variant)) + "\n"


def _lines(variant: Variant) -> Iterator[str]:
    yield f"title = {_quoted(variant.title)}"
    yield f"rules = {variant.rules}"
    yield f"players = {list(variant.players)}"
    yield f"points = {list(variant.points)}"
    yield from _table("[dice]", faces=variant.faces)
    first = variant.rows[0]
    yield from _table("[closing]", needs=first.needs, cells=first.closers)
    yield from _table("[penalties]", boxes=variant.penalty_boxes, points=variant.penalty_points)
    yield from _table("[end]", closed_rows=variant.end_rows)
    yield from _table("[options]", die_leaves=_quoted(variant.die_leaves))
    if variant.lucky:
        yield from _table("[lucky]", numbers=[list(numbers) for numbers in variant.lucky])
    for row in variant.rows:
        cells = _quoted(" ".join(f"{cell.colour}{cell.number}" for cell in row.cells))
        yield from _table("[[rows]]", lock=_quoted(row.colour), cells=cells)
        if row.needs != first.needs:
            yield f"needs = {row.needs}"
        if row.closers != first.closers:
            yield f"closing_cells = {row.closers}"
    if variant.bonus_bar:
        fields = _quoted(" ".join(variant.bonus_bar.fields))
        cells = _name_cells(variant, variant.bonus_bar.cells)
        yield from _table("[bonus_bar]", fields=fields, cells=cells)
    for pair in variant.bonus_pairs:
        cells = _name_cells(variant, pair.cells)
        yield from _table("[[bonus_pairs]]", kind=_quoted(pair.kind), cells=cells)


def _table(header: str, **values: object) -> Iterator[str]:
    yield ""
    yield header
    for key, value in values.items():
        yield f"{key} = {value}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _name_cells(variant: Variant, places: Iterable[Place]) -> str:
    """Cells by row and number, as the bonuses name them."""
    rows = variant.rows
    return _quoted(" ".join(f"{rows[r].colour}{rows[r].cells[i].number}" for r, i in places))
