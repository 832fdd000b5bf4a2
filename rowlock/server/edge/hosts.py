"""The names by which a server is reached: a page whose name points here must not speak for its visitors."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from rowlock.server.errors import BadRequest

OWN_ENDINGS = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Names used inside a local network; nobody outside can make one of them point here."""


def is_own_name(host: str | None, names: tuple[str, ...]) -> bool:
    """Whether a request for this host is meant for us: an address, a name of the house, or one of ours."""
    try:
        name = (urlsplit(f"//{host or ''}").hostname or "").rstrip(".")
    except ValueError:
        raise BadRequest("a Host header that cannot be read") from None
    if not name or "." not in name or name.endswith(OWN_ENDINGS) or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
