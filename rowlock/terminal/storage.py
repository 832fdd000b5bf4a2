"""Where games are kept: one unfinished game to go on with, and the records of finished ones."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rowlock.engine.errors import BadRecord, RowlockError
from rowlock.engine.record import Record, format_record, parse_record
from rowlock.folders import games_folder, saved_folder
from rowlock.variants import load_variant


class CannotStore(RowlockError):
    """A folder or file that cannot be written."""

    code = "cannot_store"


class Storage:
    """The folders of one user, or one folder for everything."""

    def __init__(self, folder: Path | None = None) -> None:
        self.saved = (folder or saved_folder()) / "saved.rowlock"
        self.tokens = self.saved.with_name("players.json")
        self.games = folder / "games" if folder else games_folder()

    def save(self, record: Record) -> None:
        """Keep an unfinished game; what was there before stays whole until the new one is."""
        write(self.saved, format_record(record))

    def load(self) -> Record | None:
        """The unfinished game, if there is one; raises `BadRecord` if it is damaged."""
        try:
            text = self.saved.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadRecord(f"{self.saved} cannot be read: {error}") from None
        try:
            return parse_record(text, load_variant)
        except RowlockError as error:
            raise BadRecord(f"{self.saved}: {error}") from None

    def forget(self) -> None:
        """There is no unfinished game any more."""
        self.saved.unlink(missing_ok=True)

    def keep(self, record: Record, path: Path | None = None) -> Path:
        """Write a finished game to a file, by default a new one named after day and variant."""
        path = path or self._free_path(record)
        write(path, format_record(record))
        return path

    def _free_path(self, record: Record) -> Path:
        day = datetime.now().strftime("%Y-%m-%d")
        name = "".join(char if char.isalnum() or char in "-_" else "-" for char in record.variant.name)
        number = 1
        while (path := self.games / f"{day}-{name}-{number}.rowlock").exists():
            number += 1
        return path


def write(path: Path, text: str) -> None:
    """Write a file beside its place, then move it there: nobody ever sees half of it."""
    draft = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise CannotStore(f"{path} cannot be written: {error.strerror}") from None
