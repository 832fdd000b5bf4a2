"""A day's game: its dice, and a try at it as the moves that were made.

The dice of a day are no secret once it has begun, and they need not be: what ranks is what was lost by
choices, and the loss of a choice is its distance from the best one before the next dice are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from rowlock.community.daily.days import parse_day
from rowlock.community.errors import BadTry, NotFinished
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, Phase, apply, new_game
from rowlock.engine.moves import Choice
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.record import Input, Record
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.table.dice import SecretDice, commitment, given

MOST_MOVES = 400
"""More than any solo game has: two choices a turn, and every turn crosses a cell or a penalty."""
SERVER, HOUSEHOLD = "daily", "household"
"""Whose days there are."""


class Day(NamedTuple):
    """One game of one day, with all that its dice follow from."""

    day: date
    pad: str
    link: str
    whose: str = SERVER
    """Whose day it is: a server's, or a household's without one."""

    @property
    def label(self) -> str:
        """The label that tells the dice of this game from all others."""
        return f"{self.whose} {self.day} {self.pad}"

    @property
    def dice(self) -> SecretDice:
        return SecretDice(self.link, self.label, ("",))


class Try(NamedTuple):
    """A game played on a day's dice, as far as it went."""

    record: Record
    game: Game

    @property
    def is_finished(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def score(self) -> int:
        return score(self.game.variant, self.game.sheets[0]).total

    @property
    def moves(self) -> tuple[str, ...]:
        return moves_of(self.record)


def play(day: Day, variant: Variant, moves: Sequence[str], name: str = "—") -> Try:
    """The game that these moves make on the day's dice; raises `BadTry` at the first that cannot be."""
    game, inputs, rolls = new_game(variant, 1), list[Input](), 0
    left = list(moves[: MOST_MOVES + 1])
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            rolls += 1
            said = Input(None, given(day.dice, rolls, game))
        elif left:
            said = Input(0, _choice(left.pop(0), len(inputs)))
        else:
            break
        try:
            game = apply(game, said.move, said.seat).game
        except RowlockError as error:
            raise BadTry(f"move {len(inputs) + 1 - rolls}: {error}") from None
        inputs.append(said)
    if left:
        raise BadTry("the game was over before the last of these moves")
    return Try(Record(variant, (name,), 0, tuple(inputs), _headers(day)), game)


def play_whole(day: Day, variant: Variant, moves: Sequence[str], name: str = "—") -> Try:
    """The same for a game that is handed in: it must be over."""
    found = play(day, variant, moves, name)
    if not found.is_finished:
        raise NotFinished("the game goes on: only a finished one can be handed in")
    return found


def moves_of(record: Record) -> tuple[str, ...]:
    """The choices of a solo game in order; with the dice of the day they are all there is to it."""
    said = [one.move for one in record.inputs if one.seat == 0]
    choices = [move for move in said if isinstance(move, Choice)]
    return tuple(format_move(move) for move in choices)


def day_of_label(headers: Mapping[str, str]) -> Day | None:
    """The day whose game a record is, by what it says about its dice; None for any other game."""
    whose, _, rest = headers.get("label", "").partition(" ")
    day, _, pad = rest.partition(" ")
    if whose not in (SERVER, HOUSEHOLD) or not pad or "secret" not in headers:
        return None
    return Day(parse_day(day), pad, headers["secret"], whose)


def _choice(text: str, place: int) -> Choice:
    try:
        found = parse_move(text)
    except RowlockError as error:
        raise BadTry(f"move {place + 1}: {error}") from None
    if not isinstance(found, Choice):
        raise BadTry(f"move {place + 1}: {text[:20]!r} is not a choice at a daily game")
    return found


def _headers(day: Day) -> tuple[tuple[str, str], ...]:
    """The headers of a record about its dice, so that `rowlock verify` can compute them again."""
    told = (("dice", "server"), ("label", day.label), ("commitment", commitment(day.link)))
    return (("date", day.day.isoformat()), *told, ("secret", day.link))
