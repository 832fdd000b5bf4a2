"""The options of a review or an analysis by their names; the page says the same with the same words."""

from __future__ import annotations

from rowlock.engine import view_types
from rowlock.engine.json_object import JsonMapping
from rowlock.locale.catalogue import Catalogue, text
from rowlock.locale.words import cell_name, colour_name


def tell_option(catalogue: Catalogue, variant: view_types.Variant, option: JsonMapping) -> str:
    """An option by its name: the cell, the card, the play, or the pass."""
    if option["taken"] is not None:
        return text(catalogue, "game.moves.take", number=option["taken"])
    if option["move"].startswith("="):
        return tell_play(catalogue, option["move"])
    if option["cell"]:
        return cell_name(catalogue, variant, *option["cell"])
    return text(catalogue, "game.moves.pass")


def tell_play(catalogue: Catalogue, move: str) -> str:
    """A play as it is written, in words."""
    written, _, crosses = move[2:].partition(":")
    cards = [
        text(catalogue, "game.words.joker", number=card[1:]) if card.startswith("j") else card
        for card in written.split(".")
    ]
    return text(
        catalogue,
        "game.moves.play_cross" if crosses else "game.moves.play",
        colour=colour_name(catalogue, move[1]),
        cards=", ".join(cards),
        numbers=crosses.replace(".", ", "),
    )
