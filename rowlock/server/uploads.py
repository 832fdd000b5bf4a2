"""Variants that people bring along: read with limits on size and time, in a process of their own."""

from __future__ import annotations

import asyncio
import sys

import orjson

from rowlock.engine.errors import BadVariant
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.server.protocol import VARIANT_LONGEST
from rowlock.server.table import Plain
from rowlock.variants import read_known

NAME = "own"
SECONDS = 5.0
GAMES = 3
"""How many games a stranger's variant must stand before it is let in."""


async def read_upload(text: str) -> Variant:
    """The variant in an uploaded text; raises `BadVariant` if it is wrong, or takes too long to play."""
    if len(text.encode()) > VARIANT_LONGEST:
        raise BadVariant([f"own.toml: a variant has at most {VARIANT_LONGEST} bytes"])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rowlock.server.uploads",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS):
            told, _ = await process.communicate(text.encode())
    except TimeoutError:
        raise BadVariant(["own.toml: the variant takes too long to play"]) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    answer: Plain = orjson.loads(told) if told else {"mistakes": ["own.toml: it cannot be played"]}
    if answer["mistakes"]:
        raise BadVariant(answer["mistakes"])
    return parse_variant(answer["text"], NAME)


def _try_out(text: str) -> Variant:
    """Read a variant and play it through, so that nothing in it can stall a table later."""
    from random import Random

    from rowlock.engine.game import Phase, apply, legal_moves, new_game, waiting_for
    from rowlock.engine.moves import make_roll

    variant = parse_variant(text, NAME, f"{NAME}.toml", read_known)
    for seed in range(GAMES):
        chance = Random(seed)
        game = new_game(variant, variant.players[1])
        while game.phase is not Phase.OVER:
            if game.phase is Phase.ROLL:
                shown = [chance.randint(1, variant.faces) for _ in range(2 + len(game.dice))]
                roll = make_roll((shown[0], shown[1]), dict(zip(game.dice, shown[2:], strict=True)))
                game = apply(game, roll).game
            for seat in waiting_for(game):
                game = apply(game, chance.choice(legal_moves(game, seat)), seat).game
    return variant


def main() -> None:
    """Read a text, answer with the complete variant or its mistakes."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS) + 1))
    answer: dict[str, object] = {"mistakes": [], "text": ""}
    try:
        answer["text"] = format_variant(_try_out(sys.stdin.read()))
    except BadVariant as error:
        answer["mistakes"] = list(error.mistakes)
    sys.stdout.buffer.write(orjson.dumps(answer))


if __name__ == "__main__":
    main()
