"""One call to one device, by Web Push: encrypted for the device alone, signed with the server's key.

The address of a push service is one that a stranger sends. So it must be HTTPS under a name, and whatever
the name stands for when a call is sent must be a public address: nobody makes this server knock at doors
inside its own network. Redirects are not followed, and answers are not read.
"""

from __future__ import annotations

import asyncio
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib import import_module
from importlib.util import find_spec
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from rowlock.server.errors import BadDevice
from rowlock.server.store.calls import Device

if TYPE_CHECKING:
    from aiohttp import ClientSession

SECONDS = 10.0
"""How long a push service may take."""
LONGEST_WAIT = 3600.0
"""How long a push service can put us off."""
SIGNED_SECONDS = 12 * 3600
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones."""


class Sent(NamedTuple):
    """The outcome of a call to a device; `wait` are the seconds after which it may be tried again."""

    outcome: Literal["sent", "gone", "refused", "later"]
    wait: float = 0.0


def is_installed() -> bool:
    return find_spec("pywebpush") is not None


def is_public(address: str) -> bool:
    """Whether an address is one of the open network, whatever it is wrapped in."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in TRANSLATED or found.teredo:
            return False
        found = inner or found
    return found.is_global and not found.is_multicast


def check_endpoint(endpoint: str, own: tuple[str, ...]) -> None:
    """Raises `BadDevice` unless this can be the address of a push service."""
    try:
        parts = urlsplit(endpoint)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadDevice("endpoint: not an address") from None
    if parts.netloc in own and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https" or parts.username or parts.password or port not in (None, 443):
        raise BadDevice("endpoint: a push service has an address like https://push.example.org/…")
    if "." not in name or name.rsplit(".", 1)[1].isdigit() or ":" in name or not endpoint.isascii():
        raise BadDevice("endpoint: a push service has a public name")


def check_keys(p256dh: str, auth: str) -> None:
    """Raises `BadDevice` unless a device can have these keys."""
    try:
        point, secret = (urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in (p256dh, auth))
    except ValueError:
        raise BadDevice("keys: must be base64url") from None
    if len(point) != 65 or point[0] != 4 or len(secret) != 16:
        raise BadDevice("keys: must be a point of P-256 and 16 bytes")


def new_secret() -> str:
    """A key for a server, made when it first starts."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def public_key(secret: str) -> str:
    """The public part, by which browsers bind a device to this server."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    raw = Vapid02.from_raw(secret.encode()).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def prepared(
    device: Device, text: bytes, secret: str, contact: str, keep: float
) -> tuple[bytes, dict[str, str]]:
    """A call for a device: its body, which the device alone can read, and its headers."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    body = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(text)["body"]
    parts = urlsplit(device.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": contact,
    }
    signed = Vapid02.from_raw(secret.encode()).sign(claims)
    headers = {"content-encoding": "aes128gcm", "ttl": str(int(keep)), "urgency": "normal"}
    return body, {**headers, **signed}


class Pushing:
    """The way to push services; to be opened in the event loop, and closed."""

    def __init__(self, own: tuple[str, ...], contact: str) -> None:
        self._own, self._contact = own, contact
        self._session: ClientSession | None = None

    async def send(self, device: Device, text: bytes, secret: str, keep: float) -> Sent:
        """Call a device. Whatever is wrong with it, the others are called."""
        try:
            check_endpoint(device.endpoint, self._own)
            made = await asyncio.to_thread(prepared, device, text, secret, self._contact, keep)
        except Exception:  # keys that are no point of the curve, and the like
            return Sent("gone")
        try:
            session = await self._open()
            async with session.post(
                device.endpoint, data=made[0], headers=made[1], allow_redirects=False
            ) as answer:
                return judged(answer.status, answer.headers.get("retry-after", ""))
        except (OSError, TimeoutError, _error_of("aiohttp", "ClientError")):
            return Sent("later")

    async def _open(self) -> ClientSession:
        if self._session is None:
            aiohttp = await asyncio.to_thread(import_module, "aiohttp")
            connector = aiohttp.TCPConnector(resolver=_resolver(self._own), limit=20, limit_per_host=8)
            timeout = aiohttp.ClientTimeout(total=SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()
            )
        return self._session

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()


def _error_of(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def judged(status: int, wait: str) -> Sent:
    """The outcome that a push service's answer stands for."""
    if 200 <= status < 300:
        return Sent("sent")
    if status in (404, 410):
        return Sent("gone")
    if status == 429 or status >= 500:
        return Sent("later", min(float(wait), LONGEST_WAIT) if wait.isdigit() else 0.0)
    return Sent("refused")


def _resolver(own: tuple[str, ...]) -> Any:
    """Finds names, and only those that stand for public addresses; the house's own may be anywhere."""
    from aiohttp.abc import AbstractResolver
    from aiohttp.resolver import ThreadedResolver

    names = {urlsplit(f"//{one}").hostname for one in own}

    class PublicOnly(AbstractResolver):
        def __init__(self) -> None:
            self._inner = ThreadedResolver()

        async def resolve(self, host: str, port: int = 0, family: Any = 0) -> Any:
            found = await self._inner.resolve(host, port, family)
            public = [one for one in found if host in names or is_public(one["host"])]
            if not public:
                raise OSError(f"{host} is not on the open network")
            return public

        async def close(self) -> None:
            await self._inner.close()

    return PublicOnly()
