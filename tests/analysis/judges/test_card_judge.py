"""The card game is judged from the seat's view alone: hints, analyses and decisions know nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rowlock import view
from rowlock.analysis.hints.hint import better, hint
from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.card_deals import deal_hidden, play_options
from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.position import analyse
from rowlock.analysis.review.card_turns import Chosen, card_turns_of
from rowlock.analysis.review.game import count_turns, review
from rowlock.arena.table import play_game
from rowlock.bots import load_bot
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase, apply, legal_moves, waiting_for
from rowlock.engine.knowledge import known_to
from rowlock.engine.position import format_position, parse_position
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.variants import load_variant, variant_names

PADS = [name for name in variant_names() if load_variant(name).turns is not None]
SEATS = (1, 2, 3, 5)


@cache
def record_of(name: str, seats: int, number: int = 0) -> Record:
    variant = load_variant(name)
    names = ("steady", "random", "greedy", "cautious", "steady")[:seats]
    bots = [load_bot(name, variant, seats) for name in names]
    return play_game(variant, bots, 5, number, lambda *_: None).record


def moments(name: str, seats: int, every: int = 7) -> Iterator[tuple[Game, int]]:
    """Games in which somebody is asked, and who; of every phase."""
    record = record_of(name, seats)
    game, found = record.new_game(), 0
    for seat, move in record.inputs:
        for asked in waiting_for(game):
            found += 1
            if found % every == 0 and len(legal_moves(game, asked)) > 1:
                yield game, asked
        game = apply(game, move, seat).game


def other_deal(game: Game, seat: int) -> Game:
    """A game that differs only in what this seat does not see, as far as chance makes it differ."""
    return deal_hidden(known_to(game, seat), Random(3))._replace(choices=game.choices)


@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("seats", SEATS)
def test_R24_4_nothing_hidden_is_judged_by(name: str, seats: int) -> None:
    phases, differ = set(), 0
    for game, seat in moments(name, seats, 3 if seats == 1 else 9):
        other = other_deal(game, seat)
        differ += other != game
        phases.add(game.phase)
        told = [judgements(one, seat) for one in (game, other)]
        assert told[0] == told[1]
    assert phases == {Phase.TAKE, Phase.CALL, Phase.PLAY}
    assert differ, "the deals were the same"


def judgements(game: Game, seat: int) -> str:
    """All that is said to a seat about its choice, as it is sent."""
    variant, seen = game.variant, view(game, seat)
    worst = hint(variant, seen)["options"][-1]["move"]
    chosen = Chosen(game, seat, legal_moves(game, seat)[-1])
    return json.dumps(
        [
            hint(variant, seen),
            better(variant, seen, worst, "inaccuracy"),
            ByCards(variant, len(game.sheets)).decision(chosen),
            analyse(game)["options"][seat],
            analyse(game)["worth"][seat],
        ]
    )


def test_R24_4_nothing_hidden_is_played_on_by() -> None:
    for game, seat in list(moments("cards", 2, 19))[:4]:
        moves = [move.text for move in legal_moves(game, seat)][:2]
        first, second = (play_options(one, seat, moves, 3) for one in (game, other_deal(game, seat)))
        assert first.results.tolist() == second.results.tolist()


@pytest.mark.parametrize("name", PADS)
def test_a_deal_looks_the_same_to_the_seat_and_is_whole(name: str) -> None:
    variant = load_variant(name)
    assert isinstance(variant.turns, CardTurns)
    for game, seat in moments(name, 3):
        known = known_to(game, seat)
        for n in range(3):
            dealt = deal_hidden(known, Random(n))
            assert known_to(dealt, seat) == known
            assert dealt.lay
            assert sorted(dealt.lay.cards) == sorted(variant.turns.deck)


@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("seats", SEATS)
def test_every_option_is_weighed_and_a_hint_names_the_best(name: str, seats: int) -> None:
    for game, seat in moments(name, seats):
        found = hint(game.variant, view(game, seat))
        legal = {move.text for move in legal_moves(game, seat)}
        assert {option["move"] for option in found["options"]} == legal
        assert found["move"] == found["options"][0]["move"]
        if seats > 1:
            assert all(0 <= option["worth"] <= 1 for option in found["options"])


@pytest.mark.parametrize(("name", "seats"), [*[(name, 2) for name in PADS], ("cards", 1), ("cards", 4)])
def test_a_whole_game_is_reviewed(name: str, seats: int) -> None:
    record = record_of(name, seats)
    turns: list[int] = []
    found = review(record, 2 if seats == 2 else 0, turns.append)
    assert found["whole"]
    assert found["judge"]["by"] == "evaluation"
    assert sum(turns) == count_turns(record) == len(found["turns"])
    assert found["result"]
    decisions = [one for turn in found["turns"] for one in turn["decisions"]]
    assert {one["phase"] for one in decisions} == {"take", "call", "play"}
    for total in found["totals"]:
        parts = total["start"] + total["luck"] - total["lost"] + total["others"] + total["unexplained"]
        assert parts == pytest.approx(total["result"])
    graded = [one for one in decisions if one["grade"]]
    assert graded or seats == 1
    if seats == 2:
        assert all(one["played"] == 2 for one in graded)
    for one in decisions:
        assert one["chosen"] in [option["move"] for option in one["options"]]
        assert "?" in one["position"]  # what the seat knew, and no more
        parse_position(one["position"], load_variant)


def test_the_end_of_a_game_is_worth_what_it_brought() -> None:
    record = record_of("cards", 2)
    turn = card_turns_of(record)[-1]
    found = review(record, 0)
    assert turn.after
    assert found["result"]
    winners = found["result"]["winners"]
    assert found["turns"][-1]["after"] == [(seat in winners) / len(winners) for seat in range(2)]


def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went() -> None:
    record = record_of("cards", 2)
    found = review(replace(record, inputs=record.inputs[:30]), 0)
    assert found["turns"]
    assert not found["whole"]
    assert found["result"] is None


@pytest.mark.parametrize("name", PADS)
def test_positions_are_analysed_as_each_seat_knows_them(name: str) -> None:
    for game, seat in moments(name, 2, 11):
        found = analyse(parse_position(format_position(known_to(game, seat)), load_variant))
        assert found["options"][seat]
        assert found["options"][seat] == analyse(game)["options"][seat]
        if game.phase is not Phase.CALL:
            assert not found["options"][1 - seat]


def test_nothing_is_said_for_a_hand_that_is_not_in_the_position() -> None:
    game, seat = next((g, s) for g, s in moments("cards", 2, 1) if g.phase is Phase.PLAY)
    found = analyse(known_to(game, 1 - seat))
    assert found["options"] == [[], []]


def a_lead(variant: Variant) -> tuple[float, float]:
    game = next(g for g, _ in moments(variant.name, 2, 1) if g.turn == 2)
    eyes = CardEyes(variant, 2)
    sheet = game.sheets[0]
    ahead = sheet._replace(crosses=tuple(bits | 0b11 for bits in sheet.crosses))
    return eyes.at_rest(game, 0), eyes.at_rest(game._replace(sheets=(ahead, game.sheets[1])), 0)


def test_more_crosses_are_worth_more() -> None:
    before, after = a_lead(load_variant("cards"))
    assert after > before + 0.05


def test_a_table_before_the_deal_is_worth_something_too() -> None:
    """The analysis board begins there: everybody is as good as the others but for who begins."""
    found = analyse(parse_position("cards 1/0 shuffle . . r,y,g,b,p0 r,y,g,b,p0", load_variant))
    assert found["worth"][0] > found["worth"][1]
    assert sum(found["worth"]) == pytest.approx(1, abs=0.05)
    assert found["options"] == [[], []]
