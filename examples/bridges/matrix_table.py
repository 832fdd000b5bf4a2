"""A Rowlock table in a Matrix room (pip install rowlock matrix-nio):

    MATRIX_PASSWORD=… python examples/bridges/matrix_table.py https://rowlock.example.org \\
        https://matrix.example.org @rowlock:example.org

Invite the account into a room that is not encrypted; then `!rowlock new` opens a table there.
"""

from __future__ import annotations

import asyncio
import os
import sys

from chat_table import ChatTables
from nio import AsyncClient, InviteMemberEvent, LoginResponse, MatrixRoom, RoomMessageText


class MatrixTables:
    """Hands lines of rooms on, and answers there."""

    def __init__(self, tables: ChatTables, client: AsyncClient) -> None:
        self.tables, self.client = tables, client

    async def run(self, password: str) -> None:
        """Log in, skip what was said before, and listen until somebody stops us."""
        answer = await self.client.login(password)
        if not isinstance(answer, LoginResponse):
            raise SystemExit(f"{self.client.homeserver} refuses {self.client.user}: {answer}")
        await self.client.sync(full_state=True)
        self.client.add_event_callback(self._heard, RoomMessageText)
        self.client.add_event_callback(self._invited, InviteMemberEvent)
        try:
            await self.client.sync_forever(timeout=30_000)
        finally:
            await self.tables.close()
            await self.client.close()

    async def _heard(self, room: MatrixRoom, event: RoomMessageText) -> None:
        if event.sender == self.client.user_id:
            return

        async def say(line: str) -> None:
            content = {"msgtype": "m.notice", "body": line}  # a notice calls nobody, and no bot answers it
            await self.client.room_send(room.room_id, "m.room.message", content)

        await self.tables.hear(room.room_id, event.body, say)

    async def _invited(self, room: MatrixRoom, event: InviteMemberEvent) -> None:
        if event.state_key == self.client.user_id:
            await self.client.join(room.room_id)


if __name__ == "__main__":
    server, homeserver, account, *language = sys.argv[1:]
    bridge = MatrixTables(ChatTables(server, *language, name="Matrix"), AsyncClient(homeserver, account))
    asyncio.run(bridge.run(os.environ["MATRIX_PASSWORD"]))
