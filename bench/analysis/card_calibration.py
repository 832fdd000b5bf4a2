"""Is the chance to win true with cards? Champions play each other, and predictions are compared with results.

    python bench/analysis/card_calibration.py [--games 300] [--variants cards …] [--seats 2 3 4 5]

For every card pad and number of seats: the chance of every seat at the end of every turn, told from that
seat's own view, in tenths, with how often those seats then won: the error of each tenth in points, where it
holds 1 % of the positions. Games begin with another seed than those to which the judge was fitted.
"""

from __future__ import annotations

import numpy as np
from calibration import Job, compare

from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.analysis.review.card_turns import card_turns_of
from rowlock.arena.table import play_game
from rowlock.bots import load_bot, strongest
from rowlock.engine.game import Phase, outcome
from rowlock.variants import load_variant, variant_names

PART = 20


def tenths(job: Job) -> Floats:
    """[3, 10] of some games: predictions in each tenth, their sum, and the sum of the outcomes."""
    name, seats, first, count, seed = job
    variant, found = load_variant(name), np.zeros((3, 10))
    eyes = CardEyes(variant, seats)
    for number in range(first, first + count):
        bots = [load_bot(strongest(), variant, seats, seed, number) for _ in range(seats)]
        turns = card_turns_of(play_game(variant, bots, seed, number, lambda *_: None).record)
        last = turns[-1].after
        ended = outcome(last) if last else None
        assert ended
        for game in [turn.after for turn in turns if turn.after and turn.after.phase is not Phase.OVER]:
            for seat in range(seats):
                chance = eyes.at_rest(game, seat)
                won = (seat in ended.winners) / len(ended.winners)
                found[:, min(int(chance * 10), 9)] += (1, chance, won)
    return found


def main() -> None:
    cards = [name for name in variant_names() if load_variant(name).turns is not None]
    compare(tenths, __doc__, PART, 300, cards)


if __name__ == "__main__":
    main()
