"""Opponents in an environment: bots of every kind, functions, and policies that answer with numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from rowlock.arena.table import question
from rowlock.bots import find_source, load_bot
from rowlock.bots.kit.source import source_of
from rowlock.engine.errors import IllegalMove
from rowlock.engine.notation import parse_move
from rowlock.research.actions import Mask
from rowlock.research.observation import Observation
from rowlock.research.play import EnvironmentGame


@dataclass(frozen=True)
class Policy:
    """A function of observation and mask that answers with the number of an action, as networks do."""

    act: Callable[[Observation, Mask], Any]


Opponent = str | Policy | Callable[..., Any] | object
"""A bot by its name, file or `exec:COMMAND`; a function `choose(view, moves)` or
`value(crosses, skips, gain)`, or an object with one; or a `Policy`."""


class Rival(Protocol):
    """An opponent in one game."""

    def action(self, play: EnvironmentGame, seat: int) -> int: ...


class _ByPolicy:
    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def action(self, play: EnvironmentGame, seat: int) -> int:
        mask = play.mask(seat)
        action = int(self.policy.act(play.observe(seat), mask))
        if not (0 <= action < len(mask) and mask[action]):
            raise IllegalMove(f"the policy of seat {seat} chose action {action}, which is not legal")
        return action


class _ByBot:
    def __init__(self, opponent: Any, play: EnvironmentGame) -> None:
        source = find_source(opponent) if isinstance(opponent, str) else source_of(opponent)
        self.bot = load_bot(source, play.variant, play.seats, play.seed, play.number)

    def action(self, play: EnvironmentGame, seat: int) -> int:
        move = parse_move(self.bot.choose(*question(play.game, seat)))
        return play.actions.number_of[move]  # type: ignore[index]


def make_rival(opponent: Opponent, play: EnvironmentGame) -> Rival:
    """The opponent in the game that has just begun."""
    return _ByPolicy(opponent) if isinstance(opponent, Policy) else _ByBot(opponent, play)
