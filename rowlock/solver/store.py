"""Value files: solved games in the user's cache folder, and half-solved ones to continue.

A file is one line of JSON filled up with blanks to 4,096 bytes, the reachable extras, the values, and nothing
else. The line says what the numbers belong to (format, fingerprint, sizes) and holds their checksum. A file
that is truncated, damaged, foreign or of another format is never used. While a game is being solved the file
ends in `.part`; beside it, a list of the halves that are done.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import RowlockError

FORMAT = 1
"""Version of the files; it changes when an old file would be read differently."""
HEAD = 4096
CHUNK = 1 << 24


class Damaged(RowlockError):
    """A value file that does not hold what it should; it is solved again."""

    code = "damaged_file"


@dataclass(frozen=True)
class FileShape:
    """The form of a file that belongs to a game."""

    fingerprint: str
    reached: int
    """64-bit words of reachable extras."""
    places: int
    lanes: int
    bits: int

    @property
    def dtype(self) -> npt.DTypeLike:
        return np.dtype("<u4") if self.bits == 32 else np.dtype("<i8")

    @property
    def payload(self) -> int:
        """Bytes behind the head."""
        return self.reached * 8 + self.places * self.lanes * self.bits // 8

    def head(self, **more: object) -> bytes:
        fields = {"rowlock": "values", "format": FORMAT, **self.__dict__, **more}
        return json.dumps(fields).encode().ljust(HEAD - 1) + b"\n"


def read_shape(path: Path) -> tuple[FileShape, int | None]:
    """The head of a file, and its checksum; raises `Damaged` if it is something else."""
    try:
        with path.open("rb") as file:
            fields = json.loads(file.read(HEAD))
        if fields.pop("rowlock") != "values" or fields.pop("format") != FORMAT:
            raise Damaged(f"{path} is of another format")
        checksum = fields.pop("checksum", None)
        shape = FileShape(**fields)
        size = path.stat().st_size
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise Damaged(f"{path} is not a value file") from None
    if size != HEAD + shape.payload:
        raise Damaged(f"{path} has {size} bytes and should have {HEAD + shape.payload}")
    return shape, checksum


def open_values(path: Path, fingerprint: str) -> tuple[FileShape, npt.NDArray[np.uint64], npt.NDArray[Any]]:
    """The reachable extras and the values of a finished file, every byte checked; raises `Damaged`."""
    shape, checksum = read_shape(path)
    if shape.fingerprint != fingerprint:
        raise Damaged(f"{path} belongs to another game")
    if checksum is None or checksum != file_checksum(path):
        raise Damaged(f"{path} is damaged: its checksum is wrong")
    return shape, *_map(path, shape, "r")


def _map(path: Path, shape: FileShape, mode: Any) -> tuple[npt.NDArray[np.uint64], npt.NDArray[Any]]:
    reached = np.zeros(0, np.uint64)
    if shape.reached:
        reached = np.memmap(path, "<u8", mode, HEAD, (shape.reached,))
    offset = HEAD + shape.reached * 8
    return reached, np.memmap(path, shape.dtype, mode, offset, (shape.places, shape.lanes))


def file_checksum(path: Path) -> int:
    """CRC-32 of everything behind the head."""
    checksum = 0
    with path.open("rb") as file:
        file.seek(HEAD)
        while chunk := file.read(CHUNK):
            checksum = zlib.crc32(chunk, checksum)
    return checksum


class Draft:
    """A game that is being solved: what is done is on disk, and survives a stop.

    `spans[half]` to `spans[half + 1]` are the places of a half.
    """

    def __init__(self, path: Path, shape: FileShape, spans: npt.NDArray[np.int64]) -> None:
        self.path = path
        self.part = path.with_suffix(".part")
        self.list = path.with_suffix(".done")
        self.shape = shape
        self.spans = spans
        self.done: dict[int, int] = {}
        """The halves that are on disk, and the checksums of their values."""

    def begin(self, reached: npt.NDArray[np.uint64]) -> None:
        """Lay out the file, with the reachable extras in it; the disk space is taken at once."""
        self.part.parent.mkdir(parents=True, exist_ok=True)
        self.list.unlink(missing_ok=True)
        with self.part.open("wb") as file:
            file.write(self.shape.head())
            file.write(reached.astype("<u8").tobytes())
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, HEAD + self.shape.payload)
            else:
                file.truncate(HEAD + self.shape.payload)
            _sync(file)
        self._note()

    def resume(self, values: npt.NDArray[Any]) -> None:
        """Fill in the values of the finished halves; one that was not written completely is not."""
        try:
            noted = {int(half): int(crc) for half, crc in json.loads(self.list.read_bytes()).items()}
        except (OSError, ValueError, AttributeError):
            noted = {}
        stored = _map(self.part, self.shape, "r")[1]
        for half, checksum in noted.items():
            span = slice(*self.spans[half : half + 2])
            values[span] = stored[span]
            if zlib.crc32(values[span].data) == checksum:
                self.done[half] = checksum

    def save(self, values: npt.NDArray[Any], halves: Iterable[int]) -> None:
        """Write the values of some halves, and then note that they are done."""
        width = self.shape.lanes * self.shape.bits // 8
        with self.part.open("r+b") as file:
            for half in halves:
                begin, end = (int(place) for place in self.spans[half : half + 2])
                file.seek(HEAD + self.shape.reached * 8 + begin * width)
                file.write(values[begin:end].data)
                self.done[half] = zlib.crc32(values[begin:end].data)
            _sync(file)
        self._note()

    def finish(self) -> None:
        """The draft becomes the value file, in one step."""
        checksum = file_checksum(self.part)
        with self.part.open("r+b") as file:
            file.write(self.shape.head(checksum=checksum))
            _sync(file)
        self.part.replace(self.path)
        self.list.unlink(missing_ok=True)

    def _note(self) -> None:
        fresh = self.list.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(self.done, file)
            _sync(file)
        fresh.replace(self.list)


def find_draft(path: Path, fingerprint: str) -> tuple[FileShape, npt.NDArray[np.uint64]] | None:
    """The shape and the reachable extras of an earlier draft, if there is one to go on with."""
    part, noted = path.with_suffix(".part"), path.with_suffix(".done")
    try:
        shape, _ = read_shape(part)
    except Damaged:
        return None
    if shape.fingerprint != fingerprint or not noted.exists():
        return None
    return shape, np.array(_map(part, shape, "r")[0])


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
