"""Answers about duels, key by key."""

from __future__ import annotations

from typing import Literal, TypedDict

from rowlock.analysis.review import review_types
from rowlock.engine import view_types

Against = Literal["people", "earlier", "champion", "club"]
"""The opponent of a duel: whoever has the link, one's earlier self, the champion, a club's best."""
HalfState = Literal["begun", "judging", "done"]
HalfKind = Literal["person", "earlier", "champion", "best"]


class DuelTurn(TypedDict):
    """One turn of a half, by the person in it."""

    turn: int
    roll: str
    moves: list[str]
    loss: float
    """In points alone, as a chance to win from 0 to 1 in company."""
    luck: float
    score: int
    """On the person's sheet after the turn."""
    sheet: view_types.Sheet


class HalfFound(TypedDict):
    """The result of a half, judged from its record; `loss` is in hundredths of a point, or of a percent."""

    judge: review_types.JudgedBy | None
    """Null where it would take too long to judge: then the result alone counts."""
    unit: review_types.Unit
    exact: bool
    finished: bool
    loss: int | None
    luck: float | None
    score: int
    scores: list[int]
    """By seat."""
    won: float | None
    """The share of the win in company; null alone, or in a game that was left."""
    turns: list[DuelTurn]


class HalfLine(TypedDict):
    """A half in the list of a duel; its numbers are null as long as the reader may not see them."""

    half: str
    """Its name in addresses."""
    name: str
    """A person's, or that of the bot whose game it is."""
    me: bool
    kind: HalfKind
    state: HalfState
    finished: bool | None
    device: bool
    """Whether it was played on the person's own device, which had to know the dice."""
    place: int | None
    loss: int | None
    luck: float | None
    score: int | None
    won: float | None


class DuelAbout(TypedDict):
    """A duel in a few words."""

    duel: str
    link: str
    pad: str
    title: str
    bots: list[str]
    against: Against
    maker: str
    created: float
    closes: float
    """When it is over: halves that were begun and left count then as they stand."""
    over: bool


class DuelShown(DuelAbout):
    """A duel as whoever has its link may see it."""

    variant: view_types.Variant
    open: bool
    """Whether the reader may see the halves: their own is finished, or the duel is over."""
    commitment: str
    """The promise of the house about the dice, from the beginning."""
    unit: review_types.Unit
    mine: HalfLine | None
    table: str | None
    """Where the reader's own half is played on this server."""
    refused: str | None
    """The reason why the half that the reader has handed in is refused."""
    halves: list[HalfLine]
    """Best first where they may be seen; else as they began. A hundred at most."""
    people: int
    """How many take part."""


class HalfShown(TypedDict):
    """A half that may be seen, turn by turn."""

    half: HalfLine
    found: HalfFound
    record: str


class DuelLine(DuelAbout):
    """A duel in the list of one's own."""

    state: Literal["new", "begun", "judging", "done"]
    """How far one's own half is."""
    people: int
    finished: int
    """How many halves are finished, one's own among them."""
    answered: bool
    """Whether somebody has finished since one last looked at it."""


class Duels(TypedDict):
    """One's duels, the latest first; `before` of the next part is `created` of the last."""

    duels: list[DuelLine]


class DuelMade(TypedDict):
    duel: str
    link: str


class DuelAhead(TypedDict):
    """All that a device needs to play one's own half without a network."""

    duel: str
    pad: str
    variant_text: str
    bots: list[str | None]
    """By seat; null where the person sits."""
    label: str
    secret: str
    seeds: list[str]
    seals: list[str] | None


class DuelTaken(TypedDict):
    """Whether a half counts: the first one of a person does."""

    counts: bool


class OwnHalf(TypedDict):
    """The moves of a half that was played on a device, to be handed in."""

    label: str
    moves: list[str]
