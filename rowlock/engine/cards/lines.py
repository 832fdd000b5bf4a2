"""The turns of the card game as lines of a record.

    1. % r5 g2 b12 … | @2 | r5 - | =b9.11.12:11.12

What was said in a turn, in parts: a shuffle where there was one, the slots that were taken from, everybody's
choice for the called number, the play. `!1` means that seat 1 gives up; a line then has further parts.
"""

from __future__ import annotations

import re

from rowlock.engine.cards.deck import Shuffle, parse_shuffle
from rowlock.engine.cards.moves import Play, Take
from rowlock.engine.errors import BadRecord
from rowlock.engine.moves import RESIGN, Abort, Resign, Roll, Withdraw
from rowlock.engine.notation import parse_move
from rowlock.engine.record import Input, Record, replay
from rowlock.engine.state import Game


class _Turn:
    """One line in the making: choices that were replaced or taken back are gone."""

    def __init__(self, number: int, seats: int) -> None:
        self.number = number
        self.parts: list[str] = []
        self.takes: list[str] = []
        self.choices = ["?"] * seats
        self.told: set[int] = set()
        """The seats whose choice is in an earlier part."""

    def say(self, said: Input) -> None:
        seat, text = said.seat, said.move.text if not isinstance(said.move, Roll) else ""
        if isinstance(said.move, Take):
            self.takes.append(text)
        elif isinstance(said.move, Shuffle | Play | Resign):
            self._end_part()
            self.parts.append(f"{text}{seat}" if isinstance(said.move, Resign) else text)
        elif seat is not None and isinstance(said.move, Withdraw):
            self.choices[seat] = text if seat in self.told else "?"
        elif seat is not None:
            self.choices[seat] = text

    def _end_part(self) -> None:
        if self.takes:
            self.parts.append(" ".join(self.takes))
        if any(text != "?" for text in self.choices):
            self.parts.append(" ".join(self.choices))
        self.told |= {seat for seat, text in enumerate(self.choices) if text != "?"}
        self.takes, self.choices = [], ["?"] * len(self.choices)

    def text(self) -> str:
        self._end_part()
        return " | ".join(self.parts)


def format_turns(record: Record) -> list[tuple[int, str]]:
    turns: list[_Turn] = []
    numbers = [1, *[step.game.turn for step in replay(record)]]
    for said, number in zip(record.inputs, numbers, strict=False):
        if isinstance(said.move, Abort):
            continue
        if not turns or turns[-1].number != number:
            turns.append(_Turn(number, len(record.seats)))
        turns[-1].say(said)
    return [(turn.number, turn.text()) for turn in turns]


def parse_turn(text: str, game: Game) -> list[Input]:
    """The inputs of one line: every part tells by its first sign what it is."""
    inputs: list[Input] = []
    for part in text.split("|"):
        words = part.split()
        if not words:
            raise BadRecord("there is nothing between two '|'")
        if words[0] == "%":
            inputs.append(Input(None, parse_shuffle(part)))
        elif words[0][0] in "@=":
            inputs += [Input(game.active, parse_move(word)) for word in words]
        elif re.fullmatch(r"!\d", words[0]):
            inputs.append(Input(int(words[0][1:]), RESIGN))
        elif len(words) != len(game.sheets):
            raise BadRecord(f"{len(game.sheets)} choices are expected, one per seat, not {len(words)}")
        else:
            inputs += [Input(seat, parse_move(word)) for seat, word in enumerate(words) if word != "?"]
    return inputs
