"""Every pad has a short lesson about what it adds to the plain game, at a moment that shows it."""

from __future__ import annotations

import pytest
from strange_pads import twins

from rowlock import load_variant, variant_names
from rowlock.engine.game import apply
from rowlock.engine.notation import parse_move
from rowlock.engine.position import parse_position
from rowlock.locale import languages, load_catalogue
from rowlock.locale.catalogue import has_text
from rowlock.locale.lessons import lesson_of
from rowlock.locale.pad_features import PadFeatures


def is_plain(name: str) -> bool:
    pad = PadFeatures(load_variant(name))
    return not pad.keys and not pad.has_mixed_colours and not pad.has_mixed_numbers


@pytest.mark.parametrize("name", variant_names())
def test_every_pad_but_the_plain_one_has_a_lesson(name: str) -> None:
    assert bool(lesson_of(load_variant(name))) is not is_plain(name)


@pytest.mark.parametrize("name", variant_names())
def test_a_step_shows_its_topic_by_a_legal_move_or_comes_with_its_phase(name: str) -> None:
    variant = load_variant(name)
    for step in lesson_of(variant):
        assert step["sentences"]
        if step["position"] is None:
            assert variant.played_with == "cards"
            assert step["phase"] == step["topic"]
            continue
        game = parse_position(step["position"], load_variant)
        assert len(game.sheets) == 1
        facts = apply(game, parse_move(step["move"] or ""), 0).facts
        assert any(fact.kind == "crossed" for fact in facts)


@pytest.mark.parametrize("language", languages())
def test_the_sentences_of_all_lessons_are_in_every_language(language: str) -> None:
    catalogue = load_catalogue(language)
    lessons = [lesson_of(load_variant(name)) for name in variant_names()]
    keys = {sentence["key"] for lesson in lessons for step in lesson for sentence in step["sentences"]}
    assert [key for key in sorted(keys) if not has_text(catalogue, f"rules.{key}")] == []


def test_a_pad_of_ones_own_with_several_mechanisms_has_a_step_for_each_that_shows_itself() -> None:
    variant = twins()
    topics = [step["topic"] for step in lesson_of(variant)]
    assert {mechanism.key for mechanism in variant.mechanisms} & set(topics)
