"""A process that reads a stranger's variant and plays it through; `uploads` starts it and may end it.

Reads the text from standard input and answers with the complete variant, or its mistakes, as JSON. It
imports the engine alone, so that it starts quickly.
"""

from __future__ import annotations

import json
import sys
from random import Random

from rowlock.engine.errors import BadVariant
from rowlock.engine.game import Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import make_roll
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.variants import read_known

NAME = "own"
SECONDS = 5
MEMORY = 1 << 30
GAMES = 3
"""How many games a stranger's variant must stand before it is let in."""


def try_out(text: str) -> Variant:
    """Read a variant and play it through, so that nothing in it can stall a table later."""
    variant = parse_variant(text, NAME, f"{NAME}.toml", read_known)
    for seed in range(GAMES):
        _play(variant, Random(seed))
    return variant


def _play(variant: Variant, chance: Random) -> None:
    game = new_game(variant, variant.players[1])
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            shown = [chance.randint(1, variant.faces) for _ in range(2 + len(game.dice))]
            coloured = dict(zip(game.dice, shown[2:], strict=True))
            game = apply(game, make_roll((shown[0], shown[1]), coloured)).game
        for seat in waiting_for(game):
            game = apply(game, chance.choice(legal_moves(game, seat)), seat).game


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    answer: dict[str, object] = {"mistakes": [], "text": ""}
    try:
        answer["text"] = format_variant(try_out(sys.stdin.buffer.read().decode("utf-8", "replace")))
    except BadVariant as error:
        answer["mistakes"] = list(error.mistakes)
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
