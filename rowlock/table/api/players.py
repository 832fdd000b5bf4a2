"""Questions about oneself."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.table.api.question import Question
from rowlock.table.messages.limits import Name
from rowlock.table.shapes import answers


@dataclass(frozen=True, kw_only=True)
class Rename(Question[None], ask="PATCH /players/me", gives=answers.PlayerShown, token="needed"):
    """Take another name, from the next seat on."""

    name: Name
