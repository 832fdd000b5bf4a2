"""Records as commands read them: a file or standard input, with a sentence for whatever is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from rowlock.engine.errors import BadRecord
from rowlock.engine.record import Record, parse_record
from rowlock.variants import load_variant

LARGEST = 4 * 1024 * 1024


def read_text(name: str) -> str:
    """The text of a record's file; `-` is standard input."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadRecord(f"{name} is larger than {LARGEST // 1024 // 1024} MB: no game is that long")
        return raw.decode("utf-8")
    except OSError as error:
        raise BadRecord(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name} is not UTF-8 text (byte {error.start})") from None


def load_record(name: str) -> Record:
    """A whole, sound record; raises `BadRecord` at the first damage."""
    return parse_record(read_text(name), load_variant)
