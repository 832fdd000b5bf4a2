"""A push service of our own: takes calls as browsers' services do, answers as it is told, and reads them."""

from __future__ import annotations

import json
import secrets
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A device that has subscribed: the only one that can read what it is sent."""

    def __init__(self, service: PushService, language: str = "en") -> None:
        self.path = f"/push/{secrets.token_hex(8)}"
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscribed = {
            "endpoint": f"http://{service.place}{self.path}",
            "p256dh": encoded(point),
            "auth": encoded(self._auth),
            "language": language,
        }

    def read(self, body: bytes) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )
        return told


class PushService:
    """Everything that was sent to it, in order, and how it answers: 201 unless a path has others in store."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}
        self._news = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status, headers = service.take(self.path, dict(self.headers.items()), body)
                self.send_response(status)
                for name, value in {**headers, "content-length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *given: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self._server.server_port}"

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        with self._news:
            self.sent.append((path, {name.lower(): value for name, value in headers.items()}, body))
            self._news.notify_all()
            waiting = self.answers.get(path)
            return waiting.pop(0) if waiting else (201, {})

    def wait_for(self, count: int, seconds: float = 100) -> None:
        """Until so many calls have come."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.sent) >= count, seconds), f"{len(self.sent)} calls"

    def read(self, *browsers: Browser) -> list[dict[str, Any]]:
        """All calls to these browsers, decrypted."""
        known = {browser.path: browser for browser in browsers}
        return [known[path].read(body) for path, _, body in self.sent if path in known]

    def check_signed(self, key: str) -> None:
        """Every call was signed with this public key, for this service."""
        for _, headers, _ in self.sent:
            token = dict(
                part.split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(",")
            )
            assert token["k"] == key
            assert Vapid02.verify(headers["authorization"])
            claims = json.loads(urlsafe_b64decode(token["t"].split(".")[1] + "=="))
            assert claims["aud"] == f"http://{self.place}"
            assert claims["sub"].startswith(("https:", "mailto:"))

    @contextmanager
    def running(self) -> Iterator[PushService]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield self
        self._server.shutdown()
        thread.join()
        self._server.server_close()
