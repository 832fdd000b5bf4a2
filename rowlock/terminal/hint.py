"""A hint: what a bot would choose here, what that does, and how much better it is than anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rowlock.bots import Bot
from rowlock.engine.plain import Move, View
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue, text
from rowlock.locale.reasons import tell_reason
from rowlock.locale.words import decimal, tell_effects
from rowlock.terminal.telling import tell_typed


def give_hint(
    catalogue: Catalogue, rules: Variant, view: View, bot: Bot, names: Sequence[str]
) -> tuple[str, str]:
    """The move, its worth beside the next best, and why it is the best."""
    from rowlock.analysis.hints import explain
    from rowlock.analysis.weigh import weigh

    variant = plain_variant(rules)
    moves: Sequence[Move] = view["moves"]
    chosen = bot.choose(view, [move["move"] for move in moves])
    move = next(legal for legal in moves if legal["move"] == chosen)
    effects = tell_effects(catalogue, variant, move)
    key = "terminal.hint_because" if effects else "terminal.hint"
    told = text(catalogue, key, bot=bot.name, move=tell_typed(catalogue, variant, move), effects=effects)
    worth = weigh(rules, view) if len(moves) > 1 else {}
    known = explain(rules, view, chosen, worth) if worth and worth[chosen] >= max(worth.values()) else []
    reasons = [
        tell_reason(catalogue, variant, names, reason)
        for reason in known
        if reason["kind"] != "gain"  # which the effects say already
    ]
    return chosen, " ".join(filter(None, [told, _compare(catalogue, rules, view, move, worth), *reasons]))


def _compare(catalogue: Catalogue, rules: Variant, view: View, move: Move, worth: Mapping[str, float]) -> str:
    """The move's worth beside the next best; empty where nobody can tell, or would choose otherwise."""
    others = [other for other in view["moves"] if other["cell"] != move["cell"]]
    if not worth or not others:
        return ""
    other = max(others, key=lambda other: worth[other["move"]])
    best, next_best = worth[move["move"]], worth[other["move"]]
    if next_best > best:
        return ""
    alone = len(view["sheets"]) == 1
    scale = 1 if alone else 100
    return text(
        catalogue,
        "terminal.worth_points" if alone else "terminal.worth_chance",
        worth=decimal(catalogue, scale * best),
        other=tell_typed(catalogue, plain_variant(rules), other),
        less=decimal(catalogue, scale * next_best),
    )
