"""Dice anyone can verify: every roll follows from a secret, committed to beforehand, and the players' seeds.

The server shows the SHA-256 of its secret before anybody names a seed, and the secret itself when the
game is over. Neither side can steer the dice: the server is bound before it knows the seeds, the
players name theirs without knowing the secret. See docs/protocol.md, "Dice".
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rowlock.engine.moves import Roll
from rowlock.table.table import Table

SCHEME = "rowlock dice 1"
"""Name and version of the derivation; it is part of what is hashed."""


class SecretDice(NamedTuple):
    """What all rolls of one game follow from."""

    secret: str
    """32 bytes in hexadecimal."""
    label: str
    """Which game: table and number, so that no two games share rolls."""
    seeds: tuple[str, ...]
    """What the players added, seat by seat; an empty text where nobody did."""


def dice_of(table: Table) -> SecretDice:
    """What the rolls of a table's present game follow from."""
    return SecretDice(table.secret, table.label, table.named_seeds)


def next_roll(table: Table) -> Roll:
    """The roll for the turn that has begun at a table."""
    assert table.game is not None
    return roll(dice_of(table), table.rolls + 1, table.game.dice, table.variant.faces)


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown before the first roll."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def start_seat(dice: SecretDice, seats: int) -> int:
    """The lot for the start player (R3.1)."""
    return next(_faces(dice, "start", seats)) - 1


def roll(dice: SecretDice, number: int, colours: str, faces: int) -> Roll:
    """The game's roll with this number, counted from 1: two white dice, then one of each colour."""
    shown = _faces(dice, f"roll {number}", faces)
    white = (next(shown), next(shown))
    return Roll(white, tuple((colour, next(shown)) for colour in colours))


def _faces(dice: SecretDice, purpose: str, faces: int) -> Iterator[int]:
    """Fair faces without end: bytes that would favour the low faces are skipped."""
    fair = 256 - 256 % faces
    for byte in _stream(dice, purpose):
        if byte < fair:
            yield byte % faces + 1


def _stream(dice: SecretDice, purpose: str) -> Iterator[int]:
    key, block = bytes.fromhex(dice.secret), 0
    while True:
        lines: Sequence[str] = (SCHEME, dice.label, purpose, str(block), *dice.seeds)
        yield from hmac.digest(key, "\n".join(lines).encode(), "sha256")
        block += 1
