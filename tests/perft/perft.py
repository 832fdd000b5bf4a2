"""Perft: with fixed rolls, how many distinct decision sequences are there to depth n?

    python tests/perft/perft.py tests/perft/classic.perft      count again and write the file

A file has a position that awaits chance, rolls and shuffles in order (`roll 4+1 …`, `% r5 …`), and
a line `depth count` for each depth. Where all choose at once, seats answer in seat order; dice that have left
the game are left out of a roll. Without a roll or shuffle that is awaited, a sequence ends.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rowlock import (
    Game,
    Phase,
    Roll,
    apply,
    legal_moves,
    load_variant,
    parse_position,
    waiting_for,
)
from rowlock.engine.game import Chance
from rowlock.engine.notation import parse_chance


def count(game: Game, rolls: list[Chance], depth: int) -> int:
    """Decision sequences of this length; a game that ends earlier counts as one sequence."""
    if game.phase.is_chance:
        if not rolls:
            return 1
        first, *rest = rolls
        if isinstance(first, Roll):
            first = Roll(first.white, tuple(die for die in first.coloured if die[0] in game.dice))
        return count(apply(game, first).game, rest, depth)
    if depth == 0 or game.phase is Phase.OVER:
        return 1
    seat = waiting_for(game)[0]
    return sum(count(apply(game, move, seat).game, rolls, depth - 1) for move in legal_moves(game, seat))


def parse(text: str) -> tuple[Game, list[Chance], dict[int, int]]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rolls = [parse_chance(line.removeprefix("roll ")) for line in lines[1:] if not line[0].isdigit()]
    counts = [line.split() for line in lines[1:] if line[0].isdigit()]
    return parse_position(lines[0], load_variant), rolls, {int(depth): int(n) for depth, n in counts}


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        game, rolls, counts = parse(text)
        head = [line for line in text.splitlines() if not line[:1].isdigit()]
        found = [f"{depth} {count(game, rolls, depth)}" for depth in counts]
        path.write_text("\n".join([*head, *found]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
