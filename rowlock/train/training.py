"""Training of one variant's network: play, look back, learn, again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from rowlock.bots.net.features import Features
from rowlock.bots.net.lockstep import Games
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Policy
from rowlock.engine.errors import RowlockError
from rowlock.fast.tables import compile_variant
from rowlock.train.course import Course
from rowlock.train.exact import ExactTeacher
from rowlock.train.network import FrozenNetwork, TorchNetwork, read_into, save_weights
from rowlock.train.selfplay import SelfPlay, TurnYield, as_torch, returns


class Learner:
    """The state of one training run."""

    def __init__(self, course: Course) -> None:
        if course.against and any(course.turns % seats for seats in course.seats):
            raise RowlockError(f"against a rival the seats must divide the {course.turns} turns of a round")
        if course.exact and not course.points:
            raise RowlockError("the solved game teaches the solo game: name it with -solo")
        torch.manual_seed(course.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.course = course
        tables = compile_variant(course.variant)
        self.pad = Pad(tables, torch, course.device)
        self.board = self.pad if course.device == "cuda" else Pad(tables)
        """Where games are played: on the CPU in numpy."""
        for pad in (self.pad, self.board):
            pad.longest_chain = min(pad.longest_chain, course.chain)
        begin = course.begin or (course.resume and f"{course.resume}/{course.base}.npz")
        self.network = self._network(Path(begin) if begin else None)
        self.policy = self._policy(self.network)
        self.rate, self.noise, self.fresh, self.loss = (
            self._dial(x) for x in (course.rate, course.noise, 1.0, 0.0)
        )
        on_device = course.device == "cuda"
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=self.rate, capturable=on_device, fused=on_device
        )
        frozen = Path(course.against) / f"{course.base}.npz"
        rival = self._policy(self._network(frozen)) if course.against else None
        self.plays = {
            seats: SelfPlay(self.board, seats, course.tables, rival, course.seed + seats)
            for seats in sorted(set(course.seats))
        }
        self.average = {name: weight.clone() for name, weight in self.network.weights().items()}
        self.shuffles = self.pad.ints(symmetries(self.pad))
        self.exact = ExactTeacher(self.board) if course.exact else None
        self.rounds = 0
        self.steps: dict[int, Callable[[], None]] = {}

    def _network(self, weights: Path | None) -> TorchNetwork:
        course = self.course
        network = TorchNetwork(Features(self.pad), course.hidden, course.rival, course.deep, course.points)
        if weights:
            read_into(network, weights)
        network.to(course.device)
        return network

    def _policy(self, network: TorchNetwork) -> Policy:
        """How a network plays; it goes on playing well as the network learns."""
        player = network.player() if self.board is self.pad else network.in_numpy(Features(self.board))
        return Policy(self.board, player, foresee=bool(self.course.foresee), points=self.course.points)

    def _dial(self, value: float) -> torch.Tensor:
        """A number that keeps its place on the device while it changes."""
        return torch.tensor(value, device=self.course.device)

    def run(self, path: Path) -> None:
        """Train as long as planned; writes the weights along the way and at the end, even when stopped."""
        last = 0.0
        path.parent.mkdir(parents=True, exist_ok=True)
        for seats in self.plays:
            self.steps[seats] = self._captured(seats)
        start = time.time()
        try:
            while (progress := self._progress(time.time() - start)) < 1:
                self.round(progress)
                passed = time.time() - start
                if passed - last > 30 and self._progress(passed) < 1:
                    last = passed
                    self.save(path)
                    print(self.report(passed), flush=True)
        finally:
            self.save(path)
            print(self.report(time.time() - start), flush=True)

    def _progress(self, passed: float) -> float:
        """How much of the run is done, from 0 to 1."""
        course = self.course
        done, whole = (self.rounds, course.rounds) if course.rounds else (passed, course.seconds)
        return done / whole if whole else 1.0

    def save(self, path: Path) -> None:
        save_weights(path, self.average, self.pad.tables.fingerprint, self.course.seats)

    def round(self, progress: float) -> None:
        """Set the dials for this stage of the run, then play and learn once."""
        seats = self.course.seats[self.rounds % len(self.course.seats)]
        self.rounds += 1
        self.noise.fill_(self.course.noise * (1 - progress) ** 2 + 0.001)
        self.rate.fill_(self.course.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * progress))))
        self.fresh.fill_(max(0.002, 1 / (1 + self.rounds)) * self.course.batches)
        self.steps[seats]()
        if self.course.device == "cuda":
            torch.cuda.synchronize()

    def _captured(self, seats: int) -> Callable[[], None]:
        """The work of a round with this many seats; on an accelerator as one graph, launched at once."""
        if self.course.device != "cuda":
            return lambda: self.play_and_learn(seats)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(2):
                self.play_and_learn(seats)
        torch.cuda.current_stream().wait_stream(stream)
        self.optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph):
                self.play_and_learn(seats)
        except RuntimeError as error:
            print(f"{self.course.name}: no graph for {seats} seats, going step by step: {error}", flush=True)
            return lambda: self.play_and_learn(seats)
        replay: Callable[[], None] = graph.replay
        return replay

    def play_and_learn(self, seats: int) -> None:
        """A few turns at all tables with this many seats, then a few steps on what they showed."""
        play = self.plays[seats]
        held = play.tables
        with torch.no_grad(), one_core():
            turns = [play.turn(self.policy, self.noise) for _ in range(self.course.turns)]
            judged = [
                self.network(state) for state in (*[turn.tables for turn in turns], as_torch(play.tables))
            ]
            goals = returns(turns, [self.network.value(win) for win, _ in judged], self.course.trace)
            if self.exact:
                goals = torch.stack([self.exact(turn.tables) for turn in turns])
            leads = _margins(turns, [lead for _, lead in judged], self.course.trace)
            states = Games(
                *[torch.stack(parts) for parts in zip(*[turn.tables for turn in turns], strict=True)]
            )
            if self.course.device == "cuda":  # a graph finds the tables where they were
                for old, new in zip(held, play.tables, strict=True):
                    old.copy_(new)
                play.tables = held
        weights = _learners(turns, goals) if self.course.against else None
        self.learn(states, goals, leads, weights)
        with torch.no_grad():
            for name, weight in self.network.weights().items():
                self.average[name].lerp_(weight, torch.clamp(self.fresh, max=1.0))
            if isinstance(self.policy.network, FrozenNetwork):
                self.policy.network.refresh(self.network.weights())

    def learn(
        self, states: Games, goals: torch.Tensor, leads: torch.Tensor, weights: torch.Tensor | None
    ) -> None:
        """Steps on the states `[T, N, …]`, each state once; `weights` tells which seats to learn from."""
        batches = self.course.batches
        for b in range(batches):
            part = Games(*[x[:, b::batches].flatten(0, 1) for x in states])
            win, lead = self.network(part._replace(rows=self.shuffled(part.rows)))
            goal, margin = goals[:, b::batches].flatten(0, 1), leads[:, b::batches].flatten(0, 1)
            if self.course.points:
                loss = functional.mse_loss(win, goal)
            else:
                weight = None if weights is None else weights[:, b::batches].flatten(0, 1)
                loss = functional.binary_cross_entropy_with_logits(win, goal, weight)
            whole = loss + 0.1 * functional.smooth_l1_loss(lead, margin)
            self.optimiser.zero_grad(set_to_none=True)
            whole.backward()
            self.optimiser.step()
            self.loss.copy_(loss.detach())

    def shuffled(self, rows: torch.Tensor) -> torch.Tensor:
        """The same sheets with rows exchanged, where the variant does not tell them apart."""
        drawn = torch.randint(len(self.shuffles), (1,), device=self.course.device)
        order = self.shuffles.index_select(0, drawn)[0]
        return (rows - self.pad.empty).index_select(-1, order) + self.pad.empty

    def report(self, passed: float) -> str:
        parts = [f"{self.course.name} {passed:.0f}s rounds {self.rounds} loss {float(self.loss):.6f}"]
        for seats, play in self.plays.items():
            games = max(int(play.games), 1)
            parts.append(f"{seats}p {games} games {int(play.points) / games / seats:.1f} points")
            if self.course.against:
                parts.append(f"won {float(play.won) / games:.4f}")
            play.won.zero_()
            play.games.zero_()
            play.points.zero_()
        return "; ".join(parts)


def _margins(turns: list[TurnYield], judged: list[torch.Tensor], trace: float) -> torch.Tensor:
    """Targets for the margin head, in units of 50 points."""
    scaled = [turn._replace(share=turn.margin / 50) for turn in turns]
    return returns(scaled, judged, trace)


def _learners(turns: list[TurnYield], goals: torch.Tensor) -> torch.Tensor:
    """1 where the learner sits, 0 where its rival does: `[T, N, P]`."""
    weights = torch.zeros_like(goals)
    for at, turn in enumerate(turns):
        weights[at, :, turn.learner] = 1.0
    return weights


def symmetries(pad: Pad) -> list[list[int]]:
    """Exchanges of rows that leave the game as it is: equal rows for equal rows, or numbers mirrored too.

    A mirrored sum is as likely as the sum itself, but lucky numbers and swap fields tell them apart.
    """
    t = pad.tables
    identity = list(range(pad.R))
    plain = not (pad.has_bar or pad.has_pairs or pad.has_links or pad.has_steps or pad.bridges)
    own_colour = all(bits in (0, 1 << r) for r in identity for bits in map(int, t.reach[r]))
    if not (plain and own_colour):
        return [identity]
    numbers = [tuple(map(int, t.cell_of[r])) for r in identity]
    mirror = [(-1, -1, *reversed(row[2:])) for row in numbers]
    found = []
    for shuffle in map(list, permutations(identity)):
        if not np.array_equal(t.step[shuffle], t.step):
            continue
        moved = [numbers[s] for s in shuffle]
        if moved == numbers or (moved == mirror and not pad.has_lucky and not pad.has_swaps):
            found.append(shuffle)
    return found
