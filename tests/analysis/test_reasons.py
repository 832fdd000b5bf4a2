"""Reasons are true: each is recomputed from the position, in a different way."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import BUNDLED, play_out
from tries import tries

from rowlock import (
    Game,
    Phase,
    Roll,
    apply,
    legal_moves,
    load_variant,
    new_game,
    parse_move,
    parse_position,
    score,
    view,
)
from rowlock.analysis import reasons
from rowlock.analysis.hints import better, hint
from rowlock.analysis.reasons import Reason, reasons_for
from rowlock.analysis.weigh import weigh
from rowlock.engine.moves import PASS
from rowlock.engine.sheet import count_in_row
from rowlock.engine.view import plain_variant
from rowlock.locale import languages, load_catalogue
from rowlock.locale.reasons import tell_reason

KINDS = {"skips", "locks", "may_lock", "missing", "passing", "rival", "gain"}
seen: set[str] = set()


def rolls_with(game: Game, row: str, numbers: list[int]) -> float:
    """In percent: rolls of the player's own turn that bring one of these numbers of a row, roll by roll."""
    cells = {(cell.number, cell.colours) for r in game.variant.rows if r.name == row for cell in r.cells}
    wanted = [(number, colours) for number, colours in cells if number in numbers]
    dice = [colour for colour in game.dice if any(colour in colours for _, colours in wanted)]
    faces = range(1, game.variant.faces + 1)
    hits = total = 0
    for first, second, *coloured in product(faces, repeat=2 + len(dice)):
        shown = dict(zip(dice, coloured, strict=True))
        total += 1
        hits += any(
            first + second == number
            or any(number in (first + shown[c], second + shown[c]) for c in colours if c in shown)
            for number, colours in wanted
        )
    return 100 * hits / total


def resolved(game: Game, seat: int, move: str) -> Game:
    """The game when this seat has made a move and all others have passed."""
    game = apply(game, parse_move(move), seat).game
    while game.phase is Phase.WHITE:
        game = apply(game, PASS, game.choices.index(None)).game
    return game


def open_numbers(game: Game, seat: int, row: str) -> set[int]:
    """The numbers of a row that the seat may still cross one day, or now: tried with every white sum."""
    free = game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    found = set()
    for first, second in product(range(1, game.variant.faces + 1), repeat=2):
        roll = Roll((first, second), tuple((colour, 1) for colour in free.dice))
        rolled = free._replace(phase=Phase.WHITE, roll=roll, choices=(None,) * len(free.sheets))
        texts = [move.text.split(">")[0] for move in legal_moves(rolled, seat)]
        found |= {int(text[1:]) for text in texts if text[0] == row and text[1:].isdigit()}
    return found


def closing_numbers(game: Game, seat: int, row: str) -> set[int]:
    """The numbers that lock a row for this seat at once: each crossed, to see whether it does."""
    free = game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    found = set()
    for number in open_numbers(game, seat, row):
        first = max(1, number - game.variant.faces)
        roll = Roll((first, number - first), tuple((colour, 1) for colour in free.dice))
        rolled = free._replace(phase=Phase.WHITE, roll=roll, choices=(None,) * len(free.sheets))
        texts = [move.text for move in legal_moves(rolled, seat)]
        crossing = [text for text in texts if text.split(">")[0] == f"{row}{number}"]
        r = [one.name for one in game.variant.rows].index(row)
        lock = game.variant.rows[r].lock_bit
        if any(resolved(rolled, seat, text).sheets[seat].crosses[r] & lock for text in crossing):
            found.add(number)
    return found


def check(game: Game, seat: int, best: str, reason: Reason) -> None:
    seen.add(reason["kind"])
    before, variant, row = game.sheets[seat], game.variant, reason["row"]
    total = score(variant, before).total
    if reason["kind"] == "gain" or reason["kind"] == "locks":
        sheet = resolved(game, seat, best).sheets[seat]
        assert reason["points"] == score(variant, sheet).total - total
    if reason["kind"] == "locks":
        lock = next(r for r, one in enumerate(variant.rows) if one.name == row)
        assert sheet.crosses[lock] & variant.rows[lock].lock_bit
        assert not before.crosses[lock] & variant.rows[lock].lock_bit
    if reason["kind"] == "passing":
        sheet = apply(game, PASS, seat).game.sheets[seat]
        assert reason["points"] == total - score(variant, sheet).total
        assert sheet.penalties == before.penalties + 1
    if reason["kind"] == "skips":
        assert row is not None
        after = resolved(game, seat, reason["move"])
        r = [one.name for one in variant.rows].index(row)
        if not after.sheets[seat].is_closed(r):
            gone = open_numbers(game, seat, row) - open_numbers(after, seat, row)
            cells = enumerate(variant.rows[r].cells)
            crossed = {cell.number for c, cell in cells if after.sheets[seat].crosses[r] >> c & 1}
            assert set(reason["numbers"]) == gone - crossed
    if reason["kind"] == "rival":
        rival = reason["seat"]
        assert rival is not None
        assert rival != seat
        assert set(reason["numbers"]) == closing_numbers(game, rival, str(row))
    if reason["kind"] == "may_lock":
        assert set(reason["numbers"]) == closing_numbers(resolved(game, seat, best), seat, str(row))
        assert not closing_numbers(game, seat, str(row))
    if reason["kind"] == "missing":
        lock = next(r for r, one in enumerate(variant.rows) if one.name == row)
        sheet = resolved(game, seat, best).sheets[seat]
        assert variant.rows[lock].needs - count_in_row(variant, sheet, lock) == reason["crosses"] == 1
    if reason["kind"] in ("skips", "rival", "may_lock"):
        assert reason["percent"] == pytest.approx(rolls_with(game, str(row), reason["numbers"]), abs=1e-9)


@tries(30)
@given(
    name=st.sampled_from(BUNDLED),
    seed=st.integers(0, 10**6),
)
def test_every_reason_is_so(name: str, seed: int) -> None:
    variant, rng = load_variant(name), random.Random(seed)
    least, most = variant.players
    seats = rng.randint(least, most)
    games = [step.game for _, _, step in play_out(new_game(variant, seats), rng)]
    asked = [(g, s) for g in games for s in range(seats) if len(legal_moves(g, s)) > 1]
    for game, seat in rng.sample(asked, min(2, len(asked))):
        found = hint(variant, view(game, seat))
        assert len(found["reasons"]) <= 2
        worths = weigh(variant, view(game, seat))
        assert found["move"] == max(worths, key=lambda move: worths[move])
        for reason in found["reasons"]:
            check(game, seat, found["move"], reason)
            if reason["kind"] == "passing" and seats > 1:
                loss = worths[found["move"]] - worths["-"]
                assert reason["percent"] == pytest.approx(100 * loss)


@tries(40)
@given(name=st.sampled_from(BUNDLED), seed=st.integers(0, 10**6))
def test_every_reason_is_so_whatever_moves_are_worth(name: str, seed: int) -> None:
    variant, rng = load_variant(name), random.Random(seed)
    seats = rng.randint(*variant.players)
    games = [step.game for _, _, step in play_out(new_game(variant, seats), rng)]
    asked = [(g, s) for g in games for s in range(seats) if len(legal_moves(g, s)) > 1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reasons, "MOST", 99)  # not only the weightiest
        for game, seat in rng.sample(asked, min(4, len(asked))):
            worths = {move.text: rng.random() for move in legal_moves(game, seat)}
            best = max(worths, key=lambda move: worths[move])
            for reason in reasons_for(game, seat, worths):
                check(game, seat, best, reason)


def test_kinds_of_reasons_are_met() -> None:
    assert {"skips", "gain", "passing", "missing"} <= seen <= KINDS


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("classic 9/0 white 6+6,r1,y2,g3,b6 ?/? r2.3.4.5.6,y,g,b,p0 r,y,g,b,p0", "locks"),
        ("classic 9/0 white 2+3,r1,y2,g3,b6 ?/? r2.3.4,y11,g3,b3,p0 r,y,g,b,p0", "missing"),
        ("classic 9/0 white 2+4,r1,y2,g3,b6 ?/? r2.3.4.5,y11,g3,b3,p0 r,y,g,b,p0", "may_lock"),
        ("classic 9/0 white 1+1,r1,y2,g3,b6 ?/? r11,y11,g3,b3,p0 r2.3.4.5.6.11,y,g,b,p0", "rival"),
        ("classic 9/0 colour 1+1,r1,y2,g3,b6 . r,y,g,b,p0 r,y,g,b,p0", "passing"),
    ],
)
def test_kinds_of_reasons_that_are_seldom_met(position: str, kind: str) -> None:
    game = parse_position(position, load_variant)
    worths = {move.text: -float(n) for n, move in enumerate(legal_moves(game, 0))}
    found = reasons_for(game, 0, worths)
    assert kind in {reason["kind"] for reason in found}
    for reason in found:
        check(game, 0, legal_moves(game, 0)[0].text, reason)


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
    "row": "r",
    "numbers": [],
    "percent": None,
    "points": None,
    "crosses": None,
    "seat": None,
}
EXAMPLES: list[Reason] = [
    {**NOTHING, "kind": "skips", "numbers": [7, 8], "percent": 53.2},
    {**NOTHING, "kind": "skips", "numbers": [8], "percent": 33.3},
    {**NOTHING, "kind": "locks", "points": 13.0},
    {**NOTHING, "kind": "may_lock", "numbers": [12], "percent": 7.4},
    {**NOTHING, "kind": "missing", "crosses": 1},
    {**NOTHING, "kind": "passing", "move": "-", "row": None, "percent": 9.4, "points": 5.0},
    {**NOTHING, "kind": "passing", "move": "-", "row": None, "points": 5.0},
    {**NOTHING, "kind": "rival", "numbers": [12], "percent": 7.4, "crosses": 1, "seat": 1},
    {**NOTHING, "kind": "gain", "points": 4.0},
]


@pytest.mark.parametrize("lang", languages())
def test_every_reason_has_words_and_its_number(lang: str) -> None:
    catalogue, variant = load_catalogue(lang), plain_variant(load_variant("classic"))
    told = [tell_reason(catalogue, variant, ["Ann", "Ben"], reason) for reason in EXAMPLES]
    assert len(set(told)) == len(told)
    for sentence, reason in zip(told, EXAMPLES, strict=True):
        numbers = [f"{n:.0f}" for n in (reason["percent"], reason["points"]) if n is not None]
        assert all(number in sentence for number in numbers), sentence
    assert any("Ben" in sentence for sentence in told)


def test_reasons_in_english() -> None:
    catalogue, variant = load_catalogue("en"), plain_variant(load_variant("classic"))
    told = tell_reason(catalogue, variant, [], EXAMPLES[0])
    assert told == "Red 9 would skip 7 and 8: one of them comes in 53% of rolls on your turn."
