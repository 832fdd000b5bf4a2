"""The examples of the rules: moments that the engine played, one for every special rule of a bundled pad."""

from __future__ import annotations

import pytest
from random_pads import card_pad, mixed_pad, wide_pad

from rowlock import Variant, load_variant, parse_sheet, variant_names
from rowlock.engine.position import parse_variant_name
from rowlock.engine.view import plain_sheet_of
from rowlock.locale import languages, load_catalogue
from rowlock.locale.examples import TOLD, examples_of
from rowlock.locale.rules import rules_in_words
from rowlock.variants import load_named

PADS = (*variant_names(), "cards;jokers=on", "classic;die_leaves=turn")


def pad_of(name: str) -> Variant:
    return parse_variant_name(name, load_named) if ";" in name else load_variant(name)


def special(variant: Variant) -> set[str]:
    """What is special about a pad, by topic; cards show themselves in a play."""
    keys = {mechanism.key for mechanism in variant.mechanisms} - {"die_stays"}
    return {"play" if key == "cards" else key for key in keys}


@pytest.mark.parametrize("name", PADS)
def test_every_special_rule_has_an_example(name: str) -> None:
    assert special(pad_of(name)) <= set(examples_of(pad_of(name)))


@pytest.mark.parametrize("name", PADS)
def test_an_example_shows_what_its_facts_say(name: str) -> None:
    variant = pad_of(name)
    for topic, example in examples_of(variant).items():
        assert example.rows, topic
        assert {fact["kind"] for fact in example.facts} <= set(TOLD)
        for fact in example.facts:
            if fact["kind"] in ("crossed", "bonus_crossed"):
                row = example.sheet["rows"][variant.row_of[fact["row"]]]
                assert fact["number"] in row["crossed"], topic
                assert variant.row_of[fact["row"]] in example.rows
        assert plain_sheet_of(variant, parse_sheet(variant, example.sheet["text"])) == example.sheet


def test_examples_show_what_their_topics_are_about() -> None:
    kinds = {
        "bonus_bar": "bar_crossed",
        "bonus_pairs": "pair_completed",
        "swaps": "swapped",
        "play": "played",
    }
    for name in PADS:
        for topic, example in examples_of(pad_of(name)).items():
            told = [fact["kind"] for fact in example.facts]
            assert kinds.get(topic, "crossed") in told
    bar = examples_of(load_variant("bonus-a"))["bonus_bar"].facts
    assert sum(fact["kind"] == "bonus_crossed" for fact in bar) > 1, "a chain of two"


def test_own_pads_get_examples_too() -> None:
    shown = set()
    for seed in range(12):
        for variant in (mixed_pad(seed), wide_pad(seed), card_pad(seed)):
            shown |= set(examples_of(variant))
    assert shown >= {
        "bonus_bar",
        "bonus_pairs",
        "lucky",
        "chain",
        "steps",
        "swaps",
        "twice",
        "double",
        "play",
    }


@pytest.mark.parametrize("lang", languages())
def test_examples_are_told_in_every_language(lang: str) -> None:
    catalogue = load_catalogue(lang)
    for name in PADS:
        variant = pad_of(name)
        told = {part.topic: part.caption(catalogue, variant) for part in rules_in_words(catalogue, variant)}
        assert all("Mia" in told[topic] for topic in special(variant)), name
        assert not any("game.facts" in line or "{" in line for line in told.values())
