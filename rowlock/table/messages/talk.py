"""The talk at a table."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine.errors import NotNow
from rowlock.engine.game import waiting_for
from rowlock.table import facts
from rowlock.table.errors import ChatOff, Muted, NotYourSeat, PhrasesOnly
from rowlock.table.messages.limits import ChatText, SeatNumber
from rowlock.table.messages.message import Saying
from rowlock.table.rights import seat_number
from rowlock.table.shapes.lines import ChatLine
from rowlock.table.table import CHAT_KEPT, Entry, Said, Table
from rowlock.table.texts import Phrase


@dataclass(frozen=True, kw_only=True)
class Chat(Saying, kind="chat", is_quiet=True, is_talk=True):
    """Say something in your own words."""

    text: ChatText

    def apply(self, table: Table, by: Entry) -> Said:
        return _speak(table, by, text=self.text)


@dataclass(frozen=True, kw_only=True)
class SayPhrase(Saying, kind="phrase", is_quiet=True, is_talk=True):
    """Say one of the quick phrases; everybody reads it in their own language."""

    phrase: Phrase

    def apply(self, table: Table, by: Entry) -> Said:
        return _speak(table, by, phrase=self.phrase)


@dataclass(frozen=True, kw_only=True)
class Nudge(Saying, kind="nudge", is_quiet=True, is_talk=True):
    """A friendly poke to a seat that everybody waits for."""

    seat: SeatNumber

    def apply(self, table: Table, by: Entry) -> Said:
        number = seat_number(table, self.seat)
        if by.player is not None and not table.is_member(by.player):
            raise NotYourSeat("only those at the table may nudge")
        if table.game is None or table.state != "playing" or number not in waiting_for(table.game):
            raise NotNow(f"nobody waits for seat {number}")
        name = table.name_of(by.player) if by.player else None
        return table, [facts.Nudged(number, name)]


def _speak(table: Table, by: Entry, text: str | None = None, phrase: str | None = None) -> Said:
    if not table.settings.chat:
        raise ChatOff("the host has switched the chat off")
    if text is not None and table.settings.phrases:
        raise PhrasesOnly("strangers may sit at this table: only phrases are said here")
    if not table.is_member(by.player) or by.player in table.banned:
        raise NotYourSeat("only those at the table may talk")
    if by.player in table.muted:
        raise Muted("the host has muted you at this table")
    held = table.seats_of(by.player)
    line: ChatLine = {
        "number": by.number,
        "player": by.player,
        "name": table.name_of(by.player),
        "seat": held[0] if held else None,
        "text": text,
        "phrase": phrase,
        "at": by.at,
    }
    return table._replace(chat=(*table.chat, line)[-CHAT_KEPT:]), [facts.Chatted(line)]
