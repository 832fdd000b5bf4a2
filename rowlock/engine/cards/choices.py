"""The choices of a seat in the card game, their effects, and why others are not legal."""

from __future__ import annotations

from itertools import compress

from rowlock.engine.cards.deck import Card
from rowlock.engine.cards.facts import played, took
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import MOST_SLOTS, Play, Take
from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import Fact, Penalised, passed
from rowlock.engine.legal import aim, check_cell, expand
from rowlock.engine.moves import PASS, Choice, Cross, Pass
from rowlock.engine.sheet import Sheet, can_cross, cross
from rowlock.engine.state import CALL, PLAY, TAKE, Game
from rowlock.engine.variant import Place, Variant

TAKES = tuple(Take(slot) for slot in range(1, MOST_SLOTS + 1))


class CardChoices:
    """The choices on the sheets of one variant."""

    def __init__(self, variant: Variant, plays: Plays) -> None:
        self.variant, self.plays = variant, plays
        self.places, self.targets = variant.places, variant.white_targets

    def legal_moves(self, game: Game, seat: int) -> tuple[Choice, ...]:
        phase, lay = game.phase, game.lay
        if lay is None:
            return ()
        if phase is CALL:
            return (*expand(game, seat, self.targets.get(lay.pile[0].number, ())), PASS)
        if phase is TAKE and seat == game.active:
            return tuple(compress(TAKES, lay.display))
        if phase is PLAY and seat == game.active:
            return self.plays.legal(game.sheets[seat], lay.hands[seat])
        return ()

    def preview(self, game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
        sheet, lay = game.sheets[seat], game.lay
        assert lay is not None
        if game.phase is TAKE:
            slot, card = self.taken(game, seat, move)
            return sheet, [took(seat, slot + 1, card.number)]
        if game.phase is CALL:
            place = self.call_place(game, seat, move)
            return (
                cross(self.variant, sheet, place, seat=seat, by="call") if place else (sheet, [passed(seat)])
            )
        return self.preview_play(game, seat, move)

    def taken(self, game: Game, seat: int, move: Choice) -> tuple[int, Card]:
        """The slot that a legal move takes from, from 0, and the card in it."""
        display = game.lay.display if game.lay else ()
        if not isinstance(move, Take):
            raise self._refused(game, seat, move, "a card is taken from the display now (R25.1)")
        card = display[move.slot - 1] if 0 < move.slot <= len(display) else None
        if card is None:
            raise self._refused(game, seat, move, "there is no card in that slot (R25.1)")
        return move.slot - 1, card

    def call_place(self, game: Game, seat: int, choice: Choice) -> Place | None:
        """The cell that a legal choice crosses, None for a pass."""
        if isinstance(choice, Pass):
            return None
        if isinstance(choice, Cross) and choice.number == called(game) and not choice.picks:
            place = self.places.get((choice.row, choice.number))
            if place and can_cross(self.variant, game.sheets[seat], *place):
                return place
        raise self._refused(game, seat, choice, self._why_not_called(game, seat, choice))

    def _why_not_called(self, game: Game, seat: int, choice: Choice) -> str:
        """The reason for which a choice about the called number is not legal."""
        if not isinstance(choice, Cross):
            return "the called number is crossed in one row, or not at all (R26.1)"
        try:
            place = aim(game, seat, choice)
            if choice.number != called(game):
                return f"{called(game)} is called (R26.1)"
            check_cell(self.variant, game.sheets[seat], place)
        except IllegalMove as error:
            return str(error)
        return "there are no ties in the card game"

    def preview_play(self, game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
        assert game.lay is not None
        sheet, hand = game.sheets[seat], game.lay.hands[seat]
        if not isinstance(move, Play):
            raise self._refused(game, seat, move, "at least one card must be played now (R27.1)")
        way = self.plays.find(sheet, hand, move)
        if way is None:
            raise self._refused(game, seat, move, self.plays.why_not(sheet, hand, move))
        facts: list[Fact] = [played(seat, move.colour, way.numbers, way.jokers)]
        for place in way.places:
            sheet, followed = cross(self.variant, sheet, place, seat=seat, by="play")
            facts += followed
        if not move.crosses and not game.crossed:
            sheet = Sheet(sheet.crosses, sheet.closed, sheet.penalties + 1, sheet.notes)
            facts.append(Penalised(seat, sheet.penalties))
        return sheet, facts

    def _refused(self, game: Game, seat: int, move: Choice, why: str) -> IllegalMove:
        legal = " ".join(other.text for other in self.legal_moves(game, seat))
        return IllegalMove(f"{move.text} is not legal: {why}; legal: {legal}")


def called(game: Game) -> int:
    """The number on top of the pile (R26.1)."""
    assert game.lay is not None
    return game.lay.pile[0][1]
