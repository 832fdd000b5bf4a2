"""The checksums that lie beside published files."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def write_checksums(folder: Path, name: str, files: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of these files, written as `sha256sum --check` reads it."""
    found = {file: _digest(folder / file) for file in files}
    text = "".join(f"{digest}  {file}\n" for file, digest in found.items())
    (folder / name).write_text(text, encoding="utf-8")
    return found


def _digest(file: Path) -> str:
    digest = sha256()
    with file.open("rb") as stream:
        while part := stream.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()
