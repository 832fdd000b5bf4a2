"""Golden games: full records with every fact, one per variant. Write missing ones with this command.

python tests/golden/golden.py

A changed fact means changed behaviour: raise the variant's rules version and delete its golden
game, so that this command writes a new one.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playing import play_out

from rowlock import (
    Record,
    format_record,
    legal_moves,
    load_variant,
    new_game,
    plain_fact,
    read_record,
    variant_names,
)
from rowlock.engine.game import Game
from rowlock.engine.moves import Choice
from rowlock.engine.record import Input
from rowlock.engine.view import plain_move

HERE = Path(__file__).parent
SEATS = ("Ada", "Ben", "Cleo")
SEEDS = range(60)


def patient_choice(game: Game, seat: int, rng: random.Random) -> Choice:
    """Few skipped cells, locks when possible: rows fill up, close, and end the game."""

    def cost(move: Choice) -> float:
        plain = plain_move(game, seat, move)
        bonus = sum(fact["kind"] == "bonus_crossed" for fact in plain["facts"])
        if plain["cell"] is None:
            return 2.5 if plain["gain"] == 0 else 6.0
        return float(plain["skips"] - 4 * len(plain["locks"]) - bonus + 0.1 * rng.random())

    return min(legal_moves(game, seat), key=cost)


def write(name: str) -> None:
    """The game, among a few seeds, in which the most kinds of facts occur."""
    variant = load_variant(name)
    games = [
        play_out(new_game(variant, len(SEATS), seed % len(SEATS)), random.Random(seed), patient_choice)
        for seed in SEEDS
    ]
    best = max(SEEDS, key=lambda seed: len({type(f) for _, _, step in games[seed] for f in step.facts}))
    inputs = tuple(Input(seat, move) for seat, move, _ in games[best])
    record = Record(variant, SEATS, best % len(SEATS), inputs, (("seed", str(best)),))
    text = format_record(record)
    facts = [fact for step in read_record(text, load_variant).steps for fact in step.facts]
    lines = [json.dumps(plain_fact(fact), ensure_ascii=False) + "\n" for fact in facts]
    (HERE / f"{name}.rowlock").write_text(text, encoding="utf-8")
    (HERE / f"{name}.facts").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for missing in variant_names():
        if not (HERE / f"{missing}.rowlock").exists():
            write(missing)
