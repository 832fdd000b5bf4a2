"""The network in PyTorch: the same sums of table rows as `bots.net.network`, with gradients."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from rowlock.bots.net.features import Features, place_in_order
from rowlock.bots.net.lockstep import Games
from rowlock.bots.net.network import NumpyNetwork
from rowlock.bots.net.policy import Sheets

NAMES = ("own", "rival", "mix", "bias", "second", "second_bias", "last", "last_bias")
"""The weights that a bot needs; the margin head helps training only."""


class TorchNetwork(nn.Module):
    """Win chances for training (`forward`) and, as a `policy.Network`, for play."""

    def __init__(
        self, features: Features, hidden: int = 128, rival: int = 64, deep: int = 32, points: bool = False
    ) -> None:
        super().__init__()
        self.features, self.points = features, points
        sizes = {
            "own": (features.size, hidden),
            "rival": (features.size, rival),
            "mix": (rival, hidden),
            "bias": (hidden,),
            "second": (hidden, deep),
            "second_bias": (deep,),
            "last": (deep,),
            "last_bias": (),
            "margin": (deep,),
        }
        for name, size in sizes.items():
            scale = {"own": 0.1, "rival": 0.1}.get(name, size[0] ** -0.5 if size else 0.0)
            start = torch.randn(size) * (0.0 if "bias" in name else scale)
            setattr(self, name, nn.Parameter(start))

    def forward(self, tables: Games) -> tuple[torch.Tensor, torch.Tensor]:
        """Logit of the win and margin (in 50 points) for every seat `[B, P]` at the start of a turn."""
        features, pad = self.features, self.features.pad
        seats = tables.rows.shape[1]
        wait = pad.upto(seats) + 0 * tables.used
        closed = tables.closed[:, None] + 0 * tables.used
        places = features.sheet(
            tables.rows, tables.used, tables.penalties, closed, tables.deal, place_in_order(seats, wait)
        )
        lead = margin(pad.score(tables.rows, tables.used, tables.penalties))
        sums = _multi_hot if lead.is_cuda else _bag
        encoded = torch.relu(sums(self.rival, places))
        context = (encoded.sum(1)[:, None] - encoded) @ self.mix + self.bias
        hidden = torch.relu(sums(self.own, [*places, features.gap(lead)]) + context)
        deep = torch.relu(hidden @ self.second + self.second_bias)
        return deep @ self.last + self.last_bias, deep @ self.margin

    def player(self) -> FrozenNetwork:
        return FrozenNetwork(self)

    def in_numpy(self, features: Features) -> NumpyNetwork:
        """The same weights for play on the CPU, in the same memory: it learns as this one learns."""
        weights = {name: weight.numpy() for name, weight in self.weights().items()}
        return NumpyNetwork(features, weights, self.points)

    def value(self, logit: torch.Tensor) -> torch.Tensor:
        return logit if self.points else torch.sigmoid(logit)

    def weights(self) -> dict[str, torch.Tensor]:
        return {name: getattr(self, name).detach() for name in NAMES}


class FrozenNetwork:
    """A frozen copy of the weights for play, in half precision on an accelerator."""

    own: torch.Tensor
    rival: torch.Tensor
    mix: torch.Tensor
    bias: torch.Tensor
    second: torch.Tensor
    second_bias: torch.Tensor
    last: torch.Tensor
    last_bias: torch.Tensor

    def __init__(self, network: TorchNetwork) -> None:
        self.features, self.points = network.features, network.points
        pad = network.features.pad
        self.further = pad.ints([0, *[1 << r for r in range(pad.R)]])
        self.refresh(network.weights())

    def refresh(self, weights: dict[str, torch.Tensor]) -> None:
        """Take over new weights; the arrays stay where they are."""
        for name, weight in weights.items():
            if not hasattr(self, name):
                setattr(self, name, weight.half() if weight.is_cuda else weight.clone())
            getattr(self, name).copy_(weight)

    def contexts(self, sheets: Sheets) -> torch.Tensor:
        """[N, P, 1 + R, hidden]: as things stand, and if one more row were closed."""
        encoded = torch.relu_(_bag(self.rival, self.features.sheet(*self._wide(sheets))))
        context: torch.Tensor = (encoded.sum(1)[:, None] - encoded) @ self.mix + self.bias
        return context

    def _wide(self, sheets: Sheets) -> Sheets:
        closed = sheets.closed[..., None] | self.further
        shape = (*closed.shape, sheets.rows.shape[-1])
        rows = sheets.rows[..., None, :].expand(shape)
        used, penalties, _, deal, order = (part[..., None] + 0 * closed for part in sheets[1:])
        return Sheets(rows, used, penalties, closed, deal, order)

    def win(
        self, places: list[torch.Tensor], context: torch.Tensor, seat: torch.Tensor, closing: torch.Tensor
    ) -> torch.Tensor:
        variants, width = context.shape[1:]
        hidden = _bag(self.own, places)
        hidden += context.reshape(-1, width).index_select(0, seat * variants + closing)
        deep = torch.relu_(hidden.relu_() @ self.second + self.second_bias)
        logit = deep @ self.last + self.last_bias
        return logit.float() if self.points else torch.sigmoid(logit.float())


def margin(score: torch.Tensor) -> torch.Tensor:
    """Each seat's lead over its best rival, in points."""
    seats = score.shape[1]
    if seats == 1:
        return score
    others = torch.stack([torch.roll(score, -k, 1) for k in range(1, seats)], -1)
    return score - others.amax(-1)


def save_weights(
    path: Path, weights: dict[str, torch.Tensor], fingerprint: str, seats: tuple[int, ...]
) -> None:
    """Write the weights for a bot to read, or to train further; half precision is enough for both.

    The file says for which rules and numbers of players they are.
    """
    arrays = {name: weight.cpu().numpy().astype(np.float16) for name, weight in weights.items()}
    part = path.with_suffix(".part.npz")
    players = np.array(sorted(set(seats)))
    np.savez_compressed(part, fingerprint=np.array(fingerprint), seats=players, **arrays)
    part.replace(path)


def read_into(network: TorchNetwork, path: Path) -> None:
    """Go on from saved weights."""
    with np.load(path) as found, torch.no_grad():
        for name in NAMES:
            getattr(network, name).copy_(torch.as_tensor(found[name].astype(np.float32)))


def _multi_hot(table: torch.Tensor, places: list[torch.Tensor]) -> torch.Tensor:
    """Sums of table rows as a product with ones and zeros: faster to learn through on an accelerator."""
    index = torch.stack(places, -1).long()
    marks = torch.zeros((*index.shape[:-1], len(table)), device=index.device)
    return marks.scatter_(-1, index, 1.0) @ table


def _bag(table: torch.Tensor, places: list[torch.Tensor]) -> torch.Tensor:
    """Sums of table rows: `places` are arrays of one shape, the answer has one more dimension."""
    index = torch.stack(places, -1)
    flat = functional.embedding_bag(index.view(-1, index.shape[-1]), table, mode="sum")
    return flat.view(*index.shape[:-1], table.shape[1])
