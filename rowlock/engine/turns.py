"""The flow of a turn, for pads that replace the one with dice.

`game`, `legal` and `state` are the flow with dice. Where `Variant.turns` has another one they ask it, and so
do the texts: the public functions stay the same whatever is played with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rowlock.engine import view_types
    from rowlock.engine.cards.deck import Card
    from rowlock.engine.facts import Fact
    from rowlock.engine.game import Chance, Step
    from rowlock.engine.moves import Choice, Move, Parting
    from rowlock.engine.record import Input, Record
    from rowlock.engine.sheet import Sheet
    from rowlock.engine.state import Game, Phase


class Turns(Protocol):
    """A flow of turns on the sheets of one variant."""

    first: Phase
    """The phase that a fresh game begins with."""

    def apply(self, game: Game, move: Chance | Move | Parting, seat: int | None) -> Step:
        """See `game.apply`."""

    def waiting_for(self, game: Game) -> tuple[int, ...]:
        """See `state.waiting_for`."""

    def legal_moves(self, game: Game, seat: int) -> tuple[Choice, ...]:
        """See `legal.legal_moves`."""

    def preview(self, game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
        """See `legal.preview`."""

    def to_shuffle(self, game: Game) -> tuple[Card, ...]:
        """The cards whose order is awaited."""

    def known_to(self, game: Game, seat: int | None) -> Game:
        """The game with everything hidden that a seat does not see."""

    def cards_view(self, game: Game, seat: int | None) -> view_types.Cards:
        """The part of a view beside the sheets."""

    def format(self, game: Game) -> str:
        """The state besides the sheets, as a field of a position."""

    def parse(self, game: Game, text: str) -> Game:
        """The game with what such a field says; raises `BadNotation` if that contradicts it."""

    def format_turns(self, record: Record) -> list[tuple[int, str]]:
        """The lines of a record, each with its turn."""

    def parse_turn(self, text: str, game: Game) -> list[Input]:
        """The inputs of such a line."""
