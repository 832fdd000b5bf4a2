"""The judge of the card game: the champion's evaluation, from every seat's own view.

Everything is judged by what the seat in question could see, and by nothing else: in two games that differ
only in hidden cards it is the same. The chances of all seats need not add up to one: each knows its own hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.judges.verdict import Heard
from rowlock.analysis.review import review_types
from rowlock.analysis.review.card_turns import CardTurn, Chosen
from rowlock.analysis.review.decisions import decide
from rowlock.engine.game import Game, Phase
from rowlock.engine.knowledge import known_to
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant


class ByCards:
    """Judges turns of one pad with so many seats."""

    def __init__(self, variant: Variant, seats: int) -> None:
        self.eyes, self.seats = CardEyes(variant, seats), range(seats)
        self.about: review_types.Judgement = {
            "by": "evaluation",
            "unit": "chance" if seats > 1 else "points",
            "exact": False,
            "rollouts": 0,
            "error": 0.0,
        }

    def tell(self, turns: Sequence[CardTurn], heard: Heard) -> list[review_types.Turn]:
        """Every turn with its chances, luck and decisions."""
        told = []
        for turn in turns:
            told.append(self._turn(turn))
            heard(1)
        return told

    def _turn(self, turn: CardTurn) -> review_types.Turn:
        before = self.worth(turn.before)
        called = self.worth(turn.called) if turn.called else before
        decisions = [found for one in turn.chosen.values() if (found := self.decision(one))]
        luck = [after - then for then, after in zip(before, called, strict=True)]
        luck[turn.active] += sum(one["loss"] for one in decisions if one["phase"] == "take")
        answers, plays = turn.of_phase(Phase.CALL), turn.of_phase(Phase.PLAY)
        lay = turn.called.lay if turn.called else None
        return {
            "turn": turn.before.turn,
            "active": turn.active,
            "roll": str(lay.pile[0].number) if lay else "",
            "position": format_position(turn.before),
            "choices": [answers[seat].text if seat in answers else None for seat in self.seats],
            "colour": plays[turn.active].text if plays else None,
            "before": before,
            "rolled": called,
            "after": self.at_rest(turn.after) if turn.after else None,
            "luck": luck,
            "decisions": decisions,
        }

    def worth(self, game: Game) -> list[float]:
        """The worth of a table to every seat, each with its best move."""
        return [self.eyes.position(game, seat) for seat in self.seats]

    def at_rest(self, game: Game) -> list[float]:
        """The worth of a table to every seat as it lies."""
        return [self.eyes.at_rest(game, seat) for seat in self.seats]

    def decision(self, chosen: Chosen) -> review_types.Decision | None:
        """A choice beside the others; None if there was no other, or the hand is not known."""
        game, seat, move = chosen
        worths = self.eyes.options(game, seat)
        if len(worths) < 2 or move.text not in worths:
            return None
        return decide(known_to(game, seat), seat, move.text, worths, self.about)
