"""A review as plain data: what it holds, key by key. Commands, server and page show it; the page's types are
made from these.

*Worth* is a chance to win from 0 to 1 in company (a shared win counts in parts), and points of the final
score alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from rowlock.analysis.hints.reason import Cell as Cell
from rowlock.analysis.hints.reason import Reason
from rowlock.analysis.hints.reason import Than as Than
from rowlock.engine import view_types
from rowlock.engine.facts import EndReason

Grade = Literal["inaccuracy", "mistake", "blunder"]
Unit = Literal["chance", "points"]
JudgedBy = Literal["solved", "network", "own_network", "rollouts", "evaluation"]
Phase = Literal["white", "colour", "take", "call", "play"]
Place = Annotated[list[Any], tuple[int, int]]
"""A decision: the place of its turn in `turns`, and its own in the turn's `decisions`."""


class Judgement(TypedDict):
    """The judge, and the error of its judgement."""

    by: JudgedBy
    """Exact values, the champion's network, one trained on this machine, games played on by steady, or with
    cards the champion's evaluation of what the seat sees."""
    unit: Unit
    exact: bool
    rollouts: int
    """Games played on from every position, where that is how it was judged; else 0."""
    error: float
    """Standard error of a mean over rolls, in the unit: 0 where all rolls were counted."""


class PlayedOn(TypedDict):
    """An option played on to the end by the champion many times."""

    worth: float
    error: float
    """Standard error of `worth`."""


class Option(TypedDict):
    """Something that a seat could choose."""

    move: str
    cell: Cell | None
    """The cell that it crosses, the first of several; none for a pass."""
    taken: int | None
    """The number on the back of the card that it takes."""
    worth: float
    loss: float
    """How much less than the best option."""
    share: float | None
    """How often best play chooses it, where that is mixed: several choices, each in some of the cases."""
    played: PlayedOn | None


class Decision(TypedDict):
    """A choice of a seat that had one, judged by what the seat could know."""

    seat: int
    phase: Phase
    position: str
    """The position as one line of text, before the choice; with cards, as the seat knew it."""
    chosen: str
    best: str
    loss: float
    """The loss of the choice: the judge's word on the options, corrected by games played on where there are
    any, so far as these are sure."""
    grade: Grade | None
    exact: bool
    """Whether what the options are worth is exact."""
    unclear: bool
    """Whether judge and games played on would grade it differently, and by more than their errors."""
    reasons: list[Reason]
    """Why the best option is better than the chosen one, of a decision that has a grade: two at most."""
    options: list[Option]
    """All of them, the best one first."""
    played: int
    """Games for which the chosen and the best option were played on; 0 if they were not."""
    loss_played: float | None
    """The loss of the choice in those games."""
    loss_error: float | None
    """Standard error of `loss_played`, or of `loss` where the judge itself plays games on."""


class Turn(TypedDict):
    """One turn; lists have one number for every seat."""

    turn: int
    active: int
    roll: str
    """With cards, the called number."""
    position: str
    """Before the roll, as one line of text."""
    choices: list[str | None]
    """The white choices by seat, or those for the called number; null where the record holds none."""
    colour: str | None
    """The active seat's choice in the colour action; with cards, its play."""
    before: list[float]
    """Worth before the roll: the mean over all rolls, with best play. With cards, before any is taken."""
    rolled: list[float]
    """Worth after the roll, or the call, with best play."""
    after: list[float] | None
    """Worth when the turn is over; null where the record ends within it."""
    luck: list[float]
    """The gain from the roll: nothing on average over all rolls. It is `rolled` less `before`, but for what
    the judge thinks differently once it looks at a single roll; what taking another card lost is no luck."""
    decisions: list[Decision]


class Total(TypedDict):
    """A seat's game: start + luck - lost + others + unexplained = result."""

    start: float
    """Worth before the first roll."""
    luck: float
    lost: float
    """The loss by the seat's own decisions."""
    others: float
    """The gain or loss by the others' decisions."""
    unexplained: float
    """The judge's own changes of mind: the same position a moment later; 0 where all is exact."""
    result: float
    """The outcome: the share of the win, or the score alone; in a game that goes on, its worth now."""
    without_luck: float
    """`result` less `luck`."""
    fair: float
    """The same within what can be: a chance from 0 to 1, or points."""
    given_away: float
    """The part of the chances there were that the seat's decisions gave away, from 0 to 1: every decision
    keeps what its choice is worth of what the best one is. Alone the points lost."""
    doubt: float
    """By how much `fair` and `given_away` may be off, as far as the judge contradicts itself in this game."""
    accuracy: float | None
    """Of all that the seat's decisions could have lost, the part that they kept, in percent."""
    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int


class ChampionGame(TypedDict):
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
    bots: list[str | None]
    """By seat, the bot that played it, as its file is called; null for people."""
    judge: Judgement
    result: Result | None
    """Null for a game that has not ended."""
    whole: bool
    """Whether the turns lead to the end: a game is reviewed until somebody gives up or it is broken off."""
    turns: list[Turn]
    totals: list[Total]
    costliest: list[list[Place]]
    """By seat, its three costliest decisions that have a grade, the costliest first."""
    ghosts: list[ChampionGame]
    """By seat."""


class Analysis(TypedDict):
    """A position, analysed."""

    analysis: int
    judge: Judgement
    position: str
    worth: list[float]
    """By seat, with best play from here."""
    options: list[list[Option]]
    """By seat, the best one first; none for seats that are not asked."""
    others: list[str | None]
    """By seat, the option that its best one is compared with: the next best."""
    reasons: list[list[Reason]]
    """By seat, why its best option is better than that one."""
    joint: int | None
    """About how many joint positions of two seats an exact answer asks for; null where there is none."""


class Hint(TypedDict):
    """The best move of a view, and why."""

    move: str
    other: str | None
    """The move that it is compared with: somebody's own, or the next best that is not as good."""
    options: list[Option]
    """All moves with their worth, the best first; none where nobody can weigh them."""
    reasons: list[Reason]
    """Why the one is better than the other: two at most, the weightiest first."""
    exact: bool
    """Whether what the moves are worth is exact."""


class Better(Hint):
    """A tutor's word: what is better than a move that somebody is about to make."""

    loss: float
    """The loss of the move, in the unit of `Judgement`."""
    grade: Grade


class Puzzles(TypedDict):
    """How many puzzles there are, where to find them, and today's: on classic, and on every pad."""

    count: int
    today: int
    days: dict[str, int]
    pads: dict[str, list[int]]
    levels: dict[str, list[int]]
    """By the weakest bot that solves them, the easiest first."""
    themes: dict[str, list[int]]


class PuzzleShown(TypedDict):
    """A position as seen by the seat that is asked; `grade` is the weakest bot that finds the best move."""

    number: int
    variant: view_types.Variant
    position: str
    seat: int
    grade: str
    view: view_types.View


class Practised(TypedDict):
    """A position to practise, as seen by the seat that is asked; the solution after an answer."""

    variant: view_types.Variant
    position: str
    seat: int
    view: view_types.View
    solution: Hint | None


class Tutored(TypedDict):
    """A better move; null if little is lost by this one."""

    better: Better | None


class PositionShown(TypedDict):
    """A position to look at."""

    position: str
    """As one line of text."""
    variant: view_types.Variant
    variant_text: str | None
    """The file of a pad of one's own, parents and all; null for one that is known by name."""
    views: list[view_types.View]
    """As every seat sees it."""
