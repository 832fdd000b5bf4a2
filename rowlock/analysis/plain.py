"""A review as plain data: what it holds, key by key. Commands, server and page show it; the page's types are
made from these.

*Worth* is a chance to win from 0 to 1 in company (a shared win counts in parts), and points of the final
score alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from rowlock.analysis.reasons import Reason
from rowlock.engine.facts import EndReason

Grade = Literal["inaccuracy", "mistake", "blunder"]
Unit = Literal["chance", "points"]
JudgedBy = Literal["solved", "network", "own_network", "rollouts"]
Cell = Annotated[list[Any], tuple[str, int]]
"""Row and number of a cell."""
Place = Annotated[list[Any], tuple[int, int]]
"""A decision: the place of its turn in `turns`, and its own in the turn's `decisions`."""


class Judge(TypedDict):
    """Who has judged, and how far that can be off."""

    by: JudgedBy
    """Exact values, the champion's network, one trained on this machine, or games played on by steady."""
    unit: Unit
    exact: bool
    rollouts: int
    """Games played on from every position, where that is how it was judged; else 0."""
    error: float
    """Standard error of a mean over rolls, in the unit: 0 where all rolls were counted."""


class Played(TypedDict):
    """An option played on to the end by the champion many times."""

    worth: float
    error: float
    """Standard error of `worth`."""


class Option(TypedDict):
    """Something that a seat could choose."""

    move: str
    cell: Cell | None
    """The cell that it crosses; none for a pass."""
    worth: float
    loss: float
    """How much less than the best option."""
    played: Played | None


class Decision(TypedDict):
    """A choice of a seat that had one, judged by what the seat could know."""

    seat: int
    phase: Literal["white", "colour"]
    position: str
    """The position as one line of text, before the choice."""
    chosen: str
    best: str
    loss: float
    grade: Grade | None
    reasons: list[Reason]
    """Why the best option is the best, of a decision that has a grade: two at most."""
    options: list[Option]
    """All of them, the best one first."""
    played: int
    """Games for which the chosen and the best option were played on; 0 if they were not."""
    loss_played: float | None
    """What the choice lost in those games."""
    loss_error: float | None
    """Standard error of `loss_played`, or of `loss` where the judge itself plays games on."""


class Turn(TypedDict):
    """One turn; lists have one number for every seat."""

    turn: int
    active: int
    roll: str
    position: str
    """Before the roll, as one line of text."""
    choices: list[str | None]
    """The white choices by seat; null for one that the record does not hold."""
    colour: str | None
    before: list[float]
    """Worth before the roll: the mean over all rolls, with best play."""
    rolled: list[float]
    """Worth after the roll, with best play."""
    after: list[float] | None
    """Worth when the turn is over; null where the record ends within it."""
    luck: list[float]
    """`rolled` less `before`."""
    decisions: list[Decision]


class Total(TypedDict):
    """A seat's game: start + luck - lost + others + unexplained = result."""

    start: float
    """Worth before the first roll."""
    luck: float
    lost: float
    """What the seat's own decisions lost."""
    others: float
    """What the others' decisions gave and took."""
    unexplained: float
    """What the judge thought differently of the same position a moment later; 0 where all is exact."""
    result: float
    """What came out: the share of the win, or the score alone; in a game that goes on, its worth now."""
    without_luck: float
    """`result` less `luck`."""
    accuracy: float | None
    """Of all that the seat's decisions could have lost, the part that they kept, in percent."""
    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int


class Ghost(TypedDict):
    """The champion in a seat's place, with the same dice and the others' choices as they were."""

    score: int
    turns: int
    ended: bool
    """Whether its game came to an end; if not, the dice of the record did."""


class Result(TypedDict):
    scores: list[int]
    winners: list[int]
    reason: EndReason


class Review(TypedDict):
    """A whole game, reviewed."""

    analysis: int
    """Version of the analysis: another one may judge differently."""
    variant: str
    title: str
    seats: list[str]
    judge: Judge
    result: Result | None
    """Null for a game that has not ended."""
    whole: bool
    """Whether the turns lead to the end: a game is reviewed until somebody gives up or it is broken off."""
    turns: list[Turn]
    totals: list[Total]
    costliest: list[list[Place]]
    """By seat, its three costliest decisions that have a grade, the costliest first."""
    ghosts: list[Ghost]
    """By seat."""


class Analysis(TypedDict):
    """A position, analysed."""

    analysis: int
    judge: Judge
    position: str
    worth: list[float]
    """By seat, with best play from here."""
    options: list[list[Option]]
    """By seat, the best one first; none for seats that are not asked."""
    reasons: list[list[Reason]]
    """By seat, why its best option is the best."""


class Hint(TypedDict):
    """The best move of a view, and why."""

    move: str
    options: list[Option]
    """All moves with their worth, the best first; none where nobody can weigh them."""
    reasons: list[Reason]
    """Two at most, the weightiest first."""


class Better(Hint):
    """A tutor's word: what is better than a move that somebody is about to make."""

    loss: float
    """What the move would lose, in the unit of `Judge`."""
    grade: Grade
