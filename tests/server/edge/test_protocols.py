"""The parts of uvicorn that the edge overrides and uses are there, with the shapes that it counts on.

They are no public interface, so pyproject.toml has an upper limit; a newer uvicorn is tried with this first.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from rowlock.server.edge.protocols import GuardedRequests, MeteredSocket
from rowlock.server.edge.wire import TalkingSocket, Wire

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (GuardedRequests, HttpToolsProtocol),
        (MeteredSocket, AutoWebSocketsProtocol),
        (TalkingSocket, AutoWebSocketsProtocol),
    ],
)
def test_every_method_that_is_overridden_is_uvicorns(ours: type, theirs: type) -> None:
    own = [name for name, what in vars(ours).items() if callable(what) and not name.startswith("_")]
    own = [name for name in own if name not in vars(Wire)]
    assert own
    for name in own:
        found = getattr(theirs, name, None)
        assert found is not None, f"uvicorn {uvicorn.__version__} has no {theirs.__name__}.{name}"
        takes = [list(inspect.signature(one).parameters) for one in (vars(ours)[name], found)]
        assert len(takes[0]) == len(takes[1]), name


@pytest.mark.parametrize("name", ["app_state", "config", "cycle", "headers", "loop", "transport", "url"])
def test_every_attribute_that_is_used_is_set_by_uvicorn(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(HttpToolsProtocol)


def test_every_answer_is_begun_where_it_can_be_noted() -> None:
    begun = inspect.getsource(HttpToolsProtocol)
    assert begun.count("run_asgi") == inspect.getsource(HttpToolsProtocol._start_asgi_task).count("run_asgi")
    noted = inspect.getsource(RequestResponseCycle)
    assert all(f"self.{name}" in noted for name in ("disconnected", "message_event", "response_complete"))


PROTOCOL: Any = AutoWebSocketsProtocol
SOCKET = [
    "app", "close_sent", "close_timeout", "close_timer", "conn", "loop", "queue", "read_paused", "request",
    "response", "scope", "transport", "writable",
]  # fmt: skip


@pytest.mark.parametrize("name", SOCKET)
def test_every_attribute_of_a_socket_that_is_used_is_set_by_uvicorn(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(PROTOCOL)


def test_a_socket_only_puts_into_its_queue_once_the_application_is_done_with_it() -> None:
    """`Inbox` stands where the queue was: nothing but `receive`, called no more, takes from it."""
    used = set(re.findall(r"self\.queue\.(\w+)", inspect.getsource(PROTOCOL)))
    assert used == {"put_nowait", "get", "empty"}
    assert "self.queue.empty" in inspect.getsource(PROTOCOL.receive)


def test_uvicorn_is_pinned_below_the_next_version() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (line,) = [one for one in needed if one.startswith("uvicorn")]
    most = tuple(map(int, line.partition("<")[2].split(".")))
    here = tuple(map(int, uvicorn.__version__.split(".")[:2]))
    assert here < most <= (here[0], here[1] + 1)
