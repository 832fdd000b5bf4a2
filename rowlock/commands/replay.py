"""Show a recorded game, turn by turn.

examples:
  rowlock replay game.rowlock              every turn, then the sheets
  rowlock replay game.rowlock --turn 12    the table after turn 12
  rowlock replay game.rowlock --review     with chances, luck, and the costliest choices of every seat
  rowlock replay game.rowlock --json       the same as data, with every fact

A damaged record is shown up to the damage, with its line and the reason.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace

from rowlock.commands._output import put_json
from rowlock.commands._records import read_text
from rowlock.engine.record import RecordReading, read_record
from rowlock.engine.view import plain_variant
from rowlock.locale import choose_language, load_catalogue
from rowlock.table.replay import plain_replay
from rowlock.terminal.draw import use_colour
from rowlock.terminal.replay import format_replay, until
from rowlock.variants import load_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record; - reads standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="show the table after turn N (0: the start)")
    parser.add_argument("--review", action="store_true", help="add what the game teaches")
    parser.add_argument("--lang", metavar="LANG", help="language of the review")
    parser.add_argument("--json", action="store_true", help="print data instead of pictures")


def run(args: argparse.Namespace) -> int:
    reading = read_record(read_text(args.file), load_variant)
    if args.turn is not None:
        reading = until(reading, args.turn)
    if args.json:
        put_json(plain_replay(reading))
    else:
        sys.stdout.write(format_replay(reading, turns=args.turn is None, colour=use_colour(sys.stdout)))
        if args.review:
            _show_review(reading, args.lang)
    if reading.damage:
        sys.stdout.flush()
        sys.stderr.write(f"rowlock: {args.file}: {reading.damage}\n")
        return 1
    return 0


def _show_review(reading: RecordReading, lang: str | None) -> None:
    """Every seat's chances, luck and costliest choices, as far as the reading goes."""
    from rowlock.analysis.review.game import review
    from rowlock.terminal.review import review_lines

    record, catalogue = reading.record, load_catalogue(choose_language(lang, os.environ))
    found = review(replace(record, inputs=record.inputs[: len(reading.steps)]))
    for seat in range(len(record.seats)):
        lines = review_lines(catalogue, plain_variant(record.variant), found, seat)
        sys.stdout.write("\n".join(["", *lines, ""]))
