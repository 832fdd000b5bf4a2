"""One game of a simulated run as a record: played at a table with the dice and lots it had there."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.arena.table import dice_of_deal, question
from rowlock.bots import Asked, find_source, load_bot
from rowlock.bots.kit.program import Forfeit
from rowlock.engine.game import Game
from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.table.bot_game import BotGame, play_out
from rowlock.table.log.records import record_of


def export_game(variant: Variant, bots: Sequence[Asked], seed: int, number: int) -> Record:
    """The record of game `number`; it replays in the engine and scores as it did in the run."""
    said = play_number(variant, bots, seed, number)
    return record_of(*said, headers=[("run", f"seed {seed}, game {number}")])


def play_number(variant: Variant, bots: Sequence[Asked], seed: int, number: int) -> BotGame:
    """Game `number` of a run at a table, with everything that was said."""
    players = [load_bot(bot, variant, len(bots), seed, number) for bot in bots]
    names, start = [find_source(bot).text for bot in bots], number % len(bots)

    def choose(game: Game, seat: int) -> str:
        try:
            return players[seat].choose(*question(game, seat))
        except Forfeit as reason:
            raise Forfeit(f"{names[seat]} {reason}") from None

    return play_out(variant, names, start, dice_of_deal(seed, number), choose)
