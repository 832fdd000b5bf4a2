"""Passkeys: an offer where a browser takes one, and never a condition. See docs/accounts.md.

Whatever a device signs names the page's origin and a challenge of ours: challenges are stored, so that any
process can check an answer, and each is good once.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool

from rowlock.server.errors import BadPasskey, NotAvailable
from rowlock.server.live.people import hash_token, new_id
from rowlock.server.store import Conflict, Player, Store
from rowlock.server.store.accounts import Passkey

if TYPE_CHECKING:
    from webauthn.helpers.structs import AuthenticationCredential, RegistrationCredential

Answer = TypeVar("Answer")

HOUSE = "Rowlock"
NOT_OURS = "this passkey was not made here, was removed, or answers too late"


def name_of(host: str) -> str:
    """The name to which passkeys are bound; empty for an address, which browsers bind none to."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        ip_address(name)
    except ValueError:
        return name
    return ""


def are_taken(host: str) -> bool:
    return bool(name_of(host)) and find_spec("webauthn") is not None


def origins_of(host: str) -> list[str]:
    """From where a page may speak: over TLS, and without it on this machine alone, as browsers have it."""
    name = name_of(host)
    is_here = name == "localhost" or name.endswith(".localhost")
    return [f"https://{host}", *([f"http://{host}"] if is_here else [])]


class Passkeys:
    """Makes and checks the passkeys of a server, under the name by which it was reached."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ask_for_new(self, player: Player, host: str) -> str:
        """The request by which a browser makes a passkey."""
        await check_taken(host)
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers import structs as asked

        known = [one.credential for one in await self._store.passkeys_of(player.id)]
        challenge = await self._challenge(player.id)
        options = generate_registration_options(
            rp_id=name_of(host),
            rp_name=HOUSE,
            user_id=player.id.encode(),
            user_name=player.name,
            challenge=challenge,
            authenticator_selection=asked.AuthenticatorSelectionCriteria(
                resident_key=asked.ResidentKeyRequirement.REQUIRED,
                user_verification=asked.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                asked.PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known
            ],
        )
        return options_to_json(options)

    async def add(self, player: Player, host: str, answer: str) -> Passkey:
        """Keep what a browser has made."""
        await check_taken(host)
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url, parse_registration_credential_json

        def check() -> Passkey:
            checked = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=name_of(host),
                expected_origin=origins_of(host),
                require_user_verification=True,
            )
            credential = bytes_to_base64url(checked.credential_id)
            key = bytes_to_base64url(checked.credential_public_key)
            uses, synced = checked.sign_count, checked.credential_backed_up
            return Passkey(new_id(12), credential, player.id, key, uses, synced, time.time())

        made: RegistrationCredential = await _read(lambda: parse_registration_credential_json(answer))
        challenge = await self._answered(made, player.id)
        passkey = await _read(check)
        try:
            await self._store.add_passkey(passkey)
        except Conflict:
            raise BadPasskey("this passkey is known already") from None
        return passkey

    async def ask_for_known(self, host: str) -> str:
        """The request by which a browser shows a passkey that it has."""
        await check_taken(host)
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        challenge = await self._challenge(None)
        required = UserVerificationRequirement.REQUIRED
        options = generate_authentication_options(
            rp_id=name_of(host), challenge=challenge, user_verification=required
        )
        return options_to_json(options)

    async def come_back(self, host: str, answer: str) -> tuple[Player, str]:
        """The player whose passkey has answered, and a token for one more device of theirs."""
        await check_taken(host)
        from webauthn import base64url_to_bytes, verify_authentication_response
        from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

        shown: AuthenticationCredential = await _read(lambda: parse_authentication_credential_json(answer))
        challenge = await self._answered(shown, None)
        found = await self._store.find_passkey(bytes_to_base64url(shown.raw_id))
        if found is None:
            raise BadPasskey(NOT_OURS)
        passkey, player = found

        def check() -> int:
            checked = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=name_of(host),
                expected_origin=origins_of(host),
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.uses,
                require_user_verification=True,
            )
            return checked.new_sign_count

        uses, token = await _read(check), secrets.token_hex(16)
        if not await self._store.use_passkey(passkey, uses, hash_token(token), time.time()):
            raise BadPasskey(NOT_OURS)
        return player, token

    async def _challenge(self, player: str | None) -> bytes:
        """Something new to sign."""
        challenge = secrets.token_bytes(32)
        await self._store.add_challenge(challenge.hex(), player, time.time())
        return challenge

    async def _answered(
        self, credential: RegistrationCredential | AuthenticationCredential, player: str | None
    ) -> bytes:
        """The challenge that is answered; it cannot be used again."""
        from webauthn.helpers import parse_client_data_json

        said = await _read(lambda: parse_client_data_json(credential.response.client_data_json))
        if not await self._store.take_challenge(said.challenge.hex()[:128], player, time.time()):
            raise BadPasskey(NOT_OURS)
        return said.challenge


async def check_taken(host: str) -> None:
    """Raises where there are no passkeys; the library is loaded beside the event loop, once."""
    if not name_of(host):
        raise NotAvailable("passkeys need a name: a browser makes none for an address")
    if find_spec("webauthn") is None:
        raise NotAvailable("passkeys need webauthn: pip install 'rowlock[hosting]'")
    await run_in_threadpool(import_module, "webauthn")


async def _read(work: Callable[[], Answer]) -> Answer:
    """Read what a stranger sends, beside the event loop; whatever is wrong with it, it is no passkey."""
    try:
        return await run_in_threadpool(work)
    except Exception as error:
        raise BadPasskey(f"this cannot be read as a passkey's answer: {type(error).__name__}") from None
