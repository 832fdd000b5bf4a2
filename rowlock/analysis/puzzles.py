"""Puzzles: positions from bots' games in which one option is clearly the best, and a weaker bot goes wrong.

`puzzles.json` holds those that come along: every pad that has a network, found by `rowlock puzzles make`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rowlock.analysis.by_network import ByNetwork
from rowlock.analysis.decisions import decisions_of
from rowlock.analysis.judges import find_judge
from rowlock.analysis.plain import Decision
from rowlock.analysis.played import play_options
from rowlock.analysis.turns import Turn, turns_of
from rowlock.arena.table import dice_of_deal
from rowlock.bots import ladder, load_bot
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.position import parse_position
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.table.loop import play_out
from rowlock.table.records import record_of
from rowlock.variants import load_variant

CLEARLY = {"chance": 0.05, "points": 2.0}
"""By how much the best option must lead."""
GAMES = 24
"""Games played on from each of the two best options, to confirm it."""
SURE = 2.0
LEAST_OPTIONS = 3
TRIES = 2
"""Decisions of a game that are played on to be confirmed."""
COMPANY = ("steady", "cautious", "planner", "greedy", "steady")
"""Who plays the games in which puzzles are found."""


class NoPuzzle(RowlockError):
    """A puzzle that does not exist, or cannot be made."""

    code = "no_puzzle"


class Puzzle(NamedTuple):
    """A position and the seat that is asked; `grade` is the weakest bot that finds the best move."""

    position: str
    seat: int
    best: str
    grade: str

    @property
    def game(self) -> Game:
        return parse_position(self.position, load_variant)

    @property
    def variant(self) -> str:
        return self.position.split()[0].split(";")[0]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come along, in an order that goes round the pads."""
    text = files("rowlock.analysis").joinpath("puzzles.json").read_text(encoding="utf-8")
    return tuple(Puzzle(*row) for row in json.loads(text))


def puzzle(number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    known = shipped()
    if not 1 <= number <= len(known):
        raise NoPuzzle(f"there are puzzles 1 to {len(known)}, not {number}")
    return known[number - 1]


def number_of_day(day: date) -> int:
    """The number of a day's puzzle: the same for everybody."""
    return day.toordinal() * 101 % len(shipped()) + 1


def find_puzzles(variant: Variant, seed: int = 0) -> Iterator[Puzzle]:
    """Puzzles of a pad without end, one from a game at most; the same seed finds the same ones."""
    deal = 0
    while True:
        seats = (2, 3, 2, 4)[deal % 4]
        seats = min(max(seats, variant.players[0]), variant.players[1])
        judge = find_judge(variant, seats)
        if not isinstance(judge, ByNetwork):
            raise NoPuzzle(f"{variant.title}: nobody has learnt this pad, so nobody can say what is best")
        turns = turns_of(_game(variant, seats, seed, deal))
        found = next(_of_turns(judge, turns), None)
        deal += 1
        if found:
            yield found


def _game(variant: Variant, seats: int, seed: int, deal: int) -> Record:
    names = COMPANY[:seats]
    bots = [load_bot(name, variant, seats, seed, deal) for name in names]

    def choose(game: Game, seat: int) -> str:
        return bots[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    return record_of(*play_out(variant, names, deal % seats, dice_of_deal(seed, deal), choose))


def _of_turns(judge: ByNetwork, turns: list[Turn]) -> Iterator[Puzzle]:
    judged = judge.judge(turns, lambda _: None)
    clear = [
        (turn, decision)
        for turn, said in zip(turns, judged, strict=True)
        for decision in decisions_of(turn, said, judge.about)
        if _is_clear(decision, judge)
    ]
    graded = []
    for turn, decision in clear:
        game = turn.rolled if decision["phase"] == "white" else turn.acting
        assert game is not None
        if grade := grade_puzzle(game, decision["seat"], decision["options"][0]["move"]):
            graded.append((ladder().index(grade), game, decision))
    graded.sort(key=lambda found: -found[0])  # the hardest first
    for rung, game, decision in graded[:TRIES]:
        if _is_confirmed(judge, game, decision):
            best = decision["options"][0]["move"]
            yield Puzzle(decision["position"], decision["seat"], best, ladder()[rung])


def _is_clear(decision: Decision, judge: ByNetwork) -> bool:
    options = decision["options"]
    return len(options) >= LEAST_OPTIONS and options[1]["loss"] >= CLEARLY[judge.about["unit"]]


def grade_puzzle(game: Game, seat: int, best: str) -> str | None:
    """The weakest bot above chance that finds the best move; None if the first one does, or none."""
    seen, moves = view(game, seat), [format_move(move) for move in legal_moves(game, seat)]
    for rung, name in enumerate(ladder()[1:]):
        if load_bot(name, game.variant, len(game.sheets)).choose(seen, moves) == best:
            return name if rung else None
    return None


def _is_confirmed(judge: ByNetwork, game: Game, decision: Decision) -> bool:
    """Whether the best option leads the second best in games played on, too."""
    moves = [option["move"] for option in decision["options"][:2]]
    lead, error = play_options(judge, game, decision["seat"], moves, GAMES).lead(0, 1)
    return lead > SURE * error and lead >= CLEARLY[judge.about["unit"]] / 2
