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

KEPT = ("classic;die_leaves=turn", "mixx-a;die_leaves=turn", "big-points;die_leaves=turn")
PADS = (*variant_names(), "cards;jokers=on", *KEPT)


def pad_of(name: str) -> Variant:
    return parse_variant_name(name, load_named) if ";" in name else load_variant(name)


def special(variant: Variant) -> set[str]:
    """The special topics of a pad; cards show themselves in a play, a die that stays when a row closes."""
    shown_by = {"cards": "play", "die_stays": "closing"}
    return {"closing", *(shown_by.get(mechanism.key, mechanism.key) for mechanism in variant.mechanisms)}


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
            assert topic != "closing" or {"locked", "closed"} <= set(told)
            assert topic not in ("lucky", "chain") or topic in {fact.get("by") for fact in example.facts}
    bar = examples_of(load_variant("bonus-a"))["bonus_bar"].facts
    assert sum(fact["kind"] == "bonus_crossed" for fact in bar) > 1, "a chain of two"


@pytest.mark.parametrize("name", variant_names())
def test_the_first_example_shows_nothing_that_is_explained_later(name: str) -> None:
    *before, crossed = examples_of(load_variant(name))["left"].facts
    assert crossed["kind"] == "crossed"
    assert {fact["kind"] for fact in before} <= {"rolled", "called"}
    assert crossed["by"] in ("white", "colour", "call")


@pytest.mark.parametrize("name", KEPT)
def test_a_die_that_stays_leaves_after_the_colour_action_of_its_turn(name: str) -> None:
    told = [fact["kind"] for fact in examples_of(pad_of(name))["closing"].facts]
    closed, removed = told.index("closed"), told.index("die_removed")
    assert {"crossed", "passed"} & set(told[closed + 1 : removed])
    at_once = [fact["kind"] for fact in examples_of(pad_of(name.split(";")[0]))["closing"].facts]
    assert at_once[-2:] == ["closed", "die_removed"]


def test_the_joker_of_the_example_is_crossed() -> None:
    facts = examples_of(pad_of("cards;jokers=on"))["jokers"].facts
    jokers = next(fact["jokers"] for fact in facts if fact["kind"] == "played")
    assert set(jokers) & {fact["number"] for fact in facts if fact["kind"] == "crossed"}


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


@pytest.mark.parametrize(
    ("name", "topic", "shown"),
    [
        ("classic", "left", "The skipped cells are lost."),
        ("double-a", "twice", "That is the second cross in this cell."),
        ("double-b", "double", "The cell brings two crosses."),
        ("connected-steps", "steps", "The cell is framed: it counts in its row and for the steps."),
    ],
)
def test_an_example_ends_with_what_its_cross_does(name: str, topic: str, shown: str) -> None:
    catalogue, variant = load_catalogue("en"), load_variant(name)
    (part,) = [part for part in rules_in_words(catalogue, variant) if part.topic == topic]
    assert part.caption(catalogue, variant).endswith(shown)
