"""The dice of a recorded game, verified: every roll computed again from the secret and the players' seeds."""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from rowlock.engine.game import Chance, Phase
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_chance
from rowlock.engine.record import Record, replay
from rowlock.server.errors import BadProof
from rowlock.table.dice import SecretDice, commitment, given, start_seat

HEX = re.compile("[0-9a-f]{64}")


class Verification(NamedTuple):
    """The result of a verification."""

    rolls: int
    dice: SecretDice

    @property
    def commitment(self) -> str:
        return commitment(self.dice.secret)

    @property
    def seeds(self) -> tuple[str, ...]:
        return self.dice.seeds

    @property
    def left_out(self) -> list[int]:
        """The seats that had sealed a seed and did not show it in time."""
        return [seat for seat, seal in enumerate(self.dice.seals or ()) if seal and not self.seeds[seat]]


def verify(record: Record, fingerprint: str | None = None) -> Verification:
    """Compute the start seat and all rolls of a record again; raises `BadProof` at the first that differs.

    `fingerprint` is the one that a table showed before the first seed: then nothing was changed since.
    """
    headers = dict(record.headers)
    dice = _dice(record, headers)
    _check_promises(dice, headers, fingerprint)
    if not record.position and start_seat(dice, len(record.seats)) != record.start:
        raise BadProof(f"seat {record.start} was not drawn to start")
    return Verification(_check_rolls(record, dice), dice)


def _check_promises(dice: SecretDice, headers: dict[str, str], seen: str | None) -> None:
    """Secret and seeds are those that were promised, and the promises those that were seen."""
    if not hmac.compare_digest(commitment(dice.secret), headers.get("commitment", "")):
        raise BadProof("the secret is not the one that was committed to")
    if wrong := dice.wrong_seeds():
        raise BadProof(f"the seed of seat {wrong[0]} is not the one that was sealed")
    if dice.is_sealed and dice.fingerprint != headers["fingerprint"]:
        raise BadProof("a seal was changed: the fingerprint in the record is another")
    if seen is not None and (not dice.is_sealed or dice.fingerprint != seen):
        raise BadProof("the fingerprint is not the one that you saw: something was changed afterwards")


def _check_rolls(record: Record, dice: SecretDice) -> int:
    game, count = record.new_game(), 0
    for said, step in zip(record.inputs, replay(record), strict=True):
        if isinstance(said.move, Chance):
            count += 1
            fair = given(dice, count, game)
            if fair != said.move:
                kind, told = "roll" if isinstance(fair, Roll) else "shuffle", format_chance(said.move)
                raise BadProof(f"{kind} {count} is {told} in the record; it must be {format_chance(fair)}")
        game = step.game
    if game.phase is not Phase.OVER:
        raise BadProof("the game is not over")
    return count


def _dice(record: Record, headers: dict[str, str]) -> SecretDice:
    if headers.get("dice", "").startswith("real"):
        raise BadProof("real dice were rolled and entered at the table; there is nothing to verify")
    secret = headers.get("secret", "").lower()
    if headers.get("dice") != "server" or "label" not in headers or not HEX.fullmatch(secret):
        raise BadProof("the record carries no secret; only games on a server can be verified")
    seeds, seals = (
        tuple(headers.get(f"{part} {seat}", "") for seat in range(len(record.seats)))
        for part in ("seed", "seal")
    )
    return SecretDice(secret, headers["label"], seeds, seals if "fingerprint" in headers else None)
