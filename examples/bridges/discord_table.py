"""A Rowlock table in a Discord channel (pip install rowlock discord.py):

    DISCORD_TOKEN=… python examples/bridges/discord_table.py https://rowlock.example.org

The bot needs the intent "message content"; then `!rowlock new` in a channel opens a table.
"""

from __future__ import annotations

import os
import sys

import discord
from chat_table import ChatTables

NOBODY = discord.AllowedMentions.none()


def harmless(line: str) -> str:
    """A line in which names are only names: a player may be called "@everyone" or "**"."""
    escaped = discord.utils.escape_markdown(line, ignore_links=True)
    return discord.utils.escape_mentions(escaped)[:2000]


class DiscordTables(discord.Client):
    """Hands lines of channels on, and answers there."""

    def __init__(self, tables: ChatTables, intents: discord.Intents | None = None) -> None:
        intents = intents or discord.Intents.default()
        intents.message_content = True
        super().__init__(intents=intents)
        self.tables = tables

    async def on_message(self, message: discord.Message) -> None:
        if message.author == self.user:
            return

        async def say(line: str) -> None:
            await message.channel.send(harmless(line), allowed_mentions=NOBODY)

        await self.tables.hear(str(message.channel.id), message.content, say)

    async def close(self) -> None:
        await self.tables.close()
        await super().close()


if __name__ == "__main__":
    server, *language = sys.argv[1:]
    DiscordTables(ChatTables(server, *language, name="Discord")).run(os.environ["DISCORD_TOKEN"])
