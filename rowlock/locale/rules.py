"""The rules of a pad in words: every sentence that applies to it, and no other.

The page shows the same sentences: it is sent their keys and numbers (`outline`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypedDict

from rowlock.engine import view_types
from rowlock.engine.mechanisms.mechanism import Mechanism
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale.catalogue import Catalogue, has_text, text
from rowlock.locale.examples import NAME, Example, examples_of
from rowlock.locale.pad_features import PadFeatures
from rowlock.locale.sentences import SENTENCES, Sentence
from rowlock.locale.words import (
    join_names,
    legend_line,
    legend_title,
    row_name,
    tell_fact,
    tell_roll_in_words,
)


class RuleSentence(TypedDict):
    """A sentence of the rules by its key, with what stands in its gaps."""

    key: str
    values: dict[str, str | int | list[tuple[str, str]]]


class RuleExample(TypedDict):
    """A moment of a game that shows what a rule means: a sheet, the rows to look at, what happened."""

    sheet: view_types.Sheet
    rows: list[int]
    facts: list[view_types.Fact]


class RulesPart(TypedDict):
    """A heading of the rules: its sentences, and a moment of a game that shows what they mean."""

    topic: str
    sentences: list[RuleSentence]
    example: RuleExample | None


class RuleSection(NamedTuple):
    """A heading and the text under it."""

    topic: str
    heading: str
    lines: list[str]
    example: Example | None = None

    def caption(self, catalogue: Catalogue, variant: Variant) -> str:
        """The course of the example in words, and a word about it where it needs one; empty without one."""
        if self.example is None:
            return ""
        plain, names = plain_variant(variant), [NAME] * max(variant.players)
        told = [
            tell_roll_in_words(catalogue, NAME, fact["roll"])
            if fact["kind"] == "rolled"
            else tell_fact(catalogue, plain, names, fact)
            for fact in self.example.facts
        ]
        shown = f"rules.{self.topic}.shown"
        told += [text(catalogue, shown)] if has_text(catalogue, shown) else []
        return f"{text(catalogue, 'rules.example')} {' '.join(told)}"


def sentences_for(variant: Variant) -> list[Sentence]:
    """The sentences that apply to this pad, in the order in which they are read."""
    pad = PadFeatures(variant)
    return [sentence for sentence in SENTENCES if sentence.when(pad)]


def outline(variant: Variant, with_examples: bool = True) -> list[RulesPart]:
    """The same as plain data, heading by heading; rows stay letters, so that any language can name them."""
    pad, found = PadFeatures(variant), list[RulesPart]()
    examples = examples_of(variant) if with_examples else {}
    for topic, sentences in by_topic(variant):
        told = [plain_sentence(pad, sentence) for sentence in sentences]
        found.append({"topic": topic, "sentences": told, "example": _plain_example(examples.get(topic))})
    return found


def _plain_example(example: Example | None) -> RuleExample | None:
    return example and RuleExample(sheet=example.sheet, rows=example.rows, facts=example.facts)


def rules_in_words(catalogue: Catalogue, variant: Variant) -> Iterator[RuleSection]:
    """The whole text about a pad; mechanisms that no catalogue knows tell about themselves."""
    pad, examples = PadFeatures(variant), examples_of(variant)
    for topic, sentences in by_topic(variant):
        if topic == "end":
            yield from _strangers(catalogue, variant)
        lines = [" ".join(_tell(catalogue, pad, sentence) for sentence in sentences)]
        if topic == "bonus_pairs":
            first, *rest = [_tell(catalogue, pad, sentence) for sentence in sentences]
            lines = [first, *_legend(catalogue, variant, topic), " ".join(rest)]
        heading = text(catalogue, f"rules.{topic}.title")
        yield RuleSection(topic, heading, [line for line in lines if line], examples.get(topic))


def mechanism_title(catalogue: Catalogue, mechanism: Mechanism) -> str:
    """The name of a mechanism; without a text, the name of its class: `LuckyNumbers` are lucky numbers."""
    key = f"rules.{mechanism.key}.title"
    if has_text(catalogue, key):
        return text(catalogue, key)
    return " ".join(re.findall("[A-Z][a-z0-9]*", type(mechanism).__name__)).capitalize()


def plain_sentence(pad: PadFeatures, sentence: Sentence) -> RuleSentence:
    """A sentence by its key, for any language."""
    return {"key": sentence.key, "values": _numbers(pad, sentence)}


def by_topic(variant: Variant) -> list[tuple[str, list[Sentence]]]:
    """The headings of a pad's rules, each with its sentences."""
    found: dict[str, list[Sentence]] = {}
    for sentence in sentences_for(variant):
        found.setdefault(sentence.topic, []).append(sentence)
    return list(found.items())


def _tell(catalogue: Catalogue, pad: PadFeatures, sentence: Sentence) -> str:
    values = _numbers(pad, sentence)
    if "rows" in values:
        values["rows"] = _name_rows(catalogue, pad.variant, values["rows"])
    return text(catalogue, f"rules.{sentence.key}", **values)


def _numbers(pad: PadFeatures, sentence: Sentence) -> dict[str, Any]:
    """The values in the gaps of a sentence: numbers, and rows as pairs of letter and note."""
    values: dict[str, Any] = {"n": sentence.n(pad)} if sentence.n else {}
    variant = pad.variant
    if sentence.key == "start.players":
        values["players"] = "–".join(str(count) for count in sorted(set(variant.players)))
    elif sentence.key == "closing.early":
        values["closers"] = max(closers for closers, _ in pad.closings)
    elif sentence.key == "closing.differ":
        values["rows"] = [[row.name, f"{row.closers} / {row.needs}"] for row in pad.locked]
    elif sentence.key == "lucky.dealt":
        sheets = [badge["sheets"] for badge in plain_variant(variant)["badges"] if badge["name"] == "lucky"]
        values["badges"] = ", ".join("/".join(map(str, numbers)) for numbers in sheets[0])
    elif sentence.key == "twice.rows":
        twice = variant.find(Twice)
        values["rows"] = [[name, ""] for name in (twice.rows if twice else ())]
    return values


def _name_rows(catalogue: Catalogue, variant: Variant, rows: list[list[str]]) -> str:
    plain = plain_variant(variant)
    named = [f"{row_name(catalogue, plain, name)} {note}".strip() for name, note in rows]
    return ", ".join(named) if rows[0][1] else join_names(catalogue, named)


def _legend(catalogue: Catalogue, variant: Variant, key: str) -> list[str]:
    """The lines of a mechanism's legend; two of a kind are explained once."""
    mechanism = next(one for one in variant.mechanisms if one.key == key)
    lines = [
        f"{legend_title(catalogue, line)} – {legend_line(catalogue, line)}".removesuffix(" – ")
        for line in mechanism.legend(variant)
    ]
    return list(dict.fromkeys(lines))


def _strangers(catalogue: Catalogue, variant: Variant) -> Iterator[RuleSection]:
    """The mechanisms' words about themselves where no sentence is about them."""
    known = {sentence.topic for sentence in SENTENCES} | {"cards", "die_stays"}
    for mechanism in variant.mechanisms:
        if mechanism.key not in known:
            lines = [mechanism.about(variant), *_legend(catalogue, variant, mechanism.key)]
            yield RuleSection(
                mechanism.key, mechanism_title(catalogue, mechanism), [line for line in lines if line]
            )
