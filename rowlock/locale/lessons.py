"""A short lesson for every pad: what it adds to the plain game, each at a moment in which it can be done.

Nothing is written for a pad. A topic of its rules that the plain game has not, and the moment of a game that
shows it (`examples`), are a step; with cards, where a table shuffles for itself, the parts of a turn are.
"""

from __future__ import annotations

from typing import TypedDict

from rowlock.engine.variant import Variant
from rowlock.locale.examples import examples_of
from rowlock.locale.pad_features import PadFeatures
from rowlock.locale.rules import RuleSentence, by_topic, plain_sentence
from rowlock.locale.sentences import SPECIAL, Sentence

TOLD = 2
"""Sentences that a step says at most."""
CARD_TURN = ("take", "call", "play")
"""The parts of a turn with cards: topics of the rules, and phases of the game."""
PLACE = "left.place"
"""The sentence about rows whose numbers are not in order."""


class LessonStep(TypedDict):
    """One new thing: its sentences, and the move that shows it in a position, or the phase of a turn."""

    topic: str
    sentences: list[RuleSentence]
    position: str | None
    move: str | None
    phase: str | None


def lesson_of(variant: Variant) -> list[LessonStep]:
    """The steps of a pad's lesson, in the order of its rules; none for the plain game."""
    return _card_steps(variant) if not PadFeatures(variant).with_dice else _dice_steps(variant)


def _card_steps(variant: Variant) -> list[LessonStep]:
    parts = dict(by_topic(variant))
    return [
        {
            "topic": topic,
            "sentences": _plain(variant, parts[topic]),
            "position": None,
            "move": None,
            "phase": topic,
        }
        for topic in CARD_TURN
        if topic in parts
    ]


def _dice_steps(variant: Variant) -> list[LessonStep]:
    examples, steps = examples_of(variant), list[LessonStep]()
    for topic, sentences in by_topic(variant):
        new = [sentence for sentence in sentences if sentence in SPECIAL or sentence.key == PLACE]
        if new and (example := examples.get(topic)):
            steps.append(
                {
                    "topic": topic,
                    "sentences": _plain(variant, new),
                    "position": example.position,
                    "move": example.move,
                    "phase": None,
                }
            )
    return steps


def _plain(variant: Variant, sentences: list[Sentence]) -> list[RuleSentence]:
    """The first sentences, from the one that says what the topic is about."""
    start = next((n for n, one in enumerate(sentences) if one.key.endswith(".text")), 0)
    pad = PadFeatures(variant)
    return [plain_sentence(pad, one) for one in sentences[start : start + TOLD]]
