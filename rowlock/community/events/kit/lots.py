"""Lots from a text: the same text draws the same lots on every machine, so that anybody can draw again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Lots:
    """Numbers that follow from a text: its SHA-256 seeds a SplitMix64 generator."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1. (2⁶⁴ is so large that the remainder favours none noticeably.)"""
        return self._next() % n

    def share(self) -> float:
        """Return a number from 0 to just below 1."""
        return (self._next() >> 11) / (1 << 53)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return the things in an order drawn by lot."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
