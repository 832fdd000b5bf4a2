"""A try at a day's game: the moves and nothing else, played again on the day's dice."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock import load_variant
from rowlock.community.daily.chain import household_link
from rowlock.community.daily.days import BY_WEEKDAY, FIRST_PAD
from rowlock.community.daily.game import Day, Try, moves_of, play, play_whole
from rowlock.community.errors import BadTry, NotFinished
from rowlock.engine.game import Phase, legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.record import format_record, parse_record
from rowlock.server.verify import verify
from rowlock.variants import load_named

DAY = Day(date(2026, 11, 17), "classic", "5a" * 32)
CLASSIC = load_variant("classic")


def tried(day: Day, seed: int = 1) -> Try:
    """A whole game with legal moves by lot."""
    variant, lots, moves = load_variant(day.pad), Random(seed), list[str]()
    while (now := play(day, variant, moves)).game.phase is not Phase.OVER:
        moves.append(format_move(lots.choice(legal_moves(now.game, 0))))
    return now


def test_everybody_has_the_same_dice_on_a_day_and_others_on_another_pad_or_day() -> None:
    rolls = [str(play(DAY, CLASSIC, moves).record.inputs[0].move) for moves in ([], ["-"])]
    assert rolls[0] == rolls[1]
    for other in (
        DAY._replace(day=date(2026, 11, 18)),
        DAY._replace(pad="mixx-a"),
        DAY._replace(whose="household"),
    ):
        assert str(play(other, CLASSIC, []).record.inputs[0].move) != rolls[0]


@pytest.mark.parametrize("pad", [FIRST_PAD, *BY_WEEKDAY])
def test_a_game_is_its_moves_on_every_daily_pad(pad: str) -> None:
    day = DAY._replace(pad=pad, link=household_link(DAY.day))
    whole = tried(day)
    again = play_whole(day, load_variant(pad), whole.moves)
    assert again == whole
    read = parse_record(format_record(whole.record), load_named)
    assert moves_of(read) == whole.moves
    assert verify(read).rolls == sum(one.seat is None for one in whole.record.inputs)


def test_a_game_that_goes_on_is_not_handed_in() -> None:
    moves = tried(DAY).moves
    with pytest.raises(NotFinished):
        play_whole(DAY, CLASSIC, moves[:-1])
    assert not play(DAY, CLASSIC, moves[:-1]).is_finished


@pytest.mark.parametrize(
    "moves", [["r2", "x"], ["@2"], ["r99"], ["!"], ["<"], ["?"], ["r5 y5"], ["aborted"], ["💥" * 9]]
)
def test_what_cannot_be_is_refused_with_its_place(moves: list[str]) -> None:
    with pytest.raises(BadTry, match=r"move [12]"):
        play(DAY, CLASSIC, moves)


def test_nothing_follows_the_end() -> None:
    with pytest.raises(BadTry, match="was over"):
        play(DAY, CLASSIC, [*tried(DAY).moves, "-"])


@given(st.lists(st.sampled_from(["-", "r2", "y7", "g12", "b2", "r12", "*g", "b6"]), max_size=60))
def test_any_moves_make_a_game_or_are_refused(moves: list[str]) -> None:
    try:
        found = play(DAY, CLASSIC, moves)
    except BadTry:
        return
    assert list(found.moves) == moves
