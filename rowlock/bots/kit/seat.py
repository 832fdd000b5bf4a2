"""The way from one seat's view to a bot that chooses for many games at once: a batch of one game."""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

import numpy as np

from rowlock.bots.kit.basis import HAND, Basis
from rowlock.bots.kit.batch import BatchBot, Make, pad_of
from rowlock.bots.kit.card_outlook import OUTLOOKS, Share
from rowlock.bots.kit.cards import CardHand
from rowlock.bots.kit.slow_hand import SlowHand
from rowlock.bots.kit.view_reading import View, as_arrays, game_of, seat_of
from rowlock.bots.net.lockstep import Lots, colour_options, white_options
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant


class BatchSeat:
    """One seat's bot, played by a batch bot."""

    def __init__(self, name: str, line: str, seed: int, pad: Pad, bot: BatchBot) -> None:
        self.name, self.line, self.seed, self.by = name, line, seed, bot.by
        self.pad, self.bot, self.thinking = pad, bot, Lock()

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        with self.thinking, one_core():
            return ArrayQuestion(self.pad, view).chosen_by(self.bot, self.seed)


def seated(
    name: str, line: str, variant: Variant, seats: int, seed: int, make: Make, slow: Basis = HAND
) -> BatchSeat | SlowHand | CardHand:
    """A seat for the bot that `make` makes; on a pad that arrays cannot hold, a hand that needs none.

    `slow` is what the bot then plays by.
    """
    if variant.turns is not None:
        outlook = OUTLOOKS.get(name, Share) if seats > 1 else Share  # alone there is nobody to race
        return CardHand(name, line, variant, outlook(variant))
    try:
        pad = pad_of(variant)
    except Unsupported:
        return SlowHand(name, line, variant, slow)
    return BatchSeat(name, line, seed, pad, make(pad, seats))


class ArrayQuestion:
    """A view's question as arrays: table, dice and options, and what each option is called."""

    def __init__(self, pad: Pad, view: View) -> None:
        self.pad = pad
        self.games, self.dice = as_arrays(pad, game_of(pad.tables.variant, view))
        self.moves = [move["move"] for move in view["moves"]]
        self.is_white = view["phase"] == "white"
        self.idle = np.array([not view["crossed"]])
        self.total = view["roll"]["total"] if view["roll"] else 0
        self.turn, self.active = view["turn"], view["active"]
        position = (seat_of(view) - view["active"]) % len(view["sheets"])
        self.positions = (position,)
        if self.is_white:
            self.options = white_options(pad, self.games, self.dice)
            self.legal = self.options.legal[0, position]
        else:
            self.options = colour_options(pad, self.games, self.dice, np.zeros(1, bool))
            self.legal = self.options.legal[0]

    def chosen_by(self, bot: BatchBot, seed: int) -> str:
        """A bot's answer."""
        games, dice, options = self.games, self.dice, self.options
        lots = Lots(np.array([seed], np.uint64), self.turn, np.array([self.active]), games.rows.shape[1])
        if self.is_white:
            return self.name(int(bot.white(games, dice, options, self.positions, lots)[0, 0]))
        return self.name(int(bot.colour(games, dice, options, self.idle, lots)[0]))

    def worth_to(self, weigher: Weigher) -> dict[str, float]:
        """The worth of every legal move."""
        if self.is_white:
            values = weigher.white(self.games, self.dice, self.options, self.positions)[0, 0]
        else:
            values = weigher.colour(self.games, self.options, self.idle)[0]
        found = {self.name(int(option)): float(values[option]) for option in np.flatnonzero(self.legal)}
        return {move: found[move] for move in self.moves}

    def name(self, option: int) -> str:
        """An option as a move."""
        sums = None if self.is_white else self.dice.sums[0]
        return name_option(self.pad, option, len(self.legal), self.moves, self.total, sums)


def name_option(
    pad: Pad, option: int, width: int, moves: Collection[str], total: int, sums: Array | None
) -> str:
    """One of `width` options as one of the moves; their order is that of `Pad.white` and `Pad.colour`.

    `sums` are those of the coloured dice in the colour action, None in the white action.
    """
    rows = [row.name for row in pad.tables.variant.rows]
    if option == width - 1:
        return "-"
    if sums is None and pad.has_lucky and option >= pad.R:
        return f"*{rows[option - pad.R]}"
    slot, answer = divmod(option, pad.R) if pad.has_pairs else (option, 0)
    row, number = slot, total
    if sums is None and pad.has_swaps and option >= pad.R:
        at = total * pad.swap_slots + option // pad.R - 1
        return f"{int(pad.swap_field[at]) + 1}~{rows[option % pad.R]}{int(pad.swap_number[at])}"
    if sums is not None:
        number = int(sums[slot % len(sums)])
        row = int(pad.colour_places(sums)[0][slot])
    text = f"{rows[row]}{number}"
    return text if text in moves else f"{text}>{rows[answer]}"
