"""Review a recorded game: chances, luck, what decisions cost.

examples:
  rowlock review game.rowlock
  rowlock review game.rowlock --seat 0 --plot chances.svg
  rowlock review game.rowlock --html report.html
  rowlock review game.rowlock --language de --html bericht.html
  rowlock review game.rowlock --rollouts 400 --processes 4
  rowlock review game.rowlock --json

Alone on a solved pad (`rowlock solve`) every number is exact. In company the champion's network judges; the
costliest decisions are played on to the end automatically; with --rollouts, all that have a grade are. See
docs/review.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rowlock.commands._arguments import BadArguments, at_least_one, rollouts
from rowlock.commands._output import check_writable, put_json
from rowlock.commands._records import load_record
from rowlock.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record; - reads standard input")
    parser.add_argument("--seat", type=int, metavar="N", help="show one seat's decisions, counted from 0")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the chances: .png, .svg or .pdf")
    parser.add_argument(
        "--html", metavar="FILE", type=Path, help="write a report, one file with everything in it"
    )
    parser.add_argument(
        "--language", "--lang", metavar="CODE", help="language of text, report and picture (the system's)"
    )
    parser.add_argument("--rollouts", type=rollouts, metavar="N", help="play decisions on N times; 0: none")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="how many processes to use (1)")


def run(args: argparse.Namespace) -> int:
    at_least_one("processes", args.processes)
    if args.rollouts is not None and args.rollouts not in (0, *range(2, 1_000_001)):
        raise BadArguments(f"--rollouts must be 0, or 2 to 1,000,000, not {args.rollouts}")
    record = load_record(args.file)
    if args.seat is not None and not 0 <= args.seat < len(record.seats):
        raise BadArguments(f"--seat must be 0 to {len(record.seats) - 1}, not {args.seat}")
    _check_files(args)
    from rowlock.analysis.review.game import count_turns, review
    from rowlock.analysis.review.report_words import ReportWords
    from rowlock.engine.view import plain_variant
    from rowlock.locale import choose_language, load_catalogue

    catalogue = load_catalogue(choose_language(args.language, os.environ))
    with Progress(count_turns(record), "turns") as progress:
        found = review(record, args.rollouts, progress.add, args.processes)
    words = ReportWords(catalogue, plain_variant(record.variant), found)
    if args.plot:
        from rowlock.analysis.review.plot import draw

        draw(words, args.plot, args.seat)
    if args.html:
        from rowlock.analysis.review.html import format_html

        args.html.write_text(format_html(words, args.seat), encoding="utf-8")
    if args.json:
        put_json(found)
    else:
        from rowlock.analysis.review.text import format_review

        sys.stdout.write(format_review(words, args.seat))
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Check that everything can be written, before the work and not after it."""
    if args.plot:
        from rowlock.simulation.plot import check_file

        check_file(args.plot)
    for file in filter(None, (args.plot, args.html)):
        check_writable(file)
