"""One game of a simulated run as a record: played by the engine with the dice and lots it had there."""

from __future__ import annotations

from rowlock.bots import Bot, load_bot
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import Roll, make_roll
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.record import Input, Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.fast import chance
from rowlock.variants import load_variant, variant_names


def export_game(variant: Variant, bots: list[str], seed: int, number: int) -> Record:
    """The record of game `number`; it replays in the engine and scores as it did in the run."""
    start = number % len(bots)
    game, inputs = new_game(variant, len(bots), start), []
    players = [load_bot(bot, variant, len(bots), seed, number) for bot in bots]
    while game.phase is not Phase.OVER:
        said = (
            [Input(None, _roll(game, seed, number))] if game.phase is Phase.ROLL else _choices(game, players)
        )
        for seat, move in said:
            game = apply(game, move, seat).game
        inputs += said
    headers = (("run", f"seed {seed}, game {number}"),)
    return Record(variant, tuple(bots), start, tuple(inputs), headers, not _is_known(variant))


def _roll(game: Game, seed: int, number: int) -> Roll:
    variant = game.variant
    dice = chance.roll_dice(chance.game_key(seed, number), game.turn, variant.faces, len(variant.rows))
    coloured = {row.colour: die for row, die in zip(variant.rows, dice[2:], strict=True)}
    return make_roll((dice[0], dice[1]), {colour: coloured[colour] for colour in game.dice})


def _choices(game: Game, players: list[Bot]) -> list[Input]:
    said = []
    for seat in waiting_for(game):
        moves = [format_move(move) for move in legal_moves(game, seat)]
        said.append(Input(seat, parse_move(players[seat].choose(view(game, seat), moves))))
    return said


def _is_known(variant: Variant) -> bool:
    """Whether the name alone, with its options, finds the variant again."""
    if variant.name not in variant_names():
        return False
    return load_variant(variant.name, die_leaves=variant.die_leaves) == variant
