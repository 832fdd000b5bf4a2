"""Research with torch: tables in step play there as in numpy, and the examples learn at them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from rowlock.bots import load_bot
from rowlock.research.tables import TableEnv
from rowlock.variants import load_variant

EXAMPLES = Path(__file__).parents[2] / "examples"


class SameDice(TableEnv):
    """Tables with the same dice in numpy and in torch."""

    turns = 0

    def _roll(self) -> object:
        self.turns += 1
        shape = (self.tables, 2 + self.pad.R)
        faces = np.random.default_rng(self.turns).integers(1, self.pad.faces + 1, shape)
        return faces if self.pad.xp is np else torch.as_tensor(faces).int()


@pytest.mark.parametrize("name", ["classic", "mixx-a", "longo", "bonus-b", "double-a", "x-change"])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_tables_play_in_torch_as_in_numpy(name: str, seats: int) -> None:
    plain, there = SameDice(name, seats, 8), SameDice(name, seats, 8, "cpu")
    chance, ended = np.random.default_rng(3), 0
    for _ in range(100):
        for part in ("observation", "mask", "seat"):
            assert np.array_equal(getattr(plain, part), getattr(there, part).numpy())
        assert plain.is_white == there.is_white
        choice = np.where(plain.mask, chance.random(plain.mask.shape), -1).argmax(-1)
        ours, theirs = plain.step(choice), there.step(torch.as_tensor(choice))
        for told, again in zip(ours, theirs, strict=True):
            assert np.allclose(told, again.numpy())
        ended += ours.done.sum()
    assert ended > 2


@pytest.mark.parametrize("by", ["ppo", "dqn"])
def test_a_learner_leaves_a_bot(tmp_path: Path, by: str) -> None:
    for file in (EXAMPLES / "agents").glob("*.py"):
        shutil.copy(file, tmp_path)
    command = [sys.executable, str(tmp_path / "train.py"), "--by", by, "--tables", "4", "--minutes", "0"]
    subprocess.run(command, check=True, timeout=300)
    bot = load_bot(str(tmp_path / f"{by}.py"), load_variant("classic"), 2)
    assert bot.name.endswith(f"{by}.py")


def test_the_example_for_an_accelerator_learns_on_a_processor_too() -> None:
    command = [sys.executable, str(EXAMPLES / "train_on_device.py"), "--device", "cpu", "--tables", "8"]
    told = subprocess.run(
        [*command, "--minutes", "0.001"], check=True, timeout=300, capture_output=True, text=True
    )
    assert "games" in told.stdout
