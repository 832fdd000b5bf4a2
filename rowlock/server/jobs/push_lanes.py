"""Two lanes to push services: those that answer at once never wait for those that do not.

A stranger names the service, so it may be one that never answers, under a name that is never found. A service
is in the slow lane until it has answered in time, and again when it has not. Each lane has connections of
its own, and threads of its own in which names are looked up.
"""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp import ClientSession

SECONDS = 10.0
"""How long a push service may take, from the look for its name to the head of its answer."""
WIDTH = 20
"""Calls that are under way in a lane at the same time."""
KNOWN = 1000
"""Services that are remembered as quick."""
OPEN_NETWORK = IPv6Network("2000::/3")
"""All IPv6 addresses that are given to anybody; others stand for IPv4 addresses, or for neighbours."""


def is_public(address: str) -> bool:
    """Whether an address is one of the open network, whatever it is wrapped in."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and (found not in OPEN_NETWORK or found.teredo):
            return False
        found = inner or found
    return found.is_global and not found.is_multicast


class Lanes:
    """The quick lane and the slow one; `own` names the services that may be anywhere."""

    def __init__(self, own: Collection[str]) -> None:
        self._quick, self._slow = Lane(own), Lane(own)
        self._known = OrderedDict[str, None]()
        """Services that have answered in time, the latest last."""

    def is_quick(self, endpoint: str) -> bool:
        return urlsplit(endpoint).netloc in self._known

    async def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        """Send something; the status of the answer, and for how long it puts us off."""
        service = urlsplit(endpoint).netloc
        lane = self._quick if service in self._known else self._slow
        try:
            answer = await lane.post(endpoint, body, headers)
        except Exception:
            self._known.pop(service, None)
            raise
        self._known[service] = None
        self._known.move_to_end(service)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return answer

    async def close(self) -> None:
        await asyncio.gather(self._quick.close(), self._slow.close())


class Lane:
    """Connections that are opened when they are first needed."""

    def __init__(self, own: Collection[str]) -> None:
        self._own = own
        self._turn = asyncio.Semaphore(WIDTH)
        self._threads = ThreadPoolExecutor(WIDTH, "push")
        self._session: ClientSession | None = None

    async def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
        async with self._turn:
            session = await self._open()
            async with asyncio.timeout(SECONDS):
                sending = session.post(endpoint, data=body, headers=headers, allow_redirects=False)
                async with sending as answer:
                    return answer.status, answer.headers.get("retry-after", "")

    async def _open(self) -> ClientSession:
        if self._session is None:
            aiohttp = await asyncio.to_thread(import_module, "aiohttp")
            connector = aiohttp.TCPConnector(resolver=_resolver(self._own, self._threads), limit=WIDTH)
            cookies = aiohttp.DummyCookieJar()
            self._session = self._session or aiohttp.ClientSession(connector=connector, cookie_jar=cookies)
        return self._session

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _resolver(own: Collection[str], threads: ThreadPoolExecutor) -> Any:
    """Finds names, and only those that stand for public addresses; the house's own may be anywhere."""
    from aiohttp.abc import AbstractResolver, ResolveResult

    class PublicOnly(AbstractResolver):
        async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
            ask = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM)
            found = await asyncio.get_running_loop().run_in_executor(threads, ask)
            public = [one for one in found if host in own or is_public(str(one[4][0]))]
            if not public:
                raise OSError(f"{host} is not on the open network")
            return [_result(host, *one) for one in public]

        async def close(self) -> None:
            pass

    def _result(host: str, family: int, kind: int, proto: int, name: str, at: tuple[str, int]) -> Any:
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        return ResolveResult(hostname=host, host=at[0], port=at[1], family=family, proto=proto, flags=flags)

    return PublicOnly()
