"""The sums of a seat's game: luck, losses, accuracy, the result without luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, prod

from rowlock.analysis.review import review_types

COSTLIEST = 3


def total_of(
    turns: Sequence[review_types.Turn], seat: int, share: float | None, least: int
) -> review_types.Total:
    """A seat's sums; `share` is what it got in the end, None for a game that goes on.

    `least` are the fewest points that a sheet can have.
    """
    start = turns[0]["before"][seat] if turns else 0.0
    luck = sum(turn["luck"][seat] for turn in turns)
    mine = list(_decisions_of(turns, seat))
    lost = sum(decision["loss"] for decision in mine)
    result = share if share is not None else _worth_now(turns, seat)
    jumps = _jumps(turns, seat)
    gaps = sum(jumps)
    rest = result - (start + luck - lost + gaps)
    alone = bool(turns) and len(turns[0]["before"]) == 1
    grades = [decision["grade"] for decision in mine]
    return {
        "start": start,
        "luck": luck,
        "lost": lost,
        "others": 0.0 if alone else rest,
        "unexplained": gaps + rest if alone else gaps,
        "result": result,
        "without_luck": result - luck,
        "fair": max(least, result - luck) if alone else min(1.0, max(0.0, result - luck)),
        "given_away": lost if alone else 1 - prod(map(_kept, mine)),
        "doubt": hypot(*jumps, *[decision["loss_error"] or 0.0 for decision in mine]),
        "accuracy": _accuracy(mine),
        "decisions": len(mine),
        "inaccuracies": grades.count("inaccuracy"),
        "mistakes": grades.count("mistake"),
        "blunders": grades.count("blunder"),
    }


def costliest(turns: Sequence[review_types.Turn], seat: int) -> list[review_types.Place]:
    """The places of a seat's costliest decisions, of those that have a grade or are not clear."""
    found = [
        (decision["loss"], [n, k])
        for n, turn in enumerate(turns)
        for k, decision in enumerate(turn["decisions"])
        if decision["seat"] == seat and (decision["grade"] or decision["unclear"])
    ]
    return [place for _, place in sorted(found, reverse=True)[:COSTLIEST]]


def _decisions_of(turns: Sequence[review_types.Turn], seat: int) -> Iterator[review_types.Decision]:
    return (decision for turn in turns for decision in turn["decisions"] if decision["seat"] == seat)


def _jumps(turns: Sequence[review_types.Turn], seat: int) -> list[float]:
    """The change in the judge's opinion of the same position a moment later, before rolls and after them."""
    between = [next_["before"][seat] - _end(turn, seat) for turn, next_ in pairwise(turns)]
    return between + [turn["rolled"][seat] - turn["before"][seat] - _brought(turn, seat) for turn in turns]


def _brought(turn: review_types.Turn, seat: int) -> float:
    """The luck of a seat with dice or cards, less what it lost itself by taking another card."""
    taken = [one for one in turn["decisions"] if one["phase"] == "take" and one["seat"] == seat]
    return turn["luck"][seat] - sum(one["loss"] for one in taken)


def _kept(decision: review_types.Decision) -> float:
    """The part of its chance that a seat kept with a choice."""
    best = decision["options"][0]["worth"]
    return 1 - min(1.0, decision["loss"] / best) if best > 0 else 1.0


def _end(turn: review_types.Turn, seat: int) -> float:
    """Worth to a seat when a turn was over."""
    assert turn["after"] is not None  # another turn followed
    return turn["after"][seat]


def _worth_now(turns: Sequence[review_types.Turn], seat: int) -> float:
    """Worth to a seat where the record ends."""
    if not turns:
        return 0.0
    last = turns[-1]
    if last["after"] is not None:
        return last["after"][seat]
    return last["rolled"][seat] - sum(decision["loss"] for decision in _decisions_of(turns[-1:], seat))


def _accuracy(decisions: Sequence[review_types.Decision]) -> float | None:
    """The part that decisions kept of all that they could have lost, in percent."""
    most = sum(option["loss"] for decision in decisions for option in decision["options"][-1:])
    if most <= 0:
        return None
    return 100 * (1 - sum(decision["loss"] for decision in decisions) / most)
