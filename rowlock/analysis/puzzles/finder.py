"""Puzzles found in bots' games: one option leads clearly, games played on agree, a weaker bot goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.card_deals import USUAL as DEALS
from rowlock.analysis.judges.card_deals import play_options as play_cards
from rowlock.analysis.judges.exact import Exact
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.puzzles.puzzle import NoPuzzle, Puzzle
from rowlock.analysis.review.card_turns import card_turns_of
from rowlock.analysis.review.decisions import decisions_of
from rowlock.analysis.review.played_on import play_options
from rowlock.analysis.review.review_types import Decision
from rowlock.analysis.review.turns import turns_of
from rowlock.arena.table import dice_of_deal
from rowlock.bots import ladder, load_bot
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.knowledge import known_to
from rowlock.engine.notation import format_move
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.table.bot_game import play_out
from rowlock.table.log.records import record_of

CLEARLY = {"chance": 0.05, "points": 2.0}
"""By how much the best option must lead."""
DIGITS = {"chance": 4, "points": 2}
"""Digits of a worth that are kept."""
GAMES = 24
"""Games played on from each of the best options, to confirm the first."""
RIVALS = 2
"""Next best options that are played on beside it, the second of them only if it is close: see `CLOSE`."""
CLOSE = 0.10
SURE = 2.0
LEAST_OPTIONS = 3
TRIES = 2
"""Decisions of a game that are played on to be confirmed."""
COMPANY = ("steady", "cautious", "planner", "greedy")
"""The bots that play the games in which puzzles are found, in turn."""
SEATS = (2, 3, 2, 4, 2, 3, 5)


def find_puzzles(variant: Variant, seed: int = 0, alone: bool = False) -> Iterator[Puzzle]:
    """An endless stream of puzzles for a pad, at most one per game; the same seed finds the same ones."""
    deal = 0
    while True:
        seats = 1 if alone else SEATS[deal % len(SEATS)]
        judge = _judge(variant, min(max(seats, variant.players[0]), variant.players[1]), alone)
        if found := next(_in_game(judge, _game(variant, judge.seats, seed, deal)), None):
            yield found
        deal += 1


def _judge(variant: Variant, seats: int, alone: bool) -> _Judge:
    judge = ByCards(variant, seats) if variant.turns is not None else find_judge(variant, seats)
    if alone and not isinstance(judge, Exact):
        raise NoPuzzle(
            f"{variant.title}: alone only exact values will do; `rowlock solve` finds them where it can"
        )
    if not isinstance(judge, ByNetwork | Exact | ByCards):
        raise NoPuzzle(f"{variant.title}: nobody has learnt this pad, so nobody can say what is best")
    return _Judge(judge, seats)


def _decided(judge: ByNetwork | Exact | ByCards, record: Record) -> Iterator[tuple[Game, Decision]]:
    """Every decision of a game, with the table before it as far as its seat could know."""
    if isinstance(judge, ByCards):
        for chosen in (one for turn in card_turns_of(record) for one in turn.chosen.values()):
            if decision := judge.decision(chosen):
                yield known_to(chosen.game, chosen.seat), decision
        return
    turns = turns_of(record)
    for turn, said in zip(turns, judge.judge(turns, lambda _: None), strict=True):
        for decision in decisions_of(turn, said, judge.about):
            game = turn.rolled if decision["phase"] == "white" else turn.acting
            assert game is not None
            yield game, decision


class _Judge:
    """The judge for this number of seats."""

    def __init__(self, judge: ByNetwork | Exact | ByCards, seats: int) -> None:
        self.judge, self.seats, self.unit = judge, seats, judge.about["unit"]

    def is_clear(self, decision: Decision) -> bool:
        options = decision["options"]
        return len(options) >= LEAST_OPTIONS and options[1]["loss"] >= CLEARLY[self.unit]

    def is_confirmed(self, game: Game, decision: Decision) -> bool:
        """Whether the best option leads in games played on, too; exact values need none."""
        if isinstance(self.judge, Exact):
            return True
        rivals = [n for n in range(1, 1 + RIVALS) if n == 1 or decision["options"][n]["loss"] < CLOSE]
        moves = [decision["options"][n]["move"] for n in (0, *rivals)]
        if isinstance(self.judge, ByCards):
            played = play_cards(game, decision["seat"], moves, DEALS)
        else:
            played = play_options(self.judge, game, decision["seat"], moves, GAMES)
        leads = [played.lead(0, rival) for rival in range(1, len(moves))]
        return all(lead > SURE * error and lead >= CLEARLY[self.unit] for lead, error in leads)


def _game(variant: Variant, seats: int, seed: int, deal: int) -> Record:
    names = [COMPANY[(deal + seat) % len(COMPANY)] for seat in range(seats)]
    bots = [load_bot(name, variant, seats, seed, deal) for name in names]

    def choose(game: Game, seat: int) -> str:
        return bots[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    return record_of(*play_out(variant, tuple(names), deal % seats, dice_of_deal(seed, deal), choose))


def _in_game(by: _Judge, record: Record) -> Iterator[Puzzle]:
    """The hardest of a game's clear decisions that are confirmed."""
    graded = []
    for game, decision in _decided(by.judge, record):
        best = decision["options"][0]["move"]
        if by.is_clear(decision) and (grade := grade_puzzle(game, decision["seat"], best)):
            graded.append((ladder().index(grade), game, decision))
    graded.sort(key=lambda found: (-found[0], found[2]["options"][0]["move"] == "-"))  # crosses before passes
    for rung, game, decision in graded[:TRIES]:
        if by.is_confirmed(game, decision):
            worths = {
                option["move"]: round(option["worth"], DIGITS[by.unit]) for option in decision["options"]
            }
            yield Puzzle(decision["position"], decision["seat"], ladder()[rung], worths)


def grade_puzzle(game: Game, seat: int, best: str) -> str | None:
    """The weakest bot above chance that finds the best move; None if the first one does, or none."""
    seen, moves = view(game, seat), [format_move(move) for move in legal_moves(game, seat)]
    for rung, name in enumerate(ladder()[1:]):
        if load_bot(name, game.variant, len(game.sheets)).choose(seen, moves) == best:
            return name if rung else None
    return None
