"""Positions and records read from text, whose variant is a bundled one unless a caller knows better."""

from __future__ import annotations

from rowlock.engine import position, record
from rowlock.engine.position import Load
from rowlock.engine.record import Record, RecordReading
from rowlock.engine.state import Game
from rowlock.variants import load_variant


def parse_position(text: str, load: Load = load_variant) -> Game:
    """Read a position; refuses one that contradicts itself. `load` finds its variant by name."""
    return position.parse_position(text, load)


def parse_record(text: str, load: Load = load_variant) -> Record:
    """Read a record; raises `BadRecord` with the line if it is damaged anywhere."""
    return record.parse_record(text, load)


def read_record(text: str, load: Load = load_variant) -> RecordReading:
    """Read and replay a record as far as it is intact; if its headers are damaged, raise."""
    return record.read_record(text, load)
