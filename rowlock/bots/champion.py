"""The strongest: plays for the win, by a network that has only ever played itself."""

from __future__ import annotations

from rowlock.bots import Bot
from rowlock.bots.kit.basis import HAND
from rowlock.bots.kit.batch import BatchBot, BestOption
from rowlock.bots.kit.hand import Hand
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.shelf import find_network
from rowlock.bots.planner import alone_or_seated
from rowlock.bots.planner import make_batch as make_planner
from rowlock.engine.variant import Variant

LINE = "Knows its chance to win, and plays for that alone. Wins 62 of 100 games of classic against steady."
RUNG = 6
PLAYS_SOLVED_GAME = True


def make_batch(pad: Pad, seats: int) -> BatchBot:
    """With nobody to beat, points are all that counts: that is the planner's game."""
    if seats == 1:
        return make_planner(pad, seats)
    if found := find_network(pad, seats):
        return BestOption(Meeting(pad, found[0]), found[1])
    return BestOption(Hand(pad), HAND)


def make_bot(variant: Variant, seats: int, seed: int) -> Bot:
    return alone_or_seated("champion", LINE, variant, seats, seed, make_batch)
