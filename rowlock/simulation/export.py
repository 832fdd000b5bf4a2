"""One game of a simulated run as a record: played at a table with the dice and lots it had there."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.arena.table import dice_of_deal, question
from rowlock.bots import Asked, find_source, load_bot
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
    start = number % len(bots)
    return play_out(
        variant,
        [find_source(bot).text for bot in bots],
        start,
        dice_of_deal(seed, number),
        lambda game, seat: players[seat].choose(*question(game, seat)),
    )
