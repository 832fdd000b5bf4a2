"""Steady's hand without arrays: it tries every move out in the engine, on any pad that the engine plays."""

from __future__ import annotations

from rowlock.bots.kit.basis import Basis
from rowlock.bots.kit.hand import PENALTY, Hopes, share_of, worth_of
from rowlock.bots.kit.view_reading import View, game_of, seat_of
from rowlock.engine.game import Game, Phase, apply, legal_moves, waiting_for
from rowlock.engine.moves import PASS, Choice
from rowlock.engine.notation import format_move
from rowlock.engine.reach import out_of_reach
from rowlock.engine.scoring import score
from rowlock.engine.sheet import count_crosses
from rowlock.engine.variant import Variant


class SlowHand:
    """One seat's bot. In the white action the active seat looks on to the colour action that could follow."""

    def __init__(self, name: str, line: str, variant: Variant, by: Basis) -> None:
        self.name, self.line, self.variant, self.by = name, line, variant, by
        self.hopes, self.share = [Hopes(row, variant.faces) for row in variant.rows], share_of(variant)

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        game, seat = game_of(self.variant, view), seat_of(view)
        worth = {format_move(move): self.worth(game, seat, move) for move in legal_moves(game, seat)}
        return max(moves, key=lambda text: worth[text])

    def worth(self, game: Game, seat: int, move: Choice) -> float:
        """The worth of the sheet after a move, and after the best colour action if that follows."""
        after = _after(game, seat, move)
        if game.phase is Phase.COLOUR or after.phase is not Phase.COLOUR or seat != game.active:
            return self.judge(after, seat)
        return max(self.judge(apply(after, then, seat).game, seat) for then in legal_moves(after, seat))

    def judge(self, game: Game, seat: int) -> float:
        sheet, variant = game.sheets[seat], self.variant
        worth = -PENALTY * sheet.penalties
        for r, (row, count) in enumerate(zip(variant.rows, count_crosses(variant, sheet), strict=True)):
            gone, shut = out_of_reach(variant, sheet, r), sheet.is_closed(r)
            worth += worth_of(row, self.hopes[r], sheet.crosses[r], gone, shut, count, self.share)
        if game.phase is Phase.OVER:
            totals = [score(variant, other).total for other in game.sheets]
            worth -= 100.0 * (totals[seat] < max(totals))
        return worth


def _after(game: Game, seat: int, move: Choice) -> Game:
    """The game after a choice, if everybody else who is asked passes."""
    game = apply(game, move, seat).game
    while game.phase is Phase.WHITE:
        game = apply(game, PASS, waiting_for(game)[0]).game
    return game
