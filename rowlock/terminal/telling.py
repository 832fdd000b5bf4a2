"""Sentences about a table, wherever it is held: facts of the game, what happens around it, refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rowlock.client import ServerRefused
from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.locale import Catalogue, has_text, text
from rowlock.locale.cell_reasons import either, tell_why
from rowlock.locale.letters import spell
from rowlock.locale.words import bot_name, has_fact, row_name, tell_basis, tell_error, tell_fact, tell_move

QUIET = {"chose", "withdrew"}
"""Facts that the seats' own lines show already."""


def tell_event(
    catalogue: Catalogue, variant: view_types.Variant, names: list[str], fact: view_types.Fact
) -> str:
    """One sentence about an event in the game or around it; empty if it is not worth a sentence."""
    if fact["kind"] in QUIET or fact.get("by_house"):
        return ""
    if has_fact(catalogue, fact):
        return tell_fact(catalogue, variant, names, fact)
    key = f"page.happened.{fact['kind']}" + ("_penalty" if fact.get("penalty") else "")
    if not has_text(catalogue, key):
        return ""
    name = fact.get("name") or (names[fact["seat"]] if "seat" in fact else "")
    return text(
        catalogue, key, name=name, bot=bot_name(catalogue, fact.get("bot", "")), count=fact.get("penalty")
    )


def tell_typed(catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move) -> str:
    """A move by its name, with what is typed for it: a mixed cell's colour is not its row's (R13.1)."""
    return f"{tell_move(catalogue, variant, move)} [{spell(catalogue, variant, move['move'])}]"


def tell_bots(catalogue: Catalogue, variant: view_types.Variant, bases: dict[str, str]) -> list[str]:
    """The basis of the bots' play at a table, where that is not obvious."""
    told = [tell_basis(catalogue, bot, variant, basis) for bot, basis in bases.items()]
    return [line for line in told if line]


def tell_refusal(catalogue: Catalogue, variant: view_types.Variant, view: view_types.View, move: str) -> str:
    """The reason why a typed move is impossible, and the moves that are possible."""
    found = re.fullmatch(r"([a-z])(\d{1,2})", move)
    why = tell_why(catalogue, variant, view, found[1], int(found[2])) if found else None
    why = why or _tell_tie(catalogue, variant, view, move)
    why = why or text(catalogue, "terminal.not_legal", move=spell(catalogue, variant, move))
    legal = tell_legal(catalogue, variant, view["moves"])
    return f"{why} {text(catalogue, 'terminal.possible', moves=legal)}"


def tell_legal(catalogue: Catalogue, variant: view_types.Variant, moves: Sequence[view_types.Move]) -> str:
    """The moves that there are, as they are typed."""
    return " ".join(spell(catalogue, variant, one["move"]) for one in moves)


WITH_CARDS = ("@2", "r8", "=r8.7:8", "-")
SPECIAL = {"lucky": "*g", "swaps": "1~r5"}
"""Moves as they are typed: those of the card game, and those that need a badge or a strip of the sheet."""


def tell_examples(catalogue: Catalogue, variant: view_types.Variant | None, between: str) -> str:
    """Examples of moves here, for those who ask for help; none that this pad does not have."""
    if variant is None:
        return between.join(("r8", "-"))
    marks = {one["name"] for one in (*variant["badges"], *variant["strips"])}
    special = [move for mark, move in SPECIAL.items() if mark in marks]
    moves = {"dice": ("r8", *special, "-"), "cards": WITH_CARDS}
    return between.join(spell(catalogue, variant, move) for move in moves[variant["played_with"]])


def _tell_tie(
    catalogue: Catalogue, variant: view_types.Variant, view: view_types.View, move: str
) -> str | None:
    """The question that a typed move leaves open, if it met a tie (R16.4)."""
    texts = [one["move"] for one in view["moves"] if one["move"].startswith(f"{move}>")]
    picks = dict.fromkeys(typed[len(move) + 1 :].split(">")[0] for typed in texts)
    rows = either(catalogue, [row_name(catalogue, variant, row) for row in picks]) if picks else None
    return text(catalogue, "page.table.tie", rows=rows) if rows else None


def tell_problem(catalogue: Catalogue, error: RowlockError) -> str:
    """By its code in the player's language; details are the engine's own."""
    key = f"page.errors.{error.kind}" if isinstance(error, ServerRefused) else ""
    if key and has_text(catalogue, key):
        return text(catalogue, key)
    return f"{tell_error(catalogue, error.code)} ({error})"
