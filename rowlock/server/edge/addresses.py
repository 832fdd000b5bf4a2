"""The address of a connection: one spelling for everybody who shares it, for limits and bans."""

from __future__ import annotations

import os
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

PREFIX = 64
"""Bits of an IPv6 address that count: whoever has one of a network has them all."""
LONGEST = 64
"""Characters of an address, as they are kept."""
UNKNOWN = "local"
ASKER: ContextVar[str] = ContextVar("asker", default=UNKNOWN)
"""The address for which something is worked out just now: of a request, and of all that it sets going."""


def read_address(text: str) -> str:
    """The address that is counted: an IPv4 address, or the /64 network of an IPv6 address.

    Raises `ValueError` for whatever is none, a network of another size for one: nothing is counted by it.
    """
    return str(_counted(ip_address(text.strip("[]").removesuffix(f"/{PREFIX}"))))


@lru_cache(4096)
def neighbourhood(host: str) -> str:
    """The address that is counted of a host.

    Whatever is no address (a path of a socket in the file system, say) stays as it is, if it is not too long.
    """
    try:
        return read_address(host)
    except ValueError:
        return host[:LONGEST]


def _counted(address: IPv4Address | IPv6Address) -> object:
    if isinstance(address, IPv4Address):
        return address
    if address.is_loopback:
        return address
    return address.ipv4_mapped or ip_network((int(address) >> 128 - PREFIX << 128 - PREFIX, PREFIX))


def plain_host(host: str) -> str:
    """The other side's address; of one that comes by IPv4 to a server of both, its IPv4 address."""
    return host.removeprefix("::ffff:") if "." in host else host


def address_in(scope: Scope) -> str:
    """The address of a request or a socket that is counted; a trusted proxy has said whose it is."""
    client = scope.get("client")
    return neighbourhood(client[0]) if client else UNKNOWN


def is_proxy(address: str) -> bool:
    """Whether many people come through this one address: those whose forwarded addresses uvicorn believes."""
    if not address or address == UNKNOWN:
        return True
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").split(",")
    return any(one.strip() == "*" or _is_in(address, one.strip()) for one in trusted)


def _is_in(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False
