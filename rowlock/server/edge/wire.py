"""The two ends of an open socket: the wire, which carries texts, and the talk that goes on over it.

Once it is known who is there, a socket needs no task, no queue and none of the layers that a request
passes through: what comes is given to the talk at once, and what is said in one turn of the event loop, the
news of a move and its receipt, is written to the wire in one piece.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

WHOLE_TEXT = b"\x81"
"""The first byte of a frame that is a whole text (RFC 6455, section 5.2)."""
NO_TEXT = 1007
"""The code with which a socket is closed over which something came as a text that is none."""
MOST_AT_ONCE = 1 << 16
"""Bytes that wait for the end of the turn."""

Event = MutableMapping[str, Any]
"""A message of ASGI: something has come, or the other side is gone."""


class Talk(Protocol):
    """Something that goes on over a wire."""

    def heard(self, event: Event) -> None:
        """Something has come, or nothing will ever come again."""

    def taken(self) -> None:
        """The other side takes more again."""


class Wire(Protocol):
    """An open socket."""

    def talk_over(self, talk: Talk) -> None:
        """From now on what comes is given to this talk; the application is done with the socket."""

    def send_text(self, text: bytes) -> bool:
        """Send a text without waiting for anything; False if that cannot be done just now."""

    def go_on(self) -> None:
        """Read on, after a message that has been seen to."""

    def hang_up(self, code: int) -> None:
        """Say that this was all, and close when the other side has heard it."""

    def abort(self) -> None:
        """Close at once."""


class Inbox:
    """Stands where uvicorn has the queue of a socket, and gives on at once what is put there."""

    __slots__ = ("put_nowait",)

    def __init__(self, take: Callable[[Event], None]) -> None:
        self.put_nowait = take


class TalkingSocket(AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket that is a wire: the application answers the handshake and may leave the rest to a talk."""

    queue: Any
    frames: list[bytes]
    read_paused: bool
    close_sent: bool
    _talk: Talk | None = None
    _going: bytearray | None = None
    """The bytes that leave at the end of this turn of the event loop."""

    async def run_asgi(self) -> None:
        """Ask the application; unless a talk has begun, the connection ends with its answer."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a fault while a socket was opened")
            self._talk = None
        if self._talk is None and self.close_timer is None:
            self.send_500_response()  # where nothing was answered at all
            self.transport.close()

    def shutdown(self) -> None:
        self._go()  # the last word comes before the end
        super().shutdown()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._talk is not None:
            self._talk.taken()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._talk = None

    def talk_over(self, talk: Talk) -> None:
        waiting, self.queue, self._talk = self.queue, Inbox(talk.heard), talk
        self.request = self.response = self.scope = None  # nobody needs the heads of the handshake any more
        while not waiting.empty():
            talk.heard(waiting.get_nowait())

    def send_text(self, text: bytes) -> bool:
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self._going is None:
            self._going = bytearray()
            self.loop.call_soon(self._go)
        self._going += text_head(len(text))
        self._going += text
        if len(self._going) > MOST_AT_ONCE:
            self._go()
        return True

    def _go(self) -> None:
        """Write what was said in this turn; nothing comes after a goodbye."""
        going, self._going = self._going, None
        if going and not self.close_sent and not self.transport.is_closing():
            self.transport.write(going)

    def send_receive_event_to_app(self) -> None:
        """Give on what has come. A text that is none is the sender's mistake, and no fault to be logged."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def go_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def hang_up(self, code: int) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self._go()
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self.go_on()  # until the other side has heard it

    def abort(self) -> None:
        self.transport.abort()


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def text_head(size: int) -> bytes:
    """The head of a frame with a whole text of so many bytes, as a server sends it: without a mask."""
    if size < 126:
        return WHOLE_TEXT + bytes([size])
    if size < 1 << 16:
        return WHOLE_TEXT + b"\x7e" + size.to_bytes(2)
    return WHOLE_TEXT + b"\x7f" + size.to_bytes(8)
