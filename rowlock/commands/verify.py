"""Verify the dice of a recorded game.

Every roll is computed again from the secret and the players' seeds.

examples:
  rowlock verify k3v9x2m7qabc-1.rowlock

The commitment was shown at the table before the first roll; compare it with what you saw there.
"""

from __future__ import annotations

import argparse
import sys

from rowlock.commands._records import load_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a server's record; - reads standard input")


def run(args: argparse.Namespace) -> int:
    from rowlock.server.verify import verify

    proof = verify(load_record(args.file))
    given = [f"seat {seat}: {seed!r}" for seat, seed in enumerate(proof.seeds) if seed]
    sys.stdout.write(f"All {proof.rolls} rolls and the lot for the start follow from the secret.\n")
    sys.stdout.write(f"Commitment  {proof.commitment}\n")
    sys.stdout.write(f"Seeds       {', '.join(given) or 'none was given'}\n")
    return 0
