"""The dice of a recorded game, verified: every roll computed again from the secret and the players' seeds."""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from rowlock.engine.game import Phase
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_roll
from rowlock.engine.record import Record, replay
from rowlock.server.dice import SecretDice, commitment, roll, start_seat
from rowlock.server.errors import BadProof


class Proof(NamedTuple):
    """What was verified."""

    rolls: int
    commitment: str
    seeds: tuple[str, ...]


def verify(record: Record) -> Proof:
    """Compute the start seat and all rolls of a record again; raises `BadProof` at the first that differs."""
    headers = dict(record.headers)
    dice = _dice(record, headers)
    shown = commitment(dice.secret)
    if not hmac.compare_digest(shown, headers.get("commitment", "").lower()):
        raise BadProof("the secret is not the one that was committed to")
    if start_seat(dice, len(record.seats)) != record.start:
        raise BadProof(f"the lot for the start does not fall on seat {record.start}")
    game, count = record.new_game(), 0
    for said, step in zip(record.inputs, replay(record), strict=True):
        if isinstance(said.move, Roll):
            count += 1
            fair = roll(dice, count, game.dice, game.variant.faces)
            if fair != said.move:
                raise BadProof(
                    f"roll {count} is {format_roll(said.move)} in the record; it must be {format_roll(fair)}"
                )
        game = step.game
    if game.phase is not Phase.OVER:
        raise BadProof("the game is not over")
    return Proof(count, shown, dice.seeds)


def _dice(record: Record, headers: dict[str, str]) -> SecretDice:
    if headers.get("dice", "").startswith("real"):
        raise BadProof("real dice were rolled and entered at the table; there is nothing to verify")
    secret = headers.get("secret", "")
    if (
        headers.get("dice") != "server"
        or "label" not in headers
        or not re.fullmatch("[0-9a-fA-F]{64}", secret)
    ):
        raise BadProof("the record carries no secret; only games on a server can be verified")
    seeds = tuple(headers.get(f"seed {seat}", "") for seat in range(len(record.seats)))
    return SecretDice(secret, headers["label"], seeds)
