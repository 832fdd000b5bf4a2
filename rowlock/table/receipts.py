"""The latest answers to players, by their own ids of the messages."""

from __future__ import annotations

from collections import OrderedDict

from rowlock.engine.errors import RowlockError

Answer = int | RowlockError
"""The number under which a message is stored, or why it is not."""

KEPT = 64
"""How many answers are remembered for each player; whoever asks a lot pushes out only their own."""
PLAYERS = 64


class Answers:
    """The answers of one table, to those who spoke last. What was accepted is in the store for good."""

    def __init__(self) -> None:
        self._of: OrderedDict[str | None, OrderedDict[str, Answer]] = OrderedDict()
        self.stored: set[str | None] = set()
        """The players who have ever had a message stored here: nobody else can have been told so."""

    def get(self, player: str | None, key: str | None) -> Answer | None:
        known = self._of.get(player)
        return known.get(key) if known and key is not None else None

    def remember(self, player: str | None, key: str | None, answer: Answer) -> None:
        if key is None:
            return
        if isinstance(answer, RowlockError):
            answer = answer.with_traceback(None)  # its traceback would keep everything around it alive
        else:
            self.stored.add(player)
        known = self._of.setdefault(player, OrderedDict())
        self._of.move_to_end(player)
        known[key] = answer
        if len(known) > KEPT:
            known.popitem(last=False)
        if len(self._of) > PLAYERS:
            self._of.popitem(last=False)
