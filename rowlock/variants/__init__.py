"""The bundled pads, one TOML file each: a variant is found by being in this folder."""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from rowlock.engine.errors import BadVariant, NoSuchVariant, shown
from rowlock.engine.position import parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.variant_document import LARGEST
from rowlock.engine.variant_reader import clean, nearest
from rowlock.engine.variant_text import choose_options, parse_variant

SUFFIX = ".toml"


@cache
def variant_names() -> tuple[str, ...]:
    """The names of the bundled variants: those without a parent first, then by name."""
    texts = {
        entry.name.removesuffix(SUFFIX): entry.read_text(encoding="utf-8")
        for entry in files(__name__).iterdir()
        if entry.name.endswith(SUFFIX)
    }
    return tuple(sorted(texts, key=lambda name: ("parent" in tomllib.loads(texts[name]), name)))


def load_variant(name_or_path: str | Path, /, **options: str) -> Variant:
    """A variant by its name, or by the path of its file; `options` override those of the file."""
    if isinstance(name_or_path, str) and name_or_path in variant_names():
        return choose_options(_load_known(name_or_path), options)
    path = Path(name_or_path)
    name = re.sub(r"[^\w.-]+", "-", path.stem)  # a name is one word in positions and records
    variant = parse_variant(
        _read_file(path), name, str(path), lambda parent: _find_parent(parent, path.parent)
    )
    variant = recognise(variant)
    if name in variant_names() and not variant.is_known:
        # records, servers and bots take a known name for the bundled pad
        variant = replace(variant, name=f"own-{name}")
    return choose_options(variant, options)


def load_named(name: str, /, **options: str) -> Variant:
    """A bundled variant by its name; never a path, which strangers could have read from the disk."""
    if name not in variant_names():
        raise NoSuchVariant(f"there is no variant {shown(name)}")
    return load_variant(name, **options)


def find_variant(text: str) -> Variant:
    """A variant as people name it: a name or a path, with options as in `classic;die_leaves=turn`."""
    return parse_variant_name(text, load_variant)


def recognise(variant: Variant) -> Variant:
    """The same variant; if its name finds this very pad, whatever options are chosen, it knows that."""
    if variant.name in variant_names() and variant.digest == _load_known(variant.name).digest:
        return variant.stamped()
    return variant


@cache
def _load_known(name: str) -> Variant:
    text, source = read_known(name)
    return parse_variant(text, name, source, read_known).stamped()


def read_known(name: str) -> tuple[str, str]:
    """Text and file of a bundled variant; the parents that a text from elsewhere may name."""
    if name not in variant_names():
        raise NoSuchVariant(f"there is no variant {shown(name)}; {nearest(name, variant_names())}")
    source = name + SUFFIX
    return files(__name__).joinpath(source).read_text(encoding="utf-8"), source


def _find_parent(name: str, folder: Path) -> tuple[str, str]:
    """A parent's text and file: a known name first, then a file beside the child."""
    path = folder / (name.removesuffix(SUFFIX) + SUFFIX)
    if name in variant_names() or not _exists(path):
        return read_known(name)
    return _read_file(path), str(path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file system accepts
        return False


def _read_file(path: Path) -> str:
    """The text of a variant's file, or one of our errors that says why there is none."""
    if not _exists(path):
        raise NoSuchVariant(_lost(path))
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise NoSuchVariant(f"{shown(str(path))} is a folder; name a {SUFFIX} file in it")
        if path.suffix != SUFFIX or not stat.S_ISREG(status.st_mode):
            raise NoSuchVariant(f"{shown(str(path))} is not a variant; name a file ending in {SUFFIX}")
        if status.st_size > LARGEST:
            raise _bad_file(path, 1, f"{status.st_size} bytes are too many", _SHORT)
        with path.open("rb") as file:
            return _decode(path, file.read(LARGEST + 1))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise NoSuchVariant(f"{shown(str(path))} cannot be read: {reason}") from None


_SHORT = f"at most {LARGEST // 1024} KiB"


def _decode(path: Path, text: bytes) -> str:
    try:
        # editors on Windows like to start a file with a byte order mark
        return text.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        what = f"byte {error.start} (0x{text[error.start]:02x}) is not UTF-8"
        raise _bad_file(path, line, what, "save the file as UTF-8") from None


def _bad_file(path: Path, line: int, what: str, right: str) -> BadVariant:
    return BadVariant([f"{clean(str(path))}:{line}: file: {what}; {right}"])


def _lost(path: Path) -> str:
    """The reason why a path does not exist; most often it was meant as a name."""
    advice = nearest(path.stem, variant_names())
    if path.suffix == SUFFIX:
        return f"there is no file {shown(str(path))}; {advice}"
    return f"there is no variant {shown(str(path))}; {advice}, or the path of a {SUFFIX} file"
