"""One call to one device, by Web Push: encrypted for the device alone, signed with the server's key.

The address of a push service is one that a stranger sends. So it must be HTTPS under a name, and whatever
the name stands for when a call is sent must be a public address: nobody makes this server knock at doors
inside its own network. Redirects are not followed, and answers are not read.
"""

from __future__ import annotations

import asyncio
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from rowlock.server.errors import BadDevice
from rowlock.server.jobs.push_lanes import Lanes
from rowlock.server.store.calls import CalledDevice

LONGEST_WAIT = 3600.0
"""How long a push service can put us off."""
SIGNED_SECONDS = 12 * 3600
NAME = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])")
"""The name of a machine in the open network."""
PLAIN = re.compile(r"[!-\[\]-~]+")
"""An address without blanks and backslashes, which are read in more than one way."""


class Sent(NamedTuple):
    """The outcome of a call to a device; `wait` are the seconds after which it may be tried again."""

    outcome: Literal["sent", "gone", "refused", "later"]
    wait: float = 0.0


def is_installed() -> bool:
    return find_spec("pywebpush") is not None


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
    if not NAME.fullmatch(name) or not PLAIN.fullmatch(endpoint):
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
    device: CalledDevice, text: bytes, secret: str, contact: str, keep: float
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
        self._lanes = Lanes({urlsplit(f"//{one}").hostname or "" for one in own})

    def is_quick(self, device: CalledDevice) -> bool:
        """Whether the service of a device has answered at once lately."""
        return self._lanes.is_quick(device.endpoint)

    async def send(self, device: CalledDevice, text: bytes, secret: str, keep: float) -> Sent:
        """Call a device. Whatever is wrong with it, the others are called."""
        try:
            check_endpoint(device.endpoint, self._own)
            made = await asyncio.to_thread(prepared, device, text, secret, self._contact, keep)
        except Exception:  # keys that are no point of the curve, and the like
            return Sent("gone")
        try:
            return outcome_of(*await self._lanes.post(device.endpoint, *made))
        except ValueError:  # an address that cannot be one after all
            return Sent("gone")
        except (OSError, TimeoutError, _error_of("aiohttp", "ClientError")):
            return Sent("later")

    async def close(self) -> None:
        await self._lanes.close()


def _error_of(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def outcome_of(status: int, wait: str) -> Sent:
    """The outcome that a push service's answer stands for."""
    if 200 <= status < 300:
        return Sent("sent")
    if status in (404, 410):
        return Sent("gone")
    if status == 429 or status >= 500:
        return Sent("later", min(float(wait), LONGEST_WAIT) if wait.isdigit() else 0.0)
    return Sent("refused")
