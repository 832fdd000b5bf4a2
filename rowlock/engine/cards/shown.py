"""The cards of a game as a seat sees them, as plain data and as a field of a position."""

from __future__ import annotations

from rowlock.engine import view_types
from rowlock.engine.cards.deck import Card, in_order
from rowlock.engine.cards.lay import Lay, check_cards, format_lay, known_to, parse_lay
from rowlock.engine.errors import BadNotation
from rowlock.engine.knowledge import known_choices
from rowlock.engine.state import CALL, OVER, PLAY, SHUFFLE, TAKE, Game

_NONE = "."


def known_game(game: Game, seat: int | None) -> Game:
    """The game as a seat knows it while it runs: the backs of other hands, and who has chosen (R24.4)."""
    if game.phase is OVER:
        return game
    lay = known_to(game.lay, seat) if game.lay else None
    return game._replace(lay=lay, choices=known_choices(game, seat))


def plain_cards(game: Game, seat: int | None) -> view_types.Cards:
    """The cards in a view; `game` is the game as the seat knows it."""
    lay = game.lay or Lay(((),) * len(game.sheets), (), ())
    is_called = game.phase in (CALL, PLAY)
    over = game.phase is OVER
    return {
        "text": format_field(game),
        "hand": None if seat is None else _texts(lay.hands[seat]),
        "hands": [sorted(card.number for card in hand) for hand in lay.hands],
        "display": [card.number if card else None for card in lay.display],
        "top": lay.pile[0].number if lay.pile else None,
        "pile": len(lay.pile),
        "called": lay.pile[0].number if is_called else None,
        "played": [card.text for card in lay.played],
        "open": [_texts(hand) for hand in lay.hands] if over else None,
    }


def _texts(hand: tuple[Card, ...]) -> list[str]:
    return [card.text for card in in_order(hand)]


def format_field(game: Game) -> str:
    return format_lay(game.lay) if game.lay else _NONE


def parse_field(game: Game, text: str, deck: tuple[Card, ...], hand: int, slots: int) -> Game:
    """The game with its cards; refuses what is impossible in its phase."""
    if text == _NONE:
        if game.phase is not SHUFFLE:
            raise BadNotation(f"phase {game.phase.value} needs cards; only a fresh game has '.'")
        return game
    lay = parse_lay(text)
    check_cards(lay.cards, deck)
    if len(lay.hands) != len(game.sheets) or len(lay.display) != slots:
        raise BadNotation(f"there are {len(game.sheets)} hands and {slots} slots in the display")
    _check_hands(game, lay, hand)
    full = all(lay.display)
    if game.phase in (CALL, PLAY) and not (full and lay.pile):
        raise BadNotation("when a number is called the display is full and there is a card on the pile")
    if game.phase is SHUFFLE and (lay.pile or not lay.played):
        raise BadNotation("cards are shuffled when the pile is empty")
    if game.phase is TAKE and not any(lay.display):
        raise BadNotation("there is no card to take")
    return game._replace(lay=lay)


def _check_hands(game: Game, lay: Lay, hand: int) -> None:
    for seat, held in enumerate(lay.hands):
        full = seat == game.active and game.phase in (SHUFFLE, CALL, PLAY) and seat not in game.out
        most = hand + (seat in game.out or (seat == game.active and game.phase is not TAKE))
        if len(held) > most or (full and len(held) < most):
            raise BadNotation(f"seat {seat} holds {len(held)} cards and not {most}")
