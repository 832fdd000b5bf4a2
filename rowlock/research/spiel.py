"""Rowlock for OpenSpiel: importing this file registers the game `rowlock`.

pyspiel.load_game("rowlock", {"variant": "classic", "players": 2, "reward": "win"})

Every die is a chance node of its own, the white ones first. The white action is a simultaneous node, the
colour action a node of the active player. Returns are as in the other environments (`play.Reward`); with one
player they are the points, so that OpenSpiel's solvers can be compared with `rowlock solve`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.position import format_position
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.research.actions import Actions
from rowlock.research.observation import entries, observe
from rowlock.research.play import win_rewards
from rowlock.variants import load_variant

MOST_PLAYERS = 5
PARAMETERS = {"variant": "classic", "players": 2, "reward": "auto"}
"""`reward` is win or points; auto is win for two and more, points for one."""


def _game_type(zero_sum: bool) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name="rowlock",
        long_name="Rowlock",
        dynamics=kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class RowlockGame(pyspiel.Game):  # type: ignore[misc]
    """A pad for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.variant = load_variant(str(chosen["variant"]))
        self.actions = Actions(self.variant)
        players = int(chosen["players"])
        self.by_points = chosen["reward"] == "points" or players == 1
        low, high = _bounds(self.variant) if self.by_points else (-1.0, 1.0)
        turns = _most_turns(self.variant, players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=self.variant.faces,
            num_players=players,
            min_utility=low,
            max_utility=high,
            utility_sum=None if self.by_points else 0.0,
            max_game_length=2 * turns,
        )
        super().__init__(_game_type(not self.by_points), info, params or {})
        self._chances = turns * (2 + len(self.variant.colours))

    def max_chance_nodes_in_history(self) -> int:
        return self._chances

    def new_initial_state(self, *_: Any) -> RowlockState:
        return RowlockState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class RowlockState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment, with the dice that lie so far."""

    def __init__(self, game: RowlockGame) -> None:
        super().__init__(game)
        self.table: Game = new_game(game.variant, game.num_players())
        self.dice: tuple[int, ...] = ()
        self._actions, self._by_points = game.actions, game.by_points

    def current_player(self) -> Any:
        if self.table.phase is Phase.OVER:
            return pyspiel.PlayerId.TERMINAL
        if self.table.phase is Phase.ROLL:
            return pyspiel.PlayerId.CHANCE
        if self.table.phase is Phase.WHITE and len(self.table.sheets) > 1:
            return pyspiel.PlayerId.SIMULTANEOUS
        return self.table.active

    def is_terminal(self) -> bool:
        return self.table.phase is Phase.OVER

    def _legal_actions(self, player: int) -> list[int]:
        if self.table.phase not in (Phase.WHITE, Phase.COLOUR):
            return []
        return sorted(self._actions.number_of[move] for move in legal_moves(self.table, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        faces = self.table.variant.faces
        return [(face, 1 / faces) for face in range(faces)]

    def _apply_action(self, action: int) -> None:
        if self.table.phase is Phase.ROLL:
            self._add_die(action + 1)
        else:
            self.table = apply(self.table, self._actions.move(action), self.table.active).game

    def _apply_actions(self, actions: list[int]) -> None:
        for seat, action in enumerate(actions):
            self.table = apply(self.table, self._actions.move(action), seat).game

    def _add_die(self, face: int) -> None:
        self.dice = (*self.dice, face)
        colours = self.table.dice
        if len(self.dice) == 2 + len(colours):
            first, second, *coloured = self.dice
            self.table = apply(
                self.table, Roll((first, second), tuple(zip(colours, coloured, strict=True)))
            ).game
            self.dice = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(action + 1)
        return self._actions.move(action).text

    def returns(self) -> list[float]:
        end = outcome(self.table)
        if end is None:
            return [0.0] * len(self.table.sheets)
        return (
            [float(n) for n in end.scores] if self._by_points else win_rewards(end.winners, len(end.scores))
        )

    def __str__(self) -> str:
        dice = "".join(f" {face}" for face in self.dice)
        return format_position(self.table) + dice


class Observer:
    """What a player sees, as in the other environments."""

    def __init__(self, game: RowlockGame) -> None:
        numbers = entries(game.variant, game.num_players())
        self.tensor = np.zeros(len(numbers), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RowlockState, player: int) -> None:
        self.tensor[:] = observe(state.table, player)

    def string_from(self, state: RowlockState, player: int) -> str:
        return " ".join(map(str, observe(state.table, player)))


def _most_turns(variant: Variant, players: int) -> int:
    """In every turn the active player crosses a cell, perhaps for the second time, or takes a penalty."""
    cells = sum(len(row.cells) for row in variant.rows)
    return players * (2 * cells + variant.penalty_boxes)


def _bounds(variant: Variant) -> tuple[float, float]:
    """Points lie between all penalties and all rows full, twice over for what mechanisms may add."""
    empty = score(variant, new_game(variant, 1).sheets[0]).total
    low = min(empty, 0) + min(variant.penalty_points * variant.penalty_boxes, 0)
    return float(low), float(4 * max(variant.points) * len(variant.rows))


pyspiel.register_game(_game_type(zero_sum=True), RowlockGame)
