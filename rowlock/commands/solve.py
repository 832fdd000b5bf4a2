"""Solve the solo game exactly, and say what every choice is worth.

examples:
  rowlock solve classic
  rowlock solve classic --roll '4+1 r6 y2 g3 b6'
  rowlock solve classic --position 'r2.3.5,y3,g12.11,b10,p1' --roll '6+5 r6 y2 g3 b6'
  rowlock solve classic --table --plot classic.png
  rowlock solve bonus-a --json

Solved games are kept in the cache folder, so that the next question is answered at once. A run
stopped with Ctrl-C continues from there when the same command is given again. See docs/solver.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from rowlock.commands._arguments import VARIANT, at_least_one
from rowlock.commands._output import check_writable, put_json
from rowlock.engine.game import Game, Phase
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant
from rowlock.variants import find_variant

if TYPE_CHECKING:
    from rowlock.solver.values import Values


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", metavar="VARIANT", help=VARIANT)
    parser.add_argument("--position", metavar="TEXT", help="a sheet, or a whole position with one seat")
    parser.add_argument(
        "--roll", metavar="TEXT", help="list every way to play this roll, as '4+1 r6 y2 g3 b6'"
    )
    parser.add_argument("--table", action="store_true", help="the worth of first crosses, penalties, closing")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw that table: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="print data instead of text")
    parser.add_argument("--threads", type=int, help="how many cores to use (all)")
    parser.add_argument("--bits", type=int, choices=(32, 64), help="size of a value (64 if there is room)")
    parser.add_argument("--folder", type=Path, help="where value files are kept (the user's cache folder)")


def run(args: argparse.Namespace) -> int:
    from rowlock.library.solving import game_at

    variant = find_variant(args.variant)
    at_least_one("threads", args.threads)
    game = game_at(variant, args.position, args.roll)
    if args.plot:
        from rowlock.simulation.plot import check_file

        check_file(args.plot)
        check_writable(args.plot)
    values, facts = _solved(variant, args)
    answer = {**facts, **_answers(values, game, args)}
    if args.plot:
        from rowlock.analysis.solved_plot import draw

        draw(variant, answer["table"], args.plot)
    if args.json:
        put_json(answer)
    else:
        from rowlock.analysis.solved_text import format_answer

        sys.stdout.write(format_answer(variant, answer))
    return 0


def _solved(variant: Variant, args: argparse.Namespace) -> tuple[Values, JsonObject]:
    """The values, from their file or solved now, and the facts about them."""
    from rowlock.solver.dynamic import file_of, load_values, plan_solution
    from rowlock.solver.progress_bar import solve_shown

    began = perf_counter()
    values = load_values(variant, args.folder)
    kept = values is not None and args.bits in (None, values.bits)
    if values is None or not kept:
        from rowlock.fast.jit import telling

        with telling():
            values = solve_shown(plan_solution(variant, args.folder, args.bits), args.threads)
    tables = values.layout.tables
    facts = {
        "variant": args.variant,
        "value": values.start,
        "error_bound": values.error_bound,
        "states": values.states,
        "seconds": round(perf_counter() - began, 3),
        "peak_memory": _peak_memory(),
        "fingerprint": tables.fingerprint,
        "bits": values.bits,
        "from_file": kept,
        "file": str(file_of(variant, args.folder)),
    }
    return values, facts


def _answers(values: Values, game: Game, args: argparse.Namespace) -> JsonObject:
    found: JsonObject = {}
    if args.position or args.roll:
        found["position"] = format_position(game)
        found["position_value"] = values.value_of(game)
    if game.phase in (Phase.WHITE, Phase.COLOUR):
        found["options"] = [option._asdict() for option in values.options(game)]
    if args.table or args.plot:
        from rowlock.solver.insight import insights

        found["table"] = insights(values)
    return found


def _peak_memory() -> int | None:
    """The most memory that the process has used, in bytes, where the system tells."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
