"""The die that stays: a closed row's die leaves the game after the turn, not at once (R7.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant_reader import Reader

OPTION, WORDS = "die_leaves", ("action", "turn")


@dataclass(frozen=True)
class DieStays(Mechanism):
    """Chosen by the option `die_leaves = "turn"`."""

    key: ClassVar[str] = "die_stays"
    order: ClassVar[Order] = Order.DICE
    options: ClassVar[dict[str, tuple[str, ...]]] = {OPTION: WORDS}

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> DieStays | None:
        return cls.choose(OPTION, reader.option(OPTION, WORDS))

    @classmethod
    def choose(cls, option: str, word: str) -> DieStays | None:
        return cls() if word == "turn" else None

    def chosen(self, option: str) -> str:
        return "turn"

    def dice(self, game: Game) -> str | None:
        """In the colour action all dice of the roll are still on the table."""
        if game.phase is Phase.COLOUR and game.roll:
            return "".join(colour for colour, _ in game.roll.coloured)
        return None
