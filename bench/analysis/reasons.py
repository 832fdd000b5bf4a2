"""How many hints have a reason that tells the best move from the next?

    python bench/analysis/reasons.py [--positions 2000] [--variant NAME …] [--seed 1]

Positions of every pad in which a seat has a choice, from games of steady with one move in five at
random, one to five seats. Moves are equal where the figures that are told of them are the same: the hint says
so. Of the other hints it prints how many have a reason (the rest say by how much what follows is worth more),
and which reasons come first.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

from rowlock.analysis.hints.hint import advice
from rowlock.analysis.judges.move_values import weigh
from rowlock.analysis.review.review_types import Hint
from rowlock.bots import load_bot
from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import Roll
from rowlock.engine.notation import parse_move
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.variants import load_variant, variant_names

PER_GAME = 8


def positions(variant: Variant, count: int, rng: random.Random) -> Iterator[tuple[Game, int]]:
    """Moments in which a seat has more than one move, a few of every game."""
    found = 0
    while found < count:
        game, asked = new_game(variant, rng.randint(*variant.players)), []
        bot = load_bot("steady", variant, len(game.sheets))
        while game.phase is not Phase.OVER:
            if game.phase is Phase.ROLL:
                game = apply(game, roll(game, rng)).game
            elif game.phase is Phase.SHUFFLE:
                game = apply(game, shuffle(game, rng)).game
            for seat in waiting_for(game):
                moves = [move.text for move in legal_moves(game, seat)]
                asked += [(game, seat)] if len(moves) > 1 else []
                at_random = len(moves) == 1 or rng.random() < 0.2
                chosen = rng.choice(moves) if at_random else bot.choose(view(game, seat), moves)
                game = apply(game, parse_move(chosen), seat).game
        some = rng.sample(asked, min(PER_GAME, len(asked), count - found))
        found += len(some)
        yield from some


def roll(game: Game, rng: random.Random) -> Roll:
    faces = game.variant.faces
    white = rng.randint(1, faces), rng.randint(1, faces)
    return Roll(white, tuple((die, rng.randint(1, faces)) for die in game.dice))


def shuffle(game: Game, rng: random.Random) -> Shuffle:
    assert game.variant.turns is not None
    cards = list(game.variant.turns.to_shuffle(game))
    rng.shuffle(cards)
    return Shuffle(tuple(cards))


def tell(name: str, count: int, seed: int) -> str:
    """One line: hints about moves that differ, those with a reason, and which reason came first."""
    variant, firsts, asked, equal = load_variant(name), Counter[str](), 0, 0
    for game, seat in positions(variant, count, random.Random(f"{seed} {name}")):
        worths = weigh(variant, view(game, seat))
        if not worths:
            return f"{name:16} nobody can judge it"
        found = advice(game, seat, worths)
        if are_equal(found, len(game.sheets)):
            equal += 1
            continue
        asked += 1
        firsts.update(reason["kind"] for reason in found["reasons"][:1])
    told = sum(firsts.values())
    kinds = ", ".join(f"{kind} {number}" for kind, number in firsts.most_common())
    return f"{name:16} {told:5} of {asked}: {100 * told / asked:5.1f} %; {equal} equal moves  ({kinds})"


def are_equal(found: Hint, seats: int) -> bool:
    """Whether the figures that a hint tells of its two moves are the same."""
    other = next(option for option in found["options"] if option["move"] == found["other"])
    scale = 1 if seats == 1 else 100
    return round(scale * (other["worth"] + other["loss"]), 1) == round(scale * other["worth"], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--variant", nargs="*", default=None)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.variant or variant_names():
        print(tell(name, args.positions, args.seed), flush=True)


if __name__ == "__main__":
    main()
