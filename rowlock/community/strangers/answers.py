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


class Decision(TypedDict):
    """A line of the operators' log: nothing in it is ever changed or removed."""

    at: float
    act: str
    subject: str
    """The id of a person, an address, a table or a report."""
    note: str


class DecisionsShown(TypedDict):
    decisions: list[Decision]
