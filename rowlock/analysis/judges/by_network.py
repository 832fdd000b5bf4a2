"""The judge in company, and alone where nothing is solved: a network's verdict, for a whole game at once.

What a roll and its options are worth comes from one place: everybody's options as the champion weighs them
against each other (`bots.net.meeting`). A roll is worth to a seat what its best option is. In company every
seat's chance comes from a look of its own at the table; they need not add up to one, and are made to. The
worth of an option is changed by as much as the chance of its seat, so that the order of the options stays
the network's. Hints are given by the same functions as reviews.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowlock.analysis.judges.roll_means import look_at_rolls
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.analysis.judges.verdict import Heard, Judged, Worths
from rowlock.analysis.review import review_types
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.bots.kit.seat import name_option
from rowlock.bots.kit.view_reading import as_arrays, table_arrays
from rowlock.bots.net.exact_endings import ExactTables
from rowlock.bots.net.lockstep import Games, Rolls, colour_options, resolve_colour, white_options
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.game import Game, Phase, legal_moves
from rowlock.engine.notation import format_move

PART = 16
"""Turns judged at once: few enough to stay in the cache."""

LEAST = 1e-6
"""A move that is chosen no more often does not belong to a mix."""
TWO = 2
LARGEST = 10**15
"""No larger number of joint positions is foretold."""
EDGE = 1e-6
"""The least distance of chances from 0 and 1 while they are scaled."""


class ByNetwork:
    """Judges by what a weigher thinks of the table at the end of a turn."""

    def __init__(self, pad: Pad, weigher: Weigher, by: review_types.JudgedBy, seats: int) -> None:
        self.pad, self.weigher, self.seats = pad, weigher, seats
        self.variant = pad.tables.variant
        self.about: review_types.Judgement = {
            "by": by,
            "unit": "chance" if seats > 1 else "points",
            "exact": False,
            "rollouts": 0,
            "error": 0.0,
        }

    def look_ahead(self, most: int, solved: Heard | None = None) -> None:
        """Judge exactly where at most so many joint positions of two seats can follow.

        `solved` is called now and then with the number of further ones.
        """
        if isinstance(self.weigher, Meeting):
            self.weigher.exact = ExactTables(self.pad, most, solved)

    def foretell(self, game: Game) -> int | None:
        """About how many joint positions can follow a game, in two digits; None where nobody solves them."""
        if not isinstance(self.weigher, Meeting) or self.seats != TWO or game.phase is Phase.OVER:
            return None
        found = self.weigher.exact.foretell(stack_tables(self.pad, [game]), 0)
        return None if found is None else int(float(f"{min(found, LARGEST):.1e}"))

    def judge(self, turns: Sequence[PlayedTurn], heard: Heard, processes: int = 1) -> list[Judged]:
        found: list[Judged] = []
        with one_core():
            for first in range(0, len(turns), PART):
                part = turns[first : first + PART]
                found += self._part(part)
                heard(len(part))
        return found

    def _part(self, turns: Sequence[PlayedTurn]) -> list[Judged]:
        rolled = [turn.rolled for turn in turns]
        games, _ = stack(self.pad, rolled)
        looked = look_at_rolls(self.weigher, games, faces_of(self.pad, turns), self.level)
        came, white, mixes = self.met(rolled)
        known = self._known(games)
        turned = [np.roll(came[n], -turn.active) for n, turn in enumerate(turns)]
        mean, met = looked.mean, looked.met
        for n, chance in known.items():
            mean[n], met[n] = [chance, 1 - chance], True
        luck = np.where(met[:, None], np.stack(turned), looked.came) - mean
        acting = iter(self.colour([turn.acting for turn in turns if turn.acting]))
        after = self._after(turns)
        return [
            Judged(
                _by_seat(mean[n], turn.active),
                came[n],
                after[n],
                white[n],
                next(acting) if turn.acting else {},
                _by_seat(luck[n], turn.active),
                n in known,
                mixes[n],
            )
            for n, turn in enumerate(turns)
        ]

    def _known(self, games: Games) -> dict[int, float]:
        """The worth of tables before the roll to position 0, by their number, where that is solved."""
        found: dict[int, float] = {}
        if isinstance(self.weigher, Meeting) and self.seats == TWO:
            for n in np.flatnonzero(self.weigher.exact.solved(games)):
                if (known := self.weigher.exact.before(games, int(n))) is not None:
                    found[int(n)] = known
        return found

    def is_exact(self, game: Game) -> bool:
        """Whether the numbers of a game that awaits a choice are exact."""
        return bool(self._known(stack_tables(self.pad, [game])))

    def mix(self, game: Game, seat: int) -> Worths:
        """How often each white move of a seat is chosen where best play is mixed; else nothing."""
        mixes = self.met([game])[2][0] if game.phase is Phase.WHITE else ()
        return mixes[seat] if mixes else {}

    def options(self, game: Game, seat: int) -> Worths:
        """The worth of every move of a seat in a game that awaits its choice."""
        return self.white([game])[1][0][seat] if game.phase is Phase.WHITE else self.colour([game])[0]

    def level(self, worth: Floats) -> Floats:
        """Chances that add up to one, those who are sure to win sharing it; points as they are."""
        if self.seats == 1:
            return worth
        sure = (worth >= 1) * 1.0
        worth = np.where(np.amax(sure, -1)[..., None] > 0, sure, worth)
        levelled: Floats = worth / worth.sum(-1, keepdims=True)
        return levelled

    def scaled(self, values: Floats, scale: float) -> Floats:
        """Chances with their odds multiplied; certain ones stay certain."""
        if self.seats == 1 or scale == 1:
            return values
        inside = np.clip(values, EDGE, 1 - EDGE)
        moved: Floats = inside * scale / (inside * scale + 1 - inside)
        return np.where((values <= 0) | (values >= 1), values, moved)

    def white(self, rolled: Sequence[Game]) -> tuple[list[list[float]], list[list[Worths]]]:
        """The worth of rolls to each seat with best play, and of every option of each seat."""
        return self.met(rolled)[:2]

    def met(self, rolled: Sequence[Game]) -> tuple[list[list[float]], list[list[Worths]], list[list[Worths]]]:
        """The same, and by game and seat how often each move is chosen, where best play is mixed."""
        games, dice = stack(self.pad, rolled)
        options = white_options(self.pad, games, dice)
        shares: dict[int, Array] = {}
        if isinstance(self.weigher, Meeting):
            expected = self.weigher.expect(games, dice, options)
            values, shares = np.asarray(expected.values, np.float64), expected.shares
        else:
            values = np.asarray(self.weigher.white(games, dice, options), np.float64)
        said = np.amax(values, -1)
        came = self.level(said)
        scale = odds(came) / odds(said)
        found = []
        for n, game in enumerate(rolled):
            by_seat = []
            for seat in range(self.seats):
                p = (seat - game.active) % self.seats
                worth = self.scaled(values[n, p], float(scale[n, p]))
                by_seat.append(self._named(game, seat, worth, options.legal[n, p], None))
            found.append(by_seat)
        mixes = [self._mixes(game, options.legal[n], shares.get(n)) for n, game in enumerate(rolled)]
        return [_by_seat(came[n], game.active) for n, game in enumerate(rolled)], found, mixes

    def _mixes(self, game: Game, legal: Array, shares: Array | None) -> list[Worths]:
        """By seat, how often each move is chosen; nothing where one move is the best."""
        if shares is None:
            return []
        at = [(seat - game.active) % self.seats for seat in range(self.seats)]
        named = [self._named(game, seat, shares[p], legal[p], None) for seat, p in enumerate(at)]
        return [mix if sum(share > LEAST for share in mix.values()) > 1 else {} for mix in named]

    def colour(self, acting: Sequence[Game]) -> list[Worths]:
        """The worth of the options of the active seats in their colour action."""
        if not acting:
            return []
        games, dice = stack(self.pad, acting)
        going = np.zeros(len(acting), bool)
        options = colour_options(self.pad, games, dice, going)
        idle = np.array([not game.crossed for game in acting])
        values = np.asarray(self.weigher.colour(games, options, idle), np.float64)
        best = self.weigher.best(values)
        ends, _ = resolve_colour(self.pad, games, options, best, idle, going)
        came = self.level(np.asarray(self.weigher.after(ends), np.float64))[:, 0]
        scale = odds(came) / odds(np.amax(values, -1))
        worth = [self.scaled(values[k], float(scale[k])) for k in range(len(acting))]
        return [
            self._named(game, game.active, worth[k], options.legal[k], dice.sums[k])
            for k, game in enumerate(acting)
        ]

    def _named(self, game: Game, seat: int, worth: Floats, legal: Array, sums: Array | None) -> Worths:
        return {move: float(worth[n]) for move, n in self._numbered(game, seat, legal, sums).items()}

    def numbers(self, game: Game, seat: int) -> dict[str, int]:
        """The number of every move among the options of the arrays."""
        games, dice = stack(self.pad, [game])
        if game.phase is Phase.WHITE:
            legal = white_options(self.pad, games, dice).legal[0, (seat - game.active) % self.seats]
            return self._numbered(game, seat, legal, None)
        legal = colour_options(self.pad, games, dice, np.zeros(1, bool)).legal[0]
        return self._numbered(game, seat, legal, dice.sums[0])

    def _numbered(self, game: Game, seat: int, legal: Array, sums: Array | None) -> dict[str, int]:
        moves = [format_move(move) for move in legal_moves(game, seat)]
        total = game.roll.total if game.roll else 0
        known = {
            name_option(self.pad, int(option), len(legal), moves, total, sums): int(option)
            for option in np.flatnonzero(legal)
        }
        return {move: known[move] for move in moves}

    def _after(self, turns: Sequence[PlayedTurn]) -> list[list[float] | None]:
        """Worth when the turn is over, seen from the seat that has had it."""
        done = [(n, turn, turn.after) for n, turn in enumerate(turns) if turn.after]
        found: list[list[float] | None] = [None] * len(turns)
        if not done:
            return found
        ended = [game._replace(turn=turn.before.turn) for _, turn, game in done]
        worth = self.level(np.asarray(self.weigher.after(stack_tables(self.pad, ended)), np.float64))
        for k, (n, turn, _) in enumerate(done):
            found[n] = _by_seat(worth[k], turn.active)
        return found


def stack(pad: Pad, games: Sequence[Game]) -> tuple[Games, Rolls]:
    """Games with their rolls as arrays, in each of them the active seat first."""
    dice = [as_arrays(pad, game)[1] for game in games]
    return stack_tables(pad, games), Rolls(*[np.concatenate(parts) for parts in zip(*dice, strict=True)])


def stack_tables(pad: Pad, games: Sequence[Game]) -> Games:
    """The sheets of games as arrays, in each of them the active seat first."""
    tables = [table_arrays(pad, game) for game in games]
    return Games(*[np.concatenate(parts) for parts in zip(*tables, strict=True)])


def faces_of(pad: Pad, turns: Sequence[PlayedTurn]) -> Array:
    """The faces of the dice, one column for every row's die; 1 where a die has left."""
    colours = [row.lock or "" for row in pad.tables.variant.rows]
    shown = [(turn.roll.white, dict(turn.roll.coloured)) for turn in turns]
    return np.array([[*white, *[dice.get(colour, 1) for colour in colours]] for white, dice in shown])


def odds(chances: Floats) -> Floats:
    """Chances as odds, kept away from 0 and 1, where nothing can be scaled."""
    inside = np.clip(chances, EDGE, 1 - EDGE)
    return inside / (1 - inside)


def _by_seat(worth: Floats, active: int) -> list[float]:
    return [float(value) for value in np.roll(worth, active)]
