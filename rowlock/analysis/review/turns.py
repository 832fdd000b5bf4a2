"""A record of a game with dice as turns: the position, the roll, and what everybody finally chose."""

from __future__ import annotations

from dataclasses import dataclass, field

from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.game import Game, Phase, apply
from rowlock.engine.moves import Choice, Parting, Roll, Withdraw
from rowlock.engine.record import Record


@dataclass
class PlayedTurn:
    """One turn of a game, as far as the record goes."""

    before: Game
    """Awaiting the roll."""
    roll: Roll
    rolled: Game
    """With the dice on the table and nobody's choice made."""
    choices: list[Choice | None] = field(default_factory=list)
    acting: Game | None = None
    """The game that awaits the colour action; None if it never did."""
    colour: Choice | None = None
    after: Game | None = None
    """When the turn is over, and perhaps the game with it."""

    @property
    def active(self) -> int:
        return self.before.active


def turns_of(record: Record) -> list[PlayedTurn]:
    """The turns of a record, until somebody gives up or the game is broken off.

    Choices that were taken back or changed are gone.
    """
    game, turns = record.new_game(), list[PlayedTurn]()
    if game.phase is Phase.WHITE and game.roll is not None:
        before = game._replace(phase=Phase.ROLL, roll=None, choices=())
        turns.append(PlayedTurn(before, game.roll, game, list(game.choices)))
    for seat, move in record.inputs:
        if isinstance(move, Parting):
            break
        step = apply(game, move, seat).game
        if isinstance(move, Roll):
            turns.append(PlayedTurn(game, move, step, [None] * len(record.seats)))
        elif seat is not None and turns and not isinstance(move, Shuffle):  # a turn begun before is left out
            _note(turns[-1], game.phase, seat, None if isinstance(move, Withdraw) else move, step)
        game = step
    return turns


def _note(turn: PlayedTurn, phase: Phase, seat: int, move: Choice | None, game: Game) -> None:
    """Write down what a seat has said, and what the table is like after it."""
    if phase is Phase.WHITE:
        turn.choices[seat] = move
    else:
        turn.colour = move
    if game.phase is Phase.COLOUR:
        turn.acting = game
    elif game.phase is not Phase.WHITE:
        turn.after = game
