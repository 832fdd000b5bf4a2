"""Mixed best play: how often each of several moves is chosen, in small numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.engine import view_types
from rowlock.engine.json_object import JsonMapping
from rowlock.locale.catalogue import Catalogue, text
from rowlock.locale.options import tell_option

MOST = 8
LEAST = 0.02


def cases_of(share: float) -> tuple[int, int]:
    """The fraction with a small denominator that is nearest to a share, never none and never all."""
    best = (1, 2)
    for of in range(2, MOST + 1):
        n = min(of - 1, max(1, int(share * of + 0.5)))
        if abs(n / of - share) < abs(best[0] / best[1] - share) - 1e-9:
            best = (n, of)
    return best


def tell_mix(catalogue: Catalogue, variant: view_types.Variant, options: Sequence[JsonMapping]) -> str:
    """Such as "red 11 in 5 of 6 cases, pass in 1 of 6 cases"; empty where one move is the best."""
    mixed = [option for option in options if (option["share"] or 0.0) > LEAST]
    if len(mixed) < 2:
        return ""
    shares = []
    for option in mixed:
        n, of = cases_of(option["share"])
        move = tell_option(catalogue, variant, option)
        shares.append(text(catalogue, "game.in_cases", n=n, move=move, of=of))
    return text(catalogue, "game.mixed", shares=", ".join(shares))
