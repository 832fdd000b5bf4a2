"""A device that keeps passkeys, in software: the bytes that a browser would send, and wrong ones."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, SYNCABLE, SYNCED, WITH_KEY = 0x01, 0x04, 0x08, 0x10, 0x40


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey, for one place."""

    def __init__(self, origin: str, place: str = "localhost", flags: int = PRESENT | VERIFIED) -> None:
        self.origin, self.place, self.flags, self.uses = origin, place, flags, 0
        self.credential = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: str, **wrong: Any) -> str:
        """The answer to a request for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        kept = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + key
        told = {"fmt": "none", "attStmt": {}, "authData": self._state(WITH_KEY) + kept}
        said = self._said("webauthn.create", options, **wrong)
        return self._answer(said, attestationObject=encoded(cbor2.dumps(told)))

    def show(self, options: str, **wrong: Any) -> str:
        """The answer to a request for a passkey that is known."""
        self.uses += 1
        said, state = self._said("webauthn.get", options, **wrong), self._state()
        signed = self._key.sign(state + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(said, authenticatorData=encoded(state), signature=encoded(signed))

    def _said(self, kind: str, options: str, **wrong: Any) -> bytes:
        challenge = json.loads(options)["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, **wrong}).encode()

    def _state(self, more: int = 0) -> bytes:
        place = hashlib.sha256(self.place.encode()).digest()
        return place + bytes([self.flags | more]) + self.uses.to_bytes(4, "big")

    def _answer(self, said: bytes, **parts: str) -> str:
        own, response = encoded(self.credential), {"clientDataJSON": encoded(said), **parts}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})
