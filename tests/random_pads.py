"""Pads that nobody would print: random rows, dice, points and mechanisms, for tests of every room."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal, get_args

from extras import extras

from rowlock import format_variant, parse_variant
from rowlock.engine.mechanisms.between import Between, Bridge
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair, PairKind
from rowlock.engine.mechanisms.cards import Cards
from rowlock.engine.mechanisms.chain import Chain
from rowlock.engine.mechanisms.double import DoubleCells
from rowlock.engine.mechanisms.jokers import Jokers
from rowlock.engine.mechanisms.mechanism import Mechanism
from rowlock.engine.mechanisms.steps import Steps
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.variant import Cell, Place, Row, Variant

KINDS: tuple[PairKind, ...] = get_args(PairKind)


def random_pad(seed: int) -> Variant:
    """A valid variant with one to four rows; about half of the mechanisms are on it."""
    rng = random.Random(seed)
    locks = rng.sample("rygb", rng.randint(1, 4))
    faces = rng.randint(2, 6)
    mixed = rng.random() < 0.4
    rows = tuple(random_row(rng, lock, locks if mixed else [lock], faces) for lock in locks)
    places = [Place(r, c) for r, row in enumerate(rows) for c in range(len(row.cells))]
    most = max(row.most_crosses for row in rows)
    points = [0]
    for _ in range(most):
        points.append(points[-1] + rng.randint(-1, 6))
    numbers = range(2, 2 * faces + 1)
    variant = Variant(
        f"pad-{seed}",
        f"Pad {seed}",
        1,
        (1, 5),
        faces,
        rows,
        tuple(points),
        penalty_boxes=rng.randint(1, 4),
        penalty_points=-rng.randint(0, 6),
        end_rows=rng.randint(1, len(rows)),
        mechanisms=extras(
            die_leaves=rng.choice(("action", "turn")),
            lucky=tuple(tuple(rng.sample(numbers, rng.randint(1, 3))) for _ in range(5))
            if rng.random() < 0.4
            else (),
            bar=random_bar(rng, locks, places) if rng.random() < 0.5 else None,
            pairs=random_pairs(rng, rows, places) if rng.random() < 0.5 else (),
        ),
    )
    assert parse_variant(format_variant(variant), variant.name) == variant
    return variant


def random_row(rng: random.Random, lock: str, colours: list[str], faces: int) -> Row:
    numbers = list(range(2, 2 * faces + 1))
    rng.shuffle(numbers)
    kept = numbers[: rng.randint(2, min(len(numbers), 9))]
    if rng.random() < 0.6:
        kept.sort(reverse=rng.random() < 0.5)
    closers = rng.randint(1, min(3, len(kept)))
    needs = rng.randint(0, min(len(kept) - closers, 3))
    return Row(lock, tuple(Cell(number, rng.choice(colours)) for number in kept), needs, closers, lock)


def random_bar(rng: random.Random, locks: list[str], places: list[Place]) -> BonusBar:
    fields = tuple(rng.choice(locks) for _ in range(rng.randint(1, 12)))
    return BonusBar(fields, tuple(rng.sample(places, rng.randint(1, max(1, len(places) // 2)))))


def random_pairs(rng: random.Random, rows: tuple[Row, ...], places: list[Place]) -> tuple[BonusPair, ...]:
    inner = [place for place in places if place.cell < rows[place.row].first_closer]
    if len(inner) < 3:
        return ()
    kinds = [rng.choice(KINDS) for _ in range(rng.randint(1, 5))]
    while kinds.count("two-in-fewest") > 3:
        kinds.remove("two-in-fewest")
    return tuple(BonusPair(kind, tuple(rng.sample(inner, rng.choice((2, 2, 3))))) for kind in kinds)


def wild_pad(seed: int) -> str:
    """The text of a pad at the edge of what the format allows: much of everything, and close together."""
    rng = random.Random(seed)
    names = "rygbot"[: rng.randint(4, 6)]
    numbers = list(range(2, 26))
    cells = {name: f"{'rygb'[i % 4]}{{}}" for i, name in enumerate(names)}
    rows = [
        f'[[rows]]\nname = "{name}"\n'
        + (f'lock = "{name}"\n' if name in "rygb" else "")
        + f'cells = "{" ".join(cells[name].format(number) for number in numbers)}"\n'
        for name in names
    ]
    near = [f"{name}{number}" for name in names for number in numbers[: rng.choice((2, 4, 8))]]
    kinds = ["two-in-fewest"] * rng.randint(0, 4) + [rng.choice(KINDS[1:]) for _ in range(16)]
    rng.shuffle(kinds)
    pairs = [
        f'[[bonus_pairs]]\nkind = "{kind}"\ncells = "{" ".join(rng.sample(near, rng.choice((2, 2, 3))))}"\n'
        for kind in kinds
    ]
    bar = f'[bonus_bar]\nfields = "{" ".join(rng.choices(names, k=48))}"\ncells = "{" ".join(near)}"\n'
    sums = [[rng.choice((7, 8)), rng.randint(2, 5)] for _ in range(24)]
    parts = [bar] * rng.randint(0, 1) + [f"[swaps]\nfields = {sums}\n"] * rng.randint(0, 1)
    return _WILD.format(title="W" * 60, points=list(range(0, 52, 2))) + "".join([*rows, *pairs, *parts])


_WILD = """title = "{title}"
rules = 1
players = [1, 5]
points = {points}
[dice]
faces = 20
[closing]
needs = 5
cells = 1
[penalties]
boxes = 4
points = -5
[end]
closed_rows = 2
"""


def mixed_pad(seed: int) -> Variant:
    """Several mechanisms at once: two to six rows, dice with four to eight faces, points of its own."""
    rng = random.Random(seed)
    faces = rng.randint(4, 8)
    locks = rng.sample("rygb", rng.randint(2, 4))
    rows = [random_row(rng, lock, [lock], faces) for lock in locks]
    bridges = []
    for name in "ot"[: rng.choice((0, 0, 1, 2))]:
        of = rng.sample(range(len(locks)), 2)
        numbers = sorted({cell.number for r in of for cell in rows[r].cells})
        cells = tuple(Cell(number, "".join(locks[r] for r in sorted(of))) for number in numbers[:24])
        bridges.append(Bridge(name, (locks[of[0]], locks[of[1]])))
        rows.append(Row(name, cells, 0, 0, None))
    found = _some_mechanisms(rng, tuple(rows), locks, faces)
    found += [Between(tuple(bridges))] if bridges else []
    most = max(row.most_crosses for row in rows) + sum(m.most_extra(tuple(rows)) for m in found)
    points = [0]
    for _ in range(most):
        points.append(points[-1] + rng.randint(0, 6))
    mechanisms = tuple(sorted(found, key=lambda mechanism: mechanism.place()))
    ends = rng.randint(1, len(locks))
    pad = Variant(f"mixed-{seed}", f"Mixed {seed}", 1, (1, 5), faces, tuple(rows), tuple(points))
    return replace(pad, end_rows=ends, mechanisms=mechanisms)


def _some_mechanisms(
    rng: random.Random, rows: tuple[Row, ...], locks: list[str], faces: int
) -> list[Mechanism]:
    """About half of the kinds, each with cells of its own choice."""
    places = [Place(r, c) for r, row in enumerate(rows) for c in range(len(row.cells))]
    inner = [place for place in places if place.cell < rows[place.row].first_closer]
    if not inner:
        return []  # rows of closing cells alone
    numbers = list(range(2, 2 * faces + 1))

    def chosen(cells: list[Place], most: int) -> tuple[Place, ...]:
        return tuple(sorted(rng.sample(cells, min(len(cells), rng.randint(2, most)))))

    def links() -> tuple[tuple[Place, Place], ...]:
        ends = rng.sample(inner, min(len(inner) // 2 * 2, 6))
        return tuple(zip(ends[::2], ends[1::2], strict=True))

    kinds: list[Mechanism] = [
        DoubleCells(chosen(inner, 6)),
        Twice(tuple(row.name for row in rows if row.lock)[: rng.randint(1, 4)]),
        Steps(tuple(chosen(places, 8) for _ in range(5))),
        Chain(tuple(links() for _ in range(5))),
        Swaps(tuple((a, b) for a, b in (rng.sample(numbers, 2) for _ in range(rng.randint(1, 9))))),
        *extras(
            lucky=tuple(tuple(rng.sample(numbers, 2)) for _ in range(5)),
            bar=random_bar(rng, locks, inner),
            pairs=random_pairs(rng, rows, inner),
        ),
    ]
    return [kind for kind in kinds if rng.random() < 0.45]


def wide_pad(seed: int) -> Variant:
    """A mixed pad with what is rarer: cells of other colours or of two, rows that close for their owner."""
    pad, rng = mixed_pad(seed), random.Random(f"wide {seed}")
    rows, locks = pad.rows, [row.lock for row in pad.rows if row.lock]
    if not pad.find(Between):  # which asks for a colour in each of its rows
        rows = tuple(replace(row, cells=_coloured(rng, row, locks)) for row in rows)
    whose: Literal["table", "player"] = rng.choice(("table", "table", "player"))
    stays = extras(die_leaves=rng.choice(("action", "action", "turn")))
    return replace(
        pad,
        name=f"wide-{seed}",
        title=f"Wide {seed}",
        rows=rows,
        penalty_boxes=rng.randint(1, 5),
        penalty_points=-rng.randint(0, 9),
        closes_for=whose,
        ends_by=rng.choice(("table", "player")) if whose == "table" else whose,
        mechanisms=tuple(sorted((*pad.mechanisms, *stays), key=lambda mechanism: mechanism.place())),
    )


def _coloured(rng: random.Random, row: Row, locks: list[str]) -> tuple[Cell, ...]:
    """The cells of a row in colours of the pad, some in two."""
    found = []
    for cell in row.cells:
        colours = rng.sample(locks, rng.choice((1, 1, 1, 2)))
        found.append(Cell(cell.number, "".join(colour for colour in "rygb" if colour in colours)))
    return tuple(found)


def card_pad(seed: int) -> Variant:
    """A pad for cards: two to four rows, plain, mixed or with cells of other colours, hands of all sizes."""
    rng = random.Random(f"cards {seed}")
    locks, faces = rng.sample("rygb", rng.randint(2, 4)), rng.randint(4, 8)
    numbers = rng.sample(range(2, 2 * faces + 1), rng.randint(4, min(11, 2 * faces - 1)))
    if rng.random() < 0.4:  # every number once in each colour, whatever its row
        orders = {number: rng.sample(locks, len(locks)) for number in numbers}
        held = [{number: orders[number][r] for number in numbers} for r in range(len(locks))]
    else:
        held = [dict.fromkeys(numbers, lock) for lock in locks]
    rows = tuple(_card_row(rng, lock, held[r]) for r, lock in enumerate(locks))
    cards = len(numbers) * len(locks)
    display = rng.randint(1, min(6, cards - 3))
    hand = rng.randint(1, min(5, cards - display - 2))
    play = rng.randint(1, min(3, hand + 1, display))
    seats = min(5, (cards - display - 1) // (hand + 1))
    points = tuple(n * rng.choice((1, 2)) + n // 2 for n in range(max(row.most_crosses for row in rows) + 1))
    mechanisms = (Cards(hand, display, play, rng.randint(0, 3)), *([Jokers()] if rng.random() < 0.5 else []))
    pad = Variant(f"cards-{seed}", f"Cards {seed}", 1, (1, seats), faces, rows, tuple(sorted(points)))
    return replace(
        pad,
        closes_for="player",
        ends_by="player",
        end_rows=rng.randint(1, len(rows)),
        penalty_boxes=rng.randint(1, 5),
        mechanisms=tuple(sorted(mechanisms, key=lambda mechanism: mechanism.place())),
    )


def _card_row(rng: random.Random, lock: str, colours: dict[int, str]) -> Row:
    numbers = list(colours)
    if rng.random() < 0.6:
        numbers.sort(reverse=rng.random() < 0.5)
    else:
        rng.shuffle(numbers)
    closers = rng.randint(1, 2)
    needs = rng.randint(0, min(len(numbers) - closers, 4))
    return Row(lock, tuple(Cell(number, colours[number]) for number in numbers), needs, closers, lock)
