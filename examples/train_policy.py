"""Train a small policy by self-play in the vector environment until it beats *cautious*: minutes on a CPU.

python examples/train_policy.py --minutes 3 --curve curve.png --save policy.npz

Plain numpy and the simplest of policy gradients: play games against itself, then make what led to more points
than the other likelier, measured against what was expected. The policy looks at every legal action by
itself, through one small network: how many cells it skips, how the row stands, what a pass would cost. Every
few rounds it plays real games against the bot in the Gymnasium environment.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.research.gym import RowlockGym
from rowlock.research.vector import VectorEnv

Floats = np.ndarray[Any, np.dtype[np.float32]]
HIDDEN, GAMES, RATE, SCALE = 32, 256, 3e-3, 25.0
"""Size of the hidden layer; games in a round; rate of learning; points that count as one."""
CELLS = 11
"""Of a classic row. Observations begin with four numbers a row: cells passed, crosses, locked, closed."""


def describe(observation: Any, mask: Any) -> tuple[Any, Any, Any]:
    """Every legal action of every decision: which decision, which action, and useful facts about it."""
    decision, action = np.nonzero(mask)
    seen = observation[decision].astype(np.float32)
    crosses, row, cell = action > 0, np.maximum(action - 1, 0) // CELLS, np.maximum(action - 1, 0) % CELLS
    passed = np.take_along_axis(seen, 4 * row[:, None], 1)[:, 0]
    count = np.take_along_axis(seen, 4 * row[:, None] + 1, 1)[:, 0]
    colour, active, crossed = seen[:, -3], seen[:, -2] == 0, seen[:, -1]
    penalty = ~crosses & (colour > 0) & (crossed == 0)
    skips = cell - passed
    told = [skips / 3, skips == 0, skips == 1, passed / CELLS, count / CELLS, cell / CELLS, cell == CELLS - 1]
    lead = (seen[:, 17] - seen[:, 36]) / 50
    table = [np.ones(len(seen)), active, colour, crossed, penalty, penalty * seen[:, 16], lead]
    own = [np.where(crosses, part, 0) for part in told]
    rest = [np.where(crosses, part, 0) for part in (colour, active, lead, seen[:, 35] / 4)]
    return decision, action, np.stack([crosses, *own, *rest, *table], axis=1).astype(np.float32)


class Policy:
    """One hidden layer, the same for every action."""

    def __init__(self, seed: int) -> None:
        chance, size = np.random.default_rng(seed), 19
        self.parts: list[Floats] = [
            (chance.standard_normal((size, HIDDEN)) / np.sqrt(size)).astype(np.float32),
            (chance.standard_normal(HIDDEN) / np.sqrt(HIDDEN) / 10).astype(np.float32),
        ]
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def look(self, observation: Any, mask: Any) -> tuple[Any, ...]:
        """Decisions, actions, inputs, hidden layer, and the chance of each action."""
        decision, action, inputs = describe(observation, mask)
        hidden = np.tanh(inputs @ self.parts[0])
        liking = hidden @ self.parts[1]
        starts = np.flatnonzero(np.diff(decision, prepend=-1))
        weight = np.exp(liking - np.maximum.reduceat(liking, starts)[decision])
        return decision, action, inputs, hidden, weight / np.add.reduceat(weight, starts)[decision], starts

    def choose(self, observation: Any, mask: Any, chance: np.random.Generator | None = None) -> Any:
        """An action of each decision: by its chances, or the likeliest."""
        decision, action, _, _, chances, starts = self.look(observation, mask)
        if chance is not None:  # the smallest of exponential waiting times falls to each by its chance
            chances = chances / chance.exponential(size=len(chances))
        best = np.maximum.reduceat(chances, starts)[decision]
        places = np.flatnonzero(chances == best)
        return action[places[np.unique(decision[places], return_index=True)[1]]]

    def learn(self, observation: Any, mask: Any, actions: Any, results: Any) -> None:
        """One step towards what went better than expected from the points so far."""
        lead = np.stack([observation[:, 17] - observation[:, 36], np.ones(len(actions))], axis=1) / 50
        better = results - lead @ np.linalg.lstsq(lead, results, rcond=None)[0]
        pull = (better / (better.std() + 1e-6)).astype(np.float32)
        decision, action, inputs, hidden, chances, _ = self.look(observation, mask)
        slope = (chances - (action == actions[decision])) * pull[decision] / len(actions)
        back = slope[:, None] * self.parts[1] * (1 - hidden * hidden)
        self._move([inputs.T @ back, hidden.T @ slope])

    def _move(self, slopes: list[Any]) -> None:
        self._steps += 1
        for part, first, second, slope in zip(self.parts, self._first, self._second, slopes, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            steady = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            part -= RATE * first / (1 - 0.9**self._steps) / steady


def play_round(env: VectorEnv, policy: Policy, seed: int, chance: np.random.Generator) -> Any:
    """Games of the policy against itself: every decision with the result that it led to."""
    env.reset(seed)
    playing, result = np.ones(env.games, np.bool_), np.zeros((env.games, env.seats), np.float32)
    kept: list[tuple[Any, ...]] = []
    while playing.any():
        lines = np.flatnonzero(playing)
        seen, mask, seat = env.observation[lines], env.mask[lines], env.seat[lines]
        actions = np.zeros(env.games, np.int64)
        actions[lines] = policy.choose(seen, mask, chance)
        kept.append((seen, mask, actions[lines], lines, seat))
        _, done, points = env.step(actions)
        ended = done & playing
        if ended.any():
            best_other = points[ended][:, ::-1]
            result[ended] = (points[ended] - best_other) / SCALE
            playing &= ~done
    seen, mask, actions, lines, seat = (np.concatenate(part) for part in zip(*kept, strict=True))
    return seen, mask, actions, result[lines, seat]


def measure(policy: Policy, bot: str, games: int, seed: int) -> tuple[float, float]:
    """Share of wins and points on average against a bot, in the Gymnasium environment."""
    env, wins, total = RowlockGym("classic", (bot,)), 0.0, 0
    for game in range(games):
        seen, info = env.reset(seed=None if game else seed)
        over = False
        while not over:
            seen, _, over, _, info = env.step(int(policy.choose(seen[None], info["action_mask"][None])[0]))
        own, other = info["points"]
        wins += 1.0 if own > other else 0.5 if own == other else 0.0
        total += own
    return wins / games, total / games


def train(minutes: float, bot: str, seed: int) -> tuple[Policy, list[tuple[float, float, float]]]:
    env, chance = VectorEnv("classic", 2, GAMES, seed), np.random.default_rng(seed)
    policy, curve = Policy(seed), list[tuple[float, float, float]]()
    began, spent, rounds = time.process_time(), 0.0, 0
    while spent < minutes * 60:
        if rounds % 40 == 0:
            share, points = measure(policy, bot, 200, 10_000 + rounds)
            curve.append((spent / 60, share, points))
            print(
                f"{spent / 60:5.2f} min  {rounds:5} rounds  {share:6.1%} against {bot}, {points:5.1f} points"
            )
        policy.learn(*play_round(env, policy, seed + 1 + rounds, chance))
        rounds, spent = rounds + 1, time.process_time() - began
    return policy, curve


def draw(curve: list[tuple[float, float, float]], bot: str, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.subplots()
    minutes, shares, _ = zip(*curve, strict=True)
    axes.plot(minutes, [100 * share for share in shares], marker=".", color="#2f6f4f")
    axes.axhline(50, color="#8a8f96", linewidth=1)
    axes.set(xlabel="minutes of one core", ylabel=f"wins against {bot}, %", ylim=(0, 100))
    figure.savefig(path, dpi=130)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time, measuring included")
    parser.add_argument("--against", default="cautious")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--final", type=int, default=1000, help="games of the last measurement")
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    policy, curve = train(args.minutes, args.against, args.seed)
    share, points = measure(policy, args.against, args.final, 1)
    print(f"in {args.final} games: {share:.1%} against {args.against}, {points:.1f} points on average")
    if args.curve:
        draw(curve, args.against, args.curve)
    if args.save:
        np.savez(args.save, *policy.parts)


if __name__ == "__main__":
    main()
