"""Players by token, codes to come back with, and those who are kept out."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict

from rowlock.server.errors import BadCode, BadToken, Banned, Silenced
from rowlock.server.store import Act, Ban, Player, Store
from rowlock.table.views import PROGRAM_MARK

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not confused when read aloud."""
CODE_LENGTH = 20
"""Length of a code to come back with: some 99 bits, more than anybody can try out."""
PLAYERS_KEPT = 20_000


def new_id(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_act(act: str, subject: str, note: str = "") -> Act:
    """A line of the operators' log about something that is done just now."""
    return Act(new_id(16), time.time(), act, subject, note)


class People:
    """The players of a server, as it knows them beside its database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Player] = OrderedDict()
        self._bans: dict[tuple[str, str], Ban] = {}

    async def new(self, name: str, program: bool) -> tuple[Player, str]:
        """A player, and the token that proves it; only its hash is kept."""
        token = secrets.token_hex(16)
        player = Player((PROGRAM_MARK if program else "p") + new_id(12), name, program)
        await self._store.add_player(player, hash_token(token), time.time())
        return player, token

    async def find(self, token: str, banned_too: bool = False) -> Player:
        """The holder of this token; raises `BadToken` if there is none, `Banned` if they are kept out."""
        hashed = hash_token(token)
        if hashed in self._known:
            self._known.move_to_end(hashed)
            return self._known[hashed]
        found = await self._store.find_player(hashed)
        if found is None or not hmac.compare_digest(found[1], hashed):
            raise BadToken("nobody holds this token; make a new player")
        if banned_too:
            return found[0]
        self.check("player", found[0].id)
        if not self._store.shared:  # another process might change it
            self._known[hashed] = found[0]
        if len(self._known) > PLAYERS_KEPT:
            self._known.popitem(last=False)
        return found[0]

    async def rename(self, token: str, name: str) -> Player:
        player = (await self.find(token))._replace(name=name)
        await self._store.rename_player(player.id, name)
        self.forget_known(player.id)
        return player

    # coming back

    async def new_code(self, player: Player) -> str:
        """A code for this player's next device, shown once; only its hash is kept."""
        code = new_id(CODE_LENGTH)
        await self._store.set_recovery(player.id, hash_token(code))
        return "-".join(code[first : first + 5] for first in range(0, CODE_LENGTH, 5))

    async def come_back(self, code: str) -> tuple[Player, str]:
        """The player of a code, with a new token; code and old token stop working."""
        token = secrets.token_hex(16)
        plain = code.lower().replace("-", "").replace(" ", "")
        player = await self._store.recover(hash_token(plain), hash_token(token))
        if player is None:
            raise BadCode("nobody comes back with this code; each is good once, and only the latest")
        self.forget_known(player.id)
        return player, token

    def forget_known(self, player: str) -> None:
        """Ask the database again who holds which token of this player."""
        self._known = OrderedDict((key, one) for key, one in self._known.items() if one.id != player)

    # who is kept out

    def check(self, kind: str, value: str) -> None:
        if self._is_in_force(kind, value):
            raise Banned("you are banned from this server")

    def check_voice(self, player: str | None) -> None:
        """Raise if an operator does not let this player talk."""
        if player is not None and self._is_in_force("mute", player):
            raise Silenced("whoever runs this server does not let you talk")

    def _is_in_force(self, kind: str, value: str) -> bool:
        ban = self._bans.get((kind, value))
        return ban is not None and (ban.until is None or ban.until > time.time())

    async def read_bans(self) -> list[Ban]:
        """Look up who is kept out; another process may have said so."""
        found = await self._store.banned(time.time())
        self._bans = {(ban.kind, ban.value): ban for ban in found}
        for kind, value in self._bans:
            if kind == "player":
                self.forget_known(value)
        return found
