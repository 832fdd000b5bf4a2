"""A whole position as one line of text, so that it can be set up, asked about and linked to.

    classic 7/0 white 4+1,r6,y2,g3,b6 r5/? r2.3,y,g,b,p0 r,y,g12,b,p1

Fields: variant, turn/start seat (then `!` and the seat of everybody who has given up), phase, roll,
choices by seat, then a sheet per seat; `.` stands for no roll and no choices. See docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.game import Game, Phase, apply, end_reason, new_game, open_colours, without_choice
from rowlock.engine.moves import ABORT, KEPT, RESIGN, Withdraw
from rowlock.engine.notation import (
    format_move,
    format_roll,
    format_sheet,
    parse_move,
    parse_roll,
    parse_sheet,
)
from rowlock.engine.state import is_given_up
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import chosen_options, known_options

Load = Callable[..., Variant]
"""Finds a variant by its name, with options as keywords."""

_NONE = "."
_DICE = (Phase.ROLL, Phase.WHITE, Phase.COLOUR)
_CROSSED = {"colour+": Phase.COLOUR, "play+": Phase.PLAY}
"""Actions before which the active seat has already crossed something."""


def format_position(game: Game) -> str:
    """The game as a line of text, secrets and all; `known_to` first gives the one for a seat."""
    phase = ABORT.text if game.aborted else game.phase.value + ("+" if game.crossed else "")
    choices = "/".join(format_move(c) if c else "?" for c in game.choices) or _NONE
    sheets = [format_sheet(game.variant, sheet) for sheet in game.sheets]
    turn = f"{game.turn}/{game.start}" + "".join(f"{RESIGN.text}{seat}" for seat in game.out)
    return " ".join([format_variant_name(game.variant), turn, phase, _format_given(game), choices, *sheets])


def parse_position(text: str, load: Load) -> Game:
    """Read a position; refuses one that contradicts itself."""
    name, turn, phase, given, choices, *sheets = _fields(text)
    variant = parse_variant_name(name, load)
    number, start, out = _parse_turn(turn, len(sheets))
    game = new_game(variant, len(sheets), start)._replace(
        turn=number,
        out=out,
        aborted=phase == ABORT.text,
        sheets=tuple(parse_sheet(variant, sheet) for sheet in sheets),
        phase=_parse_phase(phase),
        crossed=phase in _CROSSED,
    )
    _check_closed(game)
    return _with_choices(_with_given(game, given), choices)


def _format_given(game: Game) -> str:
    """The gifts of chance: the roll, or where the cards are."""
    if game.variant.turns is not None:
        return game.variant.turns.format(game)
    return format_roll(game.roll).replace(" ", ",") if game.roll else _NONE


def _with_given(game: Game, text: str) -> Game:
    if game.phase is not Phase.OVER and (game.phase in _DICE) != (game.variant.turns is None):
        raise BadNotation(f"{game.variant.title} has no phase {game.phase.value}")
    if game.variant.turns is not None:
        return game.variant.turns.parse(game, text)
    game = game._replace(roll=None if text == _NONE else parse_roll(text.replace(",", " ")))
    _check_roll(game)
    return game


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
            f"{shown(text)} is not a position: it needs variant, turn/start, phase, roll, choices and "
            "sheets, as in 'classic 1/0 roll . . r,y,g,b,p0'"
        )
    return fields


def _parse_turn(text: str, seats: int) -> tuple[int, int, tuple[int, ...]]:
    """The turn, the start seat, and the seats that have given up."""
    if not re.fullmatch(r"[1-9]\d{0,5}/\d(!\d)*", text):
        raise BadNotation(f"{shown(text)}: turn and start seat look like '7/0', or '7/0!1' if seat 1 gave up")
    turn, *out = text.split(RESIGN.text)
    given_up = tuple(map(int, out))
    if list(given_up) != sorted(set(given_up)) or any(seat >= seats for seat in given_up):
        raise BadNotation(f"{shown(text)}: the seats that gave up are named once each, in order")
    number, start = map(int, turn.split("/"))
    return number, start, given_up


def _parse_phase(text: str) -> Phase:
    known = {**{phase.value: phase for phase in Phase}, **_CROSSED, ABORT.text: Phase.OVER}
    if text not in known:
        raise BadNotation(f"{shown(text)} is not a phase; phases are {', '.join(known)}")
    return known[text]


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
    over = game.aborted or is_given_up(game) or end_reason(game.variant, game.sheets) is not None
    if over != (game.phase is Phase.OVER):
        raise BadNotation(f"the phase says {game.phase.value}, but the game is {'' if over else 'not '}over")


def _check_roll(game: Game) -> None:
    """The dice on the table must be those in play; in the colour action also one that closed this turn."""
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
    if not game.phase.is_shared:
        if text != _NONE:
            when = "in the white action" if game.variant.turns is None else "for a called number"
            raise BadNotation(f"there are choices {when} only, not {shown(text)}")
        return game
    parts = text.split("/")
    if len(parts) != len(game.sheets) or "?" not in parts:
        raise BadNotation(
            f"{shown(text)}: one choice per seat ({len(game.sheets)}) with '/' between, "
            "'?' for those still thinking"
        )
    game = game._replace(choices=without_choice(game))
    for seat, part in enumerate(parts):
        if seat in game.out:
            if part != "-":
                raise BadNotation(f"seat {seat} has given up and passes: '-', not {shown(part)}")
        elif part == KEPT.text:
            choices = (*game.choices[:seat], KEPT, *game.choices[seat + 1 :])
            game = game._replace(choices=choices)
        elif part != "?":
            move = parse_move(part)
            if isinstance(move, Withdraw):
                raise BadNotation("'<' is not a choice; write '?' for a seat that is still thinking")
            game = apply(game, move, seat).game
    return game
