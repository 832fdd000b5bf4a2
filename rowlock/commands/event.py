"""Run a tournament on paper: draws, results, standings.

Everything is kept in one file. Two referees may use it at the same time, nothing is lost when a computer is
switched off, and anybody can draw every round again from the file.

examples:
  rowlock event new sunday.json --title "Sunday cup" --rounds 5 --final 4 --seed 7
  rowlock event join sunday.json Anna Ben Carla Dora Emil Fritz
  rowlock event start sunday.json                              draw the next round
  rowlock event print sunday.json --output round.pdf           a card for every table
  rowlock event result sunday.json 1 Anna=72 Ben=64 Carla=-    table 1; Carla did not come
  rowlock event result sunday.json 2 Dora=80 Emil=61 Fritz=77
  rowlock event standing sunday.json
  rowlock event leave sunday.json Emil                         not drawn any more; `here` brings them back
  rowlock event print sunday.json --standing --output cup.pdf  the standings, for the wall
  rowlock event close sunday.json
  rowlock event verify sunday.json                             draw every round again

Without --seed nobody can foretell the draws. The formats are championship, swiss, round_robin, knockout and
open_stage: docs/events.md explains them, and what happens with latecomers, ties at the cut, odd numbers and
people who do not come.
"""

from __future__ import annotations

import argparse
import csv
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rowlock.commands._event_file import EventFile, only_referee, read_event
from rowlock.commands._output import check_writable, put_json
from rowlock.community.errors import BadEvent
from rowlock.community.events import find_format, format_names
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.file import check_plan, check_shown
from rowlock.community.events.kit.sayings import Add, Attend, Close, Enter, Join, Leave, start_next
from rowlock.community.events.kit.shared_dice import check_event
from rowlock.community.events.kit.wording import stage_name, standing_grid, table_lines
from rowlock.locale import Catalogue, choose_language, languages, load_catalogue, text

ABSENT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)

    def add(name: str, line: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=line, description=line)
        one.add_argument("file", type=Path, metavar="FILE", help="the event's file")
        one.add_argument("--lang", metavar="LANG", help=f"language: {', '.join(languages())}")
        return one

    _add_new(add("new", "announce an event and make its file"))
    for name, line in (
        ("join", "people take part, from the next round on"),
        ("here", "people have come, or come back"),
        ("leave", "people are not drawn any more; what they played stays"),
    ):
        add(name, line).add_argument("name", nargs="+", metavar="NAME", help="a person of the event")
    add("start", "draw the next round")
    result = add("result", "enter or correct the result of a table")
    result.add_argument("table", type=int, metavar="TABLE", help="its number; 0 for a game of an open stage")
    result.add_argument("points", nargs="+", metavar="NAME=POINTS", help="- for somebody who did not come")
    result.add_argument("--round", type=int, metavar="N", help="an earlier round, to correct it")
    standing = add("standing", "show the tables of the running round, and the standings")
    standing.add_argument("--json", action="store_true", help="print data instead of lines")
    standing.add_argument("--csv", action="store_true", help="print the standings for a spreadsheet")
    _add_print(add("print", "print the cards of the round's tables, or the standings, as PDF"))
    add("close", "end the event; nothing is entered any more")
    add("verify", "draw every round again, and compare")


def _add_new(parser: argparse.ArgumentParser) -> None:
    add, formats = parser.add_argument, format_names()
    add("--title", default="", metavar="TEXT", help="what it is called (default: the file's name)")
    add("--format", choices=formats, default="championship", help="default: championship")
    add("--pad", default="classic", metavar="PAD", help="what is played (default: classic)")
    add("--rounds", type=int, default=5, metavar="N", help="default: 5")
    add("--size", type=int, default=4, choices=(3, 4, 5), help="people at a table (default: 4)")
    add("--semifinal", type=int, default=0, metavar="N", help="how many go into the semi-final")
    add("--final", type=int, default=0, metavar="N", help="how many go into the final, up to 5")
    add("--final-pad", metavar="PAD", help="another pad for semi-final and final")
    add("--best", type=int, default=10, metavar="N", help="games that count in an open stage")
    add("--seed", metavar="TEXT", help="the seed of all draws (default: one at random)")


def _add_print(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--output", "-o", type=Path, required=True, metavar="FILE", help="a file ending in .pdf")
    add("--standing", action="store_true", help="the standings instead of table cards")


def run(args: argparse.Namespace) -> int:
    catalogue = load_catalogue(choose_language(args.lang, os.environ))
    if args.what == "new":
        return _new(args)
    if args.what in READING:
        return READING[args.what](args, read_event(args.file), catalogue)
    with only_referee(args.file):
        return WRITING[args.what](args, read_event(args.file), catalogue)


def _new(args: argparse.Namespace) -> int:
    from rowlock.variants import find_variant

    for pad in filter(None, (args.pad, args.final_pad)):
        find_variant(pad)  # raises with a hint
    if args.file.exists():
        raise BadEvent(f"{args.file} exists already; an event is never overwritten")
    keys = ("format", "pad", "rounds", "size", "semifinal", "final", "final_pad", "best")
    plan = Plan(args.title or args.file.stem, **{key: getattr(args, key) for key in keys})
    check_plan(plan)
    check_writable(args.file)
    EventFile(args.file, plan, args.seed or secrets.token_hex(16), []).write()
    sys.stdout.write(f"{plan.title}: {find_format(plan.format).LINE}\n")
    sys.stdout.write(f"Next: rowlock event join {args.file} NAME NAME …\n")
    return 0


def _join(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    for name in args.name:
        check_shown(name)
    event = file.say(*(Join(name) for name in args.name))
    sys.stdout.write(text(catalogue, "people.events.joined", n=len(event.people)) + "\n")
    return 0


def _here(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    file.say(*(Attend(number) for number in _numbers(file.event, args.name)))
    return 0


def _leave(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    file.say(*(Leave(number) for number in _numbers(file.event, args.name)))
    return 0


def _start(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    event = file.say(start_next(file.event))
    sys.stdout.write("\n".join(table_lines(catalogue, event, len(event.rounds))) + "\n")
    return 0


def _result(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    event = file.event
    points = _points(event, args.points)
    if args.table == 0:
        came = {person: one for person, one in points.items() if one is not None}
        file.say(Add(tuple(came), tuple(came.values())))
        return 0
    number = args.round or len(event.rounds)
    tables = event.rounds[number - 1].tables if 1 <= number <= len(event.rounds) else ()
    people = tables[args.table - 1].people if 1 <= args.table <= len(tables) else tuple(points)
    if set(points) != set(people):
        names = ", ".join(map(event.name, people))
        raise BadEvent(f"at table {args.table} sit {names}: all of them need points, and nobody else")
    event = file.say(Enter(number, args.table, tuple(points[person] for person in people)))
    sys.stdout.write("\n".join(table_lines(catalogue, event, number)) + "\n")
    return 0


def _close(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    event = file.say(Close())
    sys.stdout.write(text(catalogue, "people.events.closed") + "\n")
    sys.stdout.write("\n".join(_standing_lines(catalogue, event)) + "\n")
    return 0


def _standing(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    event = file.event
    if args.json:
        put_json(_plain(event))
    elif args.csv:
        grid = standing_grid(catalogue, event)
        csv.writer(sys.stdout).writerows([grid.heads, *grid.lines])
    else:
        running = [*table_lines(catalogue, event, len(event.rounds)), ""] if event.is_running else []
        shown = [event.plan.title, "", *running, *_standing_lines(catalogue, event)]
        sys.stdout.write("\n".join(shown) + "\n")
    return 0


def _print(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    from rowlock.printing.events import standing_pages, table_cards
    from rowlock.printing.pdf import render_pdf

    event = file.event
    if args.output.suffix.lower() != ".pdf":
        raise BadEvent(f"papers of an event are PDF: name a file ending in .pdf, not {args.output}")
    if not args.standing:
        event.check_cards()
    check_writable(args.output, make_folder=True)
    number = len(event.rounds)
    pages = standing_pages(catalogue, event) if args.standing else table_cards(catalogue, event, number)
    lang = choose_language(args.lang, os.environ)
    args.output.write_bytes(render_pdf(pages, event.plan.title, lang))
    what = "" if args.standing else f" ({stage_name(catalogue, event, number)})"
    sys.stdout.write(f"{args.output}{what}\n")
    return 0


def _verify(args: argparse.Namespace, file: EventFile, catalogue: Catalogue) -> int:
    sys.stdout.write("\n".join(check_event(file.kept).lines) + "\n")
    return 0


Doing = Callable[[argparse.Namespace, EventFile, Catalogue], int]
READING: dict[str, Doing] = {"standing": _standing, "print": _print, "verify": _verify}
WRITING: dict[str, Doing] = {
    "join": _join,
    "here": _here,
    "leave": _leave,
    "start": _start,
    "result": _result,
    "close": _close,
}


def _numbers(event: Event, names: Sequence[str]) -> list[int]:
    return [_number(event, name) for name in names]


def _number(event: Event, name: str) -> int:
    from difflib import get_close_matches

    known = {person.name.casefold(): person.number for person in event.people}
    if (found := known.get(" ".join(name.split()).casefold())) is not None:
        return found
    close = [event.name(known[one]) for one in get_close_matches(name.casefold(), known, 2)]
    hint = f"did you mean {' or '.join(close)}?" if close else "`rowlock event join` brings them in"
    raise BadEvent(f"nobody is called {name}; {hint}")


def _points(event: Event, entered: Sequence[str]) -> dict[int, int | None]:
    found: dict[int, int | None] = {}
    for one in entered:
        name, equals, points = one.rpartition("=")
        try:
            value = None if points == ABSENT else int(points)
        except ValueError:
            raise BadEvent(
                f"{one!r} names no points: write NAME=72, or NAME=- for one who did not come"
            ) from None
        if not equals:
            raise BadEvent(f"{one!r} names nobody: write NAME=72")
        found[_number(event, name)] = value
    return found


def _standing_lines(catalogue: Catalogue, event: Event) -> list[str]:
    grid = standing_grid(catalogue, event)
    table = [grid.heads, *grid.lines]
    widths = [max(len(line[column]) for line in table) for column in range(len(grid.heads))]
    lines = []
    for line in table:
        place, name, *figures = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        lines.append("  ".join([place, name.strip().ljust(widths[1]), *figures]))
    return lines


def _plain(event: Event) -> dict[str, object]:
    rows = find_format(event.plan.format).standing(event)
    return {
        "title": event.plan.title,
        "format": event.plan.format,
        "closed": event.closed,
        "rounds": [
            {
                "stage": one.stage.value,
                "pad": one.pad,
                "tables": [
                    [
                        {"name": event.name(person), "points": points}
                        for person, points in zip(
                            table.people, table.points or [None] * len(table.people), strict=True
                        )
                    ]
                    for table in one.tables
                ],
            }
            for one in event.rounds
        ],
        "standing": [{**row._asdict(), "name": event.name(row.person)} for row in rows],
    }
