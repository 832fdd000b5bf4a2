"""Variants that people bring along: read with limits on size, time and memory, in a process of their own."""

from __future__ import annotations

import asyncio
import sys

import orjson

from rowlock.engine.errors import BadVariant
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.server.protocol import VARIANT_LONGEST
from rowlock.server.tryout import NAME, SECONDS
from rowlock.table.table import Plain

AT_ONCE = 2
"""How many variants are tried out at the same time; others wait."""

_turn: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


async def read_upload(text: str) -> Variant:
    """The variant in an uploaded text; raises `BadVariant` if it is wrong, or takes too long to play."""
    encoded = text.encode("utf-8", "replace")
    if len(encoded) > VARIANT_LONGEST:
        raise BadVariant([f"{NAME}.toml: a variant has at most {VARIANT_LONGEST} bytes"])
    loop = asyncio.get_running_loop()
    async with _turn.setdefault(loop, asyncio.Semaphore(AT_ONCE)):
        answer = await _try_out(encoded)
    if answer["mistakes"]:
        raise BadVariant(answer["mistakes"])
    return parse_variant(answer["text"], NAME)


async def _try_out(encoded: bytes) -> Plain:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rowlock.server.tryout",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS):
            told, _ = await process.communicate(encoded)
    except TimeoutError:
        return {"mistakes": [f"{NAME}.toml: the variant takes too long to play"]}
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    answer: Plain = orjson.loads(told) if told else {"mistakes": [f"{NAME}.toml: it cannot be played"]}
    return answer
