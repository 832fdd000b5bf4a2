"""The game itself: its start, moves, hints, giving up, breaking off, another one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self, cast

from rowlock.engine.errors import NotNow
from rowlock.engine.facts import Fact, Passed, Penalised
from rowlock.engine.game import Game, Step, apply, waiting_for
from rowlock.engine.moves import ABORT, RESIGN
from rowlock.engine.notation import format_move, parse_move
from rowlock.table import facts
from rowlock.table.corrections import mark_on_pad
from rowlock.table.dice import given_dice, start_seat
from rowlock.table.errors import (
    AlreadyStarted,
    BadMessage,
    HintsOff,
    NotOver,
    NotYourSeat,
    SeatsOpen,
    Stale,
)
from rowlock.table.game_start import next_game, set_out
from rowlock.table.history import remember
from rowlock.table.log.new_table import secret_of
from rowlock.table.messages.limits import MoveText, PhaseName, SeatNumber, TurnNumber
from rowlock.table.messages.message import ADDED, House, Saying, Who
from rowlock.table.messages.seating import check_dice_for_bots
from rowlock.table.rated import check_free
from rowlock.table.rights import host_only, own_seat, seat_number
from rowlock.table.substitutes import game_on, take_back
from rowlock.table.table import Entry, Said, Table

HOUSE_PASSES = {"auto": facts.AutoPassed, "skip": facts.Skipped}
"""Why the house passes for a seat (nothing else is legal, or its time is up), and the fact that tells it."""


@dataclass(frozen=True, kw_only=True)
class Beginning(Saying):
    """A message with which a game may begin: the house adds how its dice are drawn, or who is first."""

    draw: bool | None = field(default=None, metadata=ADDED)
    start: int | None = field(default=None, metadata=ADDED)

    def with_first_dice(self, table: Table, house: House) -> Self:
        """Everybody helps to draw the house's dice; with real ones the house only draws the first player.

        Given dice are there already, for everybody the same.
        """
        if table.given and table.state == "open":
            return replace(self, start=start_seat(given_dice(table), len(table.seats)))
        if table.settings.dice == "server":
            return replace(self, draw=True)
        return replace(self, start=house.lot(len(table.seats)))


@dataclass(frozen=True, kw_only=True)
class Start(Beginning, kind="start"):
    """Begin the game (host); no seat may be open, but those go by themselves at a table that grows."""

    first: SeatNumber | None = None
    """Who begins, where the dice are real; left out, it is drawn."""

    def complete(self, table: Table, who: Who, house: House) -> Self:
        if self.first is None or table.settings.dice == "server":
            return self.with_first_dice(table, house)
        return replace(self, start=seat_number(table, self.first))

    def apply(self, table: Table, by: Entry) -> Said:
        host_only(table, by)
        if table.state != "open" or table.drawing:
            raise AlreadyStarted("the game has begun")
        if any(seat.kind == "bot" for seat in table.seats):
            check_dice_for_bots(table)
        table = _without_open(table)
        free = [s for s, seat in enumerate(table.seats) if seat.kind == "open"]
        if free:
            raise SeatsOpen(f"nobody sits in seat {', '.join(map(str, free))}")
        if table.variant.turns is not None and table.settings.dice == "real":
            raise NotNow("with real cards play on a score pad: nobody else may know the hands (R24.4)")
        return set_out(table, self.start, by.at)


@dataclass(frozen=True, kw_only=True)
class MakeMove(Saying, kind="move", is_quiet=True, ends_games=True):
    """A move for the present turn and action: `r8`, `r8>y`, `*g`, `-` (pass), `<` (take back).

    With cards also `@2` (take), `=b12.9:12` (play); several cards are taken one by one, in one action.

    `seat` chooses among your own seats and is needed only if you hold several.
    """

    turn: TurnNumber
    phase: PhaseName
    move: MoveText
    seat: SeatNumber | None = None
    why: str | None = field(default=None, metadata=ADDED)

    @classmethod
    def now(cls, game: Game, seat: int, move: str, why: str | None = None) -> Self:
        """A move for the turn and the action that are on."""
        return cls(turn=game.turn, phase=cast(PhaseName, game.phase.value), move=move, seat=seat, why=why)

    def complete(self, table: Table, who: Who, house: House) -> Self:
        return replace(self, seat=_choose_seat(self.seat, table.seats_of(who.id)))

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        if by.player is not None:
            own_seat(table, number, by)
        game, move = game_on(table), parse_move(self.move)
        if table.settings.dice == "none":
            return mark_on_pad(table, number, move)
        if self.turn != game.turn or self.phase != game.phase.value:
            raise Stale(f"turn {game.turn} is on, {game.phase.value} action")
        step = apply(game, move, number)
        table = table._replace(said=remember(table, number, format_move(move)))
        table, before = self._note_how(table, number, by, step)
        if by.player in table.ending:  # whoever plays on does not want to break off
            table = table._replace(ending=table.ending - {by.player})
        return table.with_game(step.game, by.at), [*before, *_facts_of(step, table.passed)]

    def _note_how(self, table: Table, number: int, by: Entry, step: Step) -> Said:
        """The house announces its passes; skips are counted until the player makes a move again."""
        seat = table.seats[number]
        if kind := HOUSE_PASSES.get(self.why or ""):
            count = next((fact.count for fact in step.facts if isinstance(fact, Penalised)), None)
            table = table._replace(passed=(*table.passed, number))
            if self.why == "skip":
                table = table.with_seat(number, seat._replace(skips=seat.skips + 1))
            return table, [kind(number, count)]
        if number in table.passed:
            table = table._replace(passed=tuple(other for other in table.passed if other != number))
        if by.player is not None and seat.bot is not None:
            return take_back(table, number)
        if seat.skips:
            return table.with_seat(number, seat._replace(skips=0)), []
        return table, []


@dataclass(frozen=True, kw_only=True)
class AskHint(Saying, kind="hint"):
    """Note that you take a hint for a seat that is to choose; `POST …/hint` does so, and gives it."""

    seat: SeatNumber | None = None

    def complete(self, table: Table, who: Who, house: House) -> Self:
        return replace(self, seat=_choose_seat(self.seat, table.seats_of(who.id)))

    def apply(self, table: Table, by: Entry) -> Said:
        """Hints are given elsewhere; the table counts them, so that the record can say who took some."""
        number, game = own_seat(table, self.seat, by), game_on(table)
        if not table.settings.hints:
            raise HintsOff("there are no hints at this table")
        if table.settings.dice == "none":
            raise HintsOff("nobody knows the dice of a score pad: there are no hints for it")
        if number not in waiting_for(game):
            raise NotNow(f"seat {number} has nothing to choose now")
        asked = table.hints or (0,) * len(table.seats)
        counted = (*asked[:number], asked[number] + 1, *asked[number + 1 :])
        return table._replace(hints=counted), []


@dataclass(frozen=True, kw_only=True)
class Resign(Saying, kind="resign", ends_games=True):
    """Give the game up with a seat of yours: its sheet stays, it passes from now on and cannot win (R8.5).

    The house does so for a program that does not come back.
    """

    seat: SeatNumber

    def apply(self, table: Table, by: Entry) -> Said:
        game = game_on(table)
        number = seat_number(table, self.seat) if by.player is None else own_seat(table, self.seat, by)
        step = apply(game, RESIGN, number)
        seat = table.seats[number]._replace(bot=None, why=None, skips=0)
        said = remember(table, number, RESIGN.text)
        after = table.with_seat(number, seat).with_game(step.game, by.at)
        return after._replace(said=said, proposal=None), list(step.facts)


@dataclass(frozen=True, kw_only=True)
class AskToAbort(Saying, kind="abort", ends_games=True):
    """Break the game off, or (`wish` false) rather not: it ends without a winner when all players agree.

    Who is away or has given up is not asked; whoever moves on takes the wish back.
    """

    wish: bool = True

    def apply(self, table: Table, by: Entry) -> Said:
        game_on(table)
        check_free(table, "a rated game is played to its end")
        player = by.player
        if player is None or not table.is_member(player):
            raise NotYourSeat("only those at the table may break the game off")
        if self.wish == (player in table.ending):
            raise NotNow("that has been said already")
        held = table.seats_of(player)
        fact = facts.AbortAsked if self.wish else facts.AbortDropped
        ending = table.ending | {player} if self.wish else table.ending - {player}
        return table._replace(ending=ending), [fact(table.name_of(player), held[0] if held else None)]


@dataclass(frozen=True, kw_only=True)
class BreakOff(Saying, kind="aborted", by_house=True):
    """The house breaks the game off (R8.6): all agreed, or whoever runs the server wants it."""

    why: str | None = None

    def apply(self, table: Table, by: Entry) -> Said:
        game = game_on(table)
        if by.player is not None:
            raise NotNow("the house breaks a game off when all agree")
        step = apply(game, ABORT)
        after = table.with_game(step.game, by.at)
        ended = after._replace(said=remember(table, None, ABORT.text), proposal=None)
        return ended, list(step.facts)


@dataclass(frozen=True, kw_only=True)
class Rematch(Beginning, kind="rematch", brings_secret=True):
    """Once more with the same people, after the end: a vote; the game begins when all who sit there agree.

    With `lobby` the host opens the table again, to change it first.
    """

    lobby: bool = False

    def complete(self, table: Table, who: Who, house: House) -> Self:
        return self.with_first_dice(table, house)

    def apply(self, table: Table, by: Entry) -> Said:
        if table.state != "over":
            raise NotOver("the game is not over")
        if self.lobby:
            host_only(table, by)
        # in older logs one vote was enough, and nothing was drawn
        if self.lobby or (self.draw is None and self.start is None):
            return self._reopen(table, by)
        held = table.seats_of(by.player)
        if not held:
            raise NotYourSeat("only those who sit at the table may ask for a rematch")
        seats = tuple(seat._replace(agreed=seat.agreed or s in held) for s, seat in enumerate(table.seats))
        table, fact = table._replace(seats=seats), facts.Agreed(held[0])
        if not all(seat.agreed or seat.is_played_by_bot for seat in seats):
            return table, [fact]
        again = next_game(table, secret_of(by))
        started, begun = set_out(again, self.start, by.at)
        return started, [fact, facts.Rematched(again.game_number), *begun]

    def _reopen(self, table: Table, by: Entry) -> Said:
        again = next_game(table, secret_of(by))
        seats = tuple(
            seat if seat.kind == "bot" else seat._replace(bot=None, why=None) for seat in again.seats
        )
        return again._replace(seats=seats), [facts.Rematched(again.game_number)]


def _without_open(table: Table) -> Table:
    """A table that grows by itself starts with those who are there, if they are enough."""
    taken = tuple(seat for seat in table.seats if seat.kind != "open")
    if not table.settings.grows or len(taken) < max(2, table.variant.players[0]):
        return table
    return table._replace(seats=taken, asking=())


def seat_for_hint(table: Table, player: str | None, seat: int | None) -> tuple[Game, int]:
    """The game, and the seat of this player that may have a hint now; raises what speaks against it."""
    own = table.seats_of(player)
    if seat is None and len(own) != 1:
        raise NotYourSeat("say which of your seats it is for" if own else "no seat here is yours")
    asked = own[0] if seat is None else seat
    AskHint(seat=asked).apply(table, Entry(0, 0.0, player, AskHint.kind, {}))
    return game_on(table), asked


def _facts_of(step: Step, passed: tuple[int, ...]) -> list[Fact]:
    """The facts of a step; those that the house has announced are marked, so that nobody tells them twice."""
    return [
        facts.Announced(fact) if isinstance(fact, Passed | Penalised) and fact.seat in passed else fact
        for fact in step.facts
    ]


def _choose_seat(wanted: int | None, held: list[int]) -> int:
    if not held:
        raise NotYourSeat("you have no seat at this table")
    if wanted is None:
        if len(held) > 1:
            raise BadMessage("move.seat: you hold several seats; say which one moves")
        return held[0]
    if wanted not in held:
        raise NotYourSeat(f"seat {wanted} is not yours")
    return wanted
