"""The properties of every game, whatever is rolled and chosen."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest
from extras import bonus_pairs
from hypothesis import given
from hypothesis import strategies as st
from playing import EVERY_VARIANT, SIX, TINY, eager_choice, play_out, random_choice, random_roll
from tries import tries

from rowlock import (
    BadNotation,
    Game,
    Input,
    Phase,
    Record,
    RowlockError,
    apply,
    format_move,
    format_position,
    format_record,
    format_roll,
    format_sheet,
    legal_moves,
    load_variant,
    new_game,
    outcome,
    parse_move,
    parse_position,
    parse_record,
    parse_roll,
    parse_sheet,
    read_record,
    replay,
    score,
    view,
    waiting_for,
)
from rowlock.engine.facts import FACTS, BonusCrossed, Crossed, Ended, Locked, Penalised, Withdrew
from rowlock.engine.moves import PASS, WITHDRAW
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import choose_options

variants = st.sampled_from(EVERY_VARIANT).map(load_variant)
plain_ones = st.sampled_from((*SIX, *map(str, TINY))).map(load_variant)
"""Pads on which a cell is crossed once, from left to right, and counts in its own row alone."""
seeds = st.integers(0, 2**32)
choosers = st.sampled_from([random_choice, eager_choice])


class Played(NamedTuple):
    """A whole game: its start, and every input with its step."""

    start: Game
    said: list[Any]

    def __repr__(self) -> str:
        return f"<{self.start.variant.name}, {len(self.start.sheets)} seats, {len(self.said)} inputs>"


@st.composite
def games(draw: Any, among: Any = variants) -> Any:
    start = new_game(draw(among), draw(st.integers(1, 5)))
    return Played(start, play_out(start, random.Random(draw(seeds)), draw(choosers)))


def only(variant: Variant) -> Any:
    """A loader that knows this one variant."""
    return lambda name, **options: choose_options({variant.name: variant}[name], options)


@given(games(plain_ones))
def test_crosses_only_grow_and_only_to_the_right(played: Any) -> None:
    before, said = played
    for _, _, step in said:
        for old, new in zip(before.sheets, step.game.sheets, strict=True):
            assert new.closed & old.closed == old.closed
            assert new.penalties >= old.penalties
            for was, now in zip(old.crosses, new.crosses, strict=True):
                assert now & was == was
                assert (now ^ was) >> was.bit_length() << was.bit_length() == now ^ was
        before = step.game


@given(games(plain_ones))
def test_every_game_ends_and_the_score_is_a_recount_of_the_facts(played: Any) -> None:
    start, said = played
    facts = [fact for _, _, step in said for fact in step.facts]
    last = said[-1][2].game
    assert isinstance(facts[-1], Ended)
    end = outcome(last)
    assert end is not None
    assert end.reason == facts[-1].reason
    for seat, sheet in enumerate(last.sheets):
        crosses = Counter(
            fact.row
            for fact in facts
            if isinstance(fact, Crossed | BonusCrossed | Locked) and fact.seat == seat
        )
        penalties = sum(isinstance(fact, Penalised) and fact.seat == seat for fact in facts)
        points = [start.variant.points[crosses[row.name]] for row in start.variant.rows]
        count = score(start.variant, sheet)
        assert list(count.rows) == points
        assert sheet.penalties == penalties
        if not bonus_pairs(start.variant):
            assert count.total == sum(points) + penalties * start.variant.penalty_points


@given(variants, st.integers(2, 5), seeds, st.randoms(use_true_random=False))
def test_R4_2_the_order_of_white_choices_never_matters(
    variant: Variant, seats: int, seed: int, shuffler: Any
) -> None:
    rng = random.Random(seed)
    game = new_game(variant, seats)
    for _ in range(rng.randint(0, 12)):
        if game.phase is Phase.OVER:
            return
        game = one_turn(game, rng)
    if game.phase is Phase.OVER:
        return
    game = apply(game, random_roll(game, rng)).game
    choices = [(seat, random_choice(game, seat, rng)) for seat in range(seats)]
    shuffled = list(choices)
    shuffler.shuffle(shuffled)
    one, other = game, game
    for seat, move in choices:
        one = apply(one, move, seat).game
    for seat, move in shuffled:
        other = apply(other, move, seat).game
    assert one == other


def one_turn(game: Game, rng: random.Random) -> Game:
    game = apply(game, random_roll(game, rng)).game
    for seat in range(len(game.sheets)):
        game = apply(game, eager_choice(game, seat, rng), seat).game
    if game.phase is Phase.COLOUR:
        game = apply(game, eager_choice(game, game.active, rng), game.active).game
    return game


@given(games())
def test_every_text_reads_back(played: Any) -> None:
    start, said = played
    load = only(start.variant)
    for _, move, step in said:
        game = step.game
        assert parse_position(format_position(game), load) == game
        for sheet in game.sheets:
            assert parse_sheet(game.variant, format_sheet(game.variant, sheet)) == sheet
        if hasattr(move, "white"):
            assert parse_roll(format_roll(move)) == move
        else:
            assert parse_move(format_move(move)) == move


@given(games())
def test_replay_equals_live_and_records_read_back(played: Any) -> None:
    start, said = played
    seats = tuple(f"Seat {seat}" for seat in range(len(start.sheets)))
    inputs = tuple(Input(seat, move) for seat, move, _ in said)
    record = Record(start.variant, seats, start.start, inputs, (("date", "2026-11-15"),))
    assert replay(record) == tuple(step for _, _, step in said)
    text = format_record(record)
    again = parse_record(text, only(start.variant))
    assert replay(again)[-1].game == said[-1][2].game
    assert format_record(again) == text
    assert again.variant == start.variant


@given(games())
def test_R4_2_no_view_shows_anothers_pending_choice(played: Any) -> None:
    """Two games that differ only in a choice another seat has pending look the same to everybody else."""
    start, said = played
    for before, (seat, _, step) in zip([start, *(s.game for _, _, s in said)], said, strict=False):
        if step.game.phase is not Phase.WHITE or seat is None:
            continue
        others = [None, *(other for other in range(len(start.sheets)) if other != seat)]
        for move in legal_moves(before, seat):
            twin = apply(before, move, seat).game
            for other in others:
                assert view(twin, other) == view(step.game, other)


@given(games())
def test_R4_3_withdrawing_gives_back_the_game_before(played: Any) -> None:
    start, said = played
    before = start
    for seat, _, step in said:
        if seat is not None and step.game.phase is Phase.WHITE:
            undone = apply(step.game, WITHDRAW, seat)
            assert undone.facts == (Withdrew(seat),)
            assert undone.game == before._replace(choices=undone.game.choices)
            assert undone.game.choices[seat] is None
        before = step.game


@given(games())
def test_an_error_leaves_the_game_untouched_and_what_is_legal_is_accepted(played: Any) -> None:
    _, said = played
    for _, _, step in said[:: max(1, len(said) // 7)]:
        game = step.game
        text = format_position(game)
        for seat in range(len(game.sheets)):
            legal = set(legal_moves(game, seat))
            tries = legal | {parse_move(t) for t in ("r2", "y3", "g1", "b2", "*r", "*b", "r2>y", "-")}
            for move in tries:
                try:
                    apply(game, move, seat)
                except RowlockError as error:
                    assert move not in legal, error
                    assert error.code != "error"
                else:
                    assert move in legal
        assert format_position(game) == text


@given(st.text(max_size=60) | st.text("ryg b0123456789+-*>.,x/?|#:;p<", max_size=60))
def test_fuzzed_text_raises_nothing_but_our_errors(text: str) -> None:
    variant = load_variant("bonus-a")
    game = apply(new_game(variant, 2), parse_roll("4+1 r6 y2 g3 b6")).game
    for parse in (
        parse_roll,
        parse_move,
        lambda t: parse_sheet(variant, t),
        lambda t: parse_position(t, load_variant),
        lambda t: parse_position(format_position(game).replace("?", t, 1), load_variant),
        lambda t: parse_record(t, load_variant),
        lambda t: parse_record(f"rowlock game 1\nvariant: classic\nseat: A\n{t}", load_variant),
        lambda t: apply(game, parse_move(t), 0),
    ):
        try:
            parse(text)
        except RowlockError as error:
            assert error.message


@given(games(), st.data())
@tries(50)
def test_a_damaged_record_replays_up_to_the_damage(played: Any, data: Any) -> None:
    start, said = played
    inputs = tuple(Input(seat, move) for seat, move, _ in said)
    record = Record(start.variant, tuple("ABCDE"[: len(start.sheets)]), start.start, inputs)
    lines = format_record(record).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    hit = data.draw(st.integers(first, len(lines) - 1))
    lines[hit] = lines[hit].replace(".", ". 9+", 1)
    reading = read_record("\n".join(lines), load_variant)
    assert reading.damage is not None
    assert reading.damage.line == hit + 1
    assert len({step.game.turn for step in reading.steps if step.game.phase is Phase.ROLL}) <= hit - first + 1


def test_the_tiny_variants_show_every_kind_of_fact() -> None:
    """Rare rules happen often on tiny pads; a kind of fact that never occurs is not tested at all."""
    seen: Counter[str] = Counter()
    rng = random.Random(7)
    for path in TINY:
        variant = load_variant(path)
        for n in range(60 if path in TINY else 6):
            for _, _, step in play_out(new_game(variant, n % 5 + 1), rng, eager_choice):
                seen.update(rare_kinds(step))
    known = [fact for path in TINY for mechanism in load_variant(path).mechanisms for fact in mechanism.facts]
    wanted = {kind.kind for kind in (*FACTS, *known)} - {"withdrew", "resigned"}
    wanted |= {"lucky lock", "bonus lock", "second row in white", "three rows at once", "shared lock"}
    assert {kind: seen[kind] for kind in wanted if seen[kind] < 20} == {}


def rare_kinds(step: Any) -> list[str]:
    """The facts of a step by kind, and the rare combinations among them by name."""
    kinds = [fact.kind for fact in step.facts]
    white = "chose" in kinds
    pairs = list(zip(step.facts, step.facts[1:], strict=False))
    if any(isinstance(a, Crossed) and a.by == "lucky" and isinstance(b, Locked) for a, b in pairs):
        kinds.append("lucky lock")
    if any(isinstance(a, BonusCrossed) and isinstance(b, Locked) for a, b in pairs):
        kinds.append("bonus lock")
    if white and kinds.count("closed") >= 1 and "ended" in kinds:
        kinds.append("second row in white")
    if step.game.closed.bit_count() >= 3 and "ended" in kinds:
        kinds.append("three rows at once")
    if any(len(fact.seats) > 1 for fact in step.facts if fact.kind == "closed"):
        kinds.append("shared lock")
    return kinds


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_waiting_and_legal_moves_agree_with_the_phase(name: Any) -> None:
    game = new_game(load_variant(name), 3)
    rng = random.Random(3)
    assert waiting_for(game) == ()
    for _, _, step in play_out(game, rng):
        game = step.game
        for seat in range(3):
            asked = game.phase is Phase.WHITE or (game.phase is Phase.COLOUR and seat == game.active)
            assert bool(legal_moves(game, seat)) == asked
            if asked:
                assert legal_moves(game, seat)[-1] is PASS
    with pytest.raises(BadNotation):
        parse_move("zz")
