"""Print score sheets as PDF or SVG, when the pad runs out.

examples:
  rowlock print classic --output sheets.pdf
  rowlock print longo --output sheets.pdf --per-page 4 --lang de --rules
  rowlock print my.toml --output sheets.svg --grey --paper letter
  rowlock print 'cards;jokers=on' --cards --output cards.pdf
  rowlock print --record game.rowlock --output game.pdf
  rowlock print --class-pack --output pack.pdf --lang de

The extension of the output file decides between PDF and SVG. An SVG holds one page: several pages go to
several numbered files.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rowlock.commands._arguments import VARIANT
from rowlock.commands._output import check_writable
from rowlock.commands._records import load_record
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.locale import choose_language, languages
from rowlock.printing import BadPrint, PrintOptions, filled_sheets, render, render_class_pack
from rowlock.printing.cards import count_card_pages
from rowlock.printing.class_pack import lay_out_class_pack
from rowlock.printing.options import FORMS, GRIDS, PAPERS, Form, room_for
from rowlock.variants import find_variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help=VARIANT)
    parser.add_argument("--output", "-o", required=True, metavar="FILE", help="a file ending in .pdf or .svg")
    parser.add_argument("--record", metavar="GAME", help="fill in the sheets as in this recorded game")
    parser.add_argument("--per-page", type=int, choices=tuple(GRIDS), help="sheets to a page (default: 2)")
    parser.add_argument("--pages", type=int, default=1, metavar="N", help="pages of sheets (default: 1)")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="default: a4")
    parser.add_argument("--grey", action="store_true", help="save ink: outlines and signs instead of colours")
    parser.add_argument("--rules", action="store_true", help="print a summary of the rules on the back")
    parser.add_argument(
        "--cards", action="store_true", help="the cards to cut out, fronts and backs for duplex"
    )
    parser.add_argument(
        "--class-pack", action="store_true", help="for a class: sheets, two tasks and their solutions"
    )
    parser.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")


def run(args: argparse.Namespace) -> int:
    if args.class_pack:
        return _print_class_pack(args)
    variant, record = _what(args)
    output = Path(args.output)
    options = PrintOptions(
        form=_form(output),
        paper=args.paper,
        per_page=args.per_page or (room_for(len(record.seats)) if record else 2),
        pages=args.pages,
        grey=args.grey,
        lang=choose_language(args.lang, os.environ),
        rules=args.rules,
        cards=args.cards,
    )
    filled = filled_sheets(record, options.lang) if record else []
    count = count_card_pages(variant) if args.cards and variant.turns else _count(options, len(filled))
    return _print(output, options, count, lambda one: render(variant, one, filled))


def _print_class_pack(args: argparse.Namespace) -> int:
    if args.variant or args.record or args.cards:
        raise BadPrint("the class pack brings its own sheets: leave out VARIANT, --record and --cards")
    output = Path(args.output)
    options = PrintOptions(
        form=_form(output),
        paper=args.paper,
        per_page=args.per_page or 2,
        pages=args.pages,
        grey=args.grey,
        lang=choose_language(args.lang, os.environ),
        rules=args.rules,
    )
    return _print(output, options, len(lay_out_class_pack(options)), render_class_pack)


def _print(output: Path, options: PrintOptions, count: int, draw: Callable[[PrintOptions], bytes]) -> int:
    files = _files(output, options, count)
    for path, _ in files:
        check_writable(path)
    for path, page in files:
        _write(path, draw(replace(options, page=page)))
        sys.stdout.write(f"{path}\n")
    return 0


def _form(output: Path) -> Form:
    for form in FORMS:
        if output.suffix.lower() == f".{form}":
            return form
    raise BadPrint(f"{output.name!r}: the output file must end in .pdf or .svg")


def _what(args: argparse.Namespace) -> tuple[Variant, Record | None]:
    """The variant to print, and the record that fills it in, if any."""
    if args.record:
        if args.variant:
            raise BadPrint("a record names its variant itself: give VARIANT or --record, not both")
        record = load_record(args.record)
        return record.variant, record
    if not args.variant:
        raise BadPrint("nothing to print: give a VARIANT, --record GAME or --class-pack")
    return find_variant(args.variant), None


def _count(options: PrintOptions, filled: int) -> int:
    """How many pages of sheets there are, backs included."""
    pages = -(-filled // options.per_page) if filled else options.pages
    return pages * (2 if options.rules else 1)


def _files(output: Path, options: PrintOptions, count: int) -> list[tuple[Path, int]]:
    """The files to write, with the page that each shows."""
    if options.form == "pdf" or count == 1:
        return [(output, 1)]
    return [(output.with_stem(f"{output.stem}-{page}"), page) for page in range(1, count + 1)]


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadPrint(f"{path} cannot be written: {error.strerror}") from None
