"""Whatever is typed wrong ends in a sentence that says what would have been right, never in a traceback."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from command_parsers import parsers

from rowlock.cli import main
from rowlock.commands import command_names, parser_of

ADDRESSED = {
    "admin": ["--token", "x" * 16, "--server"],
    "board": [],
    "club": [],
    "daily": ["--result"],
    "duel": [],
    "join": ["--name", "Mine", "--ladder"],
    "me": [],
    "play": ["--plain", "--join", "red 47 fox", "--server"],
    "verify": ["daily"],
}
"""Commands that ask a server, and the words before its address."""
ANSWERS = {
    "html": (200, "text/html", b"<html>Welcome</html>"),
    "nothing": (200, "application/json", b"null"),
    "object": (200, "application/json", b"{}"),
    "bytes": (200, "application/json", b"\xff"),
    "missing": (404, "text/html", b"<html>Not found</html>"),
    "method": (405, "text/html", b"<html>Not allowed</html>"),
    "broken": (502, "text/html", b"<html>Bad gateway</html>"),
}


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The words with which a command refuses."""
    assert main(words) == 1
    told = capsys.readouterr().err.strip()
    assert told.splitlines()[-1].startswith("rowlock: "), told
    return told


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def stranger() -> Iterator[str]:
    """A server that is not ours; the first part of the path says what it answers."""

    class Strange(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            status, kind, content = ANSWERS[self.path.split("/")[1]]
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Strange) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("name", command_names())
def test_what_is_no_number_is_refused_by_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for parser in parsers(parser_of(name)):
        for action in parser._actions:
            if action.type in (int, float) and action.option_strings:
                with pytest.raises(SystemExit):
                    parser.parse_args([action.option_strings[0], "many"])
                assert "'many' is not a" in capsys.readouterr().err, action.dest
                with pytest.raises(SystemExit):
                    parser.parse_args([action.option_strings[0], "nan"])
                assert "'nan' is not a" in capsys.readouterr().err, action.dest


def test_every_command_that_asks_a_server_is_tried() -> None:
    asking = {"server", "link", "ladder"}
    names = [name for name in command_names() if asking & {one.dest for one in parser_of(name)._actions}]
    assert names == sorted(ADDRESSED)


@pytest.mark.parametrize("name", ADDRESSED)
@pytest.mark.parametrize("address", ["classic", "", "http://", "http://[::1", "file:///etc", "exec:cat"])
def test_what_is_no_address_is_refused(name: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    if address or name not in ("daily", "join", "play", "verify"):  # there nothing means: without a server
        told = refused([name, *ADDRESSED[name], address], capsys)
        assert "is not the address of a server; one looks like http://host:8000" in told


@pytest.mark.parametrize("name", ADDRESSED)
@pytest.mark.parametrize("answer", ANSWERS)
def test_a_server_of_somebody_else_is_told_as_such(
    name: str, answer: str, stranger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused([name, *ADDRESSED[name], f"{stranger}/{answer}"], capsys)
    if answer in ("missing", "broken"):
        assert f"answered with an error ({ANSWERS[answer][0]} " in told
        assert told.endswith("is it a Rowlock server?")
    else:
        assert f"/{answer} is not a Rowlock server; try {stranger}" in told


@pytest.mark.parametrize(
    "words",
    [
        ["replay"],
        ["review"],
        ["verify"],
        ["restore"],
        ["print", "--output", "sheets.pdf", "--record"],
        ["openings", "--from"],
        ["event", "standing"],
        ["event", "join", "--lang", "en"],
        ["club", "http://127.0.0.1:1", "--bring"],
    ],
    ids=" ".join,
)
def test_files_that_are_something_else(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    contents = {
        "empty": b"",
        "bytes": bytes(range(256)),
        "list": b"[1]",
        "text": b'"x"',
        "deep": b"[" * 99_999,
    }
    files = ["none", "folder", "empty/file"]
    Path("folder").mkdir()
    for name, content in contents.items():
        Path(name).write_bytes(content)
    after = ["Anna"] if words[:2] == ["event", "join"] else []
    for file in [*files, *contents]:
        refused([*words, file, *after], capsys)


@pytest.mark.parametrize("name", ["backup", "export", "prune", "restore", "serve", "verify"])
@pytest.mark.parametrize("address", ["", "here", "http://[::1", "mysql://host/x", "postgresql://host:port/x"])
def test_what_is_no_database_is_refused(name: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("copy").write_bytes(b"")
    before = {"backup": ["new"], "prune": ["--older", "1d"], "restore": ["copy"], "verify": ["ratings"]}
    assert "postgresql://… or sqlite:///…" in refused(
        [name, *before.get(name, []), "--database", address], capsys
    )


@pytest.mark.parametrize(
    "words", [["puzzle"], ["play", "--plain", "--solo"], ["daily", "--plain"], ["engine"]]
)
def test_what_is_no_text_is_an_odd_sign(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert main(words) in (0, 1)


def test_a_bot_that_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text("def choose(view, moves):\n    return 1 / 0\n")
    told = refused(["openings", "--bots", "./mine.py", "--games", "1"], capsys)
    assert "mine.py ZeroDivisionError: division by zero (mine.py, line 2)" in told
