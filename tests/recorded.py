"""Games that bots have played, as records, for tests of what is said about games afterwards."""

from __future__ import annotations

from functools import cache

from rowlock import Game, Record, Variant, format_move, legal_moves, view
from rowlock.arena.table import dice_of_deal
from rowlock.bots import load_bot
from rowlock.table.bot_game import play_out
from rowlock.table.log.records import record_of


@cache
def bots_game(variant: Variant, names: tuple[str, ...], deal: int = 0) -> Record:
    """A game of these bots; the same deal has the same dice."""
    bots = [load_bot(name, variant, len(names)) for name in names]

    def choose(game: Game, seat: int) -> str:
        return bots[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    return record_of(*play_out(variant, names, deal % len(names), dice_of_deal(7, deal), choose))
