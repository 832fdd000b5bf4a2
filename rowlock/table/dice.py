"""Dice anyone can verify: every roll follows from the house's secret and a seed of every player.

The house shows the SHA-256 of its secret, its commitment, before anybody names anything. Every player's
client draws a seed and shows its SHA-256, a seal. Seeds are shown when no seal can change any more, the
secret after the end: nobody who names a part knows the others'. See docs/protocol.md, "Dice".
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rowlock.engine.cards.deck import Card, Shuffle, shuffled
from rowlock.engine.game import Chance, Game
from rowlock.engine.moves import Roll
from rowlock.table.table import Table

SCHEME = "rowlock dice 2"
"""Name and version of the derivation; it is part of what is hashed."""
OPEN_SCHEME = "rowlock dice 1"
"""The scheme of older games: seeds without seals, seen by everybody as they were named."""
GAMES_KEPT = 4096
"""Games whose promises are kept and not worked out again: they are sent with every move."""


class SecretDice(NamedTuple):
    """The source of all rolls of one game."""

    secret: str
    """32 bytes in hexadecimal."""
    label: str
    """Which game: table and number, so that no two games share rolls."""
    seeds: tuple[str, ...]
    """The players' seeds, seat by seat; an empty text where nobody did."""
    seals: tuple[str, ...] | None = None
    """The players' seals; None in games of the older scheme."""

    @property
    def is_sealed(self) -> bool:
        return self.seals is not None

    @property
    def fingerprint(self) -> str:
        """One line for all that was promised before the first seed was shown."""
        return _fingerprint(self.label, commitment(self.secret), self.seals or ())

    def wrong_seeds(self) -> list[int]:
        """The seats whose seed is not the one that was sealed."""
        pairs = enumerate(zip(self.seeds, self.seals or (), strict=False))
        return [seat for seat, (seed, made) in pairs if seed and seal(self.label, seat, seed) != made]


def dice_of(table: Table) -> SecretDice:
    """Return the source of the rolls of a table's present game."""
    return SecretDice(table.secret, table.label, table.seeds, table.seals)


def given_dice(table: Table) -> SecretDice:
    """The dice of a table that others play on as well, before its game begins."""
    assert table.given is not None
    return SecretDice(table.secret, table.given.label, *table.given.parts(len(table.seats)))


def next_roll(table: Table) -> Chance:
    """The roll for the turn that has begun at a table, or the shuffle that it awaits."""
    assert table.game is not None
    return given(dice_of(table), table.rolls + 1, table.game)


def given(dice: SecretDice, number: int, game: Game) -> Chance:
    """Return what chance gives a waiting game, as the roll or shuffle with this number, counted from 1."""
    if game.variant.turns is not None:
        return shuffle(dice, number, game.variant.turns.to_shuffle(game))
    return roll(dice, number, game.dice, game.variant.faces)


@lru_cache(maxsize=GAMES_KEPT)
def commitment(secret: str) -> str:
    """The commitment of the house before anybody names a seed."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


@lru_cache(maxsize=GAMES_KEPT)
def _fingerprint(label: str, promised: str, seals: tuple[str, ...]) -> str:
    return _digest("rowlock seals 2", label, promised, *seals)


def seal(label: str, seat: int, seed: str) -> str:
    """The seal of a player before any seed is shown; it is good for one seat in one game."""
    return _digest("rowlock seal 2", label, str(seat), seed)


def _digest(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def start_seat(dice: SecretDice, seats: int) -> int:
    """Draw the first player (R3.1)."""
    return next(_faces(dice, "start", seats)) - 1


def roll(dice: SecretDice, number: int, colours: str, faces: int) -> Roll:
    """The game's roll with this number, counted from 1: two white dice, then one of each colour."""
    shown = _faces(dice, f"roll {number}", faces)
    white = (next(shown), next(shown))
    return Roll(white, tuple((colour, next(shown)) for colour in colours))


def shuffle(dice: SecretDice, number: int, cards: Sequence[Card]) -> Shuffle:
    """The game's shuffle with this number, counted from 1 (R24.3, R28.1)."""
    stream = _stream(dice, f"shuffle {number}")

    def below(count: int) -> int:
        fair = 256 - 256 % count
        return next(byte for byte in stream if byte < fair) % count

    return shuffled(cards, below)


def _faces(dice: SecretDice, purpose: str, faces: int) -> Iterator[int]:
    """Fair faces without end: bytes that would favour the low faces are skipped."""
    fair = 256 - 256 % faces
    for byte in _stream(dice, purpose):
        if byte < fair:
            yield byte % faces + 1


def _stream(dice: SecretDice, purpose: str) -> Iterator[int]:
    key, block = bytes.fromhex(dice.secret), 0
    scheme: Sequence[str] = (SCHEME, dice.fingerprint) if dice.is_sealed else (OPEN_SCHEME,)
    while True:
        lines = (*scheme, dice.label, purpose, str(block), *dice.seeds)
        yield from hmac.digest(key, "\n".join(lines).encode(), "sha256")
        block += 1
