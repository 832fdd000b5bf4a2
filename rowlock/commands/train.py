"""Train networks for champion and planner.

examples:
  rowlock train my.toml                                          a pad of your own
  rowlock train my.toml --minutes 30 --seats 2                   longer, for two players only
  rowlock train --out weights --seconds 500 --device cuda        all bundled pads
  rowlock train classic classic-solo --seconds 60 --tables 512   a taste, on the CPU
  rowlock train classic --rounds 200 --tables 512 --seed 7       the same weights every time

A pad of your own gets two networks, each on a core of its own: for two to five players, who play for the
win, and for one, who plays for points (`--seats 1` trains that alone). They are put where champion and
planner find them, once they beat steady; until then, or if you stop it (Ctrl-C), the same command continues
from what has been learnt.

Other names are bundled variants (2 to 5 players), or these with `-solo`. Every name is a process of its
own; their work on an accelerator interleaves. The folder holds one file per name, written every half minute.
Training needs PyTorch: pip install 'rowlock[train]'.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

from rowlock.bots.net.shelf import SOLO
from rowlock.commands._arguments import BadArguments
from rowlock.engine.position import parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.folders import networks_folder
from rowlock.train.course import Course
from rowlock.variants import load_variant, variant_names

COMPANY = [2, 3, 2, 4, 2, 5]
"""How many players, by round."""
MINUTES = 10.0
OWN_TABLES = 512
"""Games in lockstep for the user's own pad, on the CPU: many small learning steps instead of large ones."""
HELP = {
    "seconds": "how long to train",
    "rounds": "train for this many rounds instead: the same seed then gives the same weights again",
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
    "begin": "file with weights to start from",
    "means": "processes that reckon means over all rolls, for a network to learn to agree with itself",
    "against": "folder with weights of a frozen rival in all other seats: look for its best response",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="VARIANT", help="what to train, also with -solo (default: everything)"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="folder for the weights (own pads: where champion looks)"
    )
    parser.add_argument("--minutes", type=float, help=f"how long to train (own pads: {MINUTES:g})")
    for field in fields(Course):
        if field.name in HELP:
            kind = {"int": int, "float": float}.get(str(field.type), str)
            default = 60.0 if field.name == "seconds" else field.default
            told = HELP[field.name] + (f" (default: {default})" if default != "" else "")
            folder = next((word.upper() for word in ("folder", "file") if told.startswith(word)), None)
            parser.add_argument(f"--{field.name}", type=kind, default=None, metavar=folder, help=told)
    parser.add_argument("--seats", type=int, nargs="+", help=f"players, by round (default: {COMPANY})")


def run(args: argparse.Namespace) -> int:
    if find_spec("torch") is None:
        raise BadArguments("training needs PyTorch: pip install 'rowlock[train]'")
    jobs = _jobs(args)
    return _train(jobs[0], args) if len(jobs) == 1 else _side_by_side(jobs, _options(args))


Job = tuple[str, list[int] | None]
"""A name to be trained, and for how many players, by round."""


def _jobs(args: argparse.Namespace) -> list[Job]:
    dice = [name for name in variant_names() if load_variant(name).turns is None]
    names = args.names or [name + end for name in dice for end in ("", SOLO)]
    jobs: list[Job] = []
    for name in names:
        both = args.seats is None and _own(name)
        jobs += [(name, COMPANY), (name, [1])] if both else [(name, args.seats)]
    return jobs


def _own(name: str) -> Variant | None:
    """The variant, unless this is the name of a bundled one."""
    known = name.removesuffix(SOLO) in variant_names()
    return None if known else parse_variant_name(name, load_variant)


def _options(args: argparse.Namespace) -> list[str]:
    """The arguments as they are typed, but for names and seats."""
    given = {key: getattr(args, key) for key in ("out", "minutes", *HELP)}
    return [word for key, value in given.items() if value is not None for word in (f"--{key}", str(value))]


def _side_by_side(jobs: list[Job], options: list[str]) -> int:
    command = [sys.executable, "-m", "rowlock", "train"]
    workers = [
        subprocess.Popen([*command, name, *options, *(["--seats", *map(str, seats)] if seats else [])])
        for name, seats in jobs
    ]
    try:
        return max(worker.wait() for worker in workers)
    except KeyboardInterrupt:  # they have heard it too, and are saving what they have
        return max(abs(worker.wait()) for worker in workers)


def _train(job: Job, args: argparse.Namespace) -> int:
    import torch

    from rowlock.train.means import learn_means
    from rowlock.train.own_pad import train_own
    from rowlock.train.training import Learner

    torch.set_num_threads(1)  # many small steps, several processes
    name, seats = job
    own = _own(name)
    course = _course(name, own, seats, args)
    if own:
        return 0 if train_own(course, args.out or networks_folder()) else 3
    path = (args.out or Path("weights")) / f"{course.name}.npz"
    if course.means:
        learn_means(course, path)
    else:
        Learner(course).run(path)
    return 0


def _course(name: str, own: Variant | None, seats: list[int] | None, args: argparse.Namespace) -> Course:
    usual = {"seconds": 60.0 * MINUTES, "tables": OWN_TABLES} if own else {"seconds": 60.0}
    given = {key: getattr(args, key) for key in HELP if getattr(args, key) is not None}
    if args.minutes is not None:
        given["seconds"] = 60 * args.minutes
    players = (1,) if name.endswith(SOLO) else tuple(seats or COMPANY)
    variant = own or load_variant(name.removesuffix(SOLO))
    return Course(variant=variant, seats=players, **{**usual, **given})
