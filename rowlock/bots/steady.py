"""A good hand for every pad: no network, no values, one look at the sheet as it would be."""

from __future__ import annotations

from rowlock.bots import Bot
from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.batch import BatchBot, BestOption
from rowlock.bots.kit.hand import Hand
from rowlock.bots.kit.seat import seated
from rowlock.bots.net.pad import Pad
from rowlock.engine.variant import Variant

LINE = "Likes long rows and numbers that come often, and plans both crosses of a turn together."
RUNG = 4


def make_batch(pad: Pad, seats: int) -> BatchBot:
    return BestOption(Hand(pad))


def make_bot(variant: Variant, seats: int, seed: int) -> Bot:
    return seated("steady", LINE, variant, seats, seed, make_batch, ITSELF)
