"""A puzzle in plain lines: the table, the question, and afterwards what is best and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from rowlock.analysis.plain import Hint
from rowlock.analysis.puzzles import Puzzle, shipped, solution
from rowlock.engine.game import Game
from rowlock.engine.notation import format_roll
from rowlock.engine.plain import View
from rowlock.engine.view import plain_sheet, plain_variant, view
from rowlock.locale import Catalogue, text
from rowlock.locale.reasons import tell_reason, tell_worth
from rowlock.locale.words import tell_ask, variant_title
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.telling import tell_typed


def ask_puzzle(
    catalogue: Catalogue, number: int, puzzle: Puzzle, out: TextIO, read: Callable[[], str], colour: bool
) -> bool:
    """Show a puzzle, take one answer, and tell the solution; whether the answer was the best one."""
    game = puzzle.game
    seen, names = view(game, puzzle.seat), _names(catalogue, game, puzzle.seat)
    out.write(_question(catalogue, number, puzzle, game, seen, names, colour))
    moves = {move["move"] for move in seen["moves"]}
    while (answer := read().strip().lower()) and answer not in moves:
        out.write(text(catalogue, "terminal.not_legal", move=answer) + "\n")
    found = solution(puzzle)
    out.write(_solution(catalogue, game, seen, names, found, answer))
    return answer == found["move"]


def _names(catalogue: Catalogue, game: Game, seat: int) -> list[str]:
    """Whoever is asked is called "you"; the others have numbers."""
    return [
        text(catalogue, "terminal.puzzle.you")
        if one == seat
        else text(catalogue, "terminal.player", n=one + 1)
        for one in range(len(game.sheets))
    ]


def _question(
    catalogue: Catalogue, number: int, puzzle: Puzzle, game: Game, seen: View, names: list[str], colour: bool
) -> str:
    variant = plain_variant(game.variant)
    title = variant_title(catalogue, variant)
    head = {"n": number, "count": len(shipped()), "pad": title, "bot": puzzle.grade}
    lines = [text(catalogue, "terminal.puzzle.title", **head), ""]
    others = [seat for seat in range(len(names)) if seat != puzzle.seat]
    for seat in (*others, puzzle.seat):
        sheet = plain_sheet(game, seat)
        drawn = draw_sheet(variant, sheet, colour=colour)
        lines += [f"{names[seat]} · {sheet['score']['total']}", drawn.rstrip("\n"), ""]
    assert game.roll is not None
    lines += [format_roll(game.roll), tell_ask(catalogue, variant, names, seen)]
    moves = ", ".join(move["move"] for move in seen["moves"])
    return "\n".join([*lines, text(catalogue, "terminal.possible", moves=moves), ""])


def _solution(
    catalogue: Catalogue, game: Game, seen: View, names: list[str], found: Hint, answer: str
) -> str:
    variant, told = plain_variant(game.variant), {move["move"]: move for move in seen["moves"]}
    best = tell_typed(catalogue, variant, told[found["move"]])
    key = "right" if answer == found["move"] else "best"
    lines = [text(catalogue, f"terminal.puzzle.{key}", move=best)]
    lines += [tell_reason(catalogue, variant, names, reason) for reason in found["reasons"]]
    for option in found["options"]:
        name = tell_typed(catalogue, variant, told[option["move"]])
        worth = tell_worth(catalogue, option["worth"], len(names))
        lines.append(f"  {worth:>8}  {name}")
    return "\n".join([*lines, ""])
