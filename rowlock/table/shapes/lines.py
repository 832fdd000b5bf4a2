"""Small things that tables hold as they are told: lines of the talk, settings."""

from __future__ import annotations

from typing import TypedDict

from rowlock.table.choices import DiceSource, Timer


class ChatLine(TypedDict):
    """A line of the talk: somebody's own words, or a quick phrase."""

    number: int
    player: str | None
    name: str
    seat: int | None
    text: str | None
    phrase: str | None
    at: float


class SettingsTold(TypedDict):
    """How the table wants to be played."""

    timer: Timer
    auto_pass: bool
    listed: bool
    spectators: bool
    chat: bool
    dice: DiceSource
    hints: bool
    grows: bool
    rated: bool
    phrases: bool
