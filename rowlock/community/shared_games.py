"""Games on shared dice: a day's game, a half of a duel. The person's moves are all there is to one.

Dice follow from the secret, bots from the dice and what they see; so a game that was played elsewhere is
handed in as its person's choices, and played again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from rowlock.bots import Bot, load_bot
from rowlock.community.errors import BadTry, NotFinished
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import ABORT, PASS, RESIGN, WITHDRAW, Choice
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.record import Input, Record
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.table.dice import SecretDice, commitment, given, start_seat
from rowlock.table.log.opening import SharedGame
from rowlock.table.table import bot_seat

MOST_MOVES = 1000
"""More than anybody makes in a game: two choices a turn, and every turn crosses a cell or a penalty."""

Ask = Callable[[Game], Choice | None]
"""The person's next choice in a game that waits for it; None where their moves end."""


class Try(NamedTuple):
    """A game played on shared dice, as far as it went; `seat` is the person's."""

    record: Record
    game: Game
    seat: int = 0

    @property
    def is_finished(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def score(self) -> int:
        return score(self.game.variant, self.game.sheets[self.seat]).total

    @property
    def moves(self) -> tuple[str, ...]:
        return moves_of(self.record, self.seat)


def dice_of(shared: SharedGame) -> SecretDice:
    return SecretDice(shared.secret, shared.dice.label, *shared.dice.parts(len(shared.bots)))


def person_in(shared: SharedGame) -> int:
    """The seat of the person."""
    return shared.bots.index(None)


def play(shared: SharedGame, moves: Sequence[str], name: str = "—", date: str = "") -> Try:
    """The game that these moves make; raises `BadTry` at the first that cannot be."""
    left, made = list(moves[: MOST_MOVES + 1]), 0

    def ask(game: Game) -> Choice | None:
        nonlocal made
        if made == len(left):
            return None
        made += 1
        return _read(left[made - 1], made)

    try:
        found = play_by(shared, ask, name, date)
    except BadTry:
        raise
    except RowlockError as error:
        raise BadTry(f"move {made}: {error}") from None
    if made < len(left):
        raise BadTry("the game was over before the last of these moves")
    return found


def play_whole(shared: SharedGame, moves: Sequence[str], name: str = "—", date: str = "") -> Try:
    """The same for a game that is handed in: it must be over."""
    found = play(shared, moves, name, date)
    if not found.is_finished:
        raise NotFinished("the game goes on: only a finished one can be handed in")
    return found


def play_by(shared: SharedGame, ask: Ask, name: str = "—", date: str = "") -> Try:
    """The game in which the person chooses by `ask`, and the bots as they do everywhere."""
    dice, seats = dice_of(shared), len(shared.bots)
    game, inputs, rolls = new_game(shared.variant, seats, start_seat(dice, seats)), list[Input](), 0
    while game.phase is not Phase.OVER:
        if game.phase.is_chance:
            rolls += 1
            said = Input(None, given(dice, rolls, game))
        else:
            seat = _asked(game, shared.bots)
            bot = shared.bots[seat]
            choice = _choice_of(shared, bot, seat, game) if bot else ask(game)
            if choice is None:
                break
            said = Input(seat, choice)
        game = apply(game, said.move, said.seat).game
        inputs.append(said)
    names = tuple(bot_seat(bot).name or bot if bot else name for bot in shared.bots)
    headers = tuple(_headers(shared, date))
    return Try(Record(shared.variant, names, game.start, tuple(inputs), headers), game, person_in(shared))


def play_as(shared: SharedGame, bot: str, name: str = "—", date: str = "") -> Try:
    """The game of a bot in the person's place."""
    seat = person_in(shared)
    return play_by(shared, lambda game: _choice_of(shared, bot, seat, game), name, date)


def moves_of(record: Record, seat: int = 0) -> tuple[str, ...]:
    """The choices of a seat in order, without those that were taken back."""
    made = list[str]()
    for said in until_given_up(record).inputs:
        if said.seat != seat:
            continue
        if said.move == WITHDRAW:
            made.pop()
        elif isinstance(said.move, Choice):
            made.append(format_move(said.move))
    return tuple(made)


def until_given_up(record: Record) -> Record:
    """The game as far as it was played: whoever gives up or breaks off leaves it as it stands."""
    ends = [place for place, said in enumerate(record.inputs) if said.move in (RESIGN, ABORT)]
    return replace(record, inputs=record.inputs[: ends[0]]) if ends else record


def _asked(game: Game, bots: Sequence[str | None]) -> int:
    """The seat that is next to choose: bots before the person, who may take their time."""
    asked = waiting_for(game)
    return next((seat for seat in asked if bots[seat]), asked[0])


def _choice_of(shared: SharedGame, name: str, seat: int, game: Game) -> Choice:
    """A bot's choice, as at a table of a server or a device."""
    legal = legal_moves(game, seat)
    moves = [format_move(move) for move in legal]
    seed = crc32(f"{shared.dice.label}/{seat}".encode())
    chosen = _bot(name, shared.variant, len(shared.bots), seed).choose(view(game, seat), moves)
    return legal[moves.index(chosen)] if chosen in moves else PASS


@lru_cache(maxsize=64)
def _bot(name: str, variant: Variant, seats: int, seed: int) -> Bot:
    return load_bot(name, variant, seats, seed)


def _read(text: str, place: int) -> Choice:
    try:
        found = parse_move(text)
    except RowlockError as error:
        raise BadTry(f"move {place}: {error}") from None
    if not isinstance(found, Choice):
        raise BadTry(f"move {place}: {text[:20]!r} is not a choice")
    return found


def _headers(shared: SharedGame, date: str) -> Iterable[tuple[str, str]]:
    """The headers of a record about its bots and dice, so that `rowlock verify` can compute these again."""
    dice = dice_of(shared)
    if date:
        yield "date", date
    yield from ((f"bot {seat}", bot) for seat, bot in enumerate(shared.bots) if bot)
    yield "dice", "server"
    yield "label", dice.label
    yield "commitment", commitment(dice.secret)
    yield "secret", dice.secret
    if dice.seals is not None:
        yield "fingerprint", dice.fingerprint
    for what, parts in (("seal", dice.seals or ()), ("seed", dice.seeds)):
        yield from ((f"{what} {seat}", part) for seat, part in enumerate(parts) if part)
