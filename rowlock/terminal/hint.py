"""A hint: what a bot would choose here, what that does, and how much better it is than anything else."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.analysis.review.review_types import Hint
from rowlock.bots import Bot
from rowlock.engine import view_types
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.engine.view_types import Move, View
from rowlock.locale import Catalogue, text
from rowlock.locale.mixes import tell_mix
from rowlock.locale.reasons import tell_drop, tell_reasons
from rowlock.locale.words import bot_name, tell_effects
from rowlock.terminal.telling import tell_typed


def give_hint(
    catalogue: Catalogue, rules: Variant, view: View, bot: Bot, names: Sequence[str]
) -> tuple[str, str]:
    """The move, its worth beside the next best, and why it is the best."""
    from rowlock.analysis.hints.hint import advice
    from rowlock.analysis.judges.move_values import NOTHING, weigh_all
    from rowlock.bots.kit.view_reading import game_of, seat_of

    variant = plain_variant(rules)
    moves: Sequence[Move] = view["moves"]
    weighed = weigh_all(rules, view) if len(moves) > 1 else NOTHING
    worths = weighed.worths
    chosen = bot.choose(view, [move["move"] for move in moves])
    if weighed.exact and worths[chosen] < max(worths.values()):
        # the bot does not solve endings itself
        chosen = advice(game_of(rules, view), seat_of(view), worths, mix=weighed.mix)["move"]
    move = next(legal for legal in moves if legal["move"] == chosen)
    effects = tell_effects(catalogue, variant, move)
    typed = tell_typed(catalogue, variant, move)
    key = "terminal.hint_because" if effects else "terminal.hint"
    told = [text(catalogue, key, bot=bot_name(catalogue, bot.name), move=typed, effects=effects)]
    if worths and worths[chosen] >= max(worths.values()):
        found = advice(game_of(rules, view), seat_of(view), worths, mix=weighed.mix)
        told += _compare(catalogue, variant, names[: len(view["sheets"])], found)
        told += [mix] if (mix := tell_mix(catalogue, variant, found["options"])) else []
        told += [text(catalogue, "game.exact")] if weighed.exact else []
    return chosen, " ".join(told)


def _compare(
    catalogue: Catalogue, variant: view_types.Variant, names: Sequence[str], found: Hint
) -> list[str]:
    """The change of the chance to win with the move that is next best, and why."""
    other = next((option for option in found["options"] if option["move"] == found["other"]), None)
    if other is None:
        return []
    reasons = tell_reasons(catalogue, variant, names, found["reasons"], other)
    return [tell_drop(catalogue, variant, other, len(names)), *reasons]
