"""Muted and blocked people, reports and decisions of operators as they are told, key by key."""

from __future__ import annotations

from typing import TypedDict

from rowlock.community.strangers.reports import Reason, State


class AvoidedPerson(TypedDict):
    """Somebody whom you have muted or blocked, by the name they had then."""

    player: str
    name: str
    muted: bool
    blocked: bool


class AvoidedPeople(TypedDict):
    """Everybody whom you have muted or blocked."""

    people: list[AvoidedPerson]


class ReportMade(TypedDict):
    report: str


class ReportShown(TypedDict):
    """A report for the operator; who made it is told to nobody."""

    report: str
    player: str
    name: str
    reason: Reason
    table: str
    game: int
    at: float
    state: State
    over: bool
    """Whether the game is finished, and its record can be replayed."""
    made: int
    """Reports that the same person has made, this one included."""
    dismissed: int
    """Those of them that an operator has dismissed."""


class ReportsShown(TypedDict):
    reports: list[ReportShown]


class WordSaid(TypedDict):
    """Words of the reported person: their own, or a fixed phrase."""

    at: float
    text: str | None
    phrase: str | None


class ReportOpened(TypedDict):
    """A report with what the reported person said at that table, at most the latest fifty lines."""

    shown: ReportShown
    said: list[WordSaid]


class OperatorDecision(TypedDict):
    """A line of the operators' log: nothing in it is ever changed or removed."""

    at: float
    act: str
    subject: str
    """The id of a person, an address, a table or a report."""
    note: str


class DecisionsShown(TypedDict):
    decisions: list[OperatorDecision]


class ThinkingTimes(TypedDict):
    """How long somebody thinks, in seconds: a quarter of the choices took less than `first`, and so on."""

    choices: int
    first: float
    half: float
    third: float
    even: bool
    """Whether nearly all took equally long, as people's choices seldom do."""


class LikelihoodShown(TypedDict):
    """Figures on somebody's latest rated games, for operators: they mark, and decide nothing."""

    player: str
    games: int
    decisions: int
    """Those in which there was something to lose."""
    found: int
    """Choices as good as the best one."""
    predicted: float
    """How many of them somebody of the same rating finds."""
    steady: float
    """How many the bot steady would find."""
    evidence: float
    """The logarithm to base 10 of how much likelier these choices are if a program made them."""
    marked: bool
    times: ThinkingTimes | None
