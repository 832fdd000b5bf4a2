"""Why a cell may not be crossed, in words: each reason where it holds, and never where a cell is legal."""

from __future__ import annotations

import random

import pytest
from playing import EVERY_VARIANT, eager_choice, play_out, say, table
from strange_pads import six_rows

from rowlock import PASS, Shuffle, apply, load_variant, new_game, parse_move, parse_position, waiting_for
from rowlock.engine.view import plain_variant, view
from rowlock.locale import languages, load_catalogue
from rowlock.locale.cell_reasons import tell_why
from rowlock.terminal.telling import tell_refusal


def why(text: str, row: str, number: int, seat: int = 0, lang: str = "en") -> str | None:
    game = parse_position(text, load_variant)
    return tell_why(load_catalogue(lang), plain_variant(game.variant), view(game, seat), row, number)


WHITE = "classic 3/0 white 4+1,r6,y2,g3,b6 ? r3.5,y,g12,b,p0"
COLOUR = "classic 3/0 colour 4+1,r6,y2,g3,b6 . r3.5,y,g12,b,p0"


@pytest.mark.parametrize(
    ("text", "cell", "reason"),
    [
        (WHITE, ("r", 5), "You have already crossed red 5."),
        (WHITE, ("r", 4), "Red 4 lies left of your last cross: it is lost."),
        (WHITE, ("r", 12), "Red 12 needs 5 crosses in its row; you have 2."),
        (WHITE, ("y", 6), "The white dice make 5, not yellow 6."),
        (COLOUR, ("y", 5), "Not yellow 5: with one white die, the yellow die makes 3 or 6."),
        (WHITE, ("r", 13), None),
        (WHITE, ("x", 5), None),
    ],
)
def test_every_reason_is_told(text: str, cell: tuple[str, int], reason: str | None) -> None:
    assert why(text, *cell) == reason


def test_R25_to_R27_reasons_with_cards_are_told() -> None:
    game = new_game(load_variant("cards"), 2)
    assert game.variant.turns
    game = apply(game, Shuffle(game.variant.turns.to_shuffle(game))).game  # red 2 to 5 in the first hand

    def told(row: str, number: int) -> str | None:
        return tell_why(load_catalogue("en"), plain_variant(game.variant), view(game, 0), row, number)

    assert told("y", 6) == "First take a card from the display."
    game = apply(game, parse_move("@1"), 0).game
    assert told("y", 7) == "4 is called, not yellow 7."
    assert told("y", 4) is None
    for seat in (0, 1):
        game = apply(game, PASS, seat).game
    assert told("y", 6) == "You hold no card for yellow 6."
    assert told("r", 4) is None


def test_a_closed_row_is_told() -> None:
    closed = "classic 9/0 white 4+1,y2,g3,b6 ?/? r2.3.4.5.6.12+,y,g,b,p0 rx,y,g,b,p0"
    assert why(closed, "r", 5, seat=1) == "Red 5: the red row is closed."


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_every_cell_that_is_not_legal_has_a_reason_on_every_pad(name: str, lang: str) -> None:
    variant, catalogue = load_variant(name), load_catalogue(lang)
    plain, seen = plain_variant(variant), set()
    for _, _, step in play_out(new_game(variant, 2), random.Random(3), eager_choice):
        for seat in waiting_for(step.game):
            shown = view(step.game, seat)
            legal = {tuple(move["cell"]) for move in shown["moves"] if move["cell"]}
            cells = {(row["row"], cell["number"]) for row in plain["rows"] for cell in row["cells"]}
            seen |= {tell_why(catalogue, plain, shown, *cell) for cell in cells - legal}
    assert len(seen) > 5
    assert all(told and "{" not in told for told in seen)


def test_R16_4_what_lacks_the_answer_to_a_tie_has_nothing_against_it_on_sheet_or_dice() -> None:
    game = say(table("bonus-b", "r,y11,g,b,p0", ""), "4+5 r1 y1 g1 b1").game
    seen, variant = view(game, 0), plain_variant(game.variant)
    assert "g9" not in [move["move"] for move in seen["moves"]]
    assert tell_why(load_catalogue("en"), variant, seen, "g", 9) is None


def test_a_cell_of_two_colours_listens_to_both_dice() -> None:
    game = say(table(six_rows(), ""), "5+1 r1 y3 g1 b1", "0 -").game
    seen, variant, english = view(game, 0), plain_variant(game.variant), load_catalogue("en")
    assert tell_why(english, variant, seen, "o", 8) is None
    told = tell_why(english, variant, seen, "o", 9)
    assert told
    assert told.startswith("Not red/yellow 9: ")
    assert told.endswith(" 2, 4, 6 or 8.")


def test_R16_4_a_typed_move_that_lacks_the_answer_is_met_with_the_question() -> None:
    game = say(table("bonus-b", "r,y11,g,b,p0", ""), "4+5 r1 y1 g1 b1").game
    told = tell_refusal(load_catalogue("en"), plain_variant(game.variant), view(game, 0), "g9")
    assert told.startswith("A tie: which row gets the bonus, the red row or the blue row?")
    assert "g9>r" in told
