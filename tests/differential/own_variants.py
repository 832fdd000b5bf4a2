"""Random own variants: small pads in which every mechanism can meet every other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from extras import extras
from hypothesis import strategies as st

from rowlock import Variant, format_variant, parse_variant
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import MOST_TIES, BonusPair
from rowlock.engine.variant import Cell, Place, Row

KINDS = ("two-in-fewest", "one-in-each", "double-fewest", "thirteen", "no-penalties")


@st.composite
def rows(draw: st.DrawFn, colour: str, colours: list[str], faces: int, mixed: bool) -> Row:
    numbers = draw(st.permutations(range(2, 2 * faces + 1)))[: draw(st.integers(2, 2 * faces - 1))]
    palette = st.sampled_from(colours) if mixed else st.just(colour)
    cells = tuple(Cell(number, draw(palette)) for number in numbers)
    closers = draw(st.integers(1, min(3, len(cells))))
    needs = draw(st.integers(0, min(3, len(cells) - closers)))
    return Row(colour, cells, needs, closers, colour)


@st.composite
def own_variants(draw: st.DrawFn, *, beyond: bool = True) -> Variant:
    """Random pads; with `beyond` also what the fast rules refuse: rows without a lock, for example."""
    colours = draw(st.permutations("rygb"))[: draw(st.integers(1, 4))]
    faces = draw(st.integers(2, 4))
    mixed = draw(st.booleans())
    sheet = tuple(draw(rows(colour, colours, faces, mixed)) for colour in colours)
    if beyond:
        sheet = tuple(draw(st.permutations([*sheet, *draw(st.just([]) | unlocked_rows(colours, faces))])))
    whose: Any = st.sampled_from(["table", "table", "player"]) if beyond else st.just("table")
    longest = max(row.most_crosses for row in sheet)
    variant = Variant(
        name="own",
        title="Own",
        rules=1,
        players=(1, 5),
        faces=faces,
        rows=sheet,
        points=tuple(sorted(draw(st.lists(st.integers(0, 50), min_size=longest + 1, max_size=longest + 1)))),
        penalty_boxes=draw(st.integers(1, 6)),
        penalty_points=draw(st.integers(-9, 0)),
        end_rows=draw(st.integers(1, len(colours))),
        closes_for=draw(whose),
        ends_by=draw(whose),
        mechanisms=extras(
            die_leaves=draw(st.sampled_from(["action", "turn"])),
            lucky=draw(st.just(()) | lucky_numbers(faces)),
            bar=draw(st.none() | bars(sheet)),
            pairs=draw(st.just(()) | pairs(sheet)),
        ),
    )
    return parse_variant(format_variant(variant), "own")


def unlocked_rows(colours: Sequence[str], faces: int) -> st.SearchStrategy[list[Row]]:
    """One or two rows without a lock, whose cells have one colour or several."""
    colouring = st.lists(st.sampled_from(list(colours)), min_size=1, max_size=3, unique=True).map("".join)
    cell = st.builds(Cell, st.integers(2, 2 * faces), colouring)
    cells = st.lists(cell, min_size=2, max_size=6, unique_by=lambda found: found.number).map(tuple)
    row = st.builds(lambda found: Row("o", found, 0, 0), cells)
    return st.lists(row, min_size=1, max_size=2).map(
        lambda found: [replace(row, name=name) for row, name in zip(found, "ot", strict=False)]
    )


def lucky_numbers(faces: int) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    numbers = st.sets(st.integers(2, 2 * faces), min_size=1, max_size=3).map(
        lambda found: tuple(sorted(found))
    )
    return st.tuples(*[numbers] * 5)


def places(sheet: tuple[Row, ...], least: int, most: int) -> st.SearchStrategy[tuple[Place, ...]]:
    every = [Place(r, i) for r, row in enumerate(sheet) for i in range(len(row.cells))]
    found = st.lists(st.sampled_from(every), min_size=least, max_size=min(most, len(every)), unique=True)
    return found.map(lambda cells: tuple(sorted(cells)))


def bars(sheet: tuple[Row, ...]) -> st.SearchStrategy[BonusBar]:
    fields = st.lists(st.sampled_from([row.name for row in sheet]), min_size=1, max_size=12).map(tuple)
    return st.builds(BonusBar, fields, places(sheet, 1, 12))


def can_all_be_crossed(sheet: tuple[Row, ...]) -> Callable[[tuple[Place, ...]], bool]:
    """Whether no two of the cells close the same row."""

    def can(cells: tuple[Place, ...]) -> bool:
        closing = [place.row for place in cells if place.cell >= sheet[place.row].first_closer]
        return len(closing) == len(set(closing))

    return can


def few_ties(found: list[BonusPair]) -> bool:
    return sum(pair.kind == "two-in-fewest" for pair in found) <= MOST_TIES


def pairs(sheet: tuple[Row, ...]) -> st.SearchStrategy[tuple[BonusPair, ...]]:
    pair = st.builds(BonusPair, st.sampled_from(KINDS), places(sheet, 2, 3).filter(can_all_be_crossed(sheet)))
    return st.lists(pair, min_size=1, max_size=6).filter(few_ties).map(tuple)
