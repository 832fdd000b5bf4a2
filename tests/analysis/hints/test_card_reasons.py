"""Reasons with cards are true of their move and less so of the other one, and look at no hidden card."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from card_opinion import KINDS, check_cards
from playing import CARDS
from test_reasons import asked_in
from tries import repeated

from rowlock import legal_moves, load_variant, view
from rowlock.analysis.hints import reasons
from rowlock.analysis.hints.hint import hint
from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.puzzles.puzzle import shipped, solution
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
    assert set(met) >= KINDS - {"card_locks"}


def test_most_takes_have_a_reason_where_they_differ() -> None:
    """`bench/analysis/reasons.py` counts them over thousands of positions."""
    rng, asked, told = random.Random(4), 0, 0
    for name in CARDS:
        for game, seat in asked_in(name, rng, repeated(30, 300)):
            found = hint(game.variant, view(game, seat))
            loss = next(one["loss"] for one in found["options"] if one["move"] == found["other"])
            if loss >= (0.01 if len(game.sheets) > 1 else 0.5):
                asked, told = asked + 1, told + bool(found["reasons"])
    assert asked > 20
    assert told >= 0.9 * asked


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
    nothing = {"crossed": [], "cells": [], "points": 0}
    reason = {"kind": "card_next", "move": "@2", "row": None, "percent": 75.0, "fields": [], "seat": None}
    than = {**nothing, "move": "@1", "percent": 25.0, "taken": 5}
    told = tell_reason(catalogue, variant, [], {**nothing, **reason, "taken": 7, "than": than})
    assert told == "The 7 can be crossed without a gap in 75.0% of the colours it may have, the 5 in 25.0%."
