"""A whole position as one line of text, so that it can be set up, asked about and linked to.

    classic 7/0 white 4+1,r6,y2,g3,b6 r5/? r2.3,y,g,b,p0 r,y,g12,b,p1

Fields: variant, turn/start seat, phase, roll, choices by seat, then a sheet per seat; `.` stands for
no roll and no choices. See docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.game import Game, Phase, apply, end_reason, new_game, open_colours
from rowlock.engine.moves import Withdraw
from rowlock.engine.notation import (
    format_move,
    format_roll,
    format_sheet,
    parse_move,
    parse_roll,
    parse_sheet,
)
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import chosen_options, known_options

Load = Callable[..., Variant]
"""Finds a variant by its name, with options as keywords."""

_NONE = "."
_CROSSED = "colour+"


def format_position(game: Game) -> str:
    phase = _CROSSED if game.crossed else game.phase.value
    roll = format_roll(game.roll).replace(" ", ",") if game.roll else _NONE
    choices = "/".join(format_move(c) if c else "?" for c in game.choices) or _NONE
    sheets = [format_sheet(game.variant, sheet) for sheet in game.sheets]
    turn = f"{game.turn}/{game.start}"
    return " ".join([format_variant_name(game.variant), turn, phase, roll, choices, *sheets])


def parse_position(text: str, load: Load) -> Game:
    """Read a position; refuses one that contradicts itself."""
    name, turn, phase, roll, choices, *sheets = _fields(text)
    variant = parse_variant_name(name, load)
    if not re.fullmatch(r"[1-9]\d{0,5}/\d", turn):
        raise BadNotation(f"{shown(turn)}: turn and start seat look like '7/0'")
    number, start = map(int, turn.split("/"))
    game = new_game(variant, len(sheets), start)._replace(
        turn=number,
        sheets=tuple(parse_sheet(variant, sheet) for sheet in sheets),
        phase=_parse_phase(phase),
        roll=None if roll == _NONE else parse_roll(roll.replace(",", " ")),
        crossed=phase == _CROSSED,
    )
    _check_closed(game)
    _check_roll(game)
    return _with_choices(game, choices)


def format_variant_name(variant: Variant) -> str:
    """The variant's name with the options that differ from their rulings, as `classic;die_leaves=turn`."""
    known = known_options()
    chosen = [
        f";{option}={word}" for option, word in chosen_options(variant).items() if word != known[option][0]
    ]
    return variant.name + "".join(chosen)


def parse_variant_name(text: str, load: Load) -> Variant:
    name, *options = text.split(";")
    if any(option.count("=") != 1 for option in options):
        raise BadNotation(f"{shown(text)}: options look like 'classic;die_leaves=turn'")
    return load(name, **dict(option.split("=") for option in options))


def _fields(text: str) -> list[str]:
    fields = text.split()
    if len(fields) < 6:
        raise BadNotation(
            f"{shown(text)} is not a position: it needs variant, turn/start, phase, roll, choices and sheets"
        )
    return fields


def _parse_phase(text: str) -> Phase:
    known = [phase.value for phase in Phase]
    if text not in (*known, _CROSSED):
        raise BadNotation(f"{shown(text)} is not a phase; phases are {', '.join(known)} and {_CROSSED}")
    return Phase.COLOUR if text == _CROSSED else Phase(text)


def _check_closed(game: Game) -> None:
    """A row is closed for all or none, with a lock to show for it; and the end is the end (R7.5, R8)."""
    for r, row in enumerate(game.variant.rows):
        closed = [sheet.is_closed(r) for sheet in game.sheets]
        locked = [bool(sheet.crosses[r] & row.lock_bit) for sheet in game.sheets]
        if game.variant.closes_for == "player":
            if closed != locked:
                raise BadNotation(
                    f"row {row.name}: closed exactly on the sheets that have locked it, with '+'"
                )
        elif any(closed) != all(closed) or any(closed) != any(locked):
            raise BadNotation(
                f"row {row.name}: closed with '+' or 'x' on every sheet, one '+' at least, or on none"
            )
    over = end_reason(game.variant, game.sheets) is not None
    if over != (game.phase is Phase.OVER):
        raise BadNotation(f"the phase says {game.phase.value}, but the game is {'' if over else 'not '}over")


def _check_roll(game: Game) -> None:
    """The dice that lie must be those in play; in the colour action also one that closed this turn."""
    if (game.roll is not None) != (game.phase in (Phase.WHITE, Phase.COLOUR)):
        if game.phase is Phase.OVER:
            return
        raise BadNotation(f"phase {game.phase.value} {'needs a' if game.roll is None else 'has no'} roll")
    if game.roll is None:
        return
    colours = "".join(colour for colour, _ in game.roll.coloured)
    expected = open_colours(game.variant, game.closed)
    missing = [c for c in game.variant.colours if (c in expected) and c not in colours]
    foreign = [c for c in colours if c not in expected and game.phase is Phase.WHITE]
    faces = (*game.roll.white, *(value for _, value in game.roll.coloured))
    if missing or foreign or not set(colours) <= set(game.variant.colours):
        raise BadNotation(f"{format_roll(game.roll)!r}: the dice in play are {' '.join(expected)}")
    if not all(1 <= face <= game.variant.faces for face in faces):
        raise BadNotation(f"{format_roll(game.roll)!r}: every die shows 1 to {game.variant.faces}")


def _with_choices(game: Game, text: str) -> Game:
    if game.phase is not Phase.WHITE:
        if text != _NONE:
            raise BadNotation(f"there are choices in the white action only, not {shown(text)}")
        return game
    parts = text.split("/")
    if len(parts) != len(game.sheets) or "?" not in parts:
        raise BadNotation(
            f"{shown(text)}: one choice per seat with '/' between, '?' for those still thinking"
        )
    game = game._replace(choices=(None,) * len(parts))
    for seat, part in enumerate(parts):
        if part != "?":
            move = parse_move(part)
            if isinstance(move, Withdraw):
                raise BadNotation("'<' is not a choice; write '?' for a seat that is still thinking")
            game = apply(game, move, seat).game
    return game
