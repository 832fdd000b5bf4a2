"""The game told in words: facts, prompts, effects and results, from plain data (see `engine.view`).

Sentences work from plain facts and views, so that a remote game reads like a local one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from rowlock.engine import view_types
from rowlock.locale.catalogue import Catalogue, has_text, text

SIGNS = {"r": "●", "y": "▲", "g": "■", "b": "◆"}
"""The sign of every colour; in all displays the sign is the first cue and the colour the second."""


class Titled(TypedDict):
    """A pad by its names; a whole `view_types.Variant` will do."""

    name: str
    title: str


def variant_title(catalogue: Catalogue, variant: Titled) -> str:
    """A pad's title in this language; own variants keep the title that their file gives."""
    key = f"game.variants.{variant['name']}.title"
    return text(catalogue, key) if has_text(catalogue, key) else str(variant["title"])


def variant_line(catalogue: Catalogue, variant: Titled) -> str:
    """One line about a pad, empty for own variants."""
    key = f"game.variants.{variant['name']}.line"
    return text(catalogue, key) if has_text(catalogue, key) else ""


def bot_name(catalogue: Catalogue, bot: str) -> str:
    """A bot's name in this language; one that came from elsewhere keeps its own, with a capital letter."""
    key = f"page.bots.{bot}.name"
    return text(catalogue, key) if has_text(catalogue, key) else bot.capitalize()


def seat_names(catalogue: Catalogue, names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """The names of everybody in a record: bots in this language, namesakes told apart."""
    plain = [bot_name(catalogue, bot) if bot else name for name, bot in zip(names, bots, strict=True)]
    earlier = [plain[:n].count(name) for n, name in enumerate(plain)]
    return [
        f"{name} {count + 1}" if count and name != "…" else name
        for name, count in zip(plain, earlier, strict=True)
    ]


def tell_basis(catalogue: Catalogue, bot: str, variant: Titled, basis: str) -> str:
    """The basis of a bot's play of a pad (`rowlock.bots.plays_by`); empty where that is obvious."""
    key = f"game.plays_by.{basis}"
    if not has_text(catalogue, key):
        return ""
    title, hand = variant_title(catalogue, variant), bot_name(catalogue, "steady")
    return text(catalogue, key, bot=bot_name(catalogue, bot), variant=title, hand=hand)


def colour_name(catalogue: Catalogue, colour: str) -> str:
    return text(catalogue, f"game.colours.{colour}")


def row_colours(row: view_types.Row) -> str:
    """The letters of a row's colours: its lock's, or those of its cells if it has no lock."""
    return str(row["lock"] or "".join(dict.fromkeys("".join(cell["colours"] for cell in row["cells"]))))


def is_mixed(row: view_types.Row) -> bool:
    """Whether cells of a row have other colours than the row (R13.1)."""
    return any(set(cell["colours"]) != set(row_colours(row)) for cell in row["cells"])


def frames_on(sheet: view_types.Sheet, row: str, cell: view_types.Cell) -> list[str]:
    """The frames of a cell: those of the pad, and those that only this sheet has."""
    own = [frame for name, number, frame in sheet["frames"] if [name, number] == [row, cell["number"]]]
    return [*cell["frames"], *own]


def signs_of(colours: str) -> str:
    return "".join(SIGNS[colour] for colour in colours)


def colours_name(catalogue: Catalogue, colours: str) -> str:
    """`red`, or `red/yellow`."""
    return "/".join(colour_name(catalogue, colour) for colour in colours)


def row_name(catalogue: Catalogue, variant: view_types.Variant, name: str) -> str:
    """A row by the colour of its lock, or of its cells if it has none; by its letter if another has those."""
    row = next(row for row in variant["rows"] if row["row"] == name)
    colours = row_colours(row)
    if not row["lock"] and sum(row_colours(other) == colours for other in variant["rows"]) > 1:
        return text(catalogue, "game.rows.named", name=name)
    if len(colours) == 1:
        return text(catalogue, f"game.rows.{colours}")
    return text(catalogue, "game.rows.several", colours=colours_name(catalogue, colours))


def die_name(catalogue: Catalogue, colour: str) -> str:
    return text(catalogue, f"game.dice.{colour}")


def legend_title(catalogue: Catalogue, line: view_types.LegendLine) -> str:
    """The title of a line of the legend; its identity where no text is known."""
    key = f"{line['text']}.title"
    return text(catalogue, key) if has_text(catalogue, key) else str(line["id"])


def legend_line(catalogue: Catalogue, line: view_types.LegendLine) -> str:
    """The text of a line of the legend; empty where no text is known."""
    key = f"{line['text']}.line"
    return text(catalogue, key) if has_text(catalogue, key) else ""


def part_name(catalogue: Catalogue, name: str) -> str:
    """The name of a strip or a badge of a sheet; its own name where no text is known."""
    return word(catalogue, name) if has_text(catalogue, f"game.words.{name}") else name


def word(catalogue: Catalogue, name: str) -> str:
    """A word printed on every sheet: penalties, points, total …"""
    return text(catalogue, f"game.words.{name}")


def button(catalogue: Catalogue, name: str) -> str:
    """The words for moves that are always there: pass, undo, done."""
    return text(catalogue, f"game.moves.{name}")


def cell_name(catalogue: Catalogue, variant: view_types.Variant, row: str, number: int) -> str:
    """A cell by what is printed on it: its own colours, which on mixed pads are not its row's (R13.1)."""
    colours = _cell_colours(variant, row, number)
    shown = colours_name(catalogue, colours)
    return text(catalogue, f"game.cells.{_one_or_several(colours)}", colours=shown, number=number)


def cell_said(catalogue: Catalogue, variant: view_types.Variant, row: str, number: int) -> str:
    """The same within a sentence, with an article where the language needs one: `die rote 8`."""
    colours = _cell_colours(variant, row, number)
    shown = colours_name(catalogue, colours)
    return text(catalogue, f"game.cells_said.{_one_or_several(colours)}", colours=shown, number=number)


def _one_or_several(colours: str) -> str:
    return colours if len(colours) == 1 else "several"


def _cell_colours(variant: view_types.Variant, row: str, number: int) -> str:
    cells = next(pad["cells"] for pad in variant["rows"] if pad["row"] == row)
    return str(next(cell["colours"] for cell in cells if cell["number"] == number))


def join_names(catalogue: Catalogue, names: Sequence[str]) -> str:
    """`Mia, Ben and Ann`."""
    if len(names) < 2:
        return "".join(names)
    return text(catalogue, "game.and", first=", ".join(names[:-1]), last=names[-1])


def tell_error(catalogue: Catalogue, code: str) -> str:
    """The message of an error, by its code."""
    key = f"game.errors.{code}"
    return text(catalogue, key if has_text(catalogue, key) else "game.errors.error")


def has_fact(catalogue: Catalogue, fact: view_types.Fact) -> bool:
    """Whether there are words for this kind of fact; servers also tell facts of other kinds."""
    return has_text(catalogue, f"game.facts.{fact['kind']}")


def tell_fact(
    catalogue: Catalogue, variant: view_types.Variant, names: Sequence[str], fact: view_types.Fact
) -> str:
    """One sentence of the commentary."""
    if fact["kind"] == "rolled":
        return _tell_roll(catalogue, names[fact["seat"]], fact["roll"])
    key = _fact_key(catalogue, variant, fact)
    sentence = text(catalogue, key, **_fact_values(catalogue, variant, names, fact))
    # a name at the beginning stays as it is; rows and dice begin a sentence like other words
    return sentence if "seat" in fact else sentence[:1].upper() + sentence[1:]


def _fact_key(catalogue: Catalogue, variant: view_types.Variant, fact: view_types.Fact) -> str:
    """The sentence for what caused a fact, or a general one; a cross made in a new way is just a cross."""
    key = f"game.facts.{fact['kind']}"
    details = [f"{key}.{detail}" for detail in (fact.get("by"), fact.get("reason"), "white")]
    kinds = [f"{key}_{kind}" for kind in (fact.get("by"), variant["closes_for"])]
    return next((found for found in [*details, *kinds] if has_text(catalogue, found)), key)


def _fact_values(
    catalogue: Catalogue, variant: view_types.Variant, names: Sequence[str], fact: view_types.Fact
) -> dict[str, object]:
    """Values in a fact's sentence: seats, rows, cells, dice and legend lines by name, lists by length."""
    titles = {line["id"]: legend_title(catalogue, line) for line in variant["legend"]}
    values: dict[str, object] = {}
    for name, value in fact.items():
        if isinstance(value, list):
            values["n"] = len(value)
        elif isinstance(value, str | int):
            values[name] = titles.get(value, value) if isinstance(value, str) else value
    if "seat" in fact:
        values["name"] = names[fact["seat"]]
    if "seats" in fact:
        values["names"] = join_names(catalogue, [names[seat] for seat in fact["seats"]])
    if fact.get("row"):
        values["row"] = row_name(catalogue, variant, fact["row"])
    if fact.get("row") and "number" in fact:
        values["cell"] = cell_said(catalogue, variant, fact["row"], fact["number"])
    if "colour" in fact:
        values["die"] = die_name(catalogue, fact["colour"])
        values["colour"] = colour_name(catalogue, fact["colour"])
    if "jokers" in fact:
        values["cards"] = _cards(catalogue, fact)
    return values


def _cards(catalogue: Catalogue, fact: view_types.Fact) -> str:
    """The cards of a play: `12, 11, joker 9`."""
    jokers = [text(catalogue, "game.words.joker", number=number) for number in fact["jokers"]]
    return ", ".join([*map(str, fact["numbers"]), *jokers])


def _tell_roll(catalogue: Catalogue, name: str, roll: view_types.Roll) -> str:
    first, second = roll["white"]
    dice = " ".join(f"{SIGNS[colour]}{value}" for colour, value in roll["coloured"].items())
    key = "game.facts.rolled" if dice else "game.facts.rolled_white"
    return text(catalogue, key, name=name, first=first, second=second, total=first + second, dice=dice)


def tell_roll_in_words(catalogue: Catalogue, name: str, roll: view_types.Roll) -> str:
    """A roll without the signs of the colours, which fonts for print do not have."""
    first, second = roll["white"]
    named = [f"{colour_name(catalogue, colour)} {value}" for colour, value in roll["coloured"].items()]
    key = "game.facts.rolled" if named else "game.facts.rolled_white"
    dice = ", ".join(named)
    return text(catalogue, key, name=name, first=first, second=second, total=first + second, dice=dice)


def tell_result(catalogue: Catalogue, names: Sequence[str], over: view_types.Outcome) -> str:
    """The winners and their points; nobody if the game was broken off."""
    winners = [names[seat] for seat in over["winners"]]
    if over.get("reason") == "aborted":
        return text(catalogue, "game.results.aborted")
    if len(names) == 1:
        return text(catalogue, "game.results.solo", name=names[0], n=over["scores"][0])
    points = over["scores"][over["winners"][0]]
    if len(winners) == 1:
        return text(catalogue, "game.results.win", name=winners[0], n=points)
    return text(catalogue, "game.results.shared", names=join_names(catalogue, winners), n=points)


def tell_ask(
    catalogue: Catalogue, variant: view_types.Variant, names: Sequence[str], view: view_types.View
) -> str:
    """The question of the table to the seat that looks, with the consequence of passing."""
    if view["over"]:
        return tell_result(catalogue, names, view["over"])
    if view["phase"] in ("roll", "shuffle"):
        return text(catalogue, f"game.asks.{view['phase']}", name=names[view["active"]])
    if view["seat"] not in view["waiting"]:
        waiting = [names[seat] for seat in view["waiting"]]
        return text(catalogue, "game.asks.waiting", names=join_names(catalogue, waiting))
    if view["phase"] == "white":
        ask = _ask_white(catalogue, variant, view)
    elif view["phase"] == "call" and view["cards"]:
        alone = "_alone" if len(view["sheets"]) == 1 else ""
        ask = text(catalogue, f"game.asks.call{alone}", total=view["cards"]["called"])
    elif view["crossed"] or view["phase"] == "take":
        ask = text(catalogue, f"game.asks.{view['phase']}")
    else:
        cost = text(catalogue, "game.points", n=-variant["penalties"]["points"])
        ask = text(catalogue, f"game.asks.{view['phase']}_penalty", points=cost)
    if len(view["moves"]) == 1 and view["phase"] not in ("take", "play"):
        ask += " " + text(catalogue, "game.asks.nothing")
    return ask


def _ask_white(catalogue: Catalogue, variant: view_types.Variant, view: view_types.View) -> str:
    """The white sum; with a word about it where it is a number of this sheet."""
    total = view["roll"]["total"] if view["roll"] else 0
    dealt = view["sheets"][view["seat"] or 0]["badges"]
    for badge, numbers in zip(variant["badges"], dealt, strict=True):
        key = f"game.asks.white_{badge['name']}"
        if total in numbers and has_text(catalogue, key):
            return text(catalogue, key, total=total)
    alone = len(view["sheets"]) == 1
    return text(catalogue, "game.asks.white_alone" if alone else "game.asks.white", total=total)


def tell_move(catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move) -> str:
    """A move by its name, as on a button: the cell, with what else than the dice offers it, or the pass."""
    card = next((fact for fact in move["facts"] if fact["kind"] in ("took", "played")), None)
    if card:
        return _tell_card_move(catalogue, variant, move, card)
    if not move["cell"]:
        return text(catalogue, "game.moves.pass")
    cell = cell_name(catalogue, variant, *move["cell"])
    by = next((fact["by"] for fact in move["facts"] if fact["kind"] == "crossed"), "")
    key = f"game.moves.{by}"
    return text(catalogue, key, cell=cell) if has_text(catalogue, key) else cell


def _tell_card_move(
    catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move, fact: view_types.Fact
) -> str:
    """Taking a card, or playing some and crossing their numbers."""
    if fact["kind"] == "took":
        return text(catalogue, "game.moves.take", number=fact["number"])
    key = "game.moves.play_cross" if move["cells"] else "game.moves.play"
    numbers = ", ".join(str(number) for _, number in move["cells"])
    colour = colour_name(catalogue, fact["colour"])
    return text(catalogue, key, colour=colour, cards=_cards(catalogue, fact), numbers=numbers)


def tell_effects(catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move) -> str:
    """The effects of a move, in one line: `closes the red row · +15 points`."""
    parts = _offered(catalogue, variant, move)
    parts += [text(catalogue, "game.effects.pick", row=row_name(catalogue, variant, r)) for r in _picks(move)]
    closing = [row_name(catalogue, variant, r) for r in move["locks"]]
    parts += [text(catalogue, "game.effects.closes", row=row) for row in closing]
    if move["skips"]:
        parts.append(text(catalogue, "game.effects.skips", n=move["skips"]))
    bonus: dict[str, list[str]] = {}
    for f in (f for f in move["facts"] if f["kind"] == "bonus_crossed"):
        key = _effect_key(catalogue, f) or "game.effects.bonus"
        bonus.setdefault(key, []).append(cell_name(catalogue, variant, f["row"], f["number"]))
    parts += [text(catalogue, key, cells=", ".join(cells)) for key, cells in bonus.items()]
    if move["cell"]:
        parts += _worth(catalogue, variant, move, *move["cell"])
    if any(f["kind"] == "penalised" for f in move["facts"]):
        parts.append(text(catalogue, "game.effects.penalty"))
    if move["gain"]:
        sign = "+" if move["gain"] > 0 else ""
        parts.append(text(catalogue, "game.effects.points", sign=sign, n=move["gain"]))
    return " · ".join(parts)


def _worth(
    catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move, name: str, number: int
) -> list[str]:
    """How often a cross counts: two at once, a second one, or for the two rows it lies between."""
    row = next(row for row in variant["rows"] if row["row"] == name)
    cell = next(cell for cell in row["cells"] if cell["number"] == number)
    parts = []
    if [name, number] in move["again"]:
        key = "two_crosses" if "double" in cell["frames"] else "second_cross"
        parts.append(text(catalogue, f"game.effects.{key}"))
    if row["counts_for"] != [row["row"]]:
        beside = [other for other in variant["rows"] if other["row"] in row["counts_for"]]
        one, other = (colour_name(catalogue, row["lock"] or "") for row in beside)
        parts.append(text(catalogue, "game.effects.counts_for", one=one, other=other))
    return parts


def _effect_key(catalogue: Catalogue, fact: view_types.Fact) -> str | None:
    """The words for what causes a cross, if it has any of its own."""
    key = f"game.effects.{fact['by']}"
    return key if has_text(catalogue, key) else None


def _offered(catalogue: Catalogue, variant: view_types.Variant, move: view_types.Move) -> list[str]:
    """The field of a strip by which a move is made: `with swap field 1 (8/5)`."""
    crossed = next((fact for fact in move["facts"] if fact["kind"] == "crossed"), None)
    key = _effect_key(catalogue, crossed) if crossed else None
    field = next((fact["field"] for fact in move["facts"] if "field" in fact), 0)
    fields = [strip["fields"] for strip in variant["strips"] if crossed and strip["name"] == crossed["by"]]
    if key is None or not fields or not field:
        return []
    return [text(catalogue, key, field=field, printed=fields[0][field - 1]["text"])]


def decimal(catalogue: Catalogue, value: float, digits: int = 1) -> str:
    """A number with its decimal places, as the language writes it; without a minus before a zero."""
    rounded = round(value, digits) or 0.0
    return f"{rounded:.{digits}f}".replace("-", "−").replace(".", text(catalogue, "language.decimal"))


def labelled(catalogue: Catalogue, label: str, told: str) -> str:
    """A label and what is told under it: `Ada: red 9`; French has a space before the colon."""
    return text(catalogue, "language.label", label=label, told=told)


def percent(catalogue: Catalogue, share: float, digits: int = 1) -> str:
    """A share in percent as the language writes it: `8.5%`, `8,5 %`."""
    written = decimal(catalogue, 100 * share) if digits else f"{100 * share:.0f}"
    return text(catalogue, "language.percent", n=written)


def _picks(move: view_types.Move) -> list[str]:
    return list(move["move"].split(">")[1:])
