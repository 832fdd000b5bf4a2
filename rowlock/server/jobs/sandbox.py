"""A process that tries out what strangers bring, with limits on time and memory; `uploads` starts it.

`pad` weighs a variant (JSON: its text, and its parents' by name) and answers with its complete text; `record`
answers with the replay of a game as JSON. Both read from standard input. It exits with `WRONG` and the
mistakes as JSON if something is wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random

from rowlock.engine.cards.deck import shuffled
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.game import Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import make_roll
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.server.jobs.worst_case import MOST_WORK, heaviest
from rowlock.variants import SUFFIX, load_named, read_known

NAME = "own"
SECONDS = 5
"""Processor time that it may take."""
MEMORY = 1 << 30
WRONG = 3
"""The exit code that says: the answer is a list of mistakes."""


def try_pad(told: str) -> str:
    """Read a variant, weigh it and play it through, so that nothing in it can stall a table later.

    What is told is its text, and those of the parents that came along with it.
    """
    brought = json.loads(told)
    parents: dict[str, str] = brought["parents"]

    def find(name: str) -> tuple[str, str]:
        stem = name.removesuffix(SUFFIX)
        return (parents[stem], stem + SUFFIX) if stem in parents else read_known(name)

    variant = parse_variant(brought["text"], NAME, NAME + SUFFIX, find)
    if heaviest(variant) > MOST_WORK:
        why = "a cross can have so many consequences and answers that listing the moves takes too long"
        raise BadVariant([f"{NAME}.toml: {why}; fewer bonuses that meet in one cell"])
    _play(variant, Random(0))
    return format_variant(variant)


def _play(variant: Variant, chance: Random) -> None:
    game = new_game(variant, variant.players[1])
    while game.phase is not Phase.OVER:
        if variant.turns and game.phase is Phase.SHUFFLE:
            game = apply(game, shuffled(variant.turns.to_shuffle(game), chance.randrange)).game
        elif game.phase is Phase.ROLL:
            shown = [chance.randint(1, variant.faces) for _ in range(2 + len(game.dice))]
            coloured = dict(zip(game.dice, shown[2:], strict=True))
            game = apply(game, make_roll((shown[0], shown[1]), coloured)).game
        for seat in waiting_for(game):
            game = apply(game, chance.choice(legal_moves(game, seat)), seat).game


def try_record(text: str) -> str:
    """Read a record and show its game step by step."""
    from rowlock.engine.record import read_record
    from rowlock.table.replay import plain_replay

    return json.dumps(plain_replay(read_record(text, load_named)), separators=(",", ":"))


KINDS: dict[str, Callable[[str], str]] = {"pad": try_pad, "record": try_record}


def main(kind: str) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        sys.stdout.write(KINDS[kind](text))
    except RowlockError as error:
        mistakes = list(error.mistakes) if isinstance(error, BadVariant) else [str(error)]
        sys.stdout.write(json.dumps(mistakes))
        sys.exit(WRONG)


if __name__ == "__main__":
    main(sys.argv[1])
