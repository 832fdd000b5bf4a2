"""A record of the card game as turns: what was taken, called and played, and what everybody chose."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.cards.moves import Take
from rowlock.engine.game import Game, Phase, apply, without_choice
from rowlock.engine.moves import Choice, Parting, Roll, Withdraw
from rowlock.engine.record import Input, Record


class Chosen(NamedTuple):
    """A seat's choice, and the game before it."""

    game: Game
    seat: int
    move: Choice


@dataclass
class CardTurn:
    """One turn, as far as the record goes."""

    before: Game
    """When cards are taken; a game from a position may begin later in its turn."""
    called: Game | None = None
    """With the number called and nobody's choice made."""
    chosen: dict[tuple[Phase, int, int], Chosen] = field(default_factory=dict)
    """Choices as they were in the end, in order: by phase, seat, and the card to be taken."""
    after: Game | None = None
    """When the turn is over, and perhaps the game with it."""

    @property
    def active(self) -> int:
        return self.before.active

    def of(self, phase: Phase, seat: int) -> list[Chosen]:
        """The choices of a seat in a phase: several, where it took several cards."""
        return [one for key, one in self.chosen.items() if key[:2] == (phase, seat)]

    def of_phase(self, phase: Phase) -> dict[int, Choice]:
        """The last choice of every seat in a phase."""
        return {one.seat: one.move for key, one in self.chosen.items() if key[0] is phase}

    def note(self, game: Game, said: Input) -> None:
        """Write down what a seat has said; a choice that is taken back is gone."""
        seat, move = said.seat, said.move
        if seat is None or isinstance(move, Shuffle | Parting | Roll):
            return
        at = game.phase, seat, len(self.chosen) if isinstance(move, Take) else 0
        self.chosen.pop(at, None)
        if not isinstance(move, Withdraw):
            before = self.called if game.phase is Phase.CALL and self.called else game
            self.chosen[at] = Chosen(before, seat, move)


def card_turns_of(record: Record) -> list[CardTurn]:
    """The turns of a record, until somebody gives up or the game is broken off."""
    game, turns = record.new_game(), list[CardTurn]()
    _look(turns, game)
    for said in record.inputs:
        if isinstance(said.move, Parting):
            break
        step = apply(game, said.move, said.seat).game
        if turns:
            turns[-1].note(game, said)
        game = step
        _look(turns, game)
    return turns


def _look(turns: list[CardTurn], game: Game) -> None:
    """Begin a turn, or note that a number is called or the turn is over."""
    if game.phase is Phase.OVER:
        if turns and turns[-1].after is None:
            turns[-1].after = game
        return
    if game.lay is None:
        return
    if not turns or turns[-1].before.turn != game.turn:
        if turns:
            turns[-1].after = game
        turns.append(CardTurn(game))
    if game.phase is Phase.CALL and turns[-1].called is None:
        turns[-1].called = game._replace(choices=without_choice(game))
