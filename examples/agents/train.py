"""Train a network by self-play with PPO or DQN, in minutes on a CPU, as a bot that can be measured.

python examples/agents/train.py --by ppo --variant classic --minutes 10
python examples/agents/train.py --by dqn --variant classic --minutes 10
rowlock benchmark examples/agents/ppo.py examples/agents/dqn.py     # after classic, longo and bonus-b

It needs PyTorch (pip install 'rowlock[train]') and prints decisions and points as it learns. The reward is
what a seat's sheet gains until its next decision. PPO keeps near the policy that played; DQN learns from
earlier games too, against a copy of itself that lags behind, and tries something at random now and then.
"""

import argparse
import copy
import random
import time
from pathlib import Path

import numpy as np
import torch
from learned import inputs
from torch import nn

from rowlock.research.tables import TableEnv

ACTIONS, GROUP = 40, 8
"""Actions of every table between two rounds of learning; actions that one step of learning is made from."""
POINTS = 20.0
"""Points that count as a reward of one."""
REMEMBERED, LAGS = 20, 10
"""Rounds that DQN learns from, and after how many of them the lagging copy catches up."""


class Network(nn.Module):
    """The likings of all options of both actions, and the worth of what is seen."""

    def __init__(self, seen, white, colour):
        super().__init__()
        first = inputs(torch, torch.zeros(seen)).shape[-1]
        self.body = nn.Sequential(nn.Linear(first, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.white, self.colour, self.worth = nn.Linear(128, white), nn.Linear(128, colour), nn.Linear(128, 1)

    def forward(self, moment):
        found = self.body(inputs(torch, moment["seen"]))
        likes = (self.white if moment["is_white"] else self.colour)(found)
        return likes.masked_fill(~moment["mask"], -1e9), self.worth(found)[..., 0]


def asked(env):
    """Everything that a choice is made from, and who makes it."""
    seats = env.seat[:, : env.mask.shape[1]].long()
    return {"seen": env.observation, "mask": env.mask, "is_white": env.is_white, "seat": seats}


def play(env, choose, points):
    """A round: what was asked, chosen and earned (by seat), and the points of the games that ended."""
    moments, ended = [], []
    for _ in range(ACTIONS):
        moment, order = asked(env), env.seat.long()
        moment["choice"] = choose(moment)
        stepped = env.step(moment["choice"])
        now = torch.zeros_like(points).scatter_(1, order, stepped.points.float())
        moment["reward"], moment["done"] = (now - points) / POINTS, stepped.done
        ended += stepped.points[stepped.done].flatten().tolist()
        points.copy_(now * ~stepped.done[:, None])
        moments.append(moment)
    return moments, ended


def look_back(moments, ahead, worth_of, share):
    """The target of every moment: what its seats earn until they are asked again, and what they then expect.

    `share` of the target comes from what really followed, the rest from `worth_of` the next moment.
    """
    for moment in reversed(moments):
        ahead = moment["reward"] + ahead * ~moment["done"][:, None]
        moment["target"] = ahead.gather(1, moment["seat"])
        expected = (1 - share) * worth_of(moment) + share * moment["target"]
        ahead = ahead.scatter(1, moment["seat"], expected)


def at_end(env, worth_of):
    """The worth of the moment after a round, by seat."""
    moment = asked(env)
    return torch.zeros(env.tables, env.seats, device=moment["seat"].device).scatter_(
        1, moment["seat"], worth_of(moment)
    )


class PPO:
    """Proximal policy optimisation: three passes over each round, the policy changes by a fifth at most."""

    def __init__(self, network):
        self.network, self.optimiser = network, torch.optim.Adam(network.parameters(), 7e-4)

    def choose(self, moment):
        chances = torch.distributions.Categorical(logits=self.network(moment)[0], validate_args=False)
        choice = chances.sample()
        moment["before"] = chances.log_prob(choice)
        return choice

    def learn(self, moments, env):
        def worth_of(moment):
            return self.network(moment)[1]

        with torch.no_grad():
            look_back(moments, at_end(env, worth_of), worth_of, 0.95)
        for _ in range(3):
            for group in groups(moments):
                step(self.optimiser, self.network, sum(map(self.loss, group)) / len(group))

    def loss(self, moment):
        likes, worth = self.network(moment)
        chances = likes.log_softmax(-1)
        gain = moment["target"] - worth.detach()
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        ratio = (chances.gather(-1, moment["choice"][..., None])[..., 0] - moment["before"]).exp()
        held = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain)
        spread = -(chances.exp() * chances.clamp(min=-50)).sum(-1)
        return ((worth - moment["target"]) ** 2 / 2 - held - 0.01 * spread).mean()


class DQN:
    """Deep Q-learning: likings are expected points; a copy that lags behind says what follows."""

    def __init__(self, network):
        self.network, self.optimiser = network, torch.optim.Adam(network.parameters(), 5e-4)
        self.lagging, self.rounds, self.memory = copy.deepcopy(network), 0, []

    def choose(self, moment):
        likes = self.network(moment)[0]
        lot = torch.rand_like(likes).masked_fill(~moment["mask"], -1)
        dared = torch.rand(likes.shape[:-1], device=likes.device) < max(0.03, 0.5 * 0.98**self.rounds)
        return torch.where(dared, lot.argmax(-1), likes.argmax(-1))

    def learn(self, moments, env):
        def worth_of(moment):
            best = self.network(moment)[0].argmax(-1, keepdim=True)
            return self.lagging(moment)[0].gather(-1, best)[..., 0]

        self.rounds += 1
        self.memory = [*self.memory[1 - REMEMBERED :], (moments, asked(env))]
        for round_, after in [self.memory[-1], *random.choices(self.memory, k=2)]:
            with torch.no_grad():
                ahead = torch.zeros_like(round_[0]["reward"]).scatter_(1, after["seat"], worth_of(after))
                look_back(round_, ahead, worth_of, 0.0)
            for group in groups(round_):
                step(self.optimiser, self.network, sum(map(self.loss, group)) / len(group))
        if self.rounds % LAGS == 0:
            self.lagging.load_state_dict(self.network.state_dict())

    def loss(self, moment):
        chosen = self.network(moment)[0].gather(-1, moment["choice"][..., None])[..., 0]
        return nn.functional.smooth_l1_loss(chosen, moment["target"])


def groups(moments):
    order = random.sample(moments, len(moments))
    return [order[at : at + GROUP] for at in range(0, len(order), GROUP)]


def step(optimiser, network, loss):
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def new_network(variant, seats, device):
    env = TableEnv(variant, seats, 1, device)
    white = env.mask.shape[-1]
    env.step(env.mask.float().argmax(-1))
    return Network(env.observation.shape[-1], white, env.mask.shape[-1]).to(device)


def train(args):
    torch.manual_seed(1)
    random.seed(1)
    network = new_network(args.variant, args.seats, args.device)
    learner, env = (
        {"ppo": PPO, "dqn": DQN}[args.by](network),
        TableEnv(args.variant, args.seats, args.tables, args.device),
    )
    points = torch.zeros(args.tables, args.seats, device=args.device)
    began, told, decisions, scores = time.monotonic(), 0.0, 0, []
    while (spent := time.monotonic() - began) < 60 * args.minutes or not decisions:
        with torch.no_grad():
            moments, ended = play(env, learner.choose, points)
        learner.learn(moments, env)
        decisions += sum(int((moment["mask"].sum(-1) > 1).sum()) for moment in moments)
        scores = [*scores, *ended][-4000:]
        if spent >= told and scores:
            print(
                f"{spent / 60:5.1f} min {decisions:12,} decisions {np.mean(scores):7.1f} points", flush=True
            )
            told, scores = spent + 6 * args.minutes, []
    return network


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--by", choices=("ppo", "dqn"), default="ppo")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument(
        "--folder", type=Path, default=Path(__file__).parent, help="where the bot's folder is"
    )
    args = parser.parse_args()
    weights = {name: part.cpu().numpy() for name, part in train(args).state_dict().items()}
    path = args.folder / args.by / f"{Path(args.variant).stem}-{args.seats}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **weights)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
