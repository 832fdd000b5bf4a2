"""Verify the dice of a recorded game: compute every roll again from the secret and the players' seeds.

    rowlock verify k3v9x2m7qabc-1.rowlock

The commitment was shown at the table before the first roll; compare it with what you saw there.
"""

from __future__ import annotations

import argparse
import hmac
import re
import sys
from pathlib import Path
from typing import NamedTuple

from rowlock.engine.errors import BadRecord
from rowlock.engine.game import Phase
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_roll
from rowlock.engine.record import Record, parse_record, replay
from rowlock.server.dice import Dice, commitment, roll, start_seat
from rowlock.server.errors import BadProof
from rowlock.variants import load_variant

SUMMARY = "verify the dice of a recorded game"


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


def _dice(record: Record, headers: dict[str, str]) -> Dice:
    if headers.get("dice", "").startswith("real"):
        raise BadProof("real dice were rolled and entered by the host; there is nothing to verify")
    secret = headers.get("secret", "")
    if (
        headers.get("dice") != "server"
        or "label" not in headers
        or not re.fullmatch("[0-9a-fA-F]{64}", secret)
    ):
        raise BadProof("the record carries no secret; only games on a server can be verified")
    seeds = tuple(headers.get(f"seed {seat}", "") for seat in range(len(record.seats)))
    return Dice(secret, headers["label"], seeds)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as the server gives it")


def run(args: argparse.Namespace) -> int:
    try:
        text = args.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{args.file} cannot be read: {error}") from None
    proof = verify(parse_record(text, load_variant))
    given = [f"seat {seat}: {seed!r}" for seat, seed in enumerate(proof.seeds) if seed]
    sys.stdout.write(f"All {proof.rolls} rolls and the lot for the start follow from the secret.\n")
    sys.stdout.write(f"Commitment  {proof.commitment}\n")
    sys.stdout.write(f"Seeds       {', '.join(given) or 'none was given'}\n")
    return 0
