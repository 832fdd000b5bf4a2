"""The answers of bots, hints, puzzles and reviews, as JSON: asked in this Python, or in the browser's.

python tests/pyodide/answers.py
node tests/pyodide/run.mjs tests/pyodide/answers.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rowlock.analysis.hints.hint import better, hint
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.position import analyse
from rowlock.analysis.puzzles.puzzle import puzzle, solution
from rowlock.analysis.review.game import review
from rowlock.arena.table import play_game, question, roll_of_turn
from rowlock.bots import Bot, ladder, load_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.shelf import find_network
from rowlock.engine.errors import Unsupported
from rowlock.engine.game import Game, apply, new_game, waiting_for
from rowlock.engine.position import parse_position
from rowlock.engine.record import Record, parse_record, read_record, replay
from rowlock.engine.variant import Variant
from rowlock.fast.chance import game_key
from rowlock.variants import load_variant, variant_names

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
OWN = {
    "shuffled": HERE.parents[1] / "examples/shuffled.toml",
    "stairs-and-swaps": HERE.parents[1] / "examples/stairs-and-swaps.toml",
    "short": HERE / "short.toml",
}
"""Pads of one's own: with a network (the test puts one there), one that arrays do not hold, without one."""
MOMENTS = 4
"""Positions of a golden game at which every bot is asked."""

ENDINGS = (
    "classic 17/0 white 6+6,r5,g1,b2 ?/? r2.4.6.10,y4.5.7.9.10.12+,g10.9.6,b11.10.8.6.4,p0"
    " r2.3.4.6.10,y4.5.7.8x,g11.10.8.5.4.3,b9.6,p0",
    "classic 33/0 white 6+5,r1,y3,b4 ?/? r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3"
    " r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3",
)
"""Rolls at which two seats' choices decide each other's worth; a browser has the network to judge them."""


def main() -> None:
    found: dict[str, Any] = {name: answers(name) for name in [*variant_names(), *OWN]}
    found["puzzle"] = solution(puzzle(1))
    found["review"] = reviewed("classic", 5)
    found["endings"] = [analyse(parse_position(position, load_variant), most=0) for position in ENDINGS]
    found["unlearnt"] = refused(load_variant(OWN["short"]))
    network, _ = find_network(pad_of(load_variant("classic")), 2) or (None, None)
    found["sums"] = type(network.elsewhere).__name__ if network else None
    sys.stdout.write(json.dumps(found) + "\n")


def answers(name: str) -> dict[str, Any]:
    """The moves of every bot at moments of a game, what each plays by, and what is told about a move."""
    variant = load_variant(OWN.get(name, name))
    games = moments(variant, name)
    bots = all_bots(variant, len(games[0].sheets))
    moves = [chosen(bots, game) for game in games]
    if variant.turns is None:
        alone = new_game(variant, 1)
        alone = apply(alone, roll_of_turn(alone, game_key(3, 0))).game
        moves.append(chosen(all_bots(variant, 1), alone))
    return {
        "by": {bot.name: getattr(bot, "by", None) for bot in bots},
        "moves": moves,
        "told": told(variant, games[-1]),
    }


def all_bots(variant: Variant, seats: int) -> list[Bot]:
    return [load_bot(name, variant, seats, seed=5, game=2) for name in ladder()]


def chosen(bots: list[Bot], game: Game) -> dict[str, str]:
    """The choice of every bot in the place of whoever is asked first."""
    view, moves = question(game, waiting_for(game)[0])
    return {bot.name: bot.choose(view, moves) for bot in bots}


def told(variant: Variant, game: Game) -> Any:
    """A hint, and what a tutor says about the last move; or why there is none."""
    view, moves = question(game, waiting_for(game)[0])
    try:
        return {"hint": hint(variant, view), "tutor": better(variant, view, moves[-1], "inaccuracy")}
    except Unsupported as why:
        return str(why)


def reviewed(name: str, turns: int) -> Any:
    """A review of the beginning of a game."""
    lines = golden(name).splitlines(keepends=True)
    begun = "".join(line for line in lines if not line[:1].isdigit() or int(line.split(".")[0]) <= turns)
    return review(read_record(begun, load_variant).record, 0)


def refused(variant: Variant) -> str | None:
    """Why nobody judges games of a pad that nobody has learnt."""
    try:
        find_judge(variant, 2)
    except Unsupported as why:
        return str(why)
    return None


def moments(variant: Variant, name: str, count: int = MOMENTS) -> list[Game]:
    """Moments of a game at which somebody has a choice."""
    record = played(variant) if name in OWN else parse_record(golden(name), load_variant)
    asked = [step.game for step in replay(record) if has_choice(step.game)]
    step = max(1, len(asked) // count)
    return asked[step // 2 :: step][:count]


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.rowlock").read_text(encoding="utf-8")


def has_choice(game: Game) -> bool:
    return any(len(question(game, seat)[1]) > 1 for seat in waiting_for(game)[:1])


def played(variant: Variant) -> Record:
    """A game of two who hate gaps."""
    bots = [load_bot("cautious", variant, 2, seed=seat) for seat in range(2)]
    return play_game(variant, bots, 3, 0, lambda seat, seconds: None).record


if __name__ == "__main__":
    main()
