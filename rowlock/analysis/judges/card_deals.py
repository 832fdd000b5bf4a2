"""Options of the card game played on: what a seat does not see is dealt, many times, and everybody plays.

Every deal is one that the seat must reckon with: each back is one of the cards that it can be, the pile lies
in any order. The champion plays every seat, each by what that one sees, for two rounds; what the table is
then worth to the seat is the judge's word. All options have the same deals, and the deals depend on nothing
but what the seat sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.judges.rollouts import Rollouts
from rowlock.bots import load_bot, strongest
from rowlock.bots.kit.cards import CardHand
from rowlock.engine.cards.deck import UNKNOWN, Card, shuffled
from rowlock.engine.cards.lay import Lay
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase, apply, legal_moves, waiting_for, without_choice
from rowlock.engine.knowledge import known_to
from rowlock.engine.moves import Choice
from rowlock.engine.notation import parse_move
from rowlock.engine.position import format_position

ROUNDS = 2
"""How long a deal is played on before the table is judged."""
USUAL = 48
"""Deals for each option where no number is asked for."""


def play_options(game: Game, seat: int, moves: Sequence[str], count: int, first: int = 0) -> Rollouts:
    """Return the results of a seat's moves, each in the same `count` deals, beginning with deal `first`."""
    known = _nobody_has_chosen(known_to(game, seat))
    eyes, bot = (
        CardEyes(game.variant, len(game.sheets)),
        load_bot(strongest(), game.variant, len(game.sheets)),
    )
    assert isinstance(bot, CardHand)
    text, results = format_position(known), np.zeros((len(moves), count))
    for n in range(count):
        table = deal_hidden(known, Random(f"{text} {first + n}"))
        for k, move in enumerate(moves):
            chosen = parse_move(move)
            assert isinstance(chosen, Choice)
            ended = _play_on(table, seat, chosen, bot, Random(f"{text} {first + n} then"))
            results[k, n] = eyes.position(ended, seat)
    return Rollouts(results)


def deal_hidden(known: Game, chance: Random) -> Game:
    """A game that looks the same to whoever knows this one: every hidden card is one that it can be."""
    lay, turns = known.lay, known.variant.turns
    assert lay is not None
    assert isinstance(turns, CardTurns)
    seen = {card for card in lay.cards if card.colour != UNKNOWN}
    unseen = [card for card in turns.deck if card not in seen]
    chance.shuffle(unseen)

    def turn_up(card: Card) -> Card:
        if card.colour != UNKNOWN:
            return card
        found = next(other for other in unseen if not card.number or other.number == card.number)
        unseen.remove(found)
        return found

    hands = tuple(tuple(sorted(map(turn_up, hand))) for hand in lay.hands)
    display = tuple(turn_up(card) if card else None for card in lay.display)
    return known._replace(lay=Lay(hands, display, tuple(map(turn_up, lay.pile)), lay.played))


def _nobody_has_chosen(known: Game) -> Game:
    """The same table before anybody chose: what the others have chosen is not known."""
    return known._replace(choices=without_choice(known)) if known.phase is Phase.CALL else known


def _play_on(game: Game, seat: int, move: Choice, bot: CardHand, chance: Random) -> Game:
    """The table after a move and two rounds more, or at the end."""
    last = game.turn + ROUNDS * len(game.sheets)
    game = apply(game, move, seat).game
    turns = game.variant.turns
    assert turns is not None
    while game.phase is not Phase.OVER and game.turn <= last:
        if game.phase is Phase.SHUFFLE:
            game = apply(game, shuffled(turns.to_shuffle(game), chance.randrange)).game
            continue
        answers = {asked: _answer(game, asked, bot) for asked in waiting_for(game)}
        for asked, answer in answers.items():
            game = apply(game, answer, asked).game
    return game


def _answer(game: Game, seat: int, bot: CardHand) -> Choice:
    moves = legal_moves(game, seat)
    return moves[0] if len(moves) == 1 else bot.pick(known_to(game, seat), seat, moves)
