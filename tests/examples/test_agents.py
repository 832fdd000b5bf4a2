"""The learners and the search of examples/agents play as bots; tests/train tries how they learn."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowlock import format_move, legal_moves, parse_position, view
from rowlock.arena.benchmark import measure
from rowlock.arena.contest import Contest, hold
from rowlock.bots import load_bot
from rowlock.engine.errors import RowlockError
from rowlock.research.tables import TableEnv
from rowlock.variants import load_variant

AGENTS = Path(__file__).parents[2] / "examples" / "agents"


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    for file in AGENTS.glob("*.py"):
        shutil.copy(file, tmp_path)
    return tmp_path


def leave_weights(folder: Path, pad: str) -> None:
    """Weights as a learner leaves them, drawn by lot."""
    env, chance = TableEnv(pad, 2, 1), np.random.default_rng(1)
    white = env.mask.shape[-1]
    env.step(env.mask.argmax(-1))
    sizes = {"body.0": (256, 15 * env.observation.shape[-1]), "body.2": (128, 256)}
    sizes |= {"white": (white, 128), "colour": (env.mask.shape[-1], 128)}
    parts = {f"{name}.weight": chance.standard_normal(shape) for name, shape in sizes.items()}
    parts |= {f"{name}.bias": chance.standard_normal(shape[0]) for name, shape in sizes.items()}
    folder.mkdir(exist_ok=True)
    np.savez(folder / f"{pad}-2.npz", allow_pickle=False, **parts)


def test_what_was_learnt_is_measured_like_every_bot(agents: Path) -> None:
    for pad in ("classic", "longo", "bonus-b"):
        leave_weights(agents / "ppo", pad)
    cells = measure([str(agents / "ppo.py")], games=2, workers=1).cells
    assert [cell["games"] for cell in cells] == [2] * 12
    assert not any(cell["forfeits"] for cell in cells)


def test_a_pad_that_was_not_trained_is_refused_by_name(agents: Path) -> None:
    with pytest.raises(RowlockError, match=r"for classic and 2 seats: train\.py --by dqn --variant classic"):
        load_bot(str(agents / "dqn.py"), load_variant("classic"), 2)


@pytest.mark.parametrize(("pad", "seats"), [("classic", 2), ("bonus-b", 2), ("longo", 1)])
def test_the_search_plays_the_same_at_one_table_and_at_many(agents: Path, pad: str, seats: int) -> None:
    (agents / "few.py").write_text('from mcts import bot\n\nmake_bot, make_batch = bot("few", 4)\n')
    contest = Contest(load_variant(pad), (str(agents / "few.py"), *["cautious"] * (seats - 1)), 3)
    many = hold(contest, 1, 1)
    single = hold(replace(contest, save=True), 1, 1)
    assert not single.forfeits
    assert many.points.tolist() == single.points.tolist()
    assert single.records


def test_the_search_closes_the_row_that_wins(agents: Path) -> None:
    position = "classic 31/0 white 6+6,r1,y1,b1 ?/? r2.3.4.5.6.7,y,g12.11.10.9.8.2+,b,p0 r,y,gx,b,p0"
    game = parse_position(position)
    bot = load_bot(str(agents / "mcts_100.py"), game.variant, 2)
    moves = [format_move(move) for move in legal_moves(game, 0)]
    assert len(moves) > 1
    assert bot.choose(view(game, 0), moves) == "r12"
