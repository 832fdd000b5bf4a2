"""Questions about puzzles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from rowlock.analysis.api.positions import read_position
from rowlock.analysis.review.review_types import Hint, Practised, Puzzles, PuzzleShown
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant, view
from rowlock.table.api.question import Asking, Question, WithPosition
from rowlock.table.messages.limits import Between, Items, SeatNumber, Text

MoveText = Annotated[str, Text(0, 32)]
PuzzleNumber = Annotated[int, Between(1, 1_000_000)]


@dataclass(frozen=True, kw_only=True)
class AskPuzzles(Question[None], ask="GET /puzzles"):
    """How many puzzles there are, by pad, level and theme, and the numbers of today's."""

    def reply(self, asking: Asking[None], /) -> Puzzles:
        from rowlock.analysis.puzzles.puzzle import overview

        return overview(asking.here.today())


@dataclass(frozen=True, kw_only=True)
class AskPuzzle(Question[None], ask="GET /puzzles/{number}", counts="questions"):
    """A puzzle: the view of the seat that is asked; `grade` is the weakest bot that solves it."""

    number: PuzzleNumber

    def reply(self, asking: Asking[None], /) -> PuzzleShown:
        from rowlock.analysis.puzzles.puzzle import puzzle

        one = puzzle(self.number)
        game = one.game
        return {
            "number": self.number,
            "variant": plain_variant(game.variant),
            "position": one.position,
            "seat": one.seat,
            "grade": one.grade,
            "view": view(game, one.seat),
        }


@dataclass(frozen=True, kw_only=True)
class AskSolution(Question[None], ask="GET /puzzles/{number}/solution", counts="questions"):
    """The best move of a puzzle, all options with their worth, and why it beats the answer or the next."""

    number: PuzzleNumber
    answer: Annotated[str, Text(0, 32)] | None = None
    """A move, as somebody answered the puzzle."""

    def reply(self, asking: Asking[None], /) -> Hint:
        from rowlock.analysis.puzzles.puzzle import puzzle, solution

        one = puzzle(self.number)
        asking.here.prepare_judge(one.game.variant)
        return solution(one, self.answer)


@dataclass(frozen=True, kw_only=True)
class Practise(WithPosition, ask="POST /practice", counts="questions"):
    """A position of one's own to practise, such as a mistake in a profile, and after an answer its solution.

    `worths` are those of a review, which has weighed the moves; without them they are weighed anew.
    """

    seat: SeatNumber
    worths: Annotated[dict[MoveText, float], Items(0, 200)] = field(default_factory=dict)
    answer: MoveText | None = None
    """A move; "" only asks for the solution."""

    def reply(self, asking: Asking[Variant | None], /) -> Practised:
        from rowlock.analysis.puzzles.practice import seat_asked, solution_of

        game = read_position(self.position, asking)
        seat = seat_asked(game, self.seat)
        solution = None
        if self.answer is not None:
            asking.here.prepare_judge(game.variant)
            solution = solution_of(game, seat, self.worths, self.answer)
        return {
            "variant": plain_variant(game.variant),
            "position": self.position,
            "seat": seat,
            "view": view(game, seat),
            "solution": solution,
        }
