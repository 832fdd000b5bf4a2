"""A hint: what a bot would choose here, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.engine.view import Plain
from rowlock.locale import Catalogue, text
from rowlock.locale.words import tell_effects, tell_move
from rowlock.terminal.local import Bot


def give_hint(catalogue: Catalogue, variant: Plain, view: Plain, bot: Bot) -> tuple[str, str]:
    """The move, and a sentence about it."""
    moves: Sequence[Plain] = view["moves"]
    chosen = bot.choose(view, [move["move"] for move in moves])
    move = next(legal for legal in moves if legal["move"] == chosen)
    effects = tell_effects(catalogue, variant, move)
    key = "terminal.hint_because" if effects else "terminal.hint"
    told = tell_move(catalogue, variant, move)
    return chosen, text(catalogue, key, bot=bot.name, move=told, effects=effects)
