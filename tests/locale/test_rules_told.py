"""A text about a pad tells every rule that the pad has, and nothing that does not apply to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from random_pads import card_pad, mixed_pad, random_pad, wide_pad
from strange_pads import mixed_in_two_colours, six_rows, toy_pad, twins

from rowlock import Variant, load_variant, variant_names
from rowlock.engine.mechanisms.cards import Cards
from rowlock.engine.position import parse_variant_name
from rowlock.locale import languages, load_catalogue, text
from rowlock.locale.rule_list import RULES, UNTOLD, rules_of
from rowlock.locale.rules import outline, rules_in_words, sentences_for
from rowlock.locale.sentences import SENTENCES
from rowlock.variants import load_named

RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
WITH_OPTIONS = (
    "classic;die_leaves=turn",
    "mixx-a;die_leaves=turn",
    "cards;jokers=on",
    "cards-mixx-a;jokers=on",
)
PADS = (*variant_names(), *WITH_OPTIONS)


def pad_of(name: str) -> Variant:
    return parse_variant_name(name, load_named) if ";" in name else load_variant(name)


def untold(variant: Variant) -> set[str]:
    return rules_of(variant) - {rule for sentence in sentences_for(variant) for rule in sentence.rules}


def misplaced(variant: Variant) -> list[str]:
    has = rules_of(variant)
    return [sentence.key for sentence in sentences_for(variant) if not sentence.rules <= has]


def own_pads() -> Iterator[Variant]:
    for seed in range(60):
        yield from (random_pad(seed), mixed_pad(seed), wide_pad(seed), card_pad(seed))
    yield from (six_rows(), mixed_in_two_colours(), twins())


@pytest.mark.parametrize("name", PADS)
def test_a_text_tells_every_rule_of_its_pad_and_no_other(name: str) -> None:
    assert untold(pad_of(name)) == set()
    assert misplaced(pad_of(name)) == []


def test_own_pads_with_mixed_mechanisms_are_told_as_completely() -> None:
    met = set()
    for variant in own_pads():
        assert untold(variant) == set(), variant.name
        assert misplaced(variant) == [], variant.name
        met |= rules_of(variant)
    assert met >= {"R17.1", "R17.2", "R17.3", "R17.4", "R17.5", "R17.6", "R18.4", "R27.3", "R29.2"}


def test_every_numbered_rule_is_told_or_says_why_not() -> None:
    numbered = set(re.findall(r"\*\*(R\d+\.\d+)\*\*", RULES_PAGE.read_text("utf-8"))) | {"R10"}
    assert set(RULES) | set(UNTOLD) == numbered
    assert not set(RULES) & set(UNTOLD)
    assert {rule for sentence in SENTENCES for rule in sentence.rules} == set(RULES)


def test_a_missing_and_a_misplaced_sentence_would_be_found() -> None:
    """One skipped cell at most is a rule of `cards`, and false on the pad with mixed colours."""
    cards, mixed = load_variant("cards"), load_variant("cards-mixx-a")
    assert "R27.3" in rules_of(cards)
    assert "R27.3" not in rules_of(mixed)
    keys = [sentence.key for sentence in sentences_for(mixed)]
    assert "play.gap" not in keys
    assert "play.any_gap" in keys
    told = {rule for s in sentences_for(cards) if s.key != "play.gap" for rule in s.rules}
    assert rules_of(cards) - told == {"R27.3"}


def test_rules_follow_from_features_and_not_from_names() -> None:
    renamed = replace(load_variant("cards-mixx-a"), name="attic", title="The attic")
    assert rules_of(renamed) == rules_of(load_variant("cards-mixx-a"))
    narrow = renamed.with_mechanism(Cards, Cards(4, 4, 3, 1))
    assert {"R27.3", "R29.3"} & rules_of(narrow) == {"R27.3"}


def test_every_sentence_is_shown_on_some_pad() -> None:
    shown = {s.key for name in PADS for s in sentences_for(pad_of(name))}
    shown |= {s.key for variant in own_pads() for s in sentences_for(variant)}
    assert {sentence.key for sentence in SENTENCES} == shown


@pytest.mark.parametrize("lang", languages())
def test_the_text_is_whole_in_every_language(lang: str) -> None:
    catalogue = load_catalogue(lang)
    own = [pad for n, pad in enumerate(own_pads()) if n % 8 == 0]
    for variant in [*map(pad_of, PADS), *own]:
        for part in rules_in_words(catalogue, variant):
            assert part.heading
            for line in part.lines:
                assert "{" not in line, (variant.name, line)
                assert "rules." not in line


def test_page_print_and_terminal_read_the_same_sentences() -> None:
    english = load_catalogue("en")
    for name in variant_names():
        variant = load_variant(name)
        printed = " ".join(line for part in rules_in_words(english, variant) for line in part.lines)
        for section in outline(variant):
            for sentence in section["sentences"]:
                if "rows" not in sentence["values"]:
                    assert text(english, f"rules.{sentence['key']}", **sentence["values"]) in printed


@pytest.mark.parametrize("name", variant_names())
def test_players_come_first_then_the_turn_then_what_is_special_then_the_end(name: str) -> None:
    topics = [part.topic for part in rules_in_words(load_catalogue("en"), load_variant(name))]
    turn = topics.index("turn" if "turn" in topics else "card_turn")
    special = [t for t in topics if t in {m.key for m in load_variant(name).mechanisms} | {"colours"}]
    assert topics[0] == "start"
    assert turn < topics.index("closing") < topics.index("end")
    assert all(topics.index("closing") < topics.index(topic) < topics.index("end") for topic in special)
    assert topics[-1] == "score"


def test_a_mechanism_that_no_catalogue_knows_tells_about_itself() -> None:
    with toy_pad() as variant:
        parts = {part.topic: part for part in rules_in_words(load_catalogue("en"), variant)}
    assert parts["toy_box"].heading == "Toy box"
    assert parts["toy_box"].lines[0] == "swings and slides"
