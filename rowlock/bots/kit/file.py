"""Bots from outside this folder: Python files anywhere, and bots offered by installed packages."""

from __future__ import annotations

import hashlib
import io
import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from rowlock.bots.kit.source import PARTS, BadBot, Source, source_of, tell_fault

GROUP = "rowlock.bots"
"""The group of entry points under which a package offers its bots."""


class NoSuchFile(BadBot):
    """A path at which there is no file."""


def file_source(text: str) -> Source:
    """The bot in a Python file; read again when the file has changed."""
    path = Path(text)
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NoSuchFile(f"there is no bot {text!r}: {reason}") from None
    return _read(text, path.resolve(), changed)


@lru_cache(maxsize=256)
def _read(text: str, path: Path, changed: int) -> Source:
    name = f"rowlock_bot_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot(f"{text} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # it can import its neighbours, as if it were run as a script
    waiting, sys.stdin = sys.stdin, io.StringIO()  # a program that reads lines finds none here
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadBot(f"{text}: {tell_fault(error)}") from None
    finally:
        sys.stdin = waiting
    if not any(callable(getattr(module, part, None)) for part in PARTS):
        raise BadBot(
            f"{text} has neither value(crosses, skips, gain) nor choose(view, moves) nor make_bot; "
            f"a program that speaks JSON lines is started with 'exec:python3 {text}'"
        )
    return Source(text, module)


@lru_cache(maxsize=1)
def offered() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


@lru_cache(maxsize=64)
def offered_source(name: str) -> Source:
    """A bot of an installed package."""
    point = offered()[name]
    try:
        return source_of(point.load(), name)
    except Exception as error:
        raise BadBot(f"the bot {name} of {point.value} cannot be loaded: {tell_fault(error)}") from None
