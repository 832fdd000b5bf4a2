"""A game as one seat may know it: everything that is shown or told to a seat begins here."""

from __future__ import annotations

from rowlock.engine.moves import KEPT, Choice
from rowlock.engine.state import Game


def known_to(game: Game, seat: int | None) -> Game:
    """The game without what this seat does not know; None is a spectator (R4.2, R24.4).

    Others' choices are kept as choices, cards that are not seen as backs. After the end everything is known.
    """
    if game.variant.turns is not None:
        return game.variant.turns.known_to(game, seat)
    if not game.choices:
        return game
    return game._replace(choices=known_choices(game, seat))


def known_choices(game: Game, seat: int | None) -> tuple[Choice | None, ...]:
    """Who has chosen, and what this seat chose; that seats which gave up pass is known to all."""
    known = {seat, *game.out}
    return tuple([c if c is None or s in known else KEPT for s, c in enumerate(game.choices)])
