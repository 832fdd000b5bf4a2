"""The family of errors: each has a stable code, and a message for people."""

from __future__ import annotations

from typing import ClassVar


class RowlockError(Exception):
    """Anything a user or a program can get wrong; never a defect of ours."""

    code: ClassVar[str] = "error"

    @property
    def message(self) -> str:
        return str(self)


class IllegalMove(RowlockError):
    """A move that the rules do not allow in this position."""

    code = "illegal_move"


class NotNow(RowlockError):
    """An input of the wrong kind for this phase: a move before the roll, a roll before the moves."""

    code = "not_now"


class NotYourTurn(RowlockError):
    """A seat spoke that is not asked in this action."""

    code = "not_your_turn"


class NoSuchSeat(RowlockError):
    """A seat number, or a number of seats, that the game does not have."""

    code = "no_such_seat"


class BadRoll(RowlockError):
    """A roll that the dice in play cannot show."""

    code = "bad_roll"


class BadShuffle(RowlockError):
    """A shuffle that is not an order of the cards to be shuffled."""

    code = "bad_shuffle"


class BadNotation(RowlockError):
    """A text that is not a roll, move, sheet or position."""

    code = "bad_notation"


class BadRecord(RowlockError):
    """A game record that is damaged; `line` says where."""

    code = "bad_record"

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class BadVariant(RowlockError):
    """A variant file with mistakes; `mistakes` lists every one with its place."""

    code = "bad_variant"

    def __init__(self, mistakes: tuple[str, ...] | list[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = tuple(mistakes)


class NoSuchVariant(RowlockError):
    """A variant name or path that does not exist."""

    code = "no_such_variant"


class Unsupported(RowlockError):
    """A variant, or a bot, with something that faster code does not support."""

    code = "unsupported"


def shown(text: str) -> str:
    """A text made safe to quote in a message: short, and without control characters."""
    clean = "".join(char if char.isprintable() else "?" for char in text[:40])
    return repr(clean + ("…" if len(text) > 40 else ""))
