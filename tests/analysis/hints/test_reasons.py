"""Reasons are true of their move and false of the other one: each is recomputed by the naive rules."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import get_args

import pytest
from card_opinion import KINDS as OF_CARDS
from hypothesis import given
from hypothesis import strategies as st
from playing import BUNDLED, TINY, eager_choice, play_out, random_choice
from second_opinion import Move, Seen, is_so, naive_of, told_percent
from tries import repeated, tries

from rowlock import Game, apply, legal_moves, load_variant, new_game, parse_move, parse_position, view
from rowlock.analysis.hints import reasons
from rowlock.analysis.hints.hint import advice, better, hint, next_best
from rowlock.analysis.hints.odds import Reach
from rowlock.analysis.hints.reason import Kind, Reason
from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.judges.move_values import weigh
from rowlock.analysis.puzzles.puzzle import shipped, solution
from rowlock.engine.view import plain_variant
from rowlock.locale import languages, load_catalogue
from rowlock.locale.reasons import tell_change, tell_drop, tell_reason, tell_reasons
from rowlock.variants import find_variant

KINDS = set(get_args(Kind))
met: Counter[str] = Counter()
Asked = tuple[Game, int]


def asked_in(name: str, rng: random.Random, most: int) -> list[Asked]:
    """Moments of a game in which a seat has a choice."""
    variant = find_variant(name)
    seats = rng.randint(*variant.players)
    start = new_game(variant, seats, rng.randrange(seats))
    games = [step.game for _, _, step in play_out(start, rng, rng.choice([random_choice, eager_choice]))]
    asked = [(g, s) for g in games for s in range(seats) if len(legal_moves(g, s)) > 1]
    return rng.sample(asked, min(most, len(asked)))


def check(game: Game, seat: int, best: str, other: str, found: list[Reason]) -> None:
    """Every reason is so of its move, is not so of the other one, and its percentage counts all rolls."""
    before = Seen(naive_of(game), seat)
    pair = {move: Move(before, move) for move in (best, other)}
    for reason in found:
        met[reason["kind"]] += 1
        own = reason["move"]
        against = other if own == best else best
        assert is_so(reason, pair[own], pair[against]), (reason, best, other)
        assert not is_so(reason, pair[against], pair[own]), (reason, best, other)
        percent = told_percent(reason, pair[own])
        assert reason["percent"] == (percent if percent is None else pytest.approx(percent, abs=1e-9))


@tries(40)
@given(name=st.sampled_from(BUNDLED), seed=st.integers(0, 10**6))
def test_every_reason_tells_two_moves_apart(name: str, seed: int) -> None:
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reasons, "MOST", 99)  # not only the weightiest
        for game, seat in asked_in(name, rng, 3):
            best, other = rng.sample([move.text for move in legal_moves(game, seat)], 2)
            check(game, seat, best, other, reasons_for(game, seat, best, other))


@tries(15)
@given(name=st.sampled_from(BUNDLED), seed=st.integers(0, 10**6))
def test_hints_compare_with_the_next_best_and_a_tutor_with_the_move_in_mind(name: str, seed: int) -> None:
    for game, seat in asked_in(name, random.Random(seed), 1):
        found, worths = hint(game.variant, view(game, seat)), weigh(game.variant, view(game, seat))
        assert found["move"] == max(worths, key=lambda move: worths[move])
        assert found["other"] == next_best(worths, found["move"], len(game.sheets) == 1)
        assert len(found["reasons"]) <= 2
        check(game, seat, found["move"], str(found["other"]), found["reasons"])
        worst = min(worths, key=lambda move: worths[move])
        if warned := better(game.variant, view(game, seat), worst, "inaccuracy"):
            assert warned["other"] == worst
            check(game, seat, warned["move"], worst, warned["reasons"])


MOMENTS = [
    ("ends", "classic 9/0 white 6+6,r1,g3,b6 ?/? r2.3.4.5.6,y2.3.4.5.6.12+,g,b,p0 r,yx,g,b,p0", "r12", "-"),
    ("locks", "classic 9/0 white 6+6,r1,y2,g3,b6 ?/? r2.3.4.5.6,y,g,b,p0 r,y,g,b,p0", "r12", "-"),
    ("penalty", "classic 9/0 colour 1+1,r1,y2,g3,b6 . r,y,g,b,p0 r,y,g,b,p0", "r2", "-"),
    ("nearly", "classic 9/0 white 2+3,r1,y2,g3,b6 ?/? r2.3.4,y11,g3,b3,p0 r,y,g,b,p0", "r5", "-"),
    ("may_lock", "classic 9/0 white 2+4,r1,y2,g3,b6 ?/? r2.3.4.5,y11,g3,b3,p0 r,y,g,b,p0", "r6", "-"),
    ("rival", "classic 9/0 white 5+6,r1,y2,g3,b6 ?/? r10,y10,g3,b3,p0 r2.3.4.5.6.10,y,g,b,p0", "r11", "y11"),
    ("rival_now", "classic 10/0 white 5+6,r6,y2,g3,b6 ?/? r9,y9,g,b,p0 r2.3.4.5.6.9,y,g,b,p0", "r11", "y11"),
    ("rare", "classic 1/0 colour+ 4+6,r2,y6,g6,b3 . r,y,g,b10,p0", "g12", "b9"),
    ("leaves", "double-a 6/0 white 4+4,r2,y5,g6,b4 ?/? r6,y,g,b,p0,= r,y,g,b,p0,=", "y8", "r8"),
    ("again", "double-a 6/0 white 4+4,r2,y5,g6,b4 ?/? r6,y,g,b,p0,= r,y,g,b,p0,=", "r8", "-"),
    ("opens", "big-points 1/0 white 4+4,r2,y5,g6,b4 ?/? r,o,y,g,t,b,p0 r,o,y,g,t,b,p0", "r8", "-"),
    ("crosses", "double-b 1/0 colour 3+4,r2,y5,g6,b4 . r,y,g,b,p0 r,y,g,b,p0", "r5", "r6"),
    ("also", "connected-chain 1/0 white 3+3,r2,y5,g6,b4 ?/? r,y,g,b,p0,#A r,y,g,b,p0,#B", "r6", "g6"),
    ("next", "bonus-a 1/0 white 2+3,r2,y5,g6,b4 ?/? r,y,g,b,p0,* r,y,g,b,p0,*", "r5", "-"),
    ("fields", "x-change 1/0 white 4+4,r2,y5,g6,b4 ?/? r,y,g,b,p0,~ r,y,g,b,p0,~", "1~r5", "6~r6"),
    ("follows", "classic 1/0 white 4+4,r2,y5,g6,b4 ?/? r,y,g,b,p0 r,y,g,b,p0", "-", "r8"),
    ("nearer", "classic 1/0 white 5+5,r6,y6,g4,b3 ?/? r,y,g,b,p0 r,y,g,b,p0", "g10", "b10"),
    ("blank", "classic 1/0 white 5+5,r6,y6,g4,b3 ?/? r9,y9,g4,b4,p0 r,y,g,b,p0", "-", "r10"),
    ("smooth", "classic 1/0 white 3+4,r6,y6,g4,b3 ?/? r6,y6,g8,b8,p0 r,y,g,b,p0", "r7", "-"),
    ("gain", "classic 1/0 white 3+4,r6,y6,g4,b3 ?/? r6,y5.6,g8,b8,p0 r,y,g,b,p0", "y7", "r7"),
    ("skips", "classic 1/0 white 3+4,r6,y6,g4,b3 ?/? r4,y6,g8,b8,p0 r,y,g,b,p0", "y7", "r7"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "position", "best", "other"), MOMENTS)
def test_every_kind_of_reason_is_met(kind: str, position: str, best: str, other: str) -> None:
    game = parse_position(position, load_variant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reasons, "MOST", 99)
        found = reasons_for(game, 0, best, other)
    told = [reason["kind"] for reason in found]
    assert kind in told, told
    check(game, 0, best, other, found)


def test_there_is_a_moment_for_every_kind() -> None:
    assert {moment[0] for moment in MOMENTS} == KINDS - OF_CARDS


def test_a_lock_is_not_near_where_no_cell_is_left_before_the_closing_one() -> None:
    game = parse_position("classic 9/0 white 1+2,r1,y2,g3,b6 ?/? r,y,g,b9.8.6,p0 r,y,g,b,p0", load_variant)
    assert "nearly" not in {reason["kind"] for reason in reasons_for(game, 0, "b3", "-")}


def test_a_row_between_names_all_cells_that_are_skipped() -> None:
    game = parse_position(
        "big-points 5/0 white 4+4,r1,y2,g3,b6 ?/? r3.8,o,y5,g,t,b,p0 r,o,y,g,t,b,p0", load_variant
    )
    (skips,) = [one for one in reasons_for(game, 0, "-", "o8") if one["kind"] == "skips"]
    assert skips["cells"] == [["o", number] for number in (3, 5, 6, 7)]  # the others are gone


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_percentages_count_every_roll_on_tiny_pads(path: object) -> None:
    """Roll by roll, with all dice, whatever the naive rules allow."""
    rng = random.Random(3)
    for game, seat in asked_in(str(path), rng, 3):
        naive = naive_of(game)
        naive.turn = (seat - naive.start) % len(naive.sheets) + 1
        seen, reach = Seen(naive, seat), Reach(game, seat)
        sides, dice = range(1, game.variant.faces + 1), sorted(naive.dice)
        cells = {place: cell for cell, place in game.variant.places.items()}
        hits: Counter[object] = Counter()
        rolls = list(product(sides, repeat=2 + len(dice)))
        for first, second, *values in rolls:
            naive.white, naive.coloured = (first, second), dict(zip(dice, values, strict=True))
            found = set()
            for naive.phase in ("white", "colour"):
                found |= seen._crossed_by(naive)
            hits.update(found)
        for place, cell in cells.items():
            assert reach.percent([place]) == pytest.approx(100 * hits[cell] / len(rolls), abs=1e-9)


def test_free_swap_fields_are_in_the_rolls_that_bring_a_number() -> None:
    swaps, plain = (
        parse_position(f"{pad} 1/0 white 4+4,r2,y5,g6,b4 ?/? r,y,g,b,p0{note} r,y,g,b,p0{note}", load_variant)
        for pad, note in (("x-change", ",~"), ("classic", ""))
    )
    five = [swaps.variant.places["r", 5]]
    assert Reach(swaps, 0).percent(five) > Reach(plain, 0).percent(five) == pytest.approx(27.777777777)


def test_most_hints_have_a_reason() -> None:
    """`bench/analysis/reasons.py` counts them over thousands of positions of every pad."""
    rng, asked, told = random.Random(5), 0, 0
    for name in BUNDLED:
        for game, seat in asked_in(name, rng, repeated(6, 60)):
            found = hint(game.variant, view(game, seat))
            asked, told = asked + 1, told + bool(found["reasons"])
    assert told >= 0.9 * asked


def test_what_others_have_chosen_does_not_change_a_hint() -> None:
    asked = parse_position(
        "classic 3/0 white 2+4,r1,y2,g3,b6 ?/?/? r2,y,g,b,p0 r,y3,g,b,p0 r,y,g9,b,p0", load_variant
    )
    told = []
    for first, last in (("-", "-"), ("r6", "y6"), ("g6", "b6")):
        game = apply(apply(asked, parse_move(first), 0).game, parse_move(last), 2).game
        seen = view(game, 1)
        told.append((hint(game.variant, seen), better(game.variant, seen, "b6", "inaccuracy")))
    assert told[0] == told[1] == told[2]


def test_a_tutor_speaks_where_a_move_loses_what_it_is_asked_for() -> None:
    game = parse_position("classic 1/0 white 2+5,r1,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0", load_variant)
    seen = view(game, 1)
    assert better(game.variant, seen, "-", "inaccuracy") is None
    found = better(game.variant, seen, "r7", "blunder")
    assert found
    assert (found["move"], found["grade"]) == ("-", "blunder")
    assert found["loss"] == pytest.approx(found["options"][0]["worth"] - weigh(game.variant, seen)["r7"])
    assert better(game.variant, seen, "no move", "inaccuracy") is None


NOTHING: Reason = {
    "kind": "gain",
    "move": "r9",
    "crossed": [["r", 9]],
    "cells": [],
    "row": "r",
    "percent": None,
    "points": 0,
    "gap": None,
    "fields": [],
    "seat": None,
    "taken": 7,
    "than": None,
}
PASSED = {"move": "-", "crossed": [], "cells": [["y", 3]], "percent": 3.21, "points": 2, "taken": 5}


def examples() -> list[Reason]:
    """Every kind with its numbers and, where that may be missing, without how often it comes."""
    full: Reason = {**NOTHING, "cells": [["r", 7], ["r", 8]], "percent": 53.24, "points": 4, "seat": 1}
    full |= {"gap": 2, "fields": [2, 3], "than": PASSED}  # type: ignore[typeddict-item]
    kinds: list[Reason] = [{**full, "kind": kind} for kind in get_args(Kind)]
    alone = [{**one, "than": None} for one in kinds if one["kind"] == "skips"]
    single = [{**one, "cells": [["r", 8]]} for one in alone]
    found = [*kinds, *alone, *single, *[{**one, "percent": None} for one in (*kinds, *alone)]]
    next_to = [{**one, "points": 0} for one in kinds if one["kind"] == "nearer"]
    return [*found, *next_to]  # type: ignore[list-item]


@pytest.mark.parametrize("lang", languages())
def test_every_reason_has_words_and_its_numbers(lang: str) -> None:
    catalogue, variant = load_catalogue(lang), plain_variant(load_variant("classic"))
    mark = catalogue.texts["language"]["decimal"]
    for reason in examples():
        told = tell_reason(catalogue, variant, ["Ann", "Ben"], reason)
        assert "{" not in told
        if reason["percent"] and reason["kind"] in ("skips", "leaves", "may_lock", "rare", "blank"):
            assert f"53{mark}2" in told
        assert not any(sign in told for sign in ("r9", "r7", "~", ">"))


@pytest.mark.parametrize("lang", languages())
def test_the_words_of_reasons_are_used(lang: str) -> None:
    catalogue, variant = load_catalogue(lang), plain_variant(load_variant("classic"))
    told = {tell_reason(catalogue, variant, ["Ann", "Ben"], reason) for reason in examples()}
    plain = {"pass", "none", "none_alone", "equal"}
    assert len(told) >= len(catalogue.texts["game"]["reasons"].keys() - plain)


def test_reasons_in_english() -> None:
    catalogue, variant = load_catalogue("en"), plain_variant(load_variant("classic"))
    skips: Reason = {**NOTHING, "kind": "skips", "cells": [["r", 7], ["r", 8]], "percent": 53.24}
    told = tell_reason(catalogue, variant, [], skips)
    assert told == "Red 9 would skip 7 and 8: one of them comes in 53.2% of your rolls."
    assert tell_change(catalogue, 0.172, 0.0742, 2) == "17.2% → 7.4%"
    option = {"move": "-", "cell": None, "taken": None, "worth": 0.5, "loss": 0.008}
    assert tell_drop(catalogue, variant, option, 2) == "Chance of winning with a pass: 50.8% → 50.0%."
    assert tell_reasons(catalogue, variant, ["A", "B"], [], option) == [
        "By 0.8%: what follows is worth more."
    ]
    option = {**option, "loss": 0.0004}
    assert tell_reasons(catalogue, variant, ["A", "B"], [skips], option) == ["Both are equally good."]


def test_swaps_are_told_in_words() -> None:
    catalogue, variant = load_catalogue("en"), plain_variant(load_variant("x-change"))
    option = {"move": "4~r4", "cell": ["r", 4], "taken": None, "worth": 0.5, "loss": 0.1}
    assert "with red 4 (with swap field 4 (7/4)): " in tell_drop(catalogue, variant, option, 2)


def test_an_answer_to_a_puzzle_is_what_the_best_move_is_compared_with() -> None:
    one = next(one for one in shipped() if len(one.worths) > 2)
    worst = min(one.worths, key=lambda move: one.worths[move])
    assert solution(one, worst)["other"] == worst
    assert solution(one, one.best)["other"] == solution(one)["other"] != worst
    assert solution(one, "nonsense")["other"] == solution(one)["other"]
    assert advice(one.game, one.seat, one.worths, worst)["reasons"] == solution(one, worst)["reasons"]


def test_numbers_that_both_moves_skip_are_no_reason() -> None:
    position = "classic 3/0 white 3+4,r1,y2,g3,b6 ?/? r4,y2,g,b,p0 r,y,g,b,p0"
    game = parse_position(position, load_variant)
    (skips,) = [reason for reason in reasons_for(game, 0, "r7", "y7") if reason["kind"] == "skips"]
    assert skips["cells"] == [["y", 3], ["y", 4]]
