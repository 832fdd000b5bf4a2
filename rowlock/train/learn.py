"""Training of one variant's network: play, look back, learn, again."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from rowlock.bots.net.features import Features
from rowlock.bots.net.lockstep import Tables
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Policy
from rowlock.fast.tables import compile_variant
from rowlock.train.network import TorchNetwork, read_into, save_weights
from rowlock.train.selfplay import SelfPlay, Turn, returns
from rowlock.variants import load_variant


@dataclass(frozen=True)
class Plan:
    """Everything a training run depends on, apart from the machine's speed."""

    variant: str
    seconds: float
    seed: int = 1
    device: str = "cpu"
    tables: int = 8192
    turns: int = 8
    batches: int = 4
    hidden: int = 128
    rival: int = 64
    deep: int = 32
    rate: float = 2e-3
    trace: float = 0.85
    seats: tuple[int, ...] = (2, 3, 2, 4, 2, 5)
    chain: int = 6
    resume: str = ""
    """A folder with weights to start from."""

    @property
    def points(self) -> bool:
        """Whether to play solo, for points."""
        return self.seats == (1,)

    @property
    def name(self) -> str:
        return f"{self.variant}-solo" if self.points else self.variant


class Learner:
    """The state of one training run."""

    def __init__(self, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.pad = Pad(compile_variant(load_variant(plan.variant)), torch, plan.device)
        self.pad.longest_chain = min(self.pad.longest_chain, plan.chain)
        features = Features(self.pad)
        self.network = TorchNetwork(features, plan.hidden, plan.rival, plan.deep, plan.points).to(plan.device)
        if plan.resume:
            read_into(self.network, Path(plan.resume) / f"{plan.name}.npz")
        self.player = self.network.player()
        self.policy = Policy(self.pad, self.player, points=plan.points)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=plan.rate, fused=plan.device == "cuda"
        )
        self.plays = {seats: SelfPlay(self.pad, seats, plan.tables) for seats in set(plan.seats)}
        self.average = {name: weight.clone() for name, weight in self.network.weights().items()}
        self.last_loss = torch.zeros(())
        self.shuffles = [self.pad.ints(order) for order in symmetries(self.pad)]
        self.steps = 0

    def run(self, out: Path) -> Path:
        """Train for the planned time; writes checkpoints on the way."""
        start, last, round_ = time.time(), 0.0, 0
        path = out / f"{self.plan.name}.npz"
        while (passed := time.time() - start) < self.plan.seconds:
            self.round(passed / self.plan.seconds, self.plan.seats[round_ % len(self.plan.seats)])
            round_ += 1
            if passed - last > 30:
                last = passed
                self.save(path)
                print(self.report(passed), flush=True)
        self.save(path)
        print(self.report(time.time() - start), flush=True)
        return path

    def save(self, path: Path) -> None:
        save_weights(path, self.average, self.pad.tables.fingerprint)

    def round(self, progress: float, seats: int) -> None:
        """A few turns of all tables with this many seats, then a few steps on them."""
        temperature = 0.02 * (1 - progress) ** 2 + 0.001
        play = self.plays[seats]
        with torch.no_grad():
            turns = [play.turn(self.policy, temperature) for _ in range(self.plan.turns)]
            states = [turn.tables for turn in turns] + [play.tables]
            judged = [self.network(state) for state in states]
            goals = returns(turns, [self.network.value(win) for win, _ in judged], self.plan.trace)
            leads = _margins(turns, [lead for _, lead in judged], self.plan.trace)
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        self.learn(turns, goals, leads)
        decay = min(0.998, self.steps / (self.steps + 20.0))
        for name, weight in self.network.weights().items():
            self.average[name].lerp_(weight, 1 - decay**self.plan.batches)
        self.player.refresh(self.network.weights())

    def learn(self, turns: list[Turn], goals: torch.Tensor, leads: torch.Tensor) -> None:
        states = Tables(*[torch.stack(parts) for parts in zip(*[turn.tables for turn in turns], strict=True)])
        batches = self.plan.batches
        for b in range(batches):
            part = Tables(*[x[:, b::batches].flatten(0, 1) for x in states])
            part = part._replace(rows=self.shuffled(part.rows))
            win, lead = self.network(part)
            goal, margin = goals[:, b::batches].flatten(0, 1), leads[:, b::batches].flatten(0, 1)
            if self.plan.points:
                loss = functional.mse_loss(win, goal)
            else:
                loss = functional.binary_cross_entropy_with_logits(win, goal)
            whole = loss + 0.1 * functional.smooth_l1_loss(lead, margin)
            self.optimiser.zero_grad(set_to_none=True)
            whole.backward()
            self.optimiser.step()
            self.steps += 1
        self.last_loss = loss.detach()

    def shuffled(self, rows: torch.Tensor) -> torch.Tensor:
        """The same sheets with rows exchanged, where the variant does not tell them apart."""
        shuffle = self.shuffles[int(np.random.default_rng(self.steps).integers(len(self.shuffles)))]
        return (rows - self.pad.empty)[..., shuffle] + self.pad.empty

    def report(self, passed: float) -> str:
        parts = [f"{self.plan.name} {passed:.0f}s steps {self.steps} loss {float(self.last_loss):.4f}"]
        for seats, play in sorted(self.plays.items()):
            games = max(int(play.games), 1)
            parts.append(f"{seats}p {games} games {int(play.points) / games / seats:.1f} points")
            play.games.zero_()
            play.points.zero_()
        return "; ".join(parts)


def _margins(turns: list[Turn], judged: list[torch.Tensor], trace: float) -> torch.Tensor:
    """Targets for the margin head, in units of 50 points."""
    scaled = [turn._replace(share=turn.margin / 50) for turn in turns]
    return returns(scaled, judged, trace)


def symmetries(pad: Pad) -> list[list[int]]:
    """Exchanges of rows that leave the game as it is: equal rows for equal rows, or numbers mirrored too.

    A mirrored sum is as likely as the sum itself, but lucky numbers tell them apart.
    """
    t = pad.tables
    identity = list(range(pad.R))
    plain = all((t.step[r] == t.step[0]).all() for r in identity) and not pad.has_bar and not pad.has_pairs
    own_colour = all(bits in (0, 1 << r) for r in identity for bits in map(int, t.reach[r]))
    if not (plain and own_colour):
        return [identity]
    numbers = [tuple(map(int, t.cell_of[r])) for r in identity]
    mirror = [(-1, -1, *reversed(row[2:])) for row in numbers]
    found = []
    for shuffle in _permutations(identity):
        moved = [numbers[s] for s in shuffle]
        if moved == numbers or (moved == mirror and not pad.has_lucky):
            found.append(shuffle)
    return found


def _permutations(items: list[int]) -> list[list[int]]:
    from itertools import permutations

    return [list(order) for order in permutations(items)]
