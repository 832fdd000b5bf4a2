"""Rowlock for OpenSpiel: importing this file registers the game `rowlock`.

pyspiel.load_game("rowlock", {"variant": "classic", "players": 2, "reward": "win"})

Every die is a chance node of its own, the white ones first. The white action is a simultaneous node, the
colour action a node of the active player. With cards every card of a shuffle is a chance node, the top one
first; taking and playing are nodes of the active player, and the called number is a simultaneous one. What a
player may not see is in the state, not in the observation.

Returns are as in the other environments (`play.Reward`); with one player they are the points, so that
OpenSpiel's solvers can be compared with `rowlock solve`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from rowlock.engine.cards.deck import Card, Shuffle
from rowlock.engine.cards.moves import MOST_PLAYED
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant
from rowlock.research.actions import Actions
from rowlock.research.observation import entries, observe, point_bounds
from rowlock.research.play import win_rewards
from rowlock.variants import load_variant

MOST_PLAYERS = 5
PARAMETERS = {"variant": "classic", "players": 2, "reward": "auto"}
"""`reward` is win or points; auto is win for two and more, points for one."""


def _game_type(zero_sum: bool, hidden: bool = False) -> Any:
    kind = pyspiel.GameType
    known = kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name="rowlock",
        long_name="Rowlock",
        dynamics=kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
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
        low, high = point_bounds(self.variant) if self.by_points else (-1, 1)
        turns, deck = _most_turns(self.variant, players), _deck(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(deck) or self.variant.faces,
            num_players=players,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=None if self.by_points else 0.0,
            max_game_length=(5 if deck else 2) * turns,  # with cards: three taken, a call, a play
        )
        super().__init__(_game_type(not self.by_points, bool(deck)), info, params or {})
        dice = turns * (2 + len(self.variant.colours))
        self._chances = len(deck) + MOST_PLAYED * turns if deck else dice

    def max_chance_nodes_in_history(self) -> int:
        return self._chances

    def new_initial_state(self, *_: Any) -> RowlockState:
        return RowlockState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recalls)


class RowlockState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment, with the dice that lie so far."""

    def __init__(self, game: RowlockGame) -> None:
        super().__init__(game)
        self.table: Game = new_game(game.variant, game.num_players())
        self.dice: tuple[int, ...] = ()
        self.cards: tuple[Card, ...] = ()
        """Those of a shuffle that lie already, the top one first."""
        self.made: list[list[int]] = [[] for _ in self.table.sheets]
        """By player, the moves made so far."""
        self.known: list[list[str]] = [[] for _ in self.table.sheets]
        """By player, what was seen before each of them."""
        self._actions, self._by_points = game.actions, game.by_points

    def current_player(self) -> Any:
        if self.table.phase is Phase.OVER:
            return pyspiel.PlayerId.TERMINAL
        if self.table.phase in (Phase.ROLL, Phase.SHUFFLE):
            return pyspiel.PlayerId.CHANCE
        if self.table.phase.is_shared and len(self.table.sheets) > 1:
            return pyspiel.PlayerId.SIMULTANEOUS
        return self.table.active

    def is_terminal(self) -> bool:
        return self.table.phase is Phase.OVER

    def _legal_actions(self, player: int) -> list[int]:
        if self.table.phase in (Phase.ROLL, Phase.SHUFFLE, Phase.OVER):
            return []
        return sorted(self._actions.number_of[move] for move in legal_moves(self.table, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.table.phase is Phase.SHUFFLE:
            left = [n for n, card in enumerate(self._awaited) if card not in self.cards]
            return [(n, 1 / len(left)) for n in left]
        faces = self.table.variant.faces
        return [(face, 1 / faces) for face in range(faces)]

    def _apply_action(self, action: int) -> None:
        if self.table.phase is Phase.ROLL:
            self._add_die(action + 1)
        elif self.table.phase is Phase.SHUFFLE:
            self._add_card(self._awaited[action])
        else:
            self._note(self.table.active, action)
            self.table = apply(self.table, self._actions.move(action), self.table.active).game

    def _apply_actions(self, actions: list[int]) -> None:
        for seat, action in enumerate(actions):
            self._note(seat, action)
        for seat, action in enumerate(actions):
            self.table = apply(self.table, self._actions.move(action), seat).game

    def _note(self, player: int, action: int) -> None:
        self.known[player].append("/".join(map(str, observe(self.table, player))))
        self.made[player].append(action)

    def _add_die(self, face: int) -> None:
        self.dice = (*self.dice, face)
        colours = self.table.dice
        if len(self.dice) == 2 + len(colours):
            first, second, *coloured = self.dice
            self.table = apply(
                self.table, Roll((first, second), tuple(zip(colours, coloured, strict=True)))
            ).game
            self.dice = ()

    @property
    def _awaited(self) -> tuple[Card, ...]:
        """The cards that are being shuffled."""
        turns = self.table.variant.turns
        return turns.to_shuffle(self.table) if turns is not None else ()

    def _add_card(self, card: Card) -> None:
        self.cards = (*self.cards, card)
        if len(self.cards) == len(self._awaited):
            self.table, self.cards = apply(self.table, Shuffle(self.cards)).game, ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.table.phase is Phase.SHUFFLE:
            return self._awaited[action].text
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
        cards = "".join(f" {card.text}" for card in self.cards)
        return format_position(self.table) + dice + cards


class Observer:
    """The view of a player, as in the other environments; one that recalls also tells what the player did.

    With dice what lies on the table says all about the past that still matters. An information state adds the
    player's own moves: as text one after the other, as numbers how often each was made.
    """

    def __init__(self, game: RowlockGame, recalls: bool = False) -> None:
        self.numbers, self.recalls = len(entries(game.variant, game.num_players())), recalls
        self.tensor = np.zeros(self.numbers + recalls * len(game.actions), np.float32)
        parts = {"observation": self.tensor[: self.numbers], "moves": self.tensor[self.numbers :]}
        self.dict = parts if recalls else {"observation": self.tensor}

    def set_from(self, state: RowlockState, player: int) -> None:
        self.tensor[: self.numbers] = observe(state.table, player)
        if self.recalls:
            self.tensor[self.numbers :] = 0
            for action in state.made[player]:
                self.tensor[self.numbers + action] += 1

    def string_from(self, state: RowlockState, player: int) -> str:
        seen = " ".join(map(str, observe(state.table, player)))
        if not self.recalls:
            return seen
        return f"{' '.join(state.known[player])} now {seen} after {' '.join(map(str, state.made[player]))}"


def _deck(variant: Variant) -> tuple[Card, ...]:
    """All cards; none on a pad with dice."""
    return variant.turns.to_shuffle(new_game(variant, 1)) if variant.turns is not None else ()


def _most_turns(variant: Variant, players: int) -> int:
    """In every turn the active player crosses a cell, perhaps for the second time, or takes a penalty."""
    cells = sum(len(row.cells) for row in variant.rows)
    return players * (2 * cells + variant.penalty_boxes)


pyspiel.register_game(_game_type(zero_sum=True), RowlockGame)
