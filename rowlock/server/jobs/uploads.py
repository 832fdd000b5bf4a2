"""Pads and records that people bring: read in a process of their own that has limits."""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Mapping

import orjson

from rowlock.engine.errors import BadRecord, BadVariant
from rowlock.engine.variant import Variant
from rowlock.engine.variant_reader import clean
from rowlock.engine.variant_text import parse_variant
from rowlock.server.errors import TooMany
from rowlock.server.jobs.fair_turns import Turns
from rowlock.server.jobs.sandbox import NAME, SECONDS, WRONG
from rowlock.server.live.house_pads import HousePads
from rowlock.table.texts import VARIANT_LONGEST
from rowlock.variants import SUFFIX

AT_ONCE = 2
"""How many are tried out at the same time; others wait."""
WAITING, OF_ONE = 32, 8
"""How many may wait, and how many of one address among them."""
BUSY = "too many people bring pads and records just now; try again later"
PATIENCE = 6 * SECONDS
"""Wall-clock seconds after which a process is ended, however little processor time it got: it only computes,
so that the machine is too busy, or was asleep. What it was to read may be perfectly good."""
REPLAY_LARGEST = 16 << 20
"""Bytes of a replay; one of a usual game has half a million."""
TOO_MUCH = "it takes too much time or memory to play"

PADS_KEPT = 64
_pads: OrderedDict[str, Variant] = OrderedDict()
"""Pads of strangers that were tried out lately, by their texts: every tap on a board asks for them again."""
_turns: dict[asyncio.AbstractEventLoop, Turns] = {}


class _Wrong(Exception):
    """The mistakes in something that was tried out, a line for every mistake."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__(*mistakes)
        self.mistakes = mistakes


async def read_upload(
    text: str, parents: Mapping[str, str] | None = None, pads: HousePads | None = None
) -> Variant:
    """The variant in an uploaded text; raises `BadVariant` if it is wrong, or takes too long to play.

    Its parent may be one of those that came along with it, a pad of the house, or one that everybody knows.
    """
    texts = {NAME: text, **{name.removesuffix(SUFFIX): parent for name, parent in (parents or {}).items()}}
    for name, brought in texts.items():
        if len(brought.encode("utf-8", "replace")) > VARIANT_LONGEST:
            raise BadVariant([f"{clean(name)}.toml: a variant has at most {VARIANT_LONGEST} bytes"])
    known = (pads or HousePads()).parents_of(texts) | {
        name: brought for name, brought in texts.items() if name != NAME
    }
    try:
        told = await _try_out("pad", orjson.dumps({"text": text, "parents": known}))
    except _Wrong as wrong:
        raise BadVariant(wrong.mistakes) from None
    return parse_variant(told.decode(), NAME)


async def own_pad(
    text: str, parents: Mapping[str, str] | None = None, pads: HousePads | None = None
) -> Variant:
    """A pad that somebody brings, tried out once."""
    key = "\0".join([text, *(f"{name}\0{parent}" for name, parent in sorted((parents or {}).items()))])
    if key not in _pads:
        _pads[key] = await read_upload(text, parents, pads)
        if len(_pads) > PADS_KEPT:
            _pads.popitem(last=False)
    _pads.move_to_end(key)
    return _pads[key]


async def read_replay(text: str) -> bytes:
    """The replay of an uploaded record, as JSON; raises `BadRecord` if there is none."""
    try:
        told = await _try_out("record", text.encode("utf-8", "replace"))
    except _Wrong as wrong:
        raise BadRecord("; ".join(wrong.mistakes)) from None
    if len(told) > REPLAY_LARGEST:
        raise BadRecord(f"the replay has more than {REPLAY_LARGEST >> 20} megabytes")
    return told


async def _try_out(kind: str, encoded: bytes) -> bytes:
    """Return the answer of the process.

    Raises `_Wrong` with its mistakes, or if it exceeds its limits; `TooMany` if it got no time to answer.
    """
    loop = asyncio.get_running_loop()
    async with _turns.setdefault(loop, Turns(AT_ONCE, WAITING, OF_ONE, BUSY)).turn():
        code, told = await _run(kind, encoded)
    if code == WRONG:
        raise _Wrong(orjson.loads(told))
    if code != 0:
        raise _Wrong([TOO_MUCH])
    return told


async def _run(kind: str, encoded: bytes) -> tuple[int | None, bytes]:
    """Run the process to its end; its exit code and what it said. Raises `TooMany` if that takes too long."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rowlock.server.jobs.sandbox",
        kind,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await process.communicate(encoded)
    except TimeoutError:
        raise TooMany(BUSY) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()  # its pipes are closed too
    return process.returncode, told
