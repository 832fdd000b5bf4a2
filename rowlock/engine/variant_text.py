"""A variant as text: `parse_variant` reads TOML with inheritance, `format_variant` writes it (R1).

All mistakes of a file are reported together, each with its line; an inherited one with the line of
the parent's file. What a mechanism needs is read and written by the mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from rowlock.engine.errors import BadVariant
from rowlock.engine.mechanisms import kinds
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism
from rowlock.engine.variant import Means, Row, Variant
from rowlock.engine.variant_document import Parents, read_document, with_ancestors
from rowlock.engine.variant_parts import (
    KEYS,
    MOST_FACES,
    MOST_POINTS,
    MOST_ROWS,
    TABLES,
    read_players,
    read_points,
    read_rows,
    read_title,
    read_whose,
)
from rowlock.engine.variant_reader import Enough, Mistakes, Reader, Spot, clean, nearest, quote_value
from rowlock.engine.variant_writer import quoted, table


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
    _check_keys(reader)
    title = read_title(reader)
    rules = reader.whole(("rules",), 1, 10_000)
    players = read_players(reader)
    faces = reader.whole(("dice", "faces"), 2, MOST_FACES)
    rows = read_rows(reader, faces)
    boxes = reader.whole(("penalties", "boxes"), 1, 10)
    penalty = reader.whole(("penalties", "points"), -MOST_POINTS, 0)
    end_rows = reader.whole(("end", "closed_rows"), 1, sum(bool(row.lock) for row in rows or ()) or MOST_ROWS)
    closes_for, ends_by = read_whose(reader, ("closing", "for")), read_whose(reader, ("end", "of"))
    mechanisms = tuple(filter(None, [kind.read(reader, Frame(players, faces, rows)) for kind in kinds()]))
    _check_means(reader, mechanisms)
    points = read_points(reader, rows, sum(mechanism.most_extra(rows or ()) for mechanism in mechanisms))
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
        closes_for=closes_for,
        ends_by=ends_by,
        mechanisms=mechanisms,
    )


def _check_means(reader: Reader, mechanisms: tuple[Mechanism, ...]) -> None:
    """Check that everything on the pad goes with what it is played with."""
    others = [mechanism.played_with for mechanism in mechanisms if mechanism.played_with != "dice"]
    means = others[0] if others else "dice"
    if others and not any("turns" in mechanism.answers() for mechanism in mechanisms):
        reader.wrong(("options",), "there are options for cards", "leave them out, or add a table [cards]")
    for mechanism in mechanisms:
        if mechanism.played_with != means:
            path = ("options", *mechanism.options) if mechanism.options else (mechanism.key,)
            reader.wrong(
                path, "the pad is played with cards", f"leave it out: it is for {mechanism.played_with}"
            )


def known_options(means: Means | None = None) -> dict[str, tuple[str, ...]]:
    """The options of a pad that leave it the same, and the words to choose from, the ruling first.

    `means` is what a pad is played with: some options are for dice, some for cards.
    """
    found = [kind for kind in kinds() if means in (None, kind.played_with)]
    return {option: words for kind in found for option, words in kind.options.items()}


def _check_keys(reader: Reader) -> None:
    """Report every key that no part of a variant knows, and every table that is not one."""
    tables = dict(TABLES, options=tuple(known_options()))
    tables |= {kind.key: kind.keys for kind in kinds() if kind.keys and not kind.is_list}
    lists = ["rows", *[kind.key for kind in kinds() if kind.is_list]]
    reader.known_keys((), (*KEYS, *tables, *lists))
    for name, known in tables.items():
        if reader.has((name,)) and not isinstance(reader.find((name,)), dict):
            what = f"{quote_value(reader.find((name,)))} is not a table"
            reader.wrong((name,), what, f"a table [{name}] with {', '.join(known)}")
        reader.known_keys((name,), known)


def chosen_options(variant: Variant) -> dict[str, str]:
    """The word of every option, chosen or by its ruling."""
    found = {option: words[0] for option, words in known_options(variant.played_with).items()}
    for mechanism in variant.mechanisms:
        found |= {option: mechanism.chosen(option) for option in mechanism.options}
    return found


def choose_options(variant: Variant, options: Mapping[str, str]) -> Variant:
    """The same variant with some options chosen differently; it keeps its name."""
    known, mistakes = known_options(variant.played_with), []
    for option, word in options.items():
        key = f"{variant.name}: options.{clean(option)}"
        if option not in known:
            all_known = ", ".join(f"{name} ({' or '.join(words)})" for name, words in known.items())
            mistakes.append(f"{key}: there is no such option; the options are {all_known}")
        elif word not in known[option]:
            mistakes.append(
                f"{key}: there is no choice {quote_value(word)}; " + nearest(str(word), known[option])
            )
    if mistakes:
        raise BadVariant(mistakes)
    for option, word in options.items():
        kind = _kind_of(option)
        if chosen_options(variant)[option] != word:
            variant = variant.with_mechanism(kind, kind.choose(option, word))
    return variant


def _kind_of(option: str) -> type[Mechanism]:
    return next(kind for kind in kinds() if option in kind.options)


def format_variant(variant: Variant) -> str:
    """Write a variant as a complete file without a parent; `parse_variant` reads it back."""
    return "\n".join(_lines(variant)) + "\n"


def _lines(variant: Variant) -> Iterator[str]:
    yield f"title = {quoted(variant.title)}"
    yield f"rules = {variant.rules}"
    yield f"players = {list(variant.players)}"
    yield f"points = {list(variant.points)}"
    yield from table("[dice]", faces=variant.faces)
    first = next(row for row in variant.rows if row.lock)
    yield from table("[closing]", needs=first.needs, cells=first.closers)
    if variant.closes_for != "table":
        yield f"for = {quoted(variant.closes_for)}"
    yield from table("[penalties]", boxes=variant.penalty_boxes, points=variant.penalty_points)
    yield from table("[end]", closed_rows=variant.end_rows)
    if variant.ends_by != "table":
        yield f"of = {quoted(variant.ends_by)}"
    options = {option: quoted(word) for option, word in chosen_options(variant).items()}
    yield from table("[options]", **options)
    for row in variant.rows:
        yield from _row_lines(row, first)
    for mechanism in variant.mechanisms:
        yield from mechanism.write(variant)


def _row_lines(row: Row, first: Row) -> Iterator[str]:
    cells = quoted(" ".join(f"{cell.colours}{cell.number}" for cell in row.cells))
    head = {"name": quoted(row.name)} if row.name != row.lock else {}
    lock = {"lock": quoted(row.lock)} if row.lock else {}
    yield from table("[[rows]]", **head, **lock, cells=cells)
    if row.lock and row.needs != first.needs:
        yield f"needs = {row.needs}"
    if row.lock and row.closers != first.closers:
        yield f"closing_cells = {row.closers}"
