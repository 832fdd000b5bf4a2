"""Train a policy by self-play on an accelerator: games, network and learning all stay on the device.

python examples/train_on_device.py --device cuda --minutes 2
python examples/train_on_device.py --device cpu --tables 512 --minutes 5

An actor with a critic, in PyTorch (pip install 'rowlock[train]'). It prints the mean points of its games.
"""

import argparse
import time

import torch
from torch import nn

from rowlock.research.tables import TableEnv

STEPS = 40
"""Actions between two steps of learning."""


class Network(nn.Module):
    """Logits for the options of both actions, and the worth of what is seen."""

    def __init__(self, inputs: int, white: int, colour: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.white, self.colour, self.worth = nn.Linear(256, white), nn.Linear(256, colour), nn.Linear(256, 1)

    def forward(self, seen, mask, is_white):
        found = self.body(seen.float() / 12)
        logits = (self.white if is_white else self.colour)(found)
        return logits.masked_fill(~mask, -1e9), self.worth(found)[..., 0]


def play(env, network, totals):
    """Some actions at every table: what was seen and chosen by whom, and what it brought."""
    kept = []
    for _ in range(STEPS):
        seen, mask, white = env.observation, env.mask, env.is_white
        with torch.no_grad():
            logits, _ = network(seen, mask, white)
            choice = torch.distributions.Categorical(logits=logits, validate_args=False).sample()
        seat = env.seat[:, : mask.shape[1]].long()
        order = env.seat.long()
        stepped = env.step(choice)
        rewards = torch.zeros_like(stepped.points, dtype=torch.float32)
        rewards.scatter_(1, order, stepped.points.float() / 100 * stepped.done[:, None])  # by seat
        kept.append((seen, mask, white, choice, seat, rewards, stepped.done))
        totals[0] += stepped.done.sum()
        totals[1] += (stepped.points * stepped.done[:, None]).sum() / env.seats
    return kept


def learn(env, network, optimiser, kept):
    """One step towards what turned out better than expected: points of the own sheet, without discount."""
    with torch.no_grad():
        _, ahead = network(env.observation, env.mask, env.is_white)
        returns = torch.zeros_like(ahead).scatter_(1, env.seat.long(), ahead)
    loss = 0.0
    for seen, mask, white, choice, seat, rewards, done in reversed(kept):
        returns = rewards + returns * ~done[:, None]
        logits, worth = network(seen, mask, white)
        chances = logits.log_softmax(-1)
        gain = returns.gather(1, seat) - worth
        chosen = chances.gather(-1, choice[..., None])[..., 0]
        spread = -(chances.exp() * chances.clamp(min=-50)).sum(-1)
        loss = loss + (gain**2 - chosen * gain.detach() - 0.003 * spread).mean() / len(kept)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--tables", type=int, default=8192)
    parser.add_argument("--minutes", type=float, default=2.0)
    args = parser.parse_args()
    torch.manual_seed(1)
    env = TableEnv(args.variant, 2, args.tables, args.device)
    seen, white = env.observation.shape[-1], env.mask.shape[-1]
    env.step(env.mask.float().argmax(-1))
    network = Network(seen, white, env.mask.shape[-1]).to(args.device)
    env = TableEnv(args.variant, 2, args.tables, args.device)
    optimiser = torch.optim.Adam(network.parameters(), 1e-3)
    began, told, totals = time.monotonic(), 0.0, torch.zeros(2, device=args.device)
    while time.monotonic() - began < 60 * args.minutes:
        learn(env, network, optimiser, play(env, network, totals))
        if time.monotonic() - began > told:
            games, points = totals.tolist()
            mean, minutes = points / max(1, games), (time.monotonic() - began) / 60
            print(f"{minutes:5.2f} min {games:12,.0f} games {mean:7.1f} points", flush=True)
            totals.zero_()
            told = time.monotonic() - began + 6 * args.minutes


if __name__ == "__main__":
    main()
