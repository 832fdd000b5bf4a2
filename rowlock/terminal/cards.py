"""The cards of a game in a few lines: display, pile, the player's own hand, and the backs of the others'."""

from __future__ import annotations

from rich.text import Text

from rowlock.engine import view_types
from rowlock.locale import Catalogue
from rowlock.locale.words import SIGNS, labelled, word
from rowlock.terminal.paint import BANDS, WHITE_DIE

JOKER = "★"


def paint_cards(catalogue: Catalogue, cards: view_types.Cards) -> list[Text]:
    """Two lines: the cards on the table, and the hand of the seat that is looking."""
    slots = [
        f"@{slot} {'·' if number is None else number}" for slot, number in enumerate(cards["display"], 1)
    ]
    lines = [Text(labelled(catalogue, word(catalogue, "display"), "   ".join(slots)))]
    if cards["top"] is not None:
        key = "pile" if cards["called"] is None else "called_number"
        top = labelled(catalogue, word(catalogue, key), str(cards["top"]))
        lines[0].append(f"   {top}", "bold").append(f" ({cards['pile']})")
    if cards["hand"] is not None:
        hand = Text(labelled(catalogue, word(catalogue, "hand"), ""))
        lines.append(hand.append_text(Text("  ").join(paint_card(card) for card in cards["hand"])))
    return lines


def paint_card(card: str) -> Text:
    """`●5`; a joker is `★5`."""
    sign = JOKER if card[0] == "j" else SIGNS[card[0]]
    return Text(f" {sign}{card[1:]} ", BANDS.get(card[0], WHITE_DIE))


def paint_backs(cards: view_types.Cards, seat: int) -> Text:
    """The numbers in somebody's hand; after the end, the cards."""
    if cards["open"]:
        return Text(" ").join(paint_card(card) for card in cards["open"][seat])
    return Text(" ".join(map(str, cards["hands"][seat])), "dim")
