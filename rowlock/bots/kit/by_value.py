"""A bot that is a value function: it plays what it likes best, and picks at random among equals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.bots.kit.basis import ITSELF
from rowlock.engine import view_types
from rowlock.fast import chance

if TYPE_CHECKING:
    from rowlock.fast.worth import Value


SLOTS = {"colour": chance.COLOUR, "play": chance.COLOUR, "take": chance.COLOUR + 1}
"""By phase, the lot of a seat that acts alone; where all choose, every seat has its own lot."""


class ValueBot:
    """The lots come from `chance`, as in the kernel, so that both play the same game."""

    def __init__(self, name: str, line: str, value: Value, key: int) -> None:
        self.name, self.by = name, ITSELF
        self.line = line
        self.value = value
        self.key = key
        """The game's, see `chance.game_key`."""

    def choose(self, view: view_types.View, moves: list[str]) -> str:
        told = {move["move"]: move for move in view["moves"]}
        values = [self._like(told[text]) for text in moves]
        best = [text for text, value in zip(moves, values, strict=True) if value == max(values)]
        slot = SLOTS.get(view["phase"], chance.WHITE + (view["seat"] or 0))
        if view["phase"] == "take" and (cards := view["cards"]):  # several cards of a turn are several lots
            slot += len([number for number in cards["display"] if number is None])
        return best[chance.choose(chance.turn_word(self.key, view["turn"], slot), len(best))]

    def _like(self, move: view_types.Move) -> float:
        return self.value(move["cell"] is not None, move["skips"], move["gain"])
