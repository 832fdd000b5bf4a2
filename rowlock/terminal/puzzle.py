"""A puzzle in plain lines: the table, the question, and afterwards what is best and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from rowlock.analysis.puzzles.puzzle import Puzzle, shipped, solution
from rowlock.analysis.review.review_types import Hint
from rowlock.engine.game import Game
from rowlock.engine.notation import format_roll
from rowlock.engine.view import plain_sheet, plain_variant, view
from rowlock.engine.view_types import Variant, View
from rowlock.locale import Catalogue, text
from rowlock.locale.letters import spell, unspell
from rowlock.locale.reasons import tell_drop, tell_reasons, tell_worth
from rowlock.locale.words import bot_name, tell_ask, variant_title
from rowlock.terminal.cards import paint_cards
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.telling import tell_typed


def numbered(catalogue: Catalogue, number: int, puzzle: Puzzle) -> str:
    """The head of a bundled puzzle."""
    title, bot = _title_of(catalogue, puzzle.game), bot_name(catalogue, puzzle.grade)
    head = {"n": number, "count": len(shipped()), "pad": title, "bot": bot}
    return text(catalogue, "terminal.puzzle.title", **head)


def _title_of(catalogue: Catalogue, game: Game) -> str:
    return variant_title(catalogue, plain_variant(game.variant))


def ask_puzzle(
    catalogue: Catalogue, head: str, puzzle: Puzzle, out: TextIO, read: Callable[[], str], colour: bool
) -> bool:
    """Show a puzzle, take one answer, and tell the solution; whether the answer was the best one."""
    game = puzzle.game
    seen, names = view(game, puzzle.seat), _names(catalogue, game, puzzle.seat)
    out.write(_question(catalogue, head, puzzle, game, seen, names, colour))
    moves = {move["move"] for move in seen["moves"]}
    variant = plain_variant(game.variant)
    while (typed := read().strip().lower()) and _meant(catalogue, variant, typed, moves) is None:
        out.write(text(catalogue, "terminal.not_legal", move=typed) + "\n")
    answer = _meant(catalogue, variant, typed, moves) or ""
    found = solution(puzzle, answer)
    out.write(_solution(catalogue, game, seen, names, found, answer))
    return answer == found["move"]


def _meant(catalogue: Catalogue, variant: Variant, typed: str, moves: set[str]) -> str | None:
    """The move that was typed, in the reader's letters or in the notation; None if there is none."""
    return next((move for move in (typed, unspell(catalogue, variant, typed)) if move in moves), None)


def _names(catalogue: Catalogue, game: Game, seat: int) -> list[str]:
    """Whoever is asked is called "you"; the others have numbers."""
    return [
        text(catalogue, "terminal.puzzle.you")
        if one == seat
        else text(catalogue, "terminal.player", n=one + 1)
        for one in range(len(game.sheets))
    ]


def _whose_turn(catalogue: Catalogue, game: Game, seat: int, names: list[str]) -> list[str]:
    """The seat whose turn it is, where there are several."""
    if len(names) == 1:
        return []
    own = "your_turn_with_cards" if game.variant.turns is not None else "your_turn"
    key = own if game.active == seat else "their_turn"
    return [text(catalogue, f"page.puzzle.{key}", name=names[game.active])]


def _question(
    catalogue: Catalogue, head: str, puzzle: Puzzle, game: Game, seen: View, names: list[str], colour: bool
) -> str:
    variant = plain_variant(game.variant)
    title = _title_of(catalogue, game)
    lines = [head, ""]
    others = [seat for seat in range(len(names)) if seat != puzzle.seat]
    for seat in (*others, puzzle.seat):
        sheet = plain_sheet(game, seat)
        drawn = draw_sheet(variant, sheet, colour=colour, title=title, catalogue=catalogue)
        name = names[seat]
        if seat == game.active != puzzle.seat:  # of the reader the next lines say it
            name = text(catalogue, "page.puzzle.active", name=name)
        lines += [f"{name} · {sheet['score']['total']}", drawn.rstrip("\n"), ""]
    if game.roll is not None:
        lines.append(spell(catalogue, variant, format_roll(game.roll)))
    lines += [line.plain for line in paint_cards(catalogue, seen["cards"])] if seen["cards"] else []
    lines += _whose_turn(catalogue, game, puzzle.seat, names)
    lines.append(tell_ask(catalogue, variant, names, seen))
    moves = ", ".join(spell(catalogue, variant, move["move"]) for move in seen["moves"])
    return "\n".join([*lines, text(catalogue, "terminal.possible", moves=moves), ""])


def _solution(
    catalogue: Catalogue, game: Game, seen: View, names: list[str], found: Hint, answer: str
) -> str:
    variant, told = plain_variant(game.variant), {move["move"]: move for move in seen["moves"]}
    best = tell_typed(catalogue, variant, told[found["move"]])
    key = "right" if answer == found["move"] else "best"
    lines = [text(catalogue, f"terminal.puzzle.{key}", move=best)]
    other = next((option for option in found["options"] if option["move"] == found["other"]), None)
    if other:
        lines.append(tell_drop(catalogue, variant, other, len(names)))
        lines += tell_reasons(catalogue, variant, names, found["reasons"], other)
    for option in found["options"]:
        name = tell_typed(catalogue, variant, told[option["move"]])
        worth = tell_worth(catalogue, option["worth"], len(names))
        lines.append(f"  {worth:>8}  {name}")
    return "\n".join([*lines, ""])
