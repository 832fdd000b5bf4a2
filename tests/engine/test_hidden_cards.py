"""Secrets of other seats do not reach a seat: two games that differ only in that look the same to it.

A game is played to some moment. Then every card that the seat has not seen by then is exchanged for another
one that it could as well be, and what others have chosen and not shown for another choice. The same things
are said again: at no moment may the seat, a spectator or a bot be shown or told anything else, byte for byte.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playing import CARDS, TINY_CARDS, play_out
from unseen import exchanged

from rowlock import (
    Record,
    format_position,
    known_to,
    load_variant,
    new_game,
    outcome,
    plain_fact,
    replay,
    view,
)
from rowlock.arena.table import question
from rowlock.engine.cards.deck import UNKNOWN
from rowlock.engine.record import Input
from rowlock.engine.state import Game


def cards_of(game: Game, seat: int | None) -> Any:
    """A view of the cards, in a game that is played with some."""
    return view(game, seat)["cards"]


def shown_to(record: Record, seat: int | None) -> list[str]:
    """Everything that a seat is shown and told in the course of a game."""
    told = []
    for step in replay(record):
        game = step.game
        told.append(json.dumps(view(game, seat)))
        told.append(json.dumps([plain_fact(fact) for fact in step.facts]))
        told.append(format_position(known_to(game, seat)))
        if seat is not None:
            told.append(json.dumps(question(game, seat)))
    return told


@pytest.mark.parametrize("jokers", ["off", "on"])
@pytest.mark.parametrize("name", [*CARDS, *TINY_CARDS], ids=lambda name: name.split("/")[-1])
def test_R24_4_two_games_that_differ_in_what_a_seat_cannot_know_look_the_same(name: Any, jokers: str) -> None:
    variant, rng, differed = load_variant(name, jokers=jokers), random.Random(f"{name[-8:]}{jokers}"), 0
    for seats in range(1, min(variant.players[1], 3) + 1):
        said = play_out(new_game(variant, seats), rng)
        inputs = [Input(seat, move) for seat, move, _ in said][:-1]
        for seat in (None, *range(seats)):
            end = rng.randint(len(inputs) // 2, len(inputs))
            record = Record(variant, ("A", "B", "C")[:seats], 0, tuple(inputs[:end]))
            other = exchanged(record, seat, rng)
            differed += other != record
            assert shown_to(record, seat) == shown_to(other, seat)
    assert differed


def test_the_test_can_fail() -> None:
    """A seat that sees all hands would tell the two games apart."""
    variant, rng = load_variant(CARDS[0]), random.Random(1)
    inputs = [Input(seat, move) for seat, move, _ in play_out(new_game(variant, 2), rng)][:20]
    record = Record(variant, ("A", "B"), 0, tuple(inputs))
    other = exchanged(record, 0, rng)
    assert shown_to(record, 1) != shown_to(other, 1)
    assert format_position(replay(record)[-1].game) != format_position(replay(other)[-1].game)


def test_R24_4_after_the_end_everything_is_shown() -> None:
    variant = load_variant(CARDS[0])
    game = play_out(new_game(variant, 2), random.Random(2))[-1][2].game
    assert outcome(game)
    assert cards_of(game, None)["open"] == cards_of(game, 0)["open"]
    assert known_to(game, None) == game
    assert UNKNOWN not in cards_of(game, None)["text"]


def test_a_view_shows_the_own_hand_and_backs() -> None:
    variant = load_variant(CARDS[0])
    steps = play_out(new_game(variant, 2), random.Random(2))
    game = steps[4][2].game
    cards = cards_of(game, 0)
    assert len(cards["hand"]) in (4, 5)
    assert game.lay is not None
    assert [len(hand) for hand in cards["hands"]] == [len(hand) for hand in game.lay.hands]
    assert cards["open"] is None
    assert cards_of(game, None)["hand"] is None
    assert view(new_game(load_variant("classic"), 2), 0)["cards"] is None
