"""Under which names a server is reached: a page that made its own name point here must not speak for it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

OWN_ENDINGS = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Names that are given inside a house; nobody outside can make one of them point here."""


def is_own_name(host: str | None, names: tuple[str, ...]) -> bool:
    """Whether a request for this host is meant for us: an address, a name of the house, or one of ours."""
    name = (urlsplit(f"//{host or ''}").hostname or "").rstrip(".")
    if not name or "." not in name or name.endswith(OWN_ENDINGS) or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
