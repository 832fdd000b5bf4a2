"""A choice in pencil: which of the legal moves is marked, by arrows, by typing or by pointing at a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rowlock.engine import view_types

LETTERS = {
    **{digit: digit for digit in "0123456789"},
    **{letter: f"{letter},{letter.upper()}" for letter in "abcdefgijkmorsvwxyzüż"},
    "*": "asterisk",
    ">": "greater_than_sign",
    "-": "minus",
    "@": "at",
    "=": "equals_sign",
    ":": "colon",
}
"""The signs that moves are written with, each with the names of its keys; h l n q t u are commands."""


@dataclass(frozen=True)
class Pencil:
    """The legal moves, the one that is marked, and what has been typed."""

    moves: tuple[view_types.Move, ...] = ()
    index: int | None = None
    typed: str = ""

    @property
    def marked(self) -> view_types.Move | None:
        return None if self.index is None else self.moves[self.index]

    def fresh(self, moves: Sequence[view_types.Move]) -> Pencil:
        """For a new set of moves; the mark stays where it was only if the moves are the same."""
        same = [move["move"] for move in moves] == [move["move"] for move in self.moves]
        return replace(self, moves=tuple(moves)) if same else Pencil(tuple(moves))

    def cleared(self) -> Pencil:
        return Pencil(self.moves)

    def mark(self, move: str) -> Pencil:
        index = next((i for i, legal in enumerate(self.moves) if legal["move"] == move), None)
        return replace(self, index=index)

    def along(self, direction: int) -> Pencil:
        """The next or the previous move, wrapping around."""
        if not self.moves:
            return self
        start = (-1 if direction > 0 else 0) if self.index is None else self.index
        return Pencil(self.moves, (start + direction) % len(self.moves))

    def across(self, direction: int) -> Pencil:
        """The first move in the next row up or down that has one; the pass counts as the last row."""
        if self.index is None:
            return self.along(direction)
        rows = [_row(move) for move in self.moves]
        i = self.index
        for _ in self.moves:
            i = (i + direction) % len(self.moves)
            if rows[i] != rows[self.index]:
                first = rows.index(rows[i])
                return Pencil(self.moves, first)
        return self

    def point(self, row: str, number: int) -> Pencil:
        """Mark the move that crosses a cell; where several do, pointing again marks the next."""
        fitting = [i for i, move in enumerate(self.moves) if move["cell"] == [row, number]]
        if not fitting:
            return self
        if self.index in fitting:
            return Pencil(self.moves, fitting[(fitting.index(self.index) + 1) % len(fitting)])
        return Pencil(self.moves, fitting[0])

    def type(self, letter: str) -> Pencil:
        """One letter more; the mark follows as soon as a move is complete."""
        typed = self.typed + letter.lower()
        return replace(self.mark(as_meant(typed, self.moves)), typed=typed)

    def erase(self) -> Pencil:
        typed = self.typed[:-1]
        return replace(self.mark(as_meant(typed, self.moves)), typed=typed)


def as_meant(typed: str, moves: Sequence[view_types.Move]) -> str:
    """Return typed text as a move: a slot's number takes its card, and a card's name plays and crosses it."""
    texts = [move["move"] for move in moves]
    short = {"@" + typed, f"={typed}:{typed[1:]}"}
    return typed if typed in texts else next((text for text in texts if text in short), typed)


def _row(move: view_types.Move) -> str | None:
    return move["cell"][0] if move["cell"] else None
