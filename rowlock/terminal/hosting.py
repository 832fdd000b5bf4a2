"""A private server in the background, for as long as the game lasts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple, Self

from rowlock.bots import bot_names, find_source
from rowlock.client import Unreachable, call
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant_text import format_variant
from rowlock.server.live.bots import wire_name
from rowlock.terminal.online import OnlineTable, Tokens
from rowlock.variants import find_variant, load_variant

_START = "from rowlock.cli import main; raise SystemExit(main())"
_ADDRESS = re.compile(r"(http://\S+?)/?\s*$")


class Hosting:
    """A server process; leaving the block ends it."""

    def __init__(self, host: str = "0.0.0.0", port: int = 0, bots: Sequence[str] = ()) -> None:
        command = [sys.executable, "-c", _START, "serve", "--attached", "--host", host, "--port", str(port)]
        if own := [bot for bot in dict.fromkeys(bots) if bot not in bot_names()]:
            command += ["--bots", *bot_names(), *own]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # it closes when we end, in whatever way, and the server with it
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is ours alone
        )
        self.base, self.lan = self._read_addresses()

    def _read_addresses(self) -> tuple[str, str]:
        """The address for us, and the one for the network; the server prints them when it listens."""
        found: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if address := _ADDRESS.search(line):
                found.append(address[1])
            elif found:
                break
        if not found:
            assert self.process.stderr is not None
            reason = self.process.stderr.read().strip().splitlines()
            raise Unreachable(f"no server could be started: {reason[-1] if reason else 'it ended at once'}")
        return found[0], found[-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def create_table(
        self, token: str, variant: JsonObject, guests: int, bots: list[str], hints: bool = False
    ) -> str:
        """A table for us, guests and bots; the answer is its path."""
        seats: list[JsonObject] = [{"kind": "me"}]
        seats += [{"kind": "open"}] * guests + [
            {"kind": "bot", "bot": wire_name(find_source(bot))} for bot in bots
        ]
        body = {**variant, "seats": seats, "start": False, "hints": hints or None}
        return str(call(self.base, "POST", "/api/tables", body, token)["link"])


class Hosted(NamedTuple):
    """A server of our own with a table on it, our seat there, and the link for guests."""

    hosting: Hosting
    table: OnlineTable
    invitation: str


def host_table(
    tokens: Tokens, name: str, pad: str, guests: int, bots: Sequence[str], hints: bool = False
) -> Hosted:
    """Start a server and open a table on it; whoever gets it closes it."""
    hosting = Hosting(bots=bots)
    try:
        token = tokens.get(hosting.base, name)
        path = hosting.create_table(token, variant_body(pad), guests, list(bots), hints)
    except BaseException:
        hosting.close()
        raise
    return Hosted(hosting, OnlineTable(hosting.base + path, name, tokens), hosting.lan + path)


def variant_body(name: str) -> dict[str, str]:
    """How to name the variant to a server: by its name, or by its text."""
    variant = find_variant(name)
    known = variant.is_known and variant == load_variant(variant.name)  # its options may differ
    return {"variant": variant.name} if known else {"variant_text": format_variant(variant)}
