"""Arrays out of numpy's archives (`.npz`)."""

from __future__ import annotations

import struct
from ast import literal_eval
from math import prod
from os import PathLike
from types import TracebackType
from typing import IO, Any
from zipfile import ZipFile

from rowlock.arrays.array import Array
from rowlock.arrays.kinds import KINDS

MAGIC = b"\x93NUMPY"


class Archive:
    """Arrays by their names, each read when it is asked for."""

    def __init__(self, file: str | PathLike[str] | IO[bytes]) -> None:
        self._archive = ZipFile(file)
        self.files = [name.removesuffix(".npy") for name in self._archive.namelist()]

    def __getitem__(self, name: str) -> Any:
        return read_array(self._archive.read(f"{name}.npy"))

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._archive.close()


def load(file: str | PathLike[str] | IO[bytes]) -> Archive:
    return Archive(file)


def read_array(content: bytes) -> Any:
    """One array as numpy writes it; a text where it holds one."""
    if content[:6] != MAGIC:
        raise ValueError("not an array of numpy's")
    wide = 2 if content[6] == 1 else 4
    begin = 8 + wide + int.from_bytes(content[8 : 8 + wide], "little")
    header = literal_eval(content[8 + wide : begin].decode("latin-1"))
    kind, shape, body = header["descr"], header["shape"], content[begin:]
    if kind.startswith("<U"):
        letters = struct.unpack(f"<{len(body) // 4}I", body)  # browsers are sent few codecs
        return "".join(map(chr, letters)).rstrip("\0")
    if header["fortran_order"] or kind not in KINDS:
        raise ValueError(f"arrays of {kind} are not read here")
    numbers = struct.unpack(f"<{prod(shape)}{KINDS[kind].code}", body)
    return Array(list(numbers), shape, KINDS[kind])
