"""Verify the dice of a recorded game.

Every roll is computed again from the secret and the players' seeds.

examples:
  rowlock verify k3v9x2m7qabc-1.rowlock
  rowlock verify k3v9x2m7qabc-1.rowlock --fingerprint 9f86d081884c7d65…
  rowlock verify k3v9x2m7qabc-1.rowlock --json

A table shows the fingerprint of all promises before the first seed is shown. Name the one you saw there,
and a record in which a promise was changed afterwards is refused.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from rowlock.commands._output import put_json
from rowlock.commands._records import load_record
from rowlock.engine.errors import RowlockError

if TYPE_CHECKING:
    from rowlock.server.verify import Proof

FIXED = "The dice were fixed before the first roll, and nothing that came later could change them."
BY_ALL = "Nobody could choose them: the seeds of {seats} were sealed before any was shown."
BY_HOUSE = "No player added a seed: whoever ran the server could have chosen them."
OLDER = (
    "An older game: seeds were not sealed, so one who knew the secret could have chosen a seed to suit it."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a server's record; - reads standard input")
    parser.add_argument(
        "--fingerprint",
        metavar="HEX",
        help="what you saw at the table; a record with a different one is refused",
    )
    parser.add_argument("--json", action="store_true", help="print data instead of sentences")


def run(args: argparse.Namespace) -> int:
    from rowlock.server.verify import verify

    wanted = args.fingerprint.strip().lower() if args.fingerprint else None
    try:
        record = load_record(args.file)
        proof = verify(record, wanted)
    except RowlockError as error:
        if not args.json:
            raise
        put_json({"verified": False, "code": error.code, "reason": error.message})
        return 1
    if args.json:
        put_json(_plain(proof, record.seats))
    else:
        sys.stdout.write("\n".join(_lines(proof, record.seats)) + "\n")
    return 0


def _plain(proof: Proof, names: tuple[str, ...]) -> dict[str, Any]:
    """The same as data; a seat without a seed of its own has None."""
    return {
        "verified": True,
        "rolls": proof.rolls,
        "sealed": proof.dice.is_sealed,
        "fingerprint": proof.dice.fingerprint if proof.dice.is_sealed else None,
        "commitment": proof.commitment,
        "seats": [
            {"name": name, "seed": seed or None, "left_out": seat in proof.left_out}
            for seat, (name, seed) in enumerate(zip(names, proof.seeds, strict=True))
        ],
    }


def _lines(proof: Proof, names: tuple[str, ...]) -> list[str]:
    given = [f"seat {seat} ({name})" for seat, name in enumerate(names) if proof.seeds[seat]]
    lines = [f"All {proof.rolls} rolls and the first player follow from the secret and the seeds."]
    lines.append(FIXED)
    if not proof.dice.is_sealed:
        lines.append(OLDER)
    else:
        lines.append(BY_ALL.format(seats=", ".join(given)) if given else BY_HOUSE)
    lines += [
        f"Left out    seat {seat} ({names[seat]}): sealed a seed, and did not show it"
        for seat in proof.left_out
    ]
    if proof.dice.is_sealed:
        lines.append(f"Fingerprint {proof.dice.fingerprint}")
    lines.append(f"Commitment  {proof.commitment}")
    seeds = [f"seat {seat}: {seed}" for seat, seed in enumerate(proof.seeds) if seed]
    lines.append(f"Seeds       {', '.join(seeds) or 'none was given'}")
    return lines
