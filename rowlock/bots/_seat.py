"""The way from one seat's view to a bot that chooses for many tables at once: a table of one."""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np

from rowlock.bots._batch import BatchBot, Make, pad_of
from rowlock.bots.net.lockstep import Games, Rolls, colour_options, make_rolls, white_options
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Row, Variant

View = dict[str, Any]


class Seat:
    """One seat's bot, played by a batch bot. Where that cannot play, by what a move skips and gains."""

    def __init__(self, name: str, line: str, variant: Variant, seats: int, make: Make) -> None:
        self.name, self.line = name, line
        self.made = _make(variant, seats, make)
        self.thinking = Lock()

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        if self.made is None:
            return _plainly(view, moves)
        pad, bot = self.made
        with self.thinking, one_core():
            chosen = Question(pad, view).chosen_by(bot)
        return chosen if chosen in moves else _plainly(view, moves)


def _make(variant: Variant, seats: int, make: Make) -> tuple[Pad, BatchBot] | None:
    try:
        pad = pad_of(variant)
        return pad, make(pad, seats)
    except Unsupported:
        return None


def _plainly(view: View, moves: list[str]) -> str:
    """The move with the best gain for the cells it skips; good enough where nothing better is known."""
    told = {move["move"]: move for move in view["moves"]}

    def worth(text: str) -> float:
        move = told[text]
        return float(move["gain"] - 2 * move["skips"] if move["cell"] else move["gain"] + 1)

    return max(moves, key=worth)


class Question:
    """What a view asks its seat, as arrays: table, dice and options, and what each option is called."""

    def __init__(self, pad: Pad, view: View) -> None:
        self.pad = pad
        self.games, self.dice = read_view(pad, view)
        self.moves = [move["move"] for move in view["moves"]]
        self.is_white = view["phase"] == "white"
        self.idle = np.array([not view["crossed"]])
        self.total = view["roll"]["total"]
        position = (view["seat"] - view["active"]) % len(view["sheets"])
        self.positions = (position,)
        if self.is_white:
            self.options = white_options(pad, self.games, self.dice)
            self.legal = self.options.legal[0, position]
        else:
            self.options = colour_options(pad, self.games, self.dice, np.zeros(1, bool))
            self.legal = self.options.legal[0]

    def chosen_by(self, bot: BatchBot) -> str:
        """A bot's answer."""
        if self.is_white:
            return self.name(int(bot.white(self.games, self.dice, self.options, self.positions)[0, 0]))
        return self.name(int(bot.colour(self.games, self.dice, self.options, self.idle)[0]))

    def worth_to(self, weigher: Weigher) -> dict[str, float]:
        """What every legal move is worth."""
        if self.is_white:
            values = weigher.white(self.games, self.dice, self.options, self.positions)[0, 0]
        else:
            values = weigher.colour(self.games, self.options, self.idle)[0]
        found = {self.name(int(option)): float(values[option]) for option in np.flatnonzero(self.legal)}
        return {move: found[move] for move in self.moves}

    def name(self, option: int) -> str:
        """An option as a move; their order is that of `Pad.white` and `Pad.colour`."""
        pad = self.pad
        colours = [row.colour for row in pad.tables.variant.rows]
        if option == len(self.legal) - 1:
            return "-"
        if self.is_white and pad.has_lucky and option >= pad.R:
            return f"*{colours[option - pad.R]}"
        slot, answer = divmod(option, pad.R) if pad.has_pairs else (option, 0)
        row, number = slot, self.total
        if not self.is_white:
            number = int(self.dice.sums[0, slot])
            row = int(pad.reach_row[slot % pad.R * pad.numbers + number])
        text = f"{colours[row]}{number}"
        return text if text in self.moves else f"{text}>{colours[answer]}"


def read_view(pad: Pad, view: View) -> tuple[Games, Rolls]:
    """The one table of a view as arrays, the active seat first."""
    variant, seats = pad.tables.variant, len(view["sheets"])
    order = [(view["active"] + p) % seats for p in range(seats)]
    sheets = [view["sheets"][seat] for seat in order]
    rows = [
        [
            r * pad.S + pad.tables.state_of(r, crosses_of(row, shown))
            for r, (row, shown) in enumerate(zip(variant.rows, sheet["rows"], strict=True))
        ]
        for sheet in sheets
    ]
    closed = sum(1 << r for r, row in enumerate(sheets[0]["rows"]) if row["closed"])
    games = Games(
        np.array([rows]),
        np.array([[max(sheet["bar"], default=0) for sheet in sheets]]),
        np.array([[sheet["penalties"] for sheet in sheets]]),
        np.array([closed]),
        np.array([[(seat - view["start"]) % seats for seat in order]]),
    )
    roll = view["roll"]
    faces = [*roll["white"], *[roll["coloured"].get(row.colour, 1) for row in variant.rows]]
    return games, make_rolls(pad, np.array([faces]))


def crosses_of(row: Row, shown: View) -> int:
    """A row of crosses as on `Sheet`, from what a view shows of it."""
    crosses = sum(1 << row.index_of[number] for number in shown["crossed"])
    return crosses | (row.lock_bit if shown["locked"] else 0)
