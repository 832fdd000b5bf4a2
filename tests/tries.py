"""How many examples a property test tries, and how often games are repeated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")

USUAL = 100
"""The number of examples that hypothesis tries by default."""


def tries(most: int, **more: int) -> settings:
    """This many, or fewer if the profile has fewer (`make quick`)."""
    profile = settings.default
    assert profile is not None
    few = profile.max_examples < USUAL
    steps: dict[str, Any] = dict(more)
    if few:
        steps = {name: min(count, getattr(profile, name)) for name, count in more.items()}
    return settings(max_examples=min(most, profile.max_examples) if few else most, **steps)


def repeated(usual: int, deep: int) -> int:
    """This often, or more often where the profile has time (`make deep`)."""
    profile = settings.default
    return deep if profile and profile.max_examples > USUAL else usual


def also(cases: Iterable[T]) -> list[T]:
    """These cases too, where the profile has time (`make deep`)."""
    return list(cases) * repeated(0, 1)
