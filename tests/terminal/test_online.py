"""A seat at a server's table, taken from the terminal: a real server, real sockets, the same screen."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from company import TestKeeper, keeper_in, until
from serving import Served, lines_of, served
from textual.pilot import Pilot

from rowlock import parse_record
from rowlock.cli import main
from rowlock.client import BlockingClient, Client, Unreachable, call
from rowlock.engine.variant_text import parse_variant
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.app import PlayApp
from rowlock.terminal.hosting import Hosting, host_table, variant_body
from rowlock.terminal.lines import Lines
from rowlock.terminal.lobby_screen import LobbyScreen, paint_code
from rowlock.terminal.online import OnlineTable, Tokens
from rowlock.terminal.table_screen import TableScreen
from rowlock.variants import find_variant, load_variant

Play = Callable[[Pilot[Any], PlayApp], Awaitable[None]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("online")) as running:
        yield running


def tokens_in(folder: Path, server: Served, token: str) -> Tokens:
    """The file of a player who has been at this server before."""
    path = folder / "players.json"
    path.write_text(json.dumps({server.base: token}))
    return Tokens(path)


def run(app: PlayApp, play: Play) -> None:
    async def go() -> None:
        async with app.run_test(size=(100, 34)) as pilot:
            await play(pilot, app)

    asyncio.run(go())


def shown(app: PlayApp) -> str:
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def test_the_host_fills_seats_starts_and_plays(server: Served, tmp_path: Path) -> None:
    token = server.player("Mia")
    table_id = server.table(token, "me", "open")
    table = OnlineTable(f"{server.base}/t/{table_id}", "Mia", tokens_in(tmp_path, server, token))
    keeper = keeper_in(tmp_path)
    keeper.good_company = lambda: ["random"]  # type: ignore[method-assign]

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await until(pilot, lambda: table.variant)
        assert isinstance(app.screen, LobbyScreen)
        await pilot.pause()
        assert "Classic" in shown(app)
        assert table_id in shown(app).replace("\n", "")
        await pilot.press("enter")
        await until(pilot, lambda: "open seats" in shown(app))
        await pilot.press("b")
        await until(pilot, lambda: table.can_start)
        await until(pilot, lambda: "Dizzy" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and table.seat is not None)
        await until(pilot, lambda: "rolls" in shown(app))
        assert "Dizzy" in shown(app), "a bot has one name in a language, here as on the page"
        assert "Random" not in shown(app)
        await pilot.press("right", "enter")
        await until(pilot, lambda: sum(row["count"] for row in table.look()["sheets"][0]["rows"]))
        await pilot.press("l")
        await pilot.pause()
        assert "würfelt" in shown(app) or "rzuca" in shown(app) or app.catalogue.lang != "en"

    run(PlayApp(keeper, table, lang="en"), play)


def test_a_guest_sits_down_and_plays_to_the_end(server: Served, tmp_path: Path) -> None:
    host = server.player("Ann")
    table_id = server.table(host, "open", "random")
    keeper = keeper_in(tmp_path)
    table = OnlineTable(f"{server.base}/t/{table_id}", "Mia", Tokens(tmp_path / "players.json"))

    app = PlayApp(keeper, table, lang="en")

    async def play(pilot: Pilot[Any], ann: Client) -> None:
        await until(pilot, lambda: "Mia" in table.names)
        await ann.send("start")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and table.seat is not None)
        while not table.is_over:
            await pilot.press("minus", "enter")
            await until(pilot, lambda: table.is_over or (table.seat is not None and not table.is_waiting))
        games = tmp_path / "games"
        await until(pilot, lambda: games.exists() and any(games.glob("*.rowlock")))
        await until(pilot, lambda: "saved to" in shown(app))
        record = parse_record(next(games.glob("*.rowlock")).read_text("utf-8"), load_variant)
        assert record.seats == ("Mia", "Random")

    async def game() -> None:
        # she comes first and stays: a host who is away loses the table
        async with await Client.connect(server.base, table_id, host) as ann:
            await ann.next()
            async with app.run_test(size=(100, 34)) as pilot:
                await play(pilot, ann)

    asyncio.run(game())
    assert stat.S_IMODE((tmp_path / "players.json").stat().st_mode) == 0o600


def test_a_host_reads_a_code_out_and_a_guest_types_it(server: Served, tmp_path: Path) -> None:
    token = server.player("Ann")
    table_id = server.table(token, "me", "open")
    table = OnlineTable(f"{server.base}/t/{table_id}", "Ann", tokens_in(tmp_path, server, token))

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await until(pilot, lambda: table.code and table.code["de"] in shown(app))
        assert f"Oder sag diesen Code durch: {table.code['de']}" in shown(app)
        arguments = ["play", "--join", table.code["pl"], "--server", server.base, "--name", "Ben", "--plain"]
        command = [sys.executable, "-m", "rowlock", *arguments]
        home = {**os.environ, "HOME": str(tmp_path)}
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=home) as guest:
            try:
                await until(pilot, lambda: "Ben" in table.names)
            finally:
                guest.kill()

    run(PlayApp(keeper_in(tmp_path), table, lang="de"), play)


def test_a_wrong_code_ends_in_a_sentence(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--join", "red 22 fox", "--server", server.base]) == 1
    assert "no table has this code" in capsys.readouterr().err


def test_two_people_choose_at_once_and_one_takes_back(server: Served, tmp_path: Path) -> None:
    """R4.3 over the network: the choice of the white action comes back while the other still thinks."""
    token = server.player("Mia")
    table_id = server.table(token, "me", "me")
    table = OnlineTable(f"{server.base}/t/{table_id}", "Mia", tokens_in(tmp_path, server, token))

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await until(pilot, lambda: table.variant)
        await pilot.press("enter")
        await until(pilot, lambda: table.seat == 0 and isinstance(app.screen, TableScreen))
        await pilot.press("minus", "enter")
        await until(pilot, lambda: table.seat == 1)
        await pilot.press("u")
        await until(pilot, lambda: table.seat == 0)

    run(PlayApp(keeper_in(tmp_path), table, lang="en"), play)


def test_a_lost_connection_is_told(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    with served(tmp_path / "server") as server:
        token = server.player("Mia")
        table_id = server.table(token, "me", "random", start=True)
        table = OnlineTable(f"{server.base}/t/{table_id}", "Mia", tokens_in(tmp_path, server, token))

        async def play(pilot: Pilot[Any], app: PlayApp) -> None:
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await asyncio.to_thread(server.stop)
            await until(pilot, lambda: not table.is_connected)
            app.watch_connection()
            await pilot.pause()
            assert "Connection lost." in shown(app)

        run(PlayApp(keeper_in(tmp_path), table, lang="en"), play)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [("http://127.0.0.1:9/t/abc", "The server does not answer."), (None, "There is no such table.")],
)
def test_tables_that_are_not_there_end_in_a_sentence(
    link: str | None, sentence: str, server: Served, tmp_path: Path
) -> None:
    table = OnlineTable(link or f"{server.base}/t/nowhere", "Mia", Tokens(tmp_path / "players.json"))

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await until(pilot, lambda: app.return_code)

    app = PlayApp(keeper_in(tmp_path), table, lang="en")
    run(app, play)
    assert app.return_code == 1
    assert sentence in (app.return_value or "")


class Answers(io.StringIO):
    """A script that always takes the first move on offer."""

    def __init__(self, output: io.StringIO) -> None:
        super().__init__()
        self.output = output

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        question = self.output.getvalue().split("\n\n")[-1]
        return str(re.findall(r"^  (\S+) ", question, re.MULTILINE)[0]) + "\n"


def test_a_script_plays_online_in_plain_lines(server: Served, tmp_path: Path) -> None:
    token = server.player("Mia")
    table_id = server.table(token, "me", "random")
    tokens = tokens_in(tmp_path, server, token)
    keeper: TestKeeper = keeper_in(tmp_path)
    output, catalogue = io.StringIO(), load_catalogue("en")
    table = OnlineTable(f"{server.base}/t/{table_id}", "Mia", tokens)
    assert Lines(table, keeper, catalogue, Answers(output), output).play() == 0
    told = output.getvalue()
    assert "The game begins." in told
    assert re.search(r"wins with|share the win", told)
    assert "was saved to" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--join", "http://127.0.0.1:9/t/abc"], "does not answer"),
        (["--join", "not a link"], "--join takes an invite link, or a code with --server"),
        (["--join", "red 47 fox", "--server", "http://127.0.0.1:9"], "does not answer"),
        (["--join", "red 47 fox", "--server", "host"], "is not the address of a server"),
        (["--server", "http://127.0.0.1:9"], "--server needs --join"),
        (["--join", "http://127.0.0.1:9/t/abc", "classic"], "already has its variant and seats"),
        (["--join", "http://127.0.0.1:9/t/abc", "--seed", "1"], "the server rolls the dice"),
        (["--guests", "2"], "--guests needs --host"),
        (["--host", "--solo"], "the server rolls the dice"),
    ],
)
def test_bad_online_arguments_end_in_a_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["play", *arguments]) == 1
    assert sentence in capsys.readouterr().err


def test_hosting_serves_while_it_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    own = tmp_path / "attic.toml"
    own.write_text('parent = "classic"\ntitle = "The attic"\nrules = 1\n[end]\nclosed_rows = 1\n')
    with Hosting("127.0.0.1") as hosting:
        tokens = Tokens(tmp_path / "players.json")
        token = tokens.get(hosting.base, "Mia")
        assert tokens.get(hosting.base, "Mia") == token
        path = hosting.create_table(token, variant_body(str(own)), 1, ["random"])
        assert re.fullmatch(r"/t/\w+", path)
    with pytest.raises(Unreachable):
        tokens.get(hosting.base, "Mia")
    assert hosting.process.returncode is not None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_hosted_server_ends_with_its_host_however_that_ends(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path))
    code = "import signal, time; from rowlock.terminal.hosting import Hosting\n"
    code += "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # whoever runs the tests may have it ignored
    code += "with Hosting('127.0.0.1') as server:\n"
    code += "    print(server.base, flush=True)\n    time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as host:
        base = lines_of(host).readline().strip()
        assert call(base, "GET", "/api/about")
        host.send_signal(number)
    deadline = time.monotonic() + 60
    while _listens(int(base.rpartition(":")[2])):
        assert time.monotonic() < deadline, "the server has outlived its host"
        time.sleep(0.1)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_hosted_table_has_the_options_that_were_named() -> None:
    assert variant_body("classic") == {"variant": "classic"}
    text = variant_body("classic;die_leaves=turn")["variant_text"]
    assert parse_variant(text, "x") == replace(find_variant("classic;die_leaves=turn"), name="x")


def test_the_code_is_square_with_a_margin() -> None:
    lines = paint_code("http://192.168.0.17:8000/t/k3v9x2m7qa").plain.split("\n")
    assert {len(line) for line in lines} == {len(lines[0])}
    assert abs(len(lines[0]) - 2 * len(lines)) <= 2
    assert not lines[0].replace("▄", "").strip()
    assert {line[:2] for line in lines} == {"  "}


@pytest.mark.parametrize("hints", [True, False])
def test_a_host_may_allow_hints(hints: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path / "host"))
    tokens = Tokens(tmp_path / "host.json")
    hosted = host_table(tokens, "Mia", "classic", 1, [], hints)
    with hosted.hosting as hosting, BlockingClient(hosting.base, hosted.table.table_id) as watching:
        watching.next()
        assert watching.table["settings"]["hints"] is hints


@pytest.mark.parametrize("lang", languages())
def test_a_guest_is_told_that_the_host_has_quit(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that the server will come back: it is gone, whichever way the host went."""
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path / "host"))
    hosted = host_table(Tokens(tmp_path / "host.json"), "Mia", "classic", 1, ["random"])
    guest = OnlineTable(hosted.table.link, "Ben", Tokens(tmp_path / "guest.json"))
    app = PlayApp(keeper_in(tmp_path), guest, lang=lang)

    async def play(pilot: Pilot[Any], app: PlayApp) -> None:
        await until(pilot, lambda: guest.names.count("Ben") == 1)
        await asyncio.to_thread(hosted.hosting.close)
        await until(pilot, lambda: app.return_code == 1)

    try:
        run(app, play)
    finally:
        hosted.hosting.close()
    assert app.return_value == text(load_catalogue(lang), "page.errors.host_quit")
