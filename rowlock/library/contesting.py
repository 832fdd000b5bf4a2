"""Bots against each other: `contest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rowlock.arena.alone import solve_first
from rowlock.arena.batched import Floats
from rowlock.arena.contest import Contest, Results, hold, make_bot
from rowlock.arena.standings import format_summary, is_decided, summary
from rowlock.engine.game import new_game
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record, parse_record
from rowlock.library.arguments import AnyBot, Pad, Shown, Tabular, bots_of, frame, games_of, pad_of, showing
from rowlock.variants import load_variant

if TYPE_CHECKING:
    import pandas

    from rowlock.bots.kit.source import Source


class Contested(Tabular):
    """The results of a contest: arrays by deal, and everything that `rowlock arena --json` says."""

    def __init__(self, contest: Contest, results: Results) -> None:
        self.contest, self.results = contest, results

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by place, one for every seat."""
        return self.contest.names

    @property
    def points(self) -> Floats:
        """[deal, rotation, place in `bots`] the points of every game."""
        return self.results.points

    @property
    def shares(self) -> Floats:
        """[deal, rotation, place in `bots`] the shares of the win; a forfeited game is lost."""
        return self.results.shares

    @property
    def complete(self) -> bool:
        """Whether nobody stopped it with Ctrl-C."""
        return not self.results.stopped

    @property
    def forfeits(self) -> list[str]:
        return [str(forfeit) for forfeit in self.results.forfeits]

    @property
    def records(self) -> list[Record]:
        """The games, where they were asked for with `save`."""
        return [parse_record(text, load_variant) for text in self.results.records]

    def summary(self) -> JsonObject:
        """Shares, points and duels with intervals, ratings, forfeits as plain data."""
        return summary(self.contest, self.results)

    def to_pandas(self) -> pandas.DataFrame:
        """A line for every sheet of every game."""
        deals, rotations, places = self.points.shape
        deal, rotation, place = (axis.ravel() for axis in np.indices((deals, rotations, places)))
        return frame(
            {
                "deal": deal,
                "rotation": rotation,
                "bot": np.array(self.bots)[place],
                "points": self.points.ravel().astype(int),
                "share": self.shares.ravel(),
            }
        )

    def __str__(self) -> str:
        return format_summary(self.summary(), self.contest.variant.title)

    def __repr__(self) -> str:
        games = self.results.deals * self.contest.seats
        return f"<{games:,} games of {self.contest.variant.title}: {', '.join(self.bots)}>"


def contest(
    bots: AnyBot | Sequence[AnyBot],
    variant: Pad = "classic",
    games: float = 2000,
    seed: int = 0,
    *,
    players: int | None = None,
    workers: int | None = None,
    seconds: float = 5.0,
    until_decided: bool = False,
    save: bool = False,
    progress: Shown = True,
) -> Contested:
    """Let bots play each other, as `rowlock arena` does: every deal once for every rotation of the seats.

    After Ctrl-C the deals that were played until then are the answer.
    """
    pad, seated = pad_of(variant), bots_of(bots, players)
    given = tuple(dict.fromkeys(bot for bot in seated if not _is_found(bot)))
    asked = Contest(pad, tuple(bot.text for bot in seated), seed, seconds, save, given)
    new_game(pad, asked.seats)
    for name in dict.fromkeys(asked.names):
        make_bot(asked, name)  # says what is wrong with it before the work
    solve_first(asked)
    deals = max(1, round(games_of(games) / asked.seats))
    with showing(progress, deals, "deals") as told:
        done = 0

        def heard(so_far: Results) -> bool:
            nonlocal done
            told(so_far.deals - done)
            done = so_far.deals
            return until_decided and is_decided(asked, so_far)

        return Contested(asked, hold(asked, deals, workers, heard))


def _is_found(bot: Source) -> bool:
    """Whether another process can find the bot by its text; an object of this process cannot be found."""
    from rowlock.bots import bot_names

    return bool(bot.trusted or bot.is_program or bot.is_file or bot.text in bot_names())
