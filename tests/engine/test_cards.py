"""The card game, rule by rule (R24 to R29); the worked examples come first."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playing import CARDS, TINY_CARDS, cards_on_table, play_out, random_chance, say, texts

from rowlock import (
    BadNotation,
    BadShuffle,
    BadVariant,
    IllegalMove,
    NotNow,
    NotYourTurn,
    Phase,
    Record,
    RowlockError,
    apply,
    format_move,
    format_position,
    format_record,
    format_variant,
    known_to,
    legal_moves,
    load_variant,
    new_game,
    outcome,
    parse_move,
    parse_position,
    parse_record,
    parse_shuffle,
    parse_variant,
    replay,
    waiting_for,
)
from rowlock.engine.cards.deck import Card, Shuffle
from rowlock.engine.cards.facts import Called, Laid, Played, Shuffled, Took
from rowlock.engine.cards.moves import Play
from rowlock.engine.facts import Closed, Crossed, DieRemoved, Ended, Locked, Penalised
from rowlock.engine.moves import RESIGN, Choice, Withdraw
from rowlock.engine.record import Input
from rowlock.engine.state import Game
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import choose_options
from rowlock.engine.view import view
from rowlock.variants import read_known

PLAIN, MIXX_A, MIXX_B = CARDS
EMPTY = "r,y,g,b,p0"


def play_phase(hand: str, *sheets: str, pad: str = PLAIN, phase: str = "play", **options: str) -> Any:
    """A game in which seat 0 plays with this hand."""
    return cards_on_table(load_variant(pad, **options), phase, hand, *(sheets or (EMPTY, EMPTY)))


def lay_of(game: Game) -> Any:
    """The cards of a game that is played with some."""
    assert game.lay is not None
    return game.lay


def deck_of(variant: Variant, seats: int) -> Any:
    assert variant.turns is not None
    return variant.turns.to_shuffle(new_game(variant, seats))


def crosses(game: Game) -> set[str]:
    """The crosses of the legal plays, as texts such as `b11.12`; empty for playing without."""
    plays = [format_move(move) for move in legal_moves(game, 0)]
    return {text[1] + text.partition(":")[2] for text in plays}


def of_colour(game: Game, colour: str) -> set[str]:
    return {text[1:] for text in crosses(game) if text[0] == colour and len(text) > 1}


# worked examples


def test_R27_3_blue_twelve_eleven_nine_may_all_be_crossed() -> None:
    game = play_phase("b12.b11.b9.r2.r3")
    assert of_colour(game, "b") >= {"9.11.12", "11.12", "9.11", "12", "11", "9"}
    step = say(game, "0 =b12.11.9:12.11.9")
    assert [(fact.row, fact.number) for fact in texts(step, Crossed)] == [("b", 12), ("b", 11), ("b", 9)]


def test_R27_3_of_red_two_four_six_only_neighbours() -> None:
    game = play_phase("r2.r4.r6.b2.b3")
    assert of_colour(game, "r") == {"2", "4", "6", "2.4", "4.6"}


def test_R27_3_of_blue_two_three_six_one_or_the_last_two_if_crosses_suffice() -> None:
    game = play_phase("b2.b3.b6.r2.r3")
    assert of_colour(game, "b") == {"3", "6"}
    game = play_phase("b2.b3.b6.r2.r3", "r,y,g,b12.11.10.9,p0", EMPTY)
    assert of_colour(game, "b") == {"3", "6", "2.3"}
    step = say(game, "0 =b2.3.6:2.3")
    assert texts(step, Locked) == [Locked(0, "b")]
    assert texts(step, Closed) == [Closed("b", (0,))]
    game = play_phase("b2.b3.b6.r2.r3", "r,y,g,b12.11.10.9.8,p0", EMPTY)
    assert of_colour(game, "b") == {"2", "3", "6", "2.3"}


def test_R27_3_the_gap_to_older_crosses_does_not_count() -> None:
    game = play_phase("r9.r10.b2.b3.b4", "r2,y,g,b,p0", EMPTY)
    assert "9.10" in of_colour(game, "r")


def test_R29_1_with_mixed_colours_cards_cross_in_different_rows() -> None:
    game = play_phase("r3.r8.r11.b2.b3", pad=MIXX_A)
    step = say(game, "0 =r3.8.11:3.8")
    assert [(fact.row, fact.number) for fact in texts(step, Crossed)] == [("y", 3), ("b", 8)]
    assert of_colour(game, "r") >= {"3.8.11", "3.8", "8.11", "3", "8", "11"}


def test_R29_1_within_a_row_any_number_of_cells_may_be_skipped() -> None:
    game = play_phase("r2.r3.g4.g7.b2", pad=MIXX_A)
    assert "4.7" in of_colour(game, "g")


def test_R29_2_with_mixed_numbers_skipped_goes_by_position() -> None:
    game = play_phase("r10.r6.r2.r8.b4", pad=MIXX_B)  # 10 6 2 8 are side by side
    assert "2.6.10" in of_colour(game, "r")
    assert "2.10" in of_colour(game, "r")
    assert "8.10" not in of_colour(game, "r")


# R24: before the game


def test_R24_1_forty_four_cards_and_eleven_jokers() -> None:
    assert len(deck_of(load_variant(PLAIN), 2)) == 44
    with_jokers = load_variant(PLAIN, jokers="on")
    deck = deck_of(with_jokers, 2)
    assert sorted(card.number for card in deck if card.colour == "j") == list(range(2, 13))
    assert len(set(deck)) == 55


def order(variant: Variant) -> list[str]:
    return [card.text for card in deck_of(variant, 1)]


def test_R24_3_hands_are_dealt_whole_then_the_display() -> None:
    variant = load_variant(PLAIN)
    cards = order(variant)
    step = apply(new_game(variant, 3, 1), parse_shuffle(" ".join(["%", *cards])))
    lay = lay_of(step.game)
    assert [sorted(card.text for card in hand) for hand in lay.hands] == [
        sorted(cards[:4]),
        sorted(cards[4:8]),
        sorted(cards[8:12]),
    ]
    assert [card.text for card in lay.display] == cards[12:16]
    assert [card.text for card in lay.pile] == cards[16:]
    assert step.facts == (Shuffled(44),)
    assert (step.game.phase, waiting_for(step.game)) == (Phase.TAKE, (1,))


@pytest.mark.parametrize("wrong", ["% r5", "% " + "r2 " * 44, "% " + "?2 " * 44])
def test_R24_3_a_shuffle_holds_every_card_once(wrong: str) -> None:
    with pytest.raises(BadShuffle):
        apply(new_game(load_variant(PLAIN), 2), parse_shuffle(wrong))


def test_dice_and_cards_are_not_mixed_up() -> None:
    from rowlock import parse_roll

    with pytest.raises(NotNow, match="with cards"):
        apply(new_game(load_variant(PLAIN), 2), parse_roll("1+1 r1 y1 g1 b1"))
    with pytest.raises(NotNow, match="with dice"):
        apply(new_game(load_variant("classic"), 2), parse_shuffle("% r5"))
    rolled = apply(new_game(load_variant("classic"), 1), parse_roll("1+1 r1 y1 g1 b1")).game
    with pytest.raises(IllegalMove, match="no such moves"):
        apply(rolled, parse_move("=r2:2"), 0)


# R25 and R26: taking, the called number


def test_R25_1_cards_are_taken_until_five_and_R25_2_slots_are_filled() -> None:
    game = play_phase("r2.r3.r4", phase="take")
    pile = [card.number for card in lay_of(game).pile]
    assert [format_move(move) for move in legal_moves(game, 0)] == ["@1", "@2", "@3", "@4"]
    taken = lay_of(game).display[2]
    step = say(game, "0 @3")
    assert step.facts == (Took(0, 3, taken.number),)
    assert taken in lay_of(step.game).hands[0]
    assert [format_move(move) for move in legal_moves(step.game, 0)] == ["@1", "@2", "@4"]
    step = say(step.game, "0 @1")
    assert texts(step, Laid) == [Laid(1, pile[0]), Laid(3, pile[1])]
    assert texts(step, Called) == [Called(pile[2])]
    assert step.game.phase is Phase.CALL


def test_R26_everybody_may_cross_the_called_number_hidden_and_together() -> None:
    number = 7
    game = cards_on_table(load_variant(PLAIN), "call", "r2.r3.r4.r5.r6", EMPTY, EMPTY, top="g7")
    assert waiting_for(game) == (0, 1)
    assert legal_moves(game, 1) == (*[parse_move(f"{row}{number}") for row in "rygb"], parse_move("-"))
    chosen = say(game, f"1 y{number}").game
    assert view(chosen, 0)["choice"] is None
    assert known_to(chosen, 0).choices != chosen.choices
    assert view(chosen, 1)["choice"] == f"y{number}"
    taken_back = say(chosen, "1 <").game
    assert waiting_for(taken_back) == (0, 1)
    step = say(chosen, f"0 r{number}")
    assert texts(step, Crossed) == [Crossed(0, "r", number, "call"), Crossed(1, "y", number, "call")]
    assert (step.game.phase, step.game.crossed) == (Phase.PLAY, True)


def test_R26_the_card_that_calls_stays_on_the_pile() -> None:
    game = play_phase("r2.r3.r4.r5.r6", phase="call")
    after = say(game, "0 -", "1 -").game
    assert after.lay == game.lay


# R27: the play


def test_R27_1_one_card_at_least_is_played_and_they_leave_the_hand() -> None:
    game = play_phase("r2.r3.r9.b4.g5")
    with pytest.raises(IllegalMove, match="least one card"):
        say(game, "0 -")
    step = say(game, "0 =r9.3")
    assert texts(step, Played) == [Played(0, "r", (3, 9), ())]
    assert [card.text for card in lay_of(step.game).played[-2:]] == ["r3", "r9"]
    assert len(lay_of(step.game).hands[0]) == 3


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("=r2.3.9.10", "at most 3"),
        ("=r5", "not in the hand"),
        ("=r2.2", "not in the hand"),
        ("=rj2", "not in the hand"),
        ("=r2:3", "no card with the number 3"),
        ("=r2.3.9:2.9", "skip 1 at most"),
        ("=x2", "the colours are"),
        ("=r2:2", "left of a cross"),
        ("=b2:2", "needs 5 crosses"),
        ("@1", "least one card"),
        ("r5", "least one card"),
    ],
)
def test_R27_refusals_say_why_and_what_is_legal(move: str, why: Any) -> None:
    game = play_phase("r2.r3.r9.r10.b2", "r4,y,g,b,p0", EMPTY)
    with pytest.raises(IllegalMove, match=f"{why}.*; legal: ="):
        say(game, f"0 {move}")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Play("r", (Card("b", 2),)), "b2 has another colour"),
        (Play("r", (Card("r", 3), Card("r", 2))), "named in order"),
        (Play("r", ()), "at least one"),
    ],
)
def test_R27_1_plays_that_no_text_can_say_are_refused_as_well(move: Play, why: Any) -> None:
    game = play_phase("r2.r3.r9.r10.b2")
    with pytest.raises(IllegalMove, match=f"{why}.*; legal: ="):
        apply(game, move, 0)


def test_refusals_of_the_other_steps() -> None:
    taking = play_phase("r2.r3.r4", phase="take")
    with pytest.raises(NotYourTurn):
        say(taking, "1 @1")
    with pytest.raises(IllegalMove, match="taken from the display"):
        say(taking, "0 -")
    with pytest.raises(IllegalMove, match="no card in that slot"):
        say(taking, "0 @9")
    with pytest.raises(NotNow, match="taken back"):
        say(taking, "0 <")
    calling = play_phase("r2.r3.r4.r5.r6", phase="call")
    number = lay_of(calling).pile[0].number
    with pytest.raises(IllegalMove, match=f"{number} is called"):
        say(calling, f"0 r{number % 11 + 2}")
    with pytest.raises(IllegalMove, match="in one row"):
        say(calling, "0 =r2")
    with pytest.raises(NotNow, match="shuffled first"):
        say(new_game(load_variant(PLAIN), 2), "0 @1")
    with pytest.raises(NotNow, match="no cards are to be shuffled"):
        apply(taking, parse_shuffle("% r5"))


def test_R27_4_a_penalty_for_who_crossed_nothing_in_both_steps() -> None:
    game = play_phase("r2.r3.r9.b4.g5")
    assert texts(say(game, "0 =r2"), Penalised) == [Penalised(0, 1)]
    assert not texts(say(game, "0 =r2:2"), Penalised)
    assert not texts(say(game._replace(crossed=True), "0 =r2"), Penalised)


def test_R27_5_a_row_closes_for_its_owner_alone_and_no_card_leaves() -> None:
    game = play_phase("b2.b3.b4.r2.r3", "r,y,g,b12.11.10.9.8,p0", "r,y,g,b12,p0")
    step = say(game, "0 =b2:2")
    assert not texts(step, DieRemoved)
    assert step.game.sheets[0].is_closed(3)
    assert not step.game.sheets[1].is_closed(3)
    assert len(lay_of(step.game).cards) == 44


def test_R27_6_two_rows_of_one_player_end_it_but_not_one_of_each() -> None:
    almost = "r2.3.4.5.6.12+,y,g,b12.11.10.9.8,p0"
    game = play_phase("b2.b3.b4.r2.r3", almost, EMPTY)
    step = say(game, "0 =b2.3:2.3")
    assert texts(step, Ended) == [Ended("rows")]
    end = outcome(step.game)
    assert end is not None
    assert end.winners == (0,)
    game = play_phase("b2.b3.b4.r2.r3", "r,y,g,b12.11.10.9.8,p0", "r2.3.4.5.6.12+,y,g,b,p0")
    assert say(game, "0 =b2:2").game.phase is Phase.TAKE


def test_R27_6_in_the_called_number_everybodys_crosses_count_and_there_is_no_play() -> None:
    almost = "r2.3.4.5.6.12+,y2.3.4.5.6,g,b,p0"
    game = cards_on_table(load_variant(PLAIN), "call", "r2.r3.r4.r5.r6", EMPTY, almost, top="g12")
    step = say(game, "1 y12", "0 b12")
    assert texts(step, Ended) == [Ended("rows")]
    assert texts(step, Crossed) == [Crossed(0, "b", 12, "call"), Crossed(1, "y", 12, "call")]
    assert not texts(step, Penalised)
    assert step.game.phase is Phase.OVER


def test_R27_6_four_penalties_end_it() -> None:
    step = say(play_phase("r2.r3.r9.b4.g5", "r,y,g,b,p3", EMPTY), "0 =r2")
    assert texts(step, Ended) == [Ended("penalties")]


# R28: the empty pile, jokers


def test_R28_1_the_played_cards_are_shuffled_when_a_card_is_needed_and_none_is_there() -> None:
    variant = load_variant(TINY_CARDS[0])
    game, rng, seen = new_game(variant, 1), random.Random(3), 0
    for _ in range(200):
        for _, move, step in play_out(game, rng):
            if texts(step, Shuffled) and step.game.turn > 1:
                seen += 1
                assert step.game.phase is Phase.CALL
                assert lay_of(step.game).played == ()
                assert isinstance(move, Shuffle)
                assert [len(move.cards)] == [fact.count for fact in texts(step, Shuffled)]
    assert seen


def test_R28_2_a_joker_goes_with_any_colour_that_is_named() -> None:
    game = play_phase("j5.r4.r6.b2.b3", jokers="on")
    legal = {format_move(move) for move in legal_moves(game, 0)}
    assert {"=rj5:5", "=yj5:5", "=gj5:5", "=bj5:5", "=yj5"} <= legal
    step = say(game, "0 =r4.j5.6:4.5.6")
    assert texts(step, Played) == [Played(0, "r", (4, 6), (5,))]


def test_R28_2_the_back_does_not_tell_a_joker() -> None:
    game = play_phase("j5.r4.r6.b2.b3", jokers="on")
    seen = view(game, 1)["cards"]
    assert seen is not None
    assert seen["hands"][0] == [2, 3, 4, 5, 6]


def test_R28_3_a_joker_and_a_card_of_the_same_number_cross_one_cell() -> None:
    game = play_phase("j5.r5.r6.b2.b3", jokers="on")
    assert texts(say(game, "0 =r5.j5:5"), Crossed) == [Crossed(0, "r", 5, "play")]
    legal = [format_move(move) for move in legal_moves(game, 0)]
    assert len(legal) == len(set(legal))
    with pytest.raises(IllegalMove, match="once"):
        say(game, "0 =r5.j5:5.5")


@pytest.mark.parametrize("name", [PLAIN, TINY_CARDS[0]])
def test_R28_4_whoever_gives_up_is_left_out_and_the_record_tells_it(name: Any) -> None:
    variant, phases = load_variant(name), set()
    for seed in range(40):
        rng, game, inputs = random.Random(seed), new_game(variant, 3), list[Any]()
        leaving = rng.randint(0, 25)
        seat: int | None
        move: Any
        while game.phase is not Phase.OVER:
            seats = [seat for seat in range(3) if seat not in game.out]
            if len(inputs) >= leaving and not game.out:
                seat = rng.choice(seats)
                move = RESIGN
                phases.add((game.phase, seat == game.active))
            elif game.phase is Phase.SHUFFLE:
                seat = None
                move = random_chance(game, rng)
            else:
                seat = rng.choice(waiting_for(game))
                move = rng.choice(legal_moves(game, seat))
            game = apply(game, move, seat).game
            inputs.append(Input(seat, move))
            assert (
                game.phase is Phase.OVER
                or not game.out
                or game.phase is Phase.CALL
                or game.active not in game.out
            )
            assert parse_position(format_position(game), lambda *_, **__: variant) == game
        text = format_record(Record(variant, ("A", "B", "C"), 0, tuple(inputs)))
        again = parse_record(text, lambda *_, **__: variant)
        assert format_record(again) == text
        assert replay(again)[-1].game == game
    assert {(Phase.TAKE, True), (Phase.CALL, True), (Phase.PLAY, True), (Phase.CALL, False)} <= phases


# texts


@pytest.mark.parametrize("jokers", ["off", "on"])
@pytest.mark.parametrize("name", [*CARDS, *TINY_CARDS])
def test_positions_and_records_round_trip(name: Any, jokers: str) -> None:
    variant = load_variant(name, jokers=jokers)
    load = {variant.name: variant}
    for seed in range(2):
        seats = (seed + 1) % variant.players[1] + 1
        game = new_game(variant, seats, seed % seats)
        inputs = []
        for seat, move, step in play_out(game, random.Random(seed)):
            inputs.append(Input(seat, move))
            for known in (step.game, *[known_to(step.game, who) for who in (None, *range(seats))]):
                text = format_position(known)
                assert parse_position(text, lambda name, **_: load[name]) == known
                assert format_position(parse_position(text, lambda name, **_: load[name])) == text
            if isinstance(move, Choice | Withdraw):
                assert parse_move(format_move(move)) == move
        names = tuple(f"p{seat}" for seat in range(seats))
        for whole in (inputs, inputs[: len(inputs) // 2]):
            record = Record(variant, names, game.start, tuple(whole))
            text = format_record(record)
            again = parse_record(text, lambda name, **_: load[name])
            assert format_record(again) == text
            assert replay(again)[-1].game == replay(record)[-1].game


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace(" play ", " white "), "no phase white"),
        (lambda text: text.replace("r2.", "r3.", 1), "2 times"),
        (lambda text: text.replace("r2.", "", 1), "43 cards"),
        (lambda text: text.replace("r2.", "j2.", 1), "not among"),
        (lambda text: text.replace(" play ", " take "), "holds 5"),
        (lambda text: text.replace(" play ", " shuffle "), "pile is empty"),
        (lambda text: " ".join([*text.split()[:3], ".", *text.split()[4:]]), "needs cards"),
        (lambda text: text.replace(";", ",", 1), "hands;display"),
    ],
)
def test_positions_that_contradict_themselves_are_refused(change: Any, why: Any) -> None:
    text = format_position(play_phase("r2.r3.r9.b4.g5"))
    variant = load_variant(PLAIN)
    with pytest.raises(BadNotation, match=why):
        parse_position(change(text), lambda name, **_: variant)


def test_a_damaged_record_says_where() -> None:
    variant = load_variant(TINY_CARDS[0])
    said = play_out(new_game(variant, 2), random.Random(1))
    text = format_record(Record(variant, ("A", "B"), 0, tuple(Input(s, m) for s, m, _ in said)))
    turn = next(line for line in text.splitlines() if line.startswith("1."))
    for damaged in (turn.replace("%", "% r9"), turn.replace("@", "@7"), turn.replace("|", "| |")):
        with pytest.raises(RowlockError, match="line"):
            parse_record(text.replace(turn, damaged), lambda name, **_: variant)


# pads


def test_options_belong_to_what_a_pad_is_played_with() -> None:
    with pytest.raises(BadVariant, match="no such option; the options are jokers"):
        choose_options(load_variant(PLAIN), {"die_leaves": "turn"})
    with pytest.raises(BadVariant, match="no such option; the options are die_leaves"):
        choose_options(load_variant("classic"), {"jokers": "on"})


RIGHT = "[cards]\nhand = 4\ndisplay = 4\nplay = 3\ngap = 1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[cards]\nhand = 4", "cards.display: is missing"),
        (RIGHT.replace("hand = 4", "hand = 9"), "hand: 9 is out of range"),
        (RIGHT.replace("display = 4", "display = 2"), "cannot be played and taken again"),
        (RIGHT, "closes for its owner alone"),
        ("[options]\njokers = 'on'", "options for cards"),
        (f"{RIGHT}\n[swaps]\nfields = [[2, 3]]", "played with cards"),
    ],
)
def test_pads_that_do_not_go_with_cards_are_refused(text: str, why: Any) -> None:
    with pytest.raises(BadVariant, match=why):
        parse_variant(f'parent = "classic"\ntitle = "Own"\nrules = 1\n{text}', "own", None, read_known)


@pytest.mark.parametrize("name", [*CARDS, *TINY_CARDS])
def test_card_pads_round_trip_as_files(name: Any) -> None:
    variant = load_variant(name, jokers="on")
    assert parse_variant(format_variant(variant), variant.name) == variant
