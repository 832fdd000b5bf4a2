"""The processor time of watchers of the list of open tables, at rest and while the list changes.

    python bench/community/list_watchers.py                       5,000 watchers
    python bench/community/list_watchers.py --watchers 500 --seconds 10

Starts `rowlock serve --public` on loopback with a new folder, and reads the processor time of the server
(/proc/PID/stat: Linux only) over the same stretch three times: without watchers, with watchers while nothing
changes, and with watchers while a table is opened every second. Prints each in cores. Ends with status 1 if
the watchers cost more than a tenth of a core at rest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from websockets.asyncio.client import connect

from rowlock.client import Unreachable, call

MOST = 0.1
"""Cores that watchers at rest may cost."""
TOGETHER = 100
"""Watchers who connect at the same time."""
ATTEMPTS = 600
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def cores(pid: int, seconds: float) -> float:
    before, begun = processor_seconds(pid), time.monotonic()
    await asyncio.sleep(seconds)
    return (processor_seconds(pid) - before) / (time.monotonic() - begun)


async def watch(stack: AsyncExitStack, address: str) -> None:
    there = await stack.enter_async_context(connect(address, ping_interval=None, compression=None))
    await there.send(json.dumps({"type": "hello"}))
    assert json.loads(await there.recv())["type"] == "tables"


async def change(base: str, token: str) -> None:
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    while True:
        await asyncio.to_thread(call, base, "POST", "/api/tables", wish, token)
        await asyncio.sleep(1.0)


async def measure(pid: int, base: str, watchers: int, seconds: float) -> float:
    await cores(pid, 5.0)  # what is done once after the start
    alone = await cores(pid, seconds)
    async with AsyncExitStack() as stack:
        address = f"{base.replace('http', 'ws')}/api/lists/socket"
        for first in range(0, watchers, TOGETHER):
            group = range(first, min(first + TOGETHER, watchers))
            await asyncio.gather(*(watch(stack, address) for _ in group))
        await asyncio.sleep(2.0)
        rest = await cores(pid, seconds)
        changing = asyncio.create_task(
            change(base, call(base, "POST", "/api/players", {"name": "Host"})["token"])
        )
        busy = await cores(pid, seconds)
        changing.cancel()
        print(f"without watchers           {alone:.3f} cores")
        print(f"{watchers} watchers at rest     {rest:.3f} cores, {rest - alone:+.3f}")
        print(f"a change every second      {busy:.3f} cores", flush=True)
        os.kill(pid, 9)  # saying goodbye to everybody is not measured
        stack.pop_all()
    return rest - alone


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--watchers", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=30.0)
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        options = ["--public", "--rate-factor", "0", "--exact", "--data", folder]
        command = [sys.executable, "-m", "rowlock", "serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(ATTEMPTS):
                try:
                    call(base, "GET", "/api/about")
                    break
                except Unreachable:
                    time.sleep(0.1)
            more = asyncio.run(measure(server.pid, base, args.watchers, args.seconds))
        finally:
            server.kill()
            server.wait()
    return 0 if more <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
