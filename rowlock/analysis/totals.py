"""What a seat's game comes to: luck, losses, accuracy, the result without luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rowlock.analysis import plain

COSTLIEST = 3


def total_of(turns: Sequence[plain.Turn], seat: int, share: float | None) -> plain.Total:
    """A seat's sums; `share` is what it got in the end, None for a game that goes on."""
    start = turns[0]["before"][seat] if turns else 0.0
    luck = sum(turn["luck"][seat] for turn in turns)
    mine = list(_decisions_of(turns, seat))
    lost = sum(decision["loss"] for decision in mine)
    result = share if share is not None else _worth_now(turns, seat)
    gaps = sum(next_["before"][seat] - _end(turn, seat) for turn, next_ in pairwise(turns))
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
        "accuracy": _accuracy(mine),
        "decisions": len(mine),
        "inaccuracies": grades.count("inaccuracy"),
        "mistakes": grades.count("mistake"),
        "blunders": grades.count("blunder"),
    }


def costliest(turns: Sequence[plain.Turn], seat: int) -> list[plain.Place]:
    """Where a seat's costliest decisions are, of those that have a grade."""
    found = [
        (decision["loss"], [n, k])
        for n, turn in enumerate(turns)
        for k, decision in enumerate(turn["decisions"])
        if decision["seat"] == seat and decision["grade"]
    ]
    return [place for _, place in sorted(found, reverse=True)[:COSTLIEST]]


def _decisions_of(turns: Sequence[plain.Turn], seat: int) -> Iterator[plain.Decision]:
    return (decision for turn in turns for decision in turn["decisions"] if decision["seat"] == seat)


def _end(turn: plain.Turn, seat: int) -> float:
    """Worth to a seat when a turn was over."""
    assert turn["after"] is not None  # another turn followed
    return turn["after"][seat]


def _worth_now(turns: Sequence[plain.Turn], seat: int) -> float:
    """Worth to a seat where the record ends."""
    if not turns:
        return 0.0
    last = turns[-1]
    if last["after"] is not None:
        return last["after"][seat]
    return last["rolled"][seat] - sum(decision["loss"] for decision in _decisions_of(turns[-1:], seat))


def _accuracy(decisions: Sequence[plain.Decision]) -> float | None:
    """What decisions kept of all that they could have lost, in percent."""
    most = sum(option["loss"] for decision in decisions for option in decision["options"][-1:])
    if most <= 0:
        return None
    return 100 * (1 - sum(decision["loss"] for decision in decisions) / most)
