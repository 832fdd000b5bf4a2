"""The output of commands: text for any terminal, data for programs, files that are tried before the work."""

from __future__ import annotations

import codecs
import json
import sys
import unicodedata
from pathlib import Path
from typing import TextIO

from rowlock.engine.errors import RowlockError

SIGNS = "●▲■◆ ○⊗×·┊▸ «»°¹²⁰ˣᵗ –—−“”„’‘ ←↑→↓"
PLAIN = '*^#+ o@x.:> /\\~\'"%&$ ---"""\'\' <^>v'
"""The substitute for a sign that cannot be encoded: one letter, so that columns stay aligned."""
SPELLED = {**dict(zip(SIGNS, PLAIN, strict=True)), "±": "+-", "…": "...", "⏎": "Enter", "ł": "l", "Ł": "L"}


class CannotWrite(RowlockError):
    """A file that cannot be written."""

    code = "cannot_write"


def spell_out(stream: TextIO) -> None:
    """From now on write plain letters for whatever the stream's encoding does not have."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="rowlock")


def read_on(stream: TextIO) -> None:
    """From now on read a sign for whatever is not text in the stream's encoding, instead of ending there."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def can_spell(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding has these letters."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _spell(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    unknown = error.object[error.start : error.end]
    return "".join(map(_plain, unknown)), error.end


def _plain(sign: str) -> str:
    if sign in SPELLED:
        return SPELLED[sign]
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


codecs.register_error("rowlock", _spell)


def tell_slow(reason: object) -> None:
    """Say beforehand that work goes through the engine, where nothing faster will do: it takes a while."""
    sys.stderr.write(f"rowlock: {reason}; playing through the engine, thousands of times slower\n")
    sys.stderr.flush()


def tell_stopped(done: int, asked: int | None, what: str) -> int:
    """Say that the results end at Ctrl-C; returns the exit status that says so too."""
    of = f" of {asked:,}" if asked else ""
    sys.stdout.flush()
    sys.stderr.write(f"rowlock: stopped after {done:,}{of} {what}\n")
    return 130


def put_json(told: object) -> None:
    """Write data for other programs, whole in every encoding."""
    text = json.dumps(told, indent=1, ensure_ascii=False)
    whole = text if can_spell(sys.stdout, text) else json.dumps(told, indent=1)
    sys.stdout.write(whole + "\n")


def check_writable(file: Path, *, make_folder: bool = False) -> None:
    """Check that a file can be written, before the work and not after it."""
    existed = file.exists()
    try:
        if make_folder:
            file.parent.mkdir(parents=True, exist_ok=True)
        file.open("ab").close()
        if not existed:
            file.unlink()
    except OSError as error:
        raise CannotWrite(f"{file} cannot be written: {error.strerror}") from None
