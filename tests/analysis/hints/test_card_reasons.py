"""Reasons with cards are true of their move and less so of the other one, and look at no hidden card."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from card_opinion import CLAIMS, KINDS, check_cards
from playing import CARDS
from test_reasons import asked_in
from tries import repeated

from rowlock import Game, legal_moves, load_variant, new_game, parse_sheet, view
from rowlock.analysis.hints import reasons
from rowlock.analysis.hints.hint import hint
from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.puzzles.puzzle import shipped, solution
from rowlock.engine.cards.deck import parse_card
from rowlock.engine.cards.lay import Lay
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Phase
from rowlock.engine.knowledge import known_to
from rowlock.engine.view import plain_variant
from rowlock.locale import languages, load_catalogue
from rowlock.locale.reasons import tell_reason


@pytest.mark.parametrize("name", [*CARDS, "cards;jokers=on"])
def test_every_reason_about_cards_tells_two_moves_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, met = random.Random(name), Counter[str]()
    monkeypatch.setattr(reasons, "MOST", 99)  # not only the weightiest
    for _ in range(repeated(6, 60)):
        for game, seat in asked_in(name, rng, 12):
            best, other = rng.sample([move.text for move in legal_moves(game, seat)], 2)
            found = reasons_for(game, seat, best, other)
            met.update(check_cards(game, seat, best, other, found))
            assert reasons_for(known_to(game, seat), seat, best, other) == found
    assert set(met) >= KINDS - SELDOM, met


MOMENTS = [
    ("card_locks", "take", "y9 g7 g8 b7", [2, 5, 3, 4], "r,y,g12.6.5.4.3,b,p0", "@1", "@2"),
    ("ends", "play", "y7 y8 r3 b2 b4", [2, 5, 3, 4], "r5,y6.9,g,b,p3", "=r3", "=b4:4"),
    ("locks", "call", "r2 y8 g6 b8", [2], "r,y,g10.9.8.6.4,b,p0", "g2", "-"),
    ("nearly", "call", "r2 y8 g6 b8", [9], "r,y3.4.7,g,b,p0", "y9", "-"),
    ("may_lock", "call", "r2 y5 g7 b8", [11], "r,y7.8.9.10,g,b,p0", "y11", "r11"),
    ("crosses", "play", "y5 y6 r8 b2 b4", [2, 5, 3, 4], "r,y,g,b,p0", "=y5.6:5.6", "=r8:8"),
    ("penalty", "play", "y5 y6 r8 b2 b4", [2, 5, 3, 4], "r,y,g,b,p0", "=r8:8", "=r8"),
    ("room", "call", "r2 y8 g6 b8", [9], "r7,y,g,b11,p0", "b9", "r9"),
    ("hand_near", "call", "r2 y8 g7 b8", [11], "r,y,g12,b12,p0", "g11", "b11"),
    ("card_near", "take", "r12 y9 g6 b8", [3, 5, 6, 4], "r,y,g,b,p0", "@1", "@4"),
]  # fmt: skip
SELDOM = {"card_locks", "card_near"}
"""Kinds that a few games may not bring; they have their moments."""


def moment(phase: str, hand: str, numbers: list[int], sheet: str) -> Game:
    """A game for two with this hand and sheet of the first; the numbers are called, or lie in the display."""
    variant = load_variant("cards")
    turns = variant.turns
    assert isinstance(turns, CardTurns)
    mine = tuple(sorted(parse_card(card) for card in hand.split()))
    left = [card for card in turns.deck if card not in mine]
    upper = [left.pop(next(i for i, card in enumerate(left) if card.number == n)) for n in numbers]
    theirs, display, pile = left[:4], left[4:8], [*upper, *left[8:]]
    if phase == "take":
        display, pile = upper, left[4:]
    lay = Lay((mine, tuple(theirs)), tuple(display), tuple(pile), ())
    start = new_game(variant, 2)
    sheets = (parse_sheet(variant, sheet), start.sheets[1])
    choices = (None, None) if phase == "call" else ()
    return start._replace(lay=lay, sheets=sheets, phase=Phase(phase), choices=choices)


@pytest.mark.parametrize(("kind", "phase", "hand", "numbers", "sheet", "best", "other"), MOMENTS)
def test_every_kind_of_reason_is_met_with_cards(
    kind: str, phase: str, hand: str, numbers: list[int], sheet: str, best: str, other: str
) -> None:
    game = moment(phase, hand, numbers, sheet)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reasons, "MOST", 99)
        found = reasons_for(game, 0, best, other)
    assert kind in check_cards(game, 0, best, other, found)


def test_every_kind_is_met_at_random_or_has_a_moment() -> None:
    often = {"gain", "skips", "card_next", "card_fits", "card_joins", "hand_next", "hand_fits"}
    assert {one[0] for one in MOMENTS} | often == KINDS | CLAIMS.keys()


def test_a_row_that_a_rival_closes_for_itself_is_no_reason() -> None:
    game = moment("call", "r2 y8 g6 b8", [11], "r9,y9,g,b,p0")
    rival = parse_sheet(game.variant, "r2.3.4.5.6.10,y,g,b,p0")
    game = game._replace(sheets=(game.sheets[0], rival))
    assert not [one for one in reasons_for(game, 0, "r11", "y11") if one["kind"].startswith("rival")]


def test_most_moves_with_cards_have_a_reason_where_they_differ() -> None:
    """`bench/analysis/reasons.py` counts them over thousands of positions."""
    rng, asked, told = random.Random(4), 0, 0
    for name in CARDS:
        for game, seat in asked_in(name, rng, repeated(30, 300)):
            found = hint(game.variant, view(game, seat))
            loss = next(one["loss"] for one in found["options"] if one["move"] == found["other"])
            if loss >= (0.001 if len(game.sheets) > 1 else 0.1):
                asked, told = asked + 1, told + bool(found["reasons"])
    assert asked > 20
    assert told >= 0.95 * asked


@pytest.mark.parametrize("lang", languages())
def test_taking_a_card_is_explained_in_words(lang: str) -> None:
    catalogue = load_catalogue(lang)
    takes = [one for one in shipped() if one.best.startswith("@")]
    told = [
        tell_reason(catalogue, plain_variant(one.game.variant), ["Ann", "Ben", "Cleo", "Dan", "Eve"], reason)
        for one in takes
        for reason in solution(one)["reasons"]
    ]
    assert told
    assert not [line for line in told if "{" in line or "@" in line or "None" in line]


def test_a_card_is_explained_in_english() -> None:
    catalogue, variant = load_catalogue("en"), plain_variant(load_variant("cards"))
    nothing = {"crossed": [], "cells": [], "points": 0, "gap": None}
    reason: Any = {
        "kind": "card_next",
        "move": "@2",
        "row": None,
        "percent": 75.0,
        "fields": [],
        "seat": None,
    }
    than = {**nothing, "move": "@1", "percent": 25.0, "taken": 5}
    told = tell_reason(catalogue, variant, [], {**nothing, **reason, "taken": 7, "than": than})
    assert told == "The 7 can be crossed without a gap in 75.0% of the colours it may have, the 5 in 25.0%."
