"""Jokers: eleven more cards, one of each number, that go with any colour (R28.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.variant import Means
from rowlock.engine.variant_reader import Reader

OPTION, WORDS = "jokers", ("off", "on")


@dataclass(frozen=True)
class Jokers(Mechanism):
    """Chosen by the option `jokers = "on"`; they are among the cards of `Cards`."""

    key: ClassVar[str] = "jokers"
    order: ClassVar[Order] = Order.FLOW
    played_with: ClassVar[Means] = "cards"
    options: ClassVar[dict[str, tuple[str, ...]]] = {OPTION: WORDS}

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Jokers | None:
        return cls.choose(OPTION, reader.option(OPTION, WORDS))

    @classmethod
    def choose(cls, option: str, word: str) -> Jokers | None:
        return cls() if word == "on" else None

    def chosen(self, option: str) -> str:
        return "on"
