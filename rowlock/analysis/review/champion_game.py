"""The champion with your dice: a recorded game once more, with the champion in one of the seats."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.analysis.review import review_types
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.arena.table import roll_of_turn
from rowlock.bots import Bot, load_bot, strongest
from rowlock.engine.game import Game, Phase, apply, legal_moves
from rowlock.engine.moves import PASS, Choice, Roll
from rowlock.engine.notation import format_move
from rowlock.engine.scoring import score
from rowlock.engine.view import view
from rowlock.fast.chance import game_key


def champion_game(turns: Sequence[PlayedTurn], seat: int) -> review_types.ChampionGame:
    """The champion's game in a seat. The others do what they did, and pass where that is not legal."""
    game = turns[0].before
    bot = load_bot(strongest(), game.variant, len(game.sheets))
    for turn in turns:
        if game.phase is Phase.OVER or None in turn.choices:
            break
        game = _play(game, turn, seat, bot)
    total = score(game.variant, game.sheets[seat]).total
    return {
        "score": total,
        "turns": game.turn - (game.phase is Phase.ROLL),
        "ended": game.phase is Phase.OVER,
    }


def _play(game: Game, turn: PlayedTurn, seat: int, bot: Bot) -> Game:
    game = apply(game, _dice(game, turn.roll)).game
    while game.phase is Phase.WHITE:
        other = game.choices.index(None)
        move = _chosen(game, seat, bot) if other == seat else _still(game, other, turn.choices[other])
        game = apply(game, move, other).game
    if game.phase is Phase.COLOUR:
        active = game.active
        move = _chosen(game, seat, bot) if active == seat else _still(game, active, turn.colour)
        game = apply(game, move, active).game
    return game


def _dice(game: Game, roll: Roll) -> Roll:
    """The record's dice; one that had already left the recorded game falls at random, always the same way."""
    shown = dict(roll_of_turn(game, game_key(0, 0)).coloured) | dict(roll.coloured)
    return Roll(roll.white, tuple((colour, shown[colour]) for colour in game.dice))


def _chosen(game: Game, seat: int, bot: Bot) -> Choice:
    moves = {format_move(move): move for move in legal_moves(game, seat)}
    return moves[bot.choose(view(game, seat), list(moves))]


def _still(game: Game, seat: int, choice: Choice | None) -> Choice:
    return choice if choice is not None and choice in legal_moves(game, seat) else PASS
