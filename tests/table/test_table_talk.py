"""A table where anybody says anything at any time: hypothesis looks for an order that breaks something."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from playing import EVERY_VARIANT
from tries import tries

from rowlock import (
    Phase,
    Roll,
    RowlockError,
    apply,
    format_position,
    legal_moves,
    load_variant,
    new_game,
    parse_position,
    score,
    view,
    waiting_for,
)
from rowlock.engine.moves import WITHDRAW

die = st.integers(0, 10**6)


class TableTalk(RuleBasedStateMachine):
    """Rolls, choices, second thoughts and nonsense, in any order that hypothesis can think of."""

    @initialize(name=st.sampled_from(EVERY_VARIANT), seats=st.integers(1, 5), start=st.integers(0, 4))
    def sit_down(self, name: str, seats: int, start: Any) -> None:
        self.variant = load_variant(name)
        self.game = new_game(self.variant, seats, start % seats)
        self.before = self.game

    def say(self, move: Any, seat: int | None = None) -> None:
        self.before, self.game = self.game, apply(self.game, move, seat).game

    @precondition(lambda self: self.game.phase is Phase.ROLL)
    @rule(first=die, second=die, coloured=st.lists(die, min_size=4, max_size=4))
    def roll(self, first: Any, second: Any, coloured: Any) -> None:
        faces = self.variant.faces
        dice = zip(self.game.dice, coloured, strict=False)
        self.say(
            Roll(
                (first % faces + 1, second % faces + 1),
                tuple((colour, value % faces + 1) for colour, value in dice),
            )
        )

    @precondition(lambda self: self.game.phase in (Phase.WHITE, Phase.COLOUR))
    @rule(seat=st.integers(0, 4), pick=st.integers(0, 40))
    def choose(self, seat: int, pick: Any) -> None:
        """Any seat, even one that has chosen already: it replaces its choice."""
        seat %= len(self.game.sheets)
        moves = legal_moves(self.game, seat)
        if moves:
            self.say(moves[pick % len(moves)], seat)

    @precondition(lambda self: self.game.phase is Phase.WHITE and any(self.game.choices))
    @rule(seat=st.integers(0, 4))
    def take_back(self, seat: int) -> None:
        chosen = [s for s, choice in enumerate(self.game.choices) if choice]
        self.say(WITHDRAW, chosen[seat % len(chosen)])
        assert self.game.sheets == self.before.sheets

    @rule(seat=st.integers(-1, 5), pick=st.integers(0, 40))
    def speak_out_of_turn(self, seat: int, pick: Any) -> None:
        """Whatever is not legal is refused with one of our errors, and nothing has changed."""
        targets = [target.move for group in self.variant.white_targets.values() for target in group]
        move = targets[pick % len(targets)]
        in_range = 0 <= seat < len(self.game.sheets)
        if in_range and move in legal_moves(self.game, seat):
            return
        position = format_position(self.game)
        try:
            apply(self.game, move, seat)
        except RowlockError:
            assert format_position(self.game) == position
        else:
            raise AssertionError(f"seat {seat} said {move} in {position}")

    @invariant()
    def crosses_only_grow(self) -> None:
        if hasattr(self, "game"):
            for old, new in zip(self.before.sheets, self.game.sheets, strict=True):
                assert all(was & now == was for was, now in zip(old.crosses, new.crosses, strict=True))
                assert old.penalties <= new.penalties <= self.variant.penalty_boxes

    @invariant()
    def everything_has_a_text_and_a_view(self) -> None:
        if not hasattr(self, "game"):
            return
        known = {self.variant.name: self.variant}
        assert parse_position(format_position(self.game), lambda name, **_: known[name]) == self.game
        for seat in (None, *range(len(self.game.sheets))):
            seen = view(self.game, seat)
            assert json.loads(json.dumps(seen)) == seen
            assert seen["waiting"] == list(waiting_for(self.game))
        totals = [score(self.variant, sheet).total for sheet in self.game.sheets]
        assert [sheet["score"]["total"] for sheet in view(self.game, None)["sheets"]] == totals


TestTableTalk = TableTalk.TestCase
TestTableTalk.settings = tries(60, stateful_step_count=60)
