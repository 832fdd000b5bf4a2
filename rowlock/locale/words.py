"""The game told in words: facts, prompts, effects and results, from plain data (see `engine.view`).

Sentences work from plain facts and views, so that a game on another machine reads like one at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rowlock.locale.catalogue import Catalogue, has_text, text

Plain = Mapping[str, Any]

SIGNS = {"r": "●", "y": "▲", "g": "■", "b": "◆"}
"""The sign of every colour; in all displays the sign is the first cue and the colour the second."""


def variant_title(catalogue: Catalogue, variant: Plain) -> str:
    """A pad's title in this language; own variants keep the title that their file gives."""
    key = f"game.variants.{variant['name']}.title"
    return text(catalogue, key) if has_text(catalogue, key) else str(variant["title"])


def variant_line(catalogue: Catalogue, variant: Plain) -> str:
    """One line about a pad, empty for own variants."""
    key = f"game.variants.{variant['name']}.line"
    return text(catalogue, key) if has_text(catalogue, key) else ""


def tell_basis(catalogue: Catalogue, bot: str, variant: Plain, basis: str) -> str:
    """What a bot plays a pad by (`rowlock.bots.plays_by`); empty where that goes without saying."""
    key = f"game.plays_by.{basis}"
    if not has_text(catalogue, key):
        return ""
    return text(catalogue, key, bot=bot, variant=variant_title(catalogue, variant), hand="steady")


def colour_name(catalogue: Catalogue, colour: str) -> str:
    return text(catalogue, f"game.colours.{colour}")


def row_name(catalogue: Catalogue, row: str) -> str:
    return text(catalogue, f"game.rows.{row}")


def die_name(catalogue: Catalogue, colour: str) -> str:
    return text(catalogue, f"game.dice.{colour}")


def pair_title(catalogue: Catalogue, kind: str) -> str:
    return text(catalogue, f"game.pairs.{kind}.title")


def pair_line(catalogue: Catalogue, kind: str) -> str:
    """What a bonus pair gives."""
    return text(catalogue, f"game.pairs.{kind}.line")


def word(catalogue: Catalogue, name: str) -> str:
    """A word that stands on every sheet: penalties, points, total …"""
    return text(catalogue, f"game.words.{name}")


def button(catalogue: Catalogue, name: str) -> str:
    """What one may do at any time: pass, undo, done."""
    return text(catalogue, f"game.moves.{name}")


def cell_name(catalogue: Catalogue, variant: Plain, row: str, number: int) -> str:
    """A cell by what is printed on it: its own colour, which on mixed pads is not its row's (R13.1)."""
    return text(catalogue, f"game.cells.{_cell_colour(variant, row, number)}", number=number)


def _cell_colour(variant: Plain, row: str, number: int) -> str:
    for pad in variant["rows"]:
        for cell in pad["cells"]:
            if pad["row"] == row and cell["number"] == number:
                return str(cell["colour"])
    return row


def join_names(catalogue: Catalogue, names: Sequence[str]) -> str:
    """`Mia, Ben and Ann`."""
    if len(names) < 2:
        return "".join(names)
    return text(catalogue, "game.and", first=", ".join(names[:-1]), last=names[-1])


def tell_error(catalogue: Catalogue, code: str) -> str:
    """What went wrong, by the code of the error."""
    key = f"game.errors.{code}"
    return text(catalogue, key if has_text(catalogue, key) else "game.errors.error")


def has_fact(catalogue: Catalogue, fact: Plain) -> bool:
    """Whether there are words for this kind of fact; servers also tell facts of other kinds."""
    return has_text(catalogue, f"game.facts.{fact['kind']}")


def tell_fact(catalogue: Catalogue, variant: Plain, names: Sequence[str], fact: Plain) -> str:
    """One sentence of the commentary."""
    values: dict[str, Any] = {}
    if "seat" in fact:
        values["name"] = names[fact["seat"]]
    if fact.get("row"):
        values["row"] = row_name(catalogue, fact["row"])
    if "number" in fact:
        values["cell"] = cell_name(catalogue, variant, fact["row"], fact["number"])
    key = f"game.facts.{fact['kind']}"
    match fact["kind"]:
        case "rolled":
            return _tell_roll(catalogue, values["name"], fact["roll"])
        case "crossed":
            key += f".{fact['by']}"
        case "ended":
            key += f".{fact['reason']}"
        case "bar_crossed":
            values["field"] = fact["field"]
        case "pair_completed":
            values["pair"] = pair_title(catalogue, fact["pair"])
        case "struck":
            values["n"] = len(fact["fields"])
        case "die_removed":
            values["die"] = die_name(catalogue, fact["colour"])
        case "penalised":
            values["count"] = fact["count"]
    sentence = text(catalogue, key, **values)
    # a name at the beginning stays as it is; rows and dice begin a sentence like other words
    return sentence if "seat" in fact else sentence[:1].upper() + sentence[1:]


def _tell_roll(catalogue: Catalogue, name: str, roll: Plain) -> str:
    first, second = roll["white"]
    dice = " ".join(f"{SIGNS[colour]}{value}" for colour, value in roll["coloured"].items())
    key = "game.facts.rolled" if dice else "game.facts.rolled_white"
    return text(catalogue, key, name=name, first=first, second=second, total=first + second, dice=dice)


def tell_result(catalogue: Catalogue, names: Sequence[str], over: Plain) -> str:
    """Who has won, with how many points."""
    winners = [names[seat] for seat in over["winners"]]
    points = max(over["scores"])
    if len(names) == 1:
        return text(catalogue, "game.results.solo", name=names[0], n=points)
    if len(winners) == 1:
        return text(catalogue, "game.results.win", name=winners[0], n=points)
    return text(catalogue, "game.results.shared", names=join_names(catalogue, winners), n=points)


def tell_ask(catalogue: Catalogue, variant: Plain, names: Sequence[str], view: Plain) -> str:
    """What the table asks of the seat that looks, with the consequence of passing."""
    if view["over"]:
        return tell_result(catalogue, names, view["over"])
    if view["phase"] == "roll":
        return text(catalogue, "game.asks.roll", name=names[view["active"]])
    if view["seat"] not in view["waiting"]:
        waiting = [names[seat] for seat in view["waiting"]]
        return text(catalogue, "game.asks.waiting", names=join_names(catalogue, waiting))
    if view["phase"] == "white":
        total = view["roll"]["total"]
        lucky = total in view["sheets"][view["seat"]]["lucky"]
        alone = "white_alone" if len(view["sheets"]) == 1 else "white"
        ask = text(catalogue, f"game.asks.{'white_lucky' if lucky else alone}", total=total)
    elif view["crossed"]:
        ask = text(catalogue, "game.asks.colour")
    else:
        cost = text(catalogue, "game.points", n=-variant["penalties"]["points"])
        ask = text(catalogue, "game.asks.colour_penalty", points=cost)
    if len(view["moves"]) == 1:
        ask += " " + text(catalogue, "game.asks.nothing")
    return ask


def tell_move(catalogue: Catalogue, variant: Plain, move: Plain) -> str:
    """A move by its name, as on a button: the cell, the lucky cell, or the pass."""
    if not move["cell"]:
        return text(catalogue, "game.moves.pass")
    cell = cell_name(catalogue, variant, *move["cell"])
    return text(catalogue, "game.moves.lucky", cell=cell) if move["move"].startswith("*") else cell


def tell_effects(catalogue: Catalogue, variant: Plain, move: Plain) -> str:
    """What a move would do, in one line: `closes the red row · +15 points`."""
    parts = [text(catalogue, "game.effects.pick", row=row_name(catalogue, r)) for r in _picks(move)]
    parts += [text(catalogue, "game.effects.closes", row=row_name(catalogue, r)) for r in move["locks"]]
    if move["skips"]:
        parts.append(text(catalogue, "game.effects.skips", n=move["skips"]))
    bonus = [f for f in move["facts"] if f["kind"] == "bonus_crossed"]
    if bonus:
        cells = ", ".join(cell_name(catalogue, variant, f["row"], f["number"]) for f in bonus)
        parts.append(text(catalogue, "game.effects.bonus", cells=cells))
    if any(f["kind"] == "penalised" for f in move["facts"]):
        parts.append(text(catalogue, "game.effects.penalty"))
    if move["gain"]:
        sign = "+" if move["gain"] > 0 else ""
        parts.append(text(catalogue, "game.effects.points", sign=sign, n=move["gain"]))
    return " · ".join(parts)


def decimal(catalogue: Catalogue, value: float) -> str:
    """A number with one decimal place, as the language writes it."""
    return f"{value:.1f}".replace("-", "−").replace(".", text(catalogue, "language.decimal"))


def _picks(move: Plain) -> list[str]:
    return list(move["move"].split(">")[1:])
