"""Games that were recorded, one after the other: `iter_games`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from rowlock.engine.errors import BadRecord, RowlockError
from rowlock.engine.game import outcome
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record, parse_record, replay
from rowlock.library.arguments import Shown, Tabular, frame, showing
from rowlock.variants import load_variant

if TYPE_CHECKING:
    import pandas

SUFFIX = ".rowlock"
DATABASES = (".db", ".sqlite", ".sqlite3")
LARGEST = 4 << 20
"""Bytes of a record: no game is that long."""

Named = tuple[str, Callable[[], Record]]
"""A game's file or row, and the way to read it."""


class Games(Tabular):
    """The games of a folder, a file, a zip file or a server's database, each read when its turn comes."""

    def __init__(self, source: Path, skip_damaged: bool, progress: Shown) -> None:
        self.source, self.skip_damaged, self.progress = source, skip_damaged, progress
        self.damaged: list[str] = []
        """The mistakes in those that were left out."""

    def __iter__(self) -> Iterator[Record]:
        for _, record in self.named():
            yield record

    def named(self) -> Iterator[tuple[str, Record]]:
        """Every game with the place where it is kept."""
        found = list(_find(self.source))
        self.damaged = []
        with showing(self.progress, len(found), "games") as told:
            for name, read in found:
                try:
                    yield name, read()
                except RowlockError as error:
                    if not self.skip_damaged:
                        raise BadRecord(f"{name}: {error}") from None
                    self.damaged.append(f"{name}: {error}")
                told(1)

    def to_pandas(self) -> pandas.DataFrame:
        """A line for every game: where it is kept, the pad, the seats, how it ended."""
        lines = [{"game": name, **_told(record)} for name, record in self.named()]
        return frame({key: [line[key] for line in lines] for key in (lines[0] if lines else ())})

    def __repr__(self) -> str:
        return f"<the games in {self.source}>"


def iter_games(source: str | Path, *, skip_damaged: bool = False, progress: Shown = False) -> Games:
    """The records in a folder (and those in it), in a `.rowlock` or `.zip` file, or in a server's database.

    That is its `rowlock.db`, or the copy that `rowlock backup` makes; a server may be running on it.
    """
    path = Path(source)
    if not path.exists():
        raise BadRecord(f"{path} does not exist")
    return Games(path, skip_damaged, progress)


def _find(source: Path) -> Iterator[Named]:
    if source.is_dir():
        for path in sorted(source.rglob(f"*{SUFFIX}")):
            yield str(path), partial(_read_file, path)
    elif source.suffix == ".zip":
        yield from _in_zip(source)
    elif source.suffix in DATABASES:
        yield from _in_database(source)
    else:
        yield str(source), partial(_read_file, source)


def _read_file(path: Path) -> Record:
    return _read(path.read_bytes())


def _read_packed(packed: ZipFile, name: str) -> Record:
    return _read(packed.read(name))


def _in_zip(source: Path) -> Iterator[Named]:
    try:
        packed = ZipFile(source)
    except (OSError, BadZipFile) as error:
        raise BadRecord(f"{source} cannot be read: {error}") from None
    for name in sorted(name for name in packed.namelist() if name.endswith(SUFFIX)):
        if packed.getinfo(name).file_size <= LARGEST:
            yield name, partial(_read_packed, packed, name)


def _in_database(source: Path) -> Iterator[Named]:
    from rowlock.server.store.reading import finished_games, read_log
    from rowlock.table.finished import read_game

    def read(table: str, game: int) -> Record:
        return read_game(read_log(source, table), game)

    for table, game in finished_games(source):
        yield f"{table}-{game}", partial(read, table, game)


def _read(raw: bytes) -> Record:
    try:
        return parse_record(raw.decode("utf-8"), load_variant)
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8 text (byte {error.start})") from None


def _told(record: Record) -> JsonObject:
    steps = replay(record)
    game = steps[-1].game if steps else None
    end = outcome(game) if game else None
    return {
        "variant": record.variant.name,
        "seats": list(record.seats),
        "scores": list(end.scores) if end else None,
        "winners": list(end.winners) if end else None,
        "reason": end.reason if end else None,
        "turns": game.turn if game else 0,
        "date": dict(record.headers).get("date"),
    }
