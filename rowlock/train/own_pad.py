"""A network for the user's own pad: trained, tested against steady, and put where champion finds it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.arena.batched import play, rotate
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.kit.hand import Hand
from rowlock.bots.net.network import NumpyNetwork
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Policy
from rowlock.bots.net.shelf import SHELF, SOLO, borrow_network, open_network
from rowlock.bots.planner import Bent, NetworkWorth
from rowlock.engine.errors import RowlockError
from rowlock.train.course import Course
from rowlock.train.training import Learner
from rowlock.variants import load_variant, variant_names

DEALS = 1000
"""Deals for a trial against steady; with rivals each is played twice."""
FEWER = 200
"""The same for networks that may serve as a starting point."""


class Trial(NamedTuple):
    """How a network does against steady: a share of the wins, or alone the points that it is ahead."""

    lead: float
    """Above an equal share, or above steady's points."""
    half: float
    text: str

    @property
    def is_clear(self) -> bool:
        return self.lead > self.half


def train_own(course: Course, folder: Path) -> Path | None:
    """Train, and put the network into the folder if it beats steady; None if it does not yet.

    Progress is kept in a draft next to it, written every half minute; the next run continues from there.
    """
    pad = pad_of(course.variant)
    name = f"{course.variant.title}{', alone' if course.points else ''}"
    place = folder / f"{pad.tables.fingerprint}{SOLO if course.points else ''}.npz"
    draft = place.with_suffix(".draft.npz")
    begin, course = _beginning(pad, course, draft, place)
    print(f"{name}: begins with {begin}", flush=True)
    try:
        Learner(course).run(draft)
    except KeyboardInterrupt:
        print(f"{name}: what is learnt so far is kept; the same command goes on from there", flush=True)
        raise
    network = open_network(pad, draft, course.points)
    if network is None:
        raise RowlockError(f"{draft} cannot be read again")
    found = try_out(pad, network, course.points, DEALS)
    if not found.is_clear:
        print(f"{name}: {found.text}: not enough yet; the same command goes on from there", flush=True)
        return None
    draft.replace(place)
    print(f"{name}: {found.text}; from now on champion plays by it\n{place}", flush=True)
    return place


def _beginning(pad: Pad, course: Course, draft: Path, place: Path) -> tuple[str, Course]:
    """The start of a run in words, and the course from there: what is learnt is not shaken up again."""
    onward = replace(course, rate=course.rate / 2, noise=course.noise / 3)
    for file, words in ((draft, "what an earlier run has learnt"), (place, "your network for it")):
        if file.exists() and open_network(pad, file, course.points):
            return words, replace(onward, begin=str(file))
    relatives = []
    for name in variant_names():
        file = SHELF / f"{name}{SOLO if course.points else ''}.npz"
        if not file.exists():  # the card game has no network
            continue
        if network := borrow_network(pad, pad_of(load_variant(name)), file, course.points):
            relatives.append((try_out(pad, network, course.points, FEWER), name, file))
    if not relatives:
        return "nothing: no bundled pad has rows like these", course
    found, name, file = max(relatives)
    return f"the network of {name}, whose rows are alike ({found.text})", replace(onward, begin=str(file))


def try_out(pad: Pad, network: NumpyNetwork, alone: bool, deals: int) -> Trial:
    """Against steady: two players with the seats exchanged, or alone on the same dice."""
    steady = BestOption(Hand(pad))
    if alone:
        bot = BestOption(Bent(pad, 1, NetworkWorth(pad, network)))
        mine, theirs = (play(pad, [one], 1, 0, deals).scores[:, 0] for one in (bot, steady))
        lead, half = _interval(mine - theirs)
        return Trial(lead, half, f"{mine.mean():.1f} points, {lead:.1f} ± {half:.1f} more than steady")
    bot = BestOption(Policy(pad, network, foresee=True))
    shares = rotate(pad, [bot, steady], 1, 0, deals)[1][:, :, 0].mean(1)
    share, half = _interval(shares)
    games = f"{2 * deals:,} games against steady"
    return Trial(share - 0.5, half, f"{100 * share:.1f} ± {100 * half:.1f} % of the wins in {games}")


def _interval(values: np.ndarray) -> tuple[float, float]:
    """A mean, and how far it may be off (95 %)."""
    return float(values.mean()), float(1.96 * values.std() / len(values) ** 0.5)
