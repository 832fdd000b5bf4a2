"""The rules in brief, in words that fit the variant: only what applies to its sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rowlock.engine.mechanisms.mechanism import Mechanism
from rowlock.engine.plain import Row
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale.catalogue import Catalogue, has_text, text
from rowlock.locale.words import is_mixed, legend_line, legend_title


class Part(NamedTuple):
    """A heading and the text under it."""

    heading: str
    lines: list[str]


def rules_in_brief(catalogue: Catalogue, variant: Variant) -> Iterator[Part]:
    """What is worth telling about this variant, in the order of play."""
    values = _values(variant)

    def part(topic: str, *keys: str) -> Part:
        told = [text(catalogue, f"print.rules.{topic}.{key}", **values) for key in keys or ("text",)]
        return Part(text(catalogue, f"print.rules.{topic}.title"), [" ".join(told)])

    rows = plain_variant(variant)["rows"]
    with_cards = variant.turns is not None
    yield from map(part, ("goal", "order", "turn_cards" if with_cards else "turn"))
    yield from map(part, () if with_cards else _kinds_of_rows(rows))
    for mechanism in variant.mechanisms:
        yield _tell_mechanism(catalogue, variant, mechanism)
    yield part("penalty")
    early = any(row["closers"] > 1 for row in rows)
    yield part("closing", "early" if early else "last", "cards" if with_cards else variant.closes_for)
    yield part("end", variant.ends_by)
    yield part("score")


def mechanism_title(catalogue: Catalogue, mechanism: Mechanism) -> str:
    """What a mechanism is called; without a text, the name of its class: `LuckyNumbers` are lucky numbers."""
    key = f"print.rules.{mechanism.key}.title"
    if has_text(catalogue, key):
        return text(catalogue, key)
    return " ".join(re.findall("[A-Z][a-z0-9]*", type(mechanism).__name__)).capitalize()


def _tell_mechanism(catalogue: Catalogue, variant: Variant, mechanism: Mechanism) -> Part:
    key = f"print.rules.{mechanism.key}.text"
    told = text(catalogue, key) if has_text(catalogue, key) else mechanism.about(variant)
    legend = [
        f"{legend_title(catalogue, line)} – {legend_line(catalogue, line)}".removesuffix(" – ")
        for line in mechanism.legend(variant)
    ]
    lines = dict.fromkeys([told, *legend])  # two of a kind are explained once
    return Part(mechanism_title(catalogue, mechanism), [line for line in lines if line])


def _kinds_of_rows(rows: list[Row]) -> Iterator[str]:
    """What is unusual about the rows, by topic."""
    if any(is_mixed(row) for row in rows):
        yield "colours"
    if any(len(cell["colours"]) > 1 for row in rows for cell in row["cells"]):
        yield "two_colours"
    if any(not is_sorted(row) for row in rows):
        yield "numbers"
    if any(row["lock"] is None for row in rows):
        yield "open_rows"


def is_sorted(row: Row) -> bool:
    """Whether the numbers of a row rise or fall from left to right."""
    numbers = [cell["number"] for cell in row["cells"]]
    return numbers in (sorted(numbers), sorted(numbers, reverse=True))


def _values(variant: Variant) -> dict[str, object]:
    locked = [row for row in variant.rows if row.lock]
    return {
        "n": variant.end_rows,
        "needs": "/".join(str(needs) for needs in sorted({row.needs for row in locked})),
        "closers": "/".join(str(closers) for closers in sorted({row.closers for row in locked})),
        "cost": variant.penalty_points,
        "boxes": variant.penalty_boxes,
    }
