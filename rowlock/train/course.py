"""The parameters of a training run. Nothing here needs PyTorch: the help of `rowlock train` is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine.variant import Variant


@dataclass(frozen=True)
class Course:
    """Everything a training run depends on, apart from the machine's speed."""

    variant: Variant
    seconds: float
    rounds: int = 0
    """A number of rounds instead of seconds: then the same seed gives the same weights again."""
    seed: int = 1
    device: str = "cpu"
    tables: int = 8192
    turns: int = 8
    batches: int = 4
    hidden: int = 128
    rival: int = 64
    deep: int = 32
    rate: float = 2e-3
    noise: float = 0.02
    """At first; it fades to a thousandth."""
    trace: float = 0.85
    foresee: int = 0
    seats: tuple[int, ...] = (2, 3, 2, 4, 2, 5)
    chain: int = 6
    resume: str = ""
    """A folder with weights to start from."""
    begin: str = ""
    """A file with weights to start from."""
    exact: int = 0
    """Alone: learn from the solved game and not from how games end."""
    means: int = 0
    """So many processes reckon means over all rolls to learn from, and not how games end."""
    against: str = ""
    """A folder with weights of a frozen rival that has all other seats: look for its best response."""

    @property
    def points(self) -> bool:
        """Whether to play solo, for points."""
        return self.seats == (1,)

    @property
    def base(self) -> str:
        """The names of the trained networks, as the files of weights are named."""
        return f"{self.variant.name}-solo" if self.points else self.variant.name

    @property
    def name(self) -> str:
        return f"{self.base}-response" if self.against else self.base
