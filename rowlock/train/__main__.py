"""Train the networks of several variants side by side.

    python -m rowlock.train --out weights --seconds 500 --device cuda
    python -m rowlock.train classic classic-solo --seconds 60 --tables 512     # a taste, on the CPU
    python -m rowlock.train classic --rounds 200 --tables 512 --seed 7         # the same weights every time

Each name is a variant (2 to 5 players, for the win) or a variant with `-solo` (for points). Every name is a
process of its own; their work on an accelerator interleaves. The folder holds one file a name, written
every half minute.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import torch

from rowlock.engine.errors import RowlockError
from rowlock.train.learn import Course, Learner
from rowlock.variants import variant_names

SOLO = "-solo"
HELP = {
    "seconds": "how long to train",
    "rounds": "train for so many rounds instead: the same seed then gives the same weights again",
    "seed": "of dice, noise and first weights",
    "device": "cpu or cuda",
    "tables": "games that are played in step",
    "turns": "turns of all tables in one round",
    "batches": "steps of learning in one round",
    "hidden": "width of the first layer",
    "rival": "width of what is known of a rival",
    "deep": "width of the second layer",
    "rate": "of learning, at first; it falls to a fiftieth",
    "noise": "on the values of moves, at first; it fades to a thousandth",
    "trace": "how far results reach back (lambda)",
    "foresee": "1: reckon with what the others are about to do",
    "chain": "most fields of a bonus bar that one move is followed through",
    "resume": "folder with weights to start from",
    "exact": "1: alone, learn from the values that `rowlock solve` has left",
    "against": "folder with weights of a frozen rival in all other seats: look for its best response",
}


def main() -> int:
    args = _parser().parse_args()
    torch.set_num_threads(1)  # many small steps, several processes
    names = args.names or [name + end for name in variant_names() for end in ("", SOLO)]
    args.out.mkdir(parents=True, exist_ok=True)
    if len(names) == 1:
        try:
            Learner(_course(names[0], args)).run(args.out)
        except RowlockError as error:
            print(f"rowlock.train: {error}", file=sys.stderr)
            return 1
        return 0
    rest = sys.argv[1 + len(args.names) :]
    workers = [subprocess.Popen([sys.executable, "-m", "rowlock.train", name, *rest]) for name in names]
    return max(worker.wait() for worker in workers)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="what to train (default: everything)")
    parser.add_argument(
        "--out", type=Path, default=Path("weights"), help="folder for the weights (%(default)s)"
    )
    for field in fields(Course):
        if field.name not in ("variant", "seats"):
            kind = {"int": int, "float": float}.get(str(field.type), str)
            default = 60.0 if field.name == "seconds" else field.default
            told = HELP[field.name] + (f" (default: {default})" if default != "" else "")
            parser.add_argument(f"--{field.name}", type=kind, default=default, help=told)
    parser.add_argument(
        "--seats",
        type=int,
        nargs="+",
        default=[2, 3, 2, 4, 2, 5],
        help="players, by round (%(default)s)",
    )
    return parser


def _course(name: str, args: argparse.Namespace) -> Course:
    settings = {field.name: getattr(args, field.name) for field in fields(Course) if field.name != "variant"}
    settings["seats"] = (1,) if name.endswith(SOLO) else tuple(args.seats)
    return Course(variant=name.removesuffix(SOLO), **settings)


if __name__ == "__main__":
    raise SystemExit(main())
