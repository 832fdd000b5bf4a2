"""The kernel plays by the rules: engine against kernel, move by move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from extras import bonus_pairs, extras, lucky_numbers, with_extras
from following import follow
from playing import BUNDLED, TINY
from random_pads import mixed_pad, random_pad

from rowlock import load_variant
from rowlock.engine.errors import Unsupported
from rowlock.engine.facts import FACTS
from rowlock.engine.features import carries, carries_all
from rowlock.engine.mechanisms import kinds
from rowlock.engine.mechanisms.between import Between, Bridge
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair, PairKind
from rowlock.engine.mechanisms.double import DoubleCells
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.variant import Place, Variant
from rowlock.fast.flat_tables import flatten_tables
from rowlock.fast.merged import merge_states
from rowlock.fast.tables import compile_variant

TABLES = ["random random random", "cautious greedy random cautious greedy", "cautious", "greedy cautious"]
ALWAYS = {"rolled", "chose", "passed", "crossed", "locked", "closed", "penalised", "ended"}
BAR = {"bar_crossed", "bonus_crossed", "bonus_lost", "struck"}
PAIRS = {"pair_completed", "bonus_crossed", "bonus_lost", "tie answered"}


def expected(variant: Variant) -> set[str]:
    """The facts that this variant must have shown before its test means anything."""
    kinds = set(ALWAYS)
    kinds |= BAR if "bonus_bar" in variant.features else set()
    kinds |= PAIRS if any(pair.kind == "two-in-fewest" for pair in bonus_pairs(variant)) else set()
    kinds |= {"swapped"} if "swaps" in variant.features else set()
    kinds |= {"lucky"} if "lucky" in variant.features else set()
    return kinds | ({"die_removed"} if "die_stays" not in variant.features or variant.end_rows > 2 else set())


def check(variant: Variant, games: int) -> set[str]:
    """Follow games of several tables with one to five seats; every expected fact must occur."""
    tables = compile_variant(variant)
    seen: set[str] = set()
    for seed, bots in enumerate(TABLES):
        seated = bots.split()[: variant.players[1]]
        seen |= {kind for kind, count in follow(tables, seated, seed, range(games)).items() if count}
    assert expected(variant) <= seen
    return seen


@pytest.mark.parametrize("name", BUNDLED)
def test_the_kernel_follows_the_engine(name: str) -> None:
    assert carries_all("kernels", load_variant(name))
    check(load_variant(name), 12)


def test_rows_between_two_that_are_one_are_refused_by_name() -> None:
    pad = load_variant("big-points")
    between = Between((Bridge("o", ("r", "r")), Bridge("t", ("g", "b"))))
    tables = compile_variant(replace(pad, mechanisms=(between,)))
    with pytest.raises(Unsupported, match="Big Points: the kernels know rows between two different rows"):
        flatten_tables(tables, merge_states(tables))


def test_R17_all_mechanisms_of_dice_combine() -> None:
    """Random pads with two to six rows and about half of all mechanisms each; every one has its moment."""
    seen, mixed = set[str](), set[str]()
    for seed in range(1, 81, 2):
        pad = mixed_pad(seed)
        bots = ["random", "greedy", "cautious", "greedy", "random"][: 1 + seed % 5]
        seen |= {kind for kind, count in follow(compile_variant(pad), bots, seed, range(3)).items() if count}
        mixed |= {feature for feature in pad.features if len(pad.features) > 1}
    assert carried_facts() - seen == {"withdrew", "resigned"}
    assert {kind.key for kind in kinds() if carries("kernels", kind.key)} - mixed == {"die_stays"}


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_the_kernel_follows_the_engine_on_tiny_pads(path: str) -> None:
    check(load_variant(str(path)), 40)


@pytest.mark.parametrize("name", ["classic", "mixx-a", "bonus-a"])
def test_R7_5_a_die_may_stay_until_the_turn_is_over(name: str) -> None:
    check(replace(load_variant(name, die_leaves="turn"), end_rows=3), 10)


def every_mechanism() -> Variant:
    """Mixed colours, two closing cells, lucky numbers, a bar and pairs that share cells, all on one pad."""
    longo = load_variant("longo")
    rows = tuple(
        replace(
            row,
            needs=2 + r,
            cells=tuple(replace(cell, colours="rygb"[(r + i) % 4]) for i, cell in enumerate(row.cells)),
        )
        for r, row in enumerate(longo.rows)
    )
    bar = BonusBar(tuple("gbryrgbyybgr"), tuple(Place(r, c) for r in range(4) for c in (1 + r, 5, 8, 13)))
    kinds: tuple[PairKind, ...] = (
        "two-in-fewest",
        "one-in-each",
        "double-fewest",
        "thirteen",
        "no-penalties",
        "two-in-fewest",
    )
    pairs = tuple(
        BonusPair(kind, (Place(i % 4, 2 + i), Place((i + 1) % 4, 3 + i))) for i, kind in enumerate(kinds)
    )
    mechanisms = extras(lucky_numbers(longo), bar, pairs)
    return replace(longo, rows=rows, mechanisms=mechanisms, penalty_boxes=5, end_rows=3)


def doubled_and_swapped() -> Variant:
    """Double cells, second crosses, swap fields, lucky numbers and pairs, all on one pad."""
    longo = load_variant("longo")
    pairs = (BonusPair("two-in-fewest", (Place(0, 1), Place(2, 1))), BonusPair("thirteen", (Place(1, 2),)))
    mechanisms = (
        *extras(lucky_numbers(longo), None, pairs),
        DoubleCells(tuple(Place(r, c) for r in range(4) for c in (1 + r, 6, 9))),
        Twice(("r", "g", "b")),
        Swaps(((7, 9), (5, 10), (9, 12), (9, 4), (11, 9))),
    )
    return replace(longo, mechanisms=mechanisms, points=(*longo.points, 136, 153), end_rows=3)


def carried_facts() -> set[str]:
    """The kinds of fact that can occur on pads that the kernel supports."""
    carried = [fact for kind in kinds() if carries("kernels", kind.key) for fact in kind.facts]
    return {fact.kind for fact in (*FACTS, *carried)}


def test_R17_mechanisms_combine() -> None:
    seen = check(every_mechanism(), 30) | check(doubled_and_swapped(), 20)
    assert carried_facts() - seen == {"withdrew", "resigned"}


def test_R15_1_the_fields_of_a_bar_are_rows_by_name_whatever_locks_them() -> None:
    pad, bar = load_variant("bonus-a"), load_variant("bonus-a").find(BonusBar)
    rows = tuple(replace(row, name=name) for row, name in zip(pad.rows, "ygbr", strict=True))
    tables = compile_variant(replace(pad, rows=rows))
    assert bar
    assert [rows[row].name for row in tables.bar_row] == list(bar.fields)


def test_R17_own_pads_of_every_kind() -> None:
    """Sixty random pads, each with other rows, dice, points, options and mechanisms."""
    seen: set[str] = set()
    for seed in range(60):
        tables = compile_variant(random_pad(seed))
        bots = ["random", "greedy", "cautious", "greedy", "random"][: 1 + seed % 5]
        seen |= {kind for kind, count in follow(tables, bots, seed, range(5)).items() if count}
    assert carried_facts() - seen == {"withdrew", "resigned", "swapped"}
    assert {"lucky", "tie answered"} <= seen


def test_ties_beyond_the_kernels_room_are_refused() -> None:
    pairs = tuple(BonusPair("two-in-fewest", (Place(0, cell), Place(1, cell))) for cell in range(6))
    tables = compile_variant(with_extras(load_variant("classic"), pairs=pairs))
    with pytest.raises(Unsupported, match="at most 5 ties"):
        flatten_tables(tables, merge_states(tables))
