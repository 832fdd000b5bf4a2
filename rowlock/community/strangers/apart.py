"""People whom the house does not bring together: one of them has blocked the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable

Pair = frozenset[str]
"""Two people; who of them blocked whom is nobody's business."""
Apart = Collection[Pair]
"""The pairs that must not meet."""


def may_meet(people: Iterable[str], newcomer: str, apart: Apart) -> bool:
    """Whether somebody may be seated with these people."""
    return not any(frozenset((one, newcomer)) in apart for one in people)
