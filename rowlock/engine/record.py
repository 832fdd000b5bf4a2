"""A whole game as text that a person can read and write by hand. See docs/notation.md.

    rowlock game 1
    variant: classic
    seat: Mia
    seat: Ben

    1. 4+1 r6 y2 g3 b6 | r5 y5 | b10
    2. 6+6 r1 y1 g4 b2 | - - | -

A line per turn: roll, every seat's white choice in seat order, the active seat's colour move. `!` is a
seat that gives up, `aborted` a game that the table breaks off. Only inputs are stored; everything else
follows from them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.errors import BadRecord, NoSuchSeat, RowlockError, shown
from rowlock.engine.game import Chance, Game, Phase, Step, apply, new_game
from rowlock.engine.moves import ABORT, KEPT, RESIGN, Abort, Move, Parting, Resign, Roll, Withdraw
from rowlock.engine.notation import NOTATION, format_move, format_roll, parse_move, parse_roll
from rowlock.engine.position import Load, format_variant_name, parse_position, parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant

TITLE = "rowlock game"
_OPEN, _CLOSE = "variant {", "}"
_SHARP = "＃"
"""Stands for # in a position, where a plain # would begin a comment."""


class Input(NamedTuple):
    """One thing said at the table: a move by a seat; what chance gives, or the breaking off, by nobody."""

    seat: int | None
    move: Chance | Move | Parting


@dataclass(frozen=True)
class Record:
    """A game's inputs with the names of the seats; `headers` are whatever else the record tells."""

    variant: Variant
    seats: tuple[str, ...]
    start: int = 0
    inputs: tuple[Input, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    position: str = ""
    """The position that it begins with, as text; empty for a game from its start."""

    def new_game(self) -> Game:
        if self.position:
            return parse_position(self.position, lambda *_, **__: self.variant)
        return new_game(self.variant, len(self.seats), self.start)

    def __str__(self) -> str:
        return format_record(self)


class RecordReading(NamedTuple):
    """The part that could be read: the record, every step of its replay, and the damage, if there is any."""

    record: Record
    steps: tuple[Step, ...]
    damage: BadRecord | None


def replay(record: Record) -> tuple[Step, ...]:
    """Play a record again: the step after every input."""
    game, steps = record.new_game(), []
    for seat, move in record.inputs:
        steps.append(apply(game, move, seat))
        game = steps[-1].game
    return tuple(steps)


def format_record(record: Record) -> str:
    lines = [f"{TITLE} {NOTATION}"]
    if not record.variant.is_known:  # its name would not find it again, so its text travels along
        text = format_variant(record.variant).strip()
        lines += [f"variant: {record.variant.name}", _OPEN, *text.splitlines(), _CLOSE]
    else:
        lines.append(f"variant: {format_variant_name(record.variant)}")
    lines += [f"seat: {name}" for name in record.seats]
    if record.start:
        lines.append(f"start: {record.start}")
    if record.position:
        lines.append(f"position: {record.position.replace('#', _SHARP)}")
    lines += [f"{key}: {value}" for key, value in record.headers]
    lines.append("")
    if record.variant.turns is not None:
        lines += [f"{number}. {turn}" for number, turn in record.variant.turns.format_turns(record)]
    else:
        lines += [turn.text(number) for number, turn in enumerate(_turns(record), record.new_game().turn)]
    lines += [said.move.text for said in record.inputs if isinstance(said.move, Abort)]
    return "\n".join(lines) + "\n"


def parse_record(text: str, load: Load) -> Record:
    """Read a record; raises `BadRecord` with the line if it is damaged anywhere."""
    reading = read_record(text, load)
    if reading.damage:
        raise reading.damage
    return reading.record


def read_record(text: str, load: Load) -> RecordReading:
    """Read and replay a record as far as it is intact; if its headers are damaged, raise."""
    lines = _Lines(text)
    record = _parse_headers(lines, load)
    game, damage = record.new_game(), None
    steps: list[Step] = []
    inputs: list[Input] = []
    last = 0
    try:
        for line in lines:
            said_then, last = _parse_line(line, game, last), game.turn
            for said in said_then:
                steps.append(apply(game, said.move, said.seat))
                game = steps[-1].game
                inputs.append(said)
    except RowlockError as error:
        damage = BadRecord(str(error), lines.number)
    return RecordReading(replace(record, inputs=tuple(inputs)), tuple(steps), damage)


class _Lines:
    """The lines of a text without comments and blank ones, each with its number."""

    def __init__(self, text: str) -> None:
        self.raw = text.removeprefix("\ufeff").splitlines()  # some editors write a byte order mark
        self.number = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        while self.number < len(self.raw):
            self.number += 1
            line = self.raw[self.number - 1].split("#")[0].strip()
            if line:
                return line
        raise StopIteration

    def back(self) -> None:
        """Give the last line back, to be read again."""
        self.number -= 1

    def block(self) -> str:
        """The raw lines up to a closing brace on its own."""
        first = self.number
        while self.number < len(self.raw):
            self.number += 1
            if self.raw[self.number - 1].strip() == _CLOSE:
                return "\n".join(self.raw[first : self.number - 1])
        raise BadRecord(f"the block {_OPEN!r} is never closed by {_CLOSE!r}", first)


_HEADER = re.compile(r"([a-z][a-z0-9_ -]{0,30}):(.*)", re.IGNORECASE)


def _parse_headers(lines: _Lines, load: Load) -> Record:
    title = next(lines, "")
    if title != f"{TITLE} {NOTATION}":
        raise BadRecord(f"a record begins with '{TITLE} {NOTATION}', not {shown(title)}", lines.number)
    found: list[tuple[str, str]] = []
    places: dict[str, int] = {}
    block = None
    for line in lines:
        if line == _OPEN:
            block = lines.block()
        elif header := _HEADER.fullmatch(line):
            key = header[1].strip().lower()
            found.append((key, header[2].strip()))
            places.setdefault(key, lines.number)
        else:
            lines.back()
            break
    try:
        return _record_of(found, block, load)
    except RowlockError as error:
        raise BadRecord(str(error), _guilty_line(error, places)) from None


def _guilty_line(error: RowlockError, places: dict[str, int]) -> int:
    key = "seat" if isinstance(error, NoSuchSeat) else "variant"
    return places.get(key, 1)


def _record_of(found: list[tuple[str, str]], block: str | None, load: Load) -> Record:
    known = {"variant", "seat", "start", "position"}
    single = dict(found)
    seats = tuple(value for key, value in found if key == "seat")
    name = single.get("variant", "")
    if not name:
        raise BadRecord("the header 'variant: NAME' is missing")
    if not seats or not all(seats):
        raise BadRecord("every seat needs a header 'seat: NAME', in seat order")
    if block is None:
        variant = parse_variant_name(name, load)
    else:
        variant = parse_variant(block, name, "the record's variant")
    start = single.get("start", "0")
    if not re.fullmatch(r"\d", start):
        raise NoSuchSeat(f"the start seat must be 0 to {len(seats) - 1}, not {shown(start)}")
    new_game(variant, len(seats), int(start))
    extra = tuple((key, value) for key, value in found if key not in known)
    record = Record(variant, seats, int(start), (), extra, single.get("position", "").replace(_SHARP, "#"))
    first = record.new_game()
    if len(first.sheets) != len(seats) or first.phase is Phase.OVER:
        raise BadRecord("a game goes on from a position that is not over, with a sheet for every seat")
    return replace(record, start=first.start)


def _parse_line(line: str, game: Game, last: int) -> Iterable[Input]:
    """The inputs of one line, for a game in which a turn begins; any game can be broken off.

    `last` is the turn of the line before.
    """
    if line == ABORT.text:
        return [Input(None, ABORT)]
    found = re.fullmatch(r"(\d{1,6})\.(.*)", line)
    if found is None:
        raise BadRecord(f"{shown(line)} is not a turn; a turn looks like '1. 4+1 r6 … | r5 - | b10'")
    if game.phase is Phase.OVER or game.turn == last:
        over = game.phase is Phase.OVER
        raise BadRecord("the game is over" if over else "the turn before is not finished")
    if int(found[1]) != game.turn:
        raise BadRecord(f"turn {game.turn} is expected here, not {found[1]}")
    turns = game.variant.turns
    return turns.parse_turn(found[2], game) if turns else _parse_turn(found[2], game)


def _parse_turn(text: str, game: Game) -> list[Input]:
    """Roll, white choices and colour move."""
    roll, *rest = text.split("|")
    inputs, roll = _parse_resigned(roll)
    if game.roll is not None:
        _check_lying(game, roll, rest)
    elif roll or not inputs:
        inputs.append(Input(None, parse_roll(roll)))
    if rest and game.phase is not Phase.COLOUR:
        out = {*game.out, *[said.seat for said in inputs]}
        before = KEPT.text if game.roll else ""
        words = ["?" if word == before else word for word in rest[0].split()]
        inputs += _parse_choices(words, len(game.sheets), out)
    if len(rest) > 1:
        if "?" in rest[0].split():
            raise BadRecord("a colour move follows only when every white choice is known")
        resigned, colour = _parse_resigned(rest[1])
        inputs += resigned
        if colour or not resigned:
            inputs.append(Input(game.active, parse_move(colour)))
    if len(rest) > 2:
        raise BadRecord("a turn has three parts at most: roll | white choices | colour move")
    return inputs


def _check_lying(game: Game, roll: str, rest: list[str]) -> None:
    """In a position with dice on the table the first line repeats them; `x` are choices made before it."""
    if parse_roll(roll) != game.roll:
        raise BadRecord(f"{shown(roll)}: other dice lie on the table in the position")
    if game.phase is Phase.COLOUR and rest and not set(rest[0].split()) <= {KEPT.text, RESIGN.text}:
        raise BadRecord(
            f"{shown(rest[0])}: these choices were made before the position, and are written as x"
        )


def _parse_resigned(text: str) -> tuple[list[Input], str]:
    """The seats that give up before a roll or a colour move, as in `!1 4+1 r6 …`, and the rest."""
    words = text.split()
    seats = list(takewhile(re.compile(r"!\d").fullmatch, words))
    return [Input(int(word[1:]), RESIGN) for word in seats], " ".join(words[len(seats) :])


def _parse_choices(texts: list[str], seats: int, out: Container[int | None]) -> list[Input]:
    """The choices, then those who gave up instead: that may end the game before their turn comes."""
    if len(texts) != seats:
        raise BadRecord(f"{seats} white choices are expected, one per seat, not {len(texts)}")
    chosen = [(seat, text) for seat, text in enumerate(texts) if text not in ("?", RESIGN.text)]
    resigned = [seat for seat, text in enumerate(texts) if text == RESIGN.text and seat not in out]
    said = [Input(seat, parse_move(text)) for seat, text in chosen]
    return said + [Input(seat, RESIGN) for seat in resigned]


class _Turn:
    """One line of a record in the making: choices that were replaced or taken back are gone."""

    def __init__(self, active: int, choices: list[Move | Resign | None]) -> None:
        self.active = active
        self.first: list[int] = []
        """The seats that gave up before the roll."""
        self.roll: Roll | None = None
        self.choices = choices
        self.late: list[int] = []
        """The seats that gave up after the white action."""
        self.colour: Move | None = None

    @property
    def is_done(self) -> bool:
        gone = self.active in self.late or self.choices[self.active] is RESIGN
        return None not in self.choices and (gone or self.colour is not None)

    def say(self, seat: int, move: Move | Resign) -> None:
        if self.roll is None:
            self.first.append(seat)
            self.choices[seat] = RESIGN
        elif None in self.choices:
            self.choices[seat] = None if isinstance(move, Withdraw) else move
        elif isinstance(move, Resign):
            self.late.append(seat)
        else:
            self.colour = move

    def text(self, number: int) -> str:
        roll = [format_roll(self.roll)] if self.roll else []
        parts = [" ".join([f"{number}.", *map(_resigned, self.first), *roll])]
        if any(self.choices) and self.roll:
            parts.append(" ".join(move.text if move else "?" for move in self.choices))
        colour = [format_move(self.colour)] if self.colour else []
        if self.late or colour:
            parts.append(" ".join([*map(_resigned, self.late), *colour]))
        return " | ".join(parts)

    def next(self) -> _Turn:
        """The line of the next turn; seats that gave up stay that way."""
        kept = [RESIGN if s in self.late or move is RESIGN else None for s, move in enumerate(self.choices)]
        return _Turn((self.active + 1) % len(kept), list(kept))


def _resigned(seat: int) -> str:
    return f"{RESIGN.text}{seat}"


def _first_turn(game: Game) -> _Turn:
    """The line with which a record begins; the dice may be on the table already."""
    choices = game.choices or [KEPT if game.phase is Phase.COLOUR else None] * len(game.sheets)
    kept = [RESIGN if seat in game.out else KEPT if said else None for seat, said in enumerate(choices)]
    turn = _Turn(game.active, list[Move | Resign | None](kept))
    turn.roll = game.roll
    return turn


def _turns(record: Record) -> list[_Turn]:
    turns = [_first_turn(record.new_game())]
    for said in record.inputs:
        if turns[-1].is_done:
            turns.append(turns[-1].next())
        if isinstance(said.move, Roll):
            turns[-1].roll = said.move
        elif said.seat is not None and not isinstance(said.move, Abort | Shuffle):
            turns[-1].say(said.seat, said.move)
    return [turn for turn in turns if turn.roll or turn.first]
