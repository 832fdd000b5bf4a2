"""Chance: everybody's part of the dice, the rolls of the house or of real dice, the order of the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from rowlock.engine.cards.deck import Shuffle, parse_shuffle
from rowlock.engine.errors import NotNow
from rowlock.engine.game import Chance, Game, Phase, apply
from rowlock.engine.moves import RESIGN
from rowlock.engine.notation import format_chance, format_roll, parse_roll
from rowlock.table import dice, facts
from rowlock.table.errors import AlreadyStarted, BadSeed, NotYourSeat, ServerDice, Stale
from rowlock.table.game_start import begin
from rowlock.table.history import game_before, remember
from rowlock.table.messages.limits import DiceText, SealText, SeatNumber, SeedText, TurnNumber
from rowlock.table.messages.message import NEEDED, House, Saying, Who
from rowlock.table.rights import before_start, own_seat
from rowlock.table.substitutes import game_on
from rowlock.table.table import Entry, Said, Table


@dataclass(frozen=True, kw_only=True)
class Seal(Saying, kind="seal", before_start=True, is_quiet=True, ends_games=True):
    """Your part of the dice, sealed: the SHA-256 that docs/protocol.md describes.

    It may be replaced until `table.waiting` asks for seeds.
    """

    seat: SeatNumber
    seal: SealText

    def complete(self, table: Table, who: Who, house: House) -> Self:
        if table.settings.dice != "server":
            raise NotNow("the dice of this table are real")
        return self

    def apply(self, table: Table, by: Entry) -> Said:
        number = own_seat(table, self.seat, by)
        if table.state != "open" or table.drawing == "seeds":
            raise AlreadyStarted("no seal may change any more")
        sealed = table.seats[number]._replace(seal=self.seal)
        return table.with_seat(number, sealed), [facts.Sealed(number)]


@dataclass(frozen=True, kw_only=True)
class ShowSeed(Saying, kind="seed", before_start=True, is_quiet=True, ends_games=True):
    """Your seed, which you sealed before, when `table.waiting` asks for it."""

    seat: SeatNumber
    seed: SeedText

    def complete(self, table: Table, who: Who, house: House) -> Self:
        if table.drawing != "seeds":
            raise NotNow("a seed is shown when no seal can change any more")
        return self

    def apply(self, table: Table, by: Entry) -> Said:
        """In older logs seeds come before the start, without seals."""
        number = own_seat(table, self.seat, by)
        fact = facts.Seeded(number)
        if table.drawing != "seeds" or table.seals is None:
            before_start(table)
            return table.with_seat(number, table.seats[number]._replace(seed=self.seed)), [fact]
        if dice.seal(table.label, number, self.seed) != table.seals[number]:
            raise BadSeed("this is not the seed that was sealed")
        seeds = (*table.seeds[:number], self.seed, *table.seeds[number + 1 :])
        return table._replace(seeds=seeds), [fact]


@dataclass(frozen=True, kw_only=True)
class CloseSeals(Saying, kind="close_seals", by_house=True, is_quiet=True):
    """From here on no seal may change, so that the seeds can be shown."""

    def apply(self, table: Table, by: Entry) -> Said:
        if by.player is not None or table.drawing != "seals":
            raise NotNow("nobody waits for seals")
        seals = tuple(seat.seal for seat in table.seats)
        closed = table._replace(drawing="seeds", seals=seals, seeds=("",) * len(seals), since=by.at)
        return closed, [facts.SealsClosed()]


@dataclass(frozen=True, kw_only=True)
class Drawn(Saying, kind="drawn", by_house=True):
    """The seeds are there, and the game begins; whoever has shown none is left out, for all to see."""

    start: int

    def apply(self, table: Table, by: Entry) -> Said:
        if by.player is not None or table.drawing != "seeds":
            raise NotNow("nobody waits for seeds")
        missing = [s for s, seat in enumerate(table.seats) if seat.kind == "human" and not table.seeds[s]]
        started, begun = begin(table, self.start, by.at)
        return started, [*(facts.LeftOut(seat) for seat in missing), *begun]


@dataclass(frozen=True, kw_only=True)
class EnterRoll(Saying, kind="roll", is_quiet=True, ends_games=True):
    """The roll of real dice (who rolled, or the host); again for the same turn, it corrects the roll.

    A correction takes back what was marked since; it is possible until the next roll.
    """

    turn: TurnNumber = field(default=0, metadata=NEEDED)
    dice: DiceText

    def apply(self, table: Table, by: Entry) -> Said:
        """The house's roll, or what real dice show."""
        game = game_on(table) if by.player is None else self._entered(table, by)
        roll = parse_roll(self.dice)
        step = apply(game, roll)
        corrects = game is not table.game
        if corrects:
            table = table._replace(said=table.said[: _last_roll(table)], proposal=None)
        rolled = table._replace(
            game=step.game,
            said=remember(table, None, format_roll(roll)),
            rolls=table.rolls + (not corrects),
            since=by.at,
            passed=(),
        )
        corrected = [facts.Corrected(game.active)] if corrects else []
        return rolled, [*corrected, *step.facts]

    def _entered(self, table: Table, by: Entry) -> Game:
        """The game that somebody's roll continues, if they may enter it."""
        game_on(table)
        if table.settings.dice != "real":
            raise ServerDice("the server rolls the dice of this table")
        game = _game_to_roll(table, self.turn)
        gone = game.active in game.out and table.is_member(by.player)
        if by.player not in (table.host, table.seats[game.active].player) and not gone:
            raise NotYourSeat("the dice are entered by who rolled them, or by the host")
        return game


@dataclass(frozen=True, kw_only=True)
class ShuffleCards(Saying, kind="shuffle", by_house=True):
    """The house's order of the cards; nobody at the table may know it, so nobody says it."""

    cards: str

    def apply(self, table: Table, by: Entry) -> Said:
        game = game_on(table)
        if by.player is not None:
            raise ServerDice("the house shuffles the cards of this table")
        step = apply(game, parse_shuffle(self.cards))
        shuffled = table._replace(game=step.game, rolls=table.rolls + 1, since=by.at, passed=())
        return shuffled, list(step.facts)


def chance_said(given: Chance, turn: int) -> EnterRoll | ShuffleCards:
    """Chance as the house says it: a roll for this turn, or the order of the cards."""
    if isinstance(given, Shuffle):
        return ShuffleCards(cards=format_chance(given))
    return EnterRoll(turn=turn, dice=format_chance(given))


def _game_to_roll(table: Table, turn: int) -> Game:
    """The game that a roll for this turn continues; for the last roll, the game before it, marks and all."""
    now = table.game
    assert now is not None
    if turn == now.turn and now.phase is Phase.ROLL:
        return now
    if table.said and any(one.text == RESIGN.text for one in table.said[_last_roll(table) :]):
        raise Stale("somebody has given up since; the roll stands")
    before = game_before(table, _last_roll(table)) if table.said else now
    if table.said and turn == before.turn:
        return before
    raise Stale(f"turn {now.turn} is on")


def _last_roll(table: Table) -> int:
    """The place of the last real roll among what was said."""
    return max(place for place, said in enumerate(table.said) if said.seat is None)
