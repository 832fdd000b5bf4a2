"""Real cards on a score pad: turns, called numbers, plays are checked, no hand is revealed (R24 to R29)."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.engine.errors import IllegalMove
from rowlock.engine.game import apply
from rowlock.engine.moves import RESIGN, Choice
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.pad import ScorePad, apply_on_pad, may_count, new_pad, pad_moves, pad_view
from rowlock.variants import load_variant

CARDS = load_variant("cards")


def _choice(text: str) -> Choice:
    move = parse_move(text)
    assert isinstance(move, Choice)
    return move


def marked(pad: ScorePad, *marks: tuple[int, str]) -> ScorePad:
    for seat, text in marks:
        pad = apply_on_pad(pad, seat, _choice(text))[0]
    return pad


def texts(pad: ScorePad, seat: int) -> set[str]:
    return {format_move(move) for move in pad_moves(pad, seat)}


def refused(pad: ScorePad, seat: int, text: str) -> str:
    assert text not in texts(pad, seat)
    with pytest.raises(IllegalMove) as caught:
        apply_on_pad(pad, seat, _choice(text))
    return str(caught.value)


def test_R26_1_everybody_crosses_the_same_called_number_once_in_a_turn() -> None:
    pad = marked(new_pad(CARDS, 3), (1, "y8"))
    assert "8 is called" in refused(pad, 2, "r7")
    assert "once in a turn" in refused(pad, 1, "g8")
    pad = marked(pad, (2, "g8"), (0, "r8"))
    assert texts(pad, 1) == set()


def test_R27_3_the_crosses_of_one_play_leave_one_skipped_cell_at_most() -> None:
    pad = marked(new_pad(CARDS, 2), (0, "=b12:12"), (0, "=b11:11"))
    assert "=b9:9" in texts(pad, 0)
    assert "skip 1 at most between them, not 2" in refused(pad, 0, "=b8:8")
    red = marked(new_pad(CARDS, 2), (0, "=r2:2"), (0, "=r4:4"))
    assert "not 2" in refused(red, 0, "=r6:6")
    assert "=r5:5" in texts(red, 0)
    assert "at most 3 cards" in refused(marked(red, (0, "=r5:5")), 0, "=r6:6")
    assert "one colour" in refused(red, 0, "=b9:9")
    older = marked(red, (0, "-"), (1, "-"), (0, "=r9:9"))  # the gap to older crosses does not count
    assert "=r11:11" in texts(older, 0)


def test_R27_only_the_active_player_plays_and_after_the_called_number() -> None:
    pad = marked(new_pad(CARDS, 2), (0, "=g12:12"))
    assert "seat 0 plays" in refused(pad, 1, "=r2:2")
    assert "seat 0 has the turn" in refused(pad, 1, "-")
    assert "comes before the play" in refused(pad, 0, "r8")
    assert "r8" in texts(pad, 1)


def test_R27_4_a_turn_without_a_cross_costs_a_penalty_and_one_with_a_cross_none() -> None:
    pad = marked(new_pad(CARDS, 2), (0, "-"))
    assert [sheet.penalties for sheet in pad.game.sheets] == [1, 0]
    pad = marked(pad, (1, "r8"), (1, "-"), (0, "=b9:9"), (0, "-"))
    assert [sheet.penalties for sheet in pad.game.sheets] == [1, 0]
    assert pad_view(pad, 0)["active"] == 1


def test_R29_1_on_mixx_a_a_play_crosses_cells_in_several_rows_with_any_gap() -> None:
    pad = marked(new_pad(load_variant("cards-mixx-a"), 2), (0, "=r3:3"), (0, "=r8:8"))
    rows = [row["crossed"] for row in pad_view(pad, 0)["sheets"][0]["rows"]]
    assert rows == [[], [3], [], [8]]


def test_R28_4_who_has_given_up_is_left_out() -> None:
    pad = marked(new_pad(CARDS, 3), (0, "-"))
    pad = pad._replace(game=apply(pad.game, RESIGN, 1).game)
    assert pad_view(pad, 0)["active"] == 2
    assert "-" in texts(marked(pad, (2, "=b9:9"), (2, "-")), 0)
    assert texts(pad, 1) == set()


def test_several_crosses_at_once_or_a_take_are_told_how_it_goes() -> None:
    pad = new_pad(CARDS, 2)
    assert "one by one" in refused(pad, 0, "=b12.11:11.12")
    assert "one by one" in refused(pad, 0, "@1")


@pytest.mark.parametrize("name", ["cards", "cards-mixx-a", "cards-mixx-b"])
def test_whole_games_come_to_an_end_and_tell_no_hand(name: str) -> None:
    for seed in range(10):
        chance, pad = Random(seed), new_pad(load_variant(name), 1 + seed % 5)
        seats = len(pad.game.sheets)
        for _ in range(3_000):
            if may_count(pad.game):
                break
            seat = chance.randrange(seats)
            if moves := pad_moves(pad, seat):
                pad, _ = apply_on_pad(pad, seat, chance.choice(moves))
                seen = pad_view(pad, seat)
                assert {move["move"] for move in seen["moves"]} == texts(pad, seat)
                assert seen["cards"] is not None
                assert seen["cards"]["hands"] == [[]] * seats
        assert may_count(pad.game)
