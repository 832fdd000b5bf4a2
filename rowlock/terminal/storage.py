"""Files of games: every unfinished one, to be continued, and the records of finished ones."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rowlock.engine.errors import BadRecord, RowlockError
from rowlock.engine.record import Record, format_record, parse_record
from rowlock.folders import games_folder, saved_folder
from rowlock.variants import load_variant

SUFFIX = ".rowlock"


class CannotStore(RowlockError):
    """A folder or file that cannot be written."""

    code = "cannot_store"


class Storage:
    """The folders of one user, or one folder for everything."""

    def __init__(self, folder: Path | None = None) -> None:
        state = folder or saved_folder()
        self.earlier = state / "saved.rowlock"
        """The one unfinished game that earlier versions kept."""
        self.unfinished = state / "unfinished"
        self.tokens = state / "players.json"
        self.games = folder / "games" if folder else games_folder()

    def left(self) -> list[Path]:
        """The files of the unfinished games, the last one first."""
        files = [*self.unfinished.glob(f"*{SUFFIX}"), *([self.earlier] if self.earlier.exists() else [])]
        return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)

    def save(self, record: Record, path: Path | None = None) -> Path:
        """Keep an unfinished game, by default in a file of its own; no other game is touched."""
        path = path or _free_path(self.unfinished, record)
        write(path, format_record(record))
        return path

    def load(self, path: Path) -> Record:
        """An unfinished game; raises `BadRecord` if it is damaged."""
        try:
            return parse_record(path.read_text(encoding="utf-8"), load_variant)
        except (OSError, ValueError) as error:
            raise BadRecord(f"{path} cannot be read: {error}") from None
        except RowlockError as error:
            raise BadRecord(f"{path}: {error}") from None

    def keep(self, record: Record, path: Path | None = None) -> Path:
        """Write a finished game to a file, by default a new one named after day and variant."""
        path = path or _free_path(self.games, record)
        write(path, format_record(record))
        return path


def _free_path(folder: Path, record: Record) -> Path:
    day = datetime.now().strftime("%Y-%m-%d")
    name = "".join(char if char.isalnum() or char in "-_" else "-" for char in record.variant.name)
    number = 1
    while (path := folder / f"{day}-{name}-{number}{SUFFIX}").exists():
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
