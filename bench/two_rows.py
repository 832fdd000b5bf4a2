"""A game of two rows for two players, solved whole: the numbers of docs/papers/two-player-endings.md.

    python bench/two_rows.py [--pad bench/pads/two-short-rows.toml] [--games 300] [--network FILE]
                             [--picture FILE.svg]

First every joint position is solved; what is known is written to a file (`--file`) after every `--step`
positions, and the same command goes on from there. Then games are played by the values: both seats choose by
the equilibrium of every roll, which is taken from the readable engine and not from the kernels. Counted are
rolls whose equilibrium is mixed, and what the best single choice of a seat loses there against a rival who
knows it. With `--network`, a file that `rowlock train` has made for the pad, the champion's method is asked
at every roll too: how far its chances are off, and what its choices lose against a rival in equilibrium.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.matrix_games import Solution, solve_matrix_game
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.shelf import open_network
from rowlock.engine.game import Game, Phase, all_rolls, apply, legal_moves, new_game
from rowlock.engine.moves import Choice
from rowlock.engine.notation import format_move
from rowlock.engine.variant import Variant
from rowlock.progress import Progress
from rowlock.solver import brute_two
from rowlock.solver.ending_file import solve_whole
from rowlock.solver.ending_store import store_bytes
from rowlock.solver.endings import Endings
from rowlock.variants import find_variant

PADS = Path(__file__).parent / "pads"
SAME = 1e-9
Fractions = list[list[float]]


class Roll(NamedTuple):
    """One roll of a game by the values."""

    turn: int
    closed: int
    """How many rows are closed."""
    mixed: bool
    pure: tuple[float, float]
    """The losses of the best single choice of the active seat, and of the other."""
    off: float | None
    """By how much the champion's method misjudges the roll, and what its two choices lose."""
    lost: tuple[float, float] | None


class Solved(brute_two.BruteTwo):
    """Matrix games by the readable engine, over solved values."""

    def __init__(self, endings: Endings) -> None:
        super().__init__()
        self.endings = endings

    def value(self, game: Game) -> float:  # type: ignore[override]
        found = self.endings.value(game, most=0)
        assert found is not None  # all are known
        return found

    def best_colour(self, game: Game) -> Choice:
        """The colour action that is worth most to the active seat."""
        moves = legal_moves(game, game.active)
        return max(moves, key=lambda move: self.after(apply(game, move, game.active).game, game.active))


def play(solved: Solved, variant: Variant, seed: int, judge: ByNetwork | None) -> tuple[list[Roll], float]:
    """The rolls of a game in equilibrium, and what it brings the seat that begins."""
    random, game, found = Random(seed), new_game(variant, 2), []
    rolls = list(all_rolls(game))
    while game.phase is not Phase.OVER:
        roll = random.choice(rolls if game.closed == 0 else list(all_rolls(game)))
        active, game = game.active, apply(game, roll).game
        met = solved.meeting(game)
        chances: Fractions = [[float(chance) for chance in row] for row in met.chances]
        mix = solve_matrix_game(chances)
        found.append(note(game, met, chances, mix, judge))
        own = random.choices(met.mine, mix.rows)[0]
        other = random.choices(met.theirs, mix.columns)[0]
        game = apply(apply(game, own, active).game, other, 1 - active).game
        if game.phase is Phase.COLOUR:
            game = apply(game, solved.best_colour(game), active).game
    return found, float(solved.after(game, 0))


def note(
    game: Game, met: brute_two.RollGame, chances: Fractions, mix: Solution, judge: ByNetwork | None
) -> Roll:
    """The counts of a roll."""
    table = np.array(chances)
    pure = mix.value - table.min(1).max(), table.max(0).min() - mix.value
    mixed = max(pure) > SAME
    off, lost = judged(game, met, table, mix, judge) if judge else (None, None)
    return Roll(game.turn, game.closed.bit_count(), mixed, (max(0.0, pure[0]), max(0.0, pure[1])), off, lost)


def judged(
    game: Game, met: brute_two.RollGame, table: np.ndarray, mix: Solution, judge: ByNetwork
) -> tuple[float, tuple[float, float]]:
    """How far the champion's method is off at a roll, and what its choices lose in equilibrium."""
    worth, options, mixes = judge.met([game])
    active = game.active
    own, other = table @ np.array(mix.columns), 1 - np.array(mix.rows) @ table
    losses = []
    for seat, moves, worths in ((active, met.mine, own), (1 - active, met.theirs, other)):
        shares = mixes[0][seat] if mixes[0] else {}
        said = options[0][seat]
        shares = shares or {max(said, key=lambda move: said[move]): 1.0}
        kept = sum(
            shares.get(format_move(move), 0.0) * gain for move, gain in zip(moves, worths, strict=True)
        )
        losses.append(float(worths.max() - kept / sum(shares.values())))
    return abs(worth[0][active] - mix.value), (losses[0], losses[1])


def tell(rolls: list[Roll], results: list[float]) -> None:
    """The numbers of the paper."""
    count, games = len(rolls), len(results)
    half = 1.96 * float(np.std(results)) / games**0.5
    had = f"{np.mean(results):.3f} ± {half:.3f}"
    print(f"{games:,} games by the values, {count:,} rolls: the first player had {had}")
    for label, some in (
        ("all rolls", rolls),
        ("no row closed", [roll for roll in rolls if roll.closed == 0]),
        ("one row closed", [roll for roll in rolls if roll.closed == 1]),
    ):
        mixed = [roll for roll in some if roll.mixed]
        worst = max((max(roll.pure) for roll in mixed), default=0.0)
        mean = np.mean([roll.pure for roll in mixed], 0) if mixed else np.zeros(2)
        print(
            f"{label:<15} {len(some):>7,} mixed {len(mixed) / max(1, len(some)):.2%}; a best single choice "
            f"loses there {mean[0]:.4f} (active), {mean[1]:.4f} (waiting), {worst:.3f} at most"
        )
    lost = np.sum([roll.pure for roll in rolls]) / (2 * games)
    print(f"over a game a seat that never mixes loses about {lost:.5f}")
    if rolls[0].off is not None:
        off = np.array([roll.off for roll in rolls])
        gone = np.array([roll.lost for roll in rolls])
        print(
            f"champion's method: off by {off.mean():.4f} on average, {np.quantile(off, 0.99):.3f} at 99 %, "
            f"{off.max():.3f} at most; its choices lose {gone.sum() / (2 * games):.4f} a game and seat"
        )


def draw(rolls: list[Roll], file: Path) -> None:
    """Mixed rolls by turn, and what a best single choice loses at them."""
    from matplotlib.figure import Figure

    figure = Figure((8, 3), layout="constrained")
    left, right = figure.subplots(1, 2)
    turns = Counter(roll.turn for roll in rolls)
    mixed = Counter(roll.turn for roll in rolls if roll.mixed)
    shown = [turn for turn in sorted(turns) if turns[turn] >= 50]
    left.bar(shown, [100 * mixed[turn] / turns[turn] for turn in shown], color="0.4")
    left.set_xlabel("turn")
    left.set_ylabel("mixed, % of rolls")
    losses = [100 * loss for roll in rolls if roll.mixed for loss in roll.pure if loss > SAME]
    right.hist(losses, bins=25, color="0.4")
    right.set_xlabel("a best single choice loses, points of chance")
    right.set_ylabel("choices at mixed rolls")
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pad", default=str(PADS / "two-short-rows.toml"))
    parser.add_argument("--file", type=Path, default=Path("two-rows.npz"))
    parser.add_argument("--most", type=int, default=2_900_000)
    parser.add_argument("--step", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--network", type=Path)
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    variant = find_variant(asked.pad)
    endings = Endings(variant, asked.most, twins=True)
    print(
        f"{variant.title}: up to {asked.most:,} joint positions, {store_bytes(asked.most) / 1e9:.1f} GB",
        flush=True,
    )
    with Progress(asked.most, "joint positions") as progress:
        value = solve_whole(
            endings, asked.file, asked.most, asked.step, lambda known: progress.add(known - progress.done)
        )
    if value is None:
        sys.exit(f"{endings.count:,} joint positions are solved, and there are more: raise --most")
    mixed, large, gap = endings.notes
    print(f"{endings.count:,} joint positions; whoever begins has {value:.9f}")
    print(
        f"{mixed:,} mixed matrix games, {large:,} by the simplex method, largest gap {gap:.1e} (of this run)"
    )
    solved, rolls, results = Solved(endings), list[Roll](), list[float]()
    judge = champion(variant, asked.network) if asked.network else None
    with Progress(asked.games, "games") as progress:
        for seed in range(asked.games):
            some, result = play(solved, variant, seed, judge)
            rolls += some
            results.append(result)
            progress.add(1)
    tell(rolls, results)
    if asked.picture:
        draw(rolls, asked.picture)


def champion(variant: Variant, file: Path) -> ByNetwork:
    """The judge by the champion's method with a network of one's own."""
    pad = pad_of(variant)
    network = open_network(pad, file, False)
    if network is None:
        sys.exit(f"{file} is no network for {variant.title}")
    return ByNetwork(pad, Meeting(pad, network), "own_network", 2)


if __name__ == "__main__":
    main()
