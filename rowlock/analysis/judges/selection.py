"""The choice of a judge for a game with dice: exact values, a network, or games played on.

The card game has a judge of its own (`by_cards`).
"""

from __future__ import annotations

import sys

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.by_rollouts import ByRollouts
from rowlock.analysis.judges.exact import Exact
from rowlock.analysis.judges.verdict import Judge
from rowlock.bots import load_batch_bot, plays_by, strongest
from rowlock.bots.kit.basis import HAND, OWN
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.net.exact_endings import AT_TABLE
from rowlock.bots.planner import solved_values
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant


def find_judge(variant: Variant, seats: int, rollouts: int | None = None) -> Judge:
    """The best judge of this pad with so many seats; `rollouts` is for one that has to play games on."""
    if known := find_knowing(variant, seats):
        return known
    if rollouts is None and sys.platform == "emscripten":
        raise Unsupported(
            f"no network has learnt {variant.title}, so it takes thousands of games to judge one: "
            "a server or `rowlock review` can do that, a browser by itself cannot"
        )
    return ByRollouts(variant, seats, rollouts)


def find_knowing(variant: Variant, seats: int) -> Exact | ByNetwork | None:
    """A judge that need not play games on: exact values or a network; None where there is neither."""
    if seats == 1 and (values := solved_values(variant)):
        return Exact(values)
    by = plays_by(strongest(), variant, seats)
    if by == HAND:
        return None
    pad = pad_of(variant)
    bot = load_batch_bot(strongest(), pad, seats)
    assert isinstance(bot, BestOption)
    judge = ByNetwork(pad, bot.weigher, "own_network" if by == OWN else "network", seats)
    judge.look_ahead(AT_TABLE)
    return judge
