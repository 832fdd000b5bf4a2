"""Running a server: health, metrics, logs, backup, prune, the page, the commands."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, free_port, lines_of, play, served
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from rowlock import __version__
from rowlock.cli import main
from rowlock.client import Client, ServerRefused, call
from rowlock.commands import serve
from rowlock.commands.prune import parse_age
from rowlock.server.config import Config
from rowlock.server.errors import BadSettings
from rowlock.server.http.page import BuiltPage
from rowlock.server.logs import JsonLines
from rowlock.server.store import database_url
from rowlock.server.store.migrations import upgrade
from rowlock.server.store.schema import metadata
from rowlock.server.store.store import PING_SECONDS


async def solo(server: Served) -> Any:
    mia = server.player("Mia")
    table = server.table(mia, "me", start=True)
    async with await server.connect(table, mia) as one:
        await play(one, Random(1))
    return mia, table


def test_many_health_checks_at_once_ask_the_database_once(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        store, asked = server.app.state.lobby.store, list[Any]()
        fetch = store.fetch

        async def counted(*given: Any) -> Any:
            asked.extend(given[1:])
            return await fetch(*given)

        async def all_at_once() -> Any:
            store.fetch = counted
            try:
                return await asyncio.gather(*(store.ping() for _ in range(200)))
            finally:
                del store.fetch

        loop = server.app.state.lobby.forgetter._task.get_loop()
        assert asyncio.run_coroutine_threadsafe(all_at_once(), loop).result(60) == [0] * 200
        assert asked.count(PING_SECONDS) == 1  # beside what the house reads for itself


def test_health_and_metrics(tmp_path: Path) -> None:
    with served(tmp_path, metrics_token="see-through") as server:
        asyncio.run(solo(server))
        assert server.call("GET", "/healthz") == {"status": "ok", "version": __version__, "tables": 1}
        for token in (None, "guess"):
            with pytest.raises(ServerRefused):
                server.call("GET", "/metrics", token=token)
        text = server.call("GET", "/metrics", token="see-through")
        assert 'rowlock_messages_total{type="move"}' in text
        assert "rowlock_rooms 1.0" in text
        assert "rowlock_answer_seconds_bucket" in text


def test_a_backup_is_taken_while_games_are_on_and_goes_on_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "old") as server:
        mia, table = asyncio.run(solo(server))
        assert main(["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "old")]) == 0
        assert "1 tables" in capsys.readouterr().out
        assert main(["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "old")]) == 1
        assert "already exists" in capsys.readouterr().err
    (tmp_path / "new").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "new" / "rowlock.db")
    with served(tmp_path / "new") as server:
        assert server.call("GET", "/api/games", token=mia)["games"][0]["table"] == table


def age(folder: Path, table: str, days: Any, until: int = 1_000_000) -> None:
    """Make a table as it was this many days ago; its entries too, up to one of them."""
    with sqlite3.connect(folder / "rowlock.db") as database:
        database.execute("UPDATE tables SET updated = updated - ? * 86400 WHERE id = ?", (days, table))
        database.execute(
            "UPDATE entries SET at = at - ? * 86400 WHERE table_id = ? AND number <= ?", (days, table, until)
        )
    database.close()


def test_prune_judges_by_the_last_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that goes on for months changes nothing in the list of tables, and is in use all the same."""
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")

        async def talk() -> None:
            async with await server.connect(table, mia) as one:
                await ask(one, "chat", text="one more turn next year?")

        asyncio.run(talk())
    age(tmp_path, table, 100, until=1)
    assert main(["prune", "--older", "90d", "--data", str(tmp_path)]) == 0
    assert "0 tables" in capsys.readouterr().out
    with served(tmp_path) as server:
        assert server.call("GET", f"/api/tables/{table}")["state"] == "open"


def test_prune_leaves_alone_what_is_in_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
    age(tmp_path, table, 100)

    async def talk(server: Served) -> Any:
        async with await server.connect(table, mia) as one:
            await one.next()
            assert await asyncio.to_thread(main, ["prune", "--older", "0h", "--data", str(tmp_path)]) == 0
            return await ask(one, "chat", text="still here")

    with served(tmp_path) as server:
        assert asyncio.run(talk(server))["type"] == "receipt"
    assert "0 tables" in capsys.readouterr().out
    with served(tmp_path) as server:
        assert server.call("GET", f"/api/tables/{table}")["state"] == "open"


def test_a_damaged_log_says_what_is_wrong(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        mia, table = asyncio.run(solo(server))
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        database.execute("DELETE FROM entries WHERE table_id = ? AND number = 7", (table,))
    database.close()

    async def bye(server: Served) -> Any:
        async with await server.connect(table, mia) as one:
            return await one.next()

    with served(tmp_path) as server:
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/games/1/record"):
            with pytest.raises(ServerRefused, match="a hole behind entry 6"):
                server.call("GET", path)
        with pytest.raises(ServerRefused, match="a hole behind entry 6"):
            asyncio.run(bye(server))


def test_pages_of_further_origins_may_call(tmp_path: Path) -> None:
    with served(tmp_path, origins=("https://games.example",)) as server:
        for origin, welcome in (
            ("https://games.example", "https://games.example"),
            ("https://evil.example", None),
        ):
            request = urllib.request.Request(f"{server.base}/api/variants", headers={"origin": origin})
            with urllib.request.urlopen(request) as answer:
                assert answer.headers["access-control-allow-origin"] == welcome


def test_the_most_talkative_log_tells_no_secrets(tmp_path: Path) -> None:
    """Nor is a connection that is refused an error."""
    command = [sys.executable, "-m", "rowlock", "serve", "--host", "127.0.0.1", "--data", str(tmp_path)]
    port = free_port()
    started = [*command, "--port", str(port), "--log-level", "debug"]
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert "served at" in lines_of(server).readline()
            base = f"http://127.0.0.1:{port}"
            token = call(base, "POST", "/api/players", {"name": "Quintessa"})["token"]
            table = call(base, "POST", "/api/tables", {"seats": [{"kind": "me"}]}, token)["table"]

            async def talk() -> None:
                async with await Client.connect(base, table, token) as one:
                    await ask(one, "chat", text="between you and me")
                address = f"{base.replace('http', 'ws')}/api/tables/{table}/socket"
                with pytest.raises(InvalidStatus):
                    await connect(address, origin=Origin("https://evil.example"))

            asyncio.run(talk())
        finally:
            server.terminate()
            _, told = server.communicate()
    for secret in (token, "Quintessa", "between you and me"):
        assert secret not in told
    assert not [line for line in told.splitlines() if json.loads(line)["level"] == "error"]


def test_two_servers_do_not_share_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
        said = capsys.readouterr()
        assert "another server uses" in said.err
        assert "served at" not in said.out
        assert server.call("GET", "/healthz")["status"] == "ok"
    with served(tmp_path) as server:
        assert server.call("GET", "/healthz")["status"] == "ok"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--port", "99999"], "ports are numbered"),
        (["--workers", "0"], "--workers must be 1 or more"),
        (["--rate-factor", "-0.5"], "--rate-factor must be 0 or more"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none", "--workers", "2"], "cannot be opened"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(
    options: Any, reason: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *options]) == 1
    said = capsys.readouterr()
    assert reason in said.err
    assert "Traceback" not in said.err
    assert "served at" not in said.out


@pytest.mark.parametrize("what", ["corrupt", "newer"])
def test_a_database_that_cannot_be_used_is_said_in_a_sentence(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        server.player("Mia")
    if what == "corrupt":
        for file in tmp_path.glob("rowlock.db-*"):
            file.unlink()
        (tmp_path / "rowlock.db").write_bytes(b"not a database at all" * 1000)
    else:
        with sqlite3.connect(tmp_path / "rowlock.db") as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.close()
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert ("not a database" if what == "corrupt" else "a newer version of Rowlock") in said.err
    assert "served at" not in said.out


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    with served(tmp_path / "folder") as server:
        server.player("Mia")
        for file in (tmp_path / "folder").iterdir():
            assert file.stat().st_mode & 0o077 == 0, file.name


def test_prune_forgets_old_tables_and_keeps_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        _, old = asyncio.run(solo(server))
        mia, new = asyncio.run(solo(server))
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        database.execute("UPDATE tables SET updated = updated - 100 * 86400 WHERE id = ?", (old,))
        database.execute("UPDATE entries SET at = at - 100 * 86400 WHERE table_id = ?", (old,))
        database.execute("UPDATE players SET created = created - 100 * 86400")
    database.close()
    assert main(["prune", "--older", "90d", "--data", str(tmp_path)]) == 0
    assert "1 tables forgotten" in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        for part in ("entries", "games", "game_seats"):
            kept = {row[0] for row in database.execute(f"SELECT DISTINCT table_id FROM {part}")}
            assert kept == {new}
    database.close()
    with served(tmp_path) as server:
        assert server.call("GET", "/api/games", token=mia)["games"]


def test_ages_are_read_or_refused() -> None:
    assert parse_age("90d") == 90 * 86400
    assert parse_age(" 2W ") == 14 * 86400
    for wrong in ("90", "d", "-1d", "1y", ""):
        with pytest.raises(BadSettings):
            parse_age(wrong)


def test_logs_are_lines_of_json() -> None:
    record = logging.makeLogRecord(
        {"name": "rowlock", "levelname": "INFO", "msg": "it is %s", "args": ("so",)}
    )
    record.bot = "steady"
    line = json.loads(JsonLines().format(record))
    assert (line["what"], line["bot"], line["level"]) == ("it is so", "steady", "info")


def test_the_migrations_make_the_schema_that_the_code_uses() -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_database_addresses(tmp_path: Path) -> None:
    assert database_url(None, tmp_path) == f"sqlite+aiosqlite:///{tmp_path}/rowlock.db"
    assert database_url("postgresql://a:b@h/d", tmp_path) == "postgresql+psycopg://a:b@h/d"
    assert database_url("postgres://h/d", tmp_path) == "postgresql+psycopg://h/d"
    for wrong in ("mysql://h/d", "nonsense"):
        with pytest.raises(BadSettings):
            database_url(wrong, tmp_path)


@pytest.mark.parametrize(
    "origin", ["nonsense", "example.org", "https://example.org/", "https://", "ftp://a", "*"]
)
def test_an_origin_that_no_browser_sends_is_refused(tmp_path: Path, origin: str) -> None:
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    with pytest.raises(BadSettings, match="--origin"):
        serve.run(parser.parse_args(["--data", str(tmp_path), "--port", "0", "--origin", origin]))


def get(base: str, path: str, **headers: Any) -> Any:
    with urllib.request.urlopen(urllib.request.Request(base + path, headers=headers)) as answer:
        return answer.read(), answer.headers


def test_the_page_is_served_with_its_own_addresses_and_caching(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<title>the page</title>" + " " * 2000)
    (page / "assets" / "app-1a2b.js").write_text("let rows = 4;\n" * 500)
    with served(tmp_path / "data") as server:
        server.app.state.page = BuiltPage(page)
        for path in ("/", "/t/k3v9x2m7qabc", "/rules/classic"):
            assert b"the page" in get(server.base, path)[0]
        body, headers = get(server.base, "/assets/app-1a2b.js", **{"accept-encoding": "gzip"})
        assert headers["content-encoding"] == "gzip"
        assert len(body) < 500
        assert "immutable" in headers["cache-control"]
        assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
        assert get(server.base, "/")[1]["cache-control"] == "no-cache"
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd"):
            assert b"the page" in get(server.base, path)[0]
        server.app.state.page = BuiltPage(tmp_path / "none")
        assert b"make page" in get(server.base, "/")[0]


@pytest.mark.parametrize(
    ("host", "own", "network", "seen"),
    [
        ("0.0.0.0", "127.0.0.1", "192.168.0.7", True),
        ("127.0.0.1", "127.0.0.1", "192.168.0.7", False),
        ("0.0.0.0", "127.0.0.1", None, False),
        ("::", "[::1]", None, False),
        ("2001:db8::7", "[2001:db8::7]", "192.168.0.7", False),
        ("10.0.0.7", "10.0.0.7", "192.168.0.8", False),
    ],
)
def test_the_house_is_told_its_address_and_gets_a_code_for_the_camera(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    own: str,
    network: Any,
    seen: Any,
) -> None:
    monkeypatch.setattr(serve, "_lan_address", lambda: network)
    serve._announce(serve._own_address(host, 8000), serve._network_address(host, 8000))
    told = capsys.readouterr().out
    assert f"http://{own}:8000/" in told
    assert ("http://192.168.0.7:8000/" in told) == seen
    assert ("▀▀▀" in told) == seen


def test_serve_and_join_from_the_command_line(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "rowlock"]
    started = [*command, "serve", "--port", str(port), "--data", str(tmp_path)]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True) as server:
        try:
            base = lines_of(server).readline().split()[-1].rstrip("/")
            assert base == f"http://127.0.0.1:{port}"
            wait_for(f"{base}/healthz")
            link = make_table(base)
            joined = subprocess.run(
                [*command, "join", link, "--bot", "greedy"], capture_output=True, text=True
            )
            assert joined.returncode == 0, joined.stderr
            assert "greedy has seat 2 and waits for the game to begin" in joined.stdout
            assert "the game is over" in joined.stdout
            again = subprocess.run([*command, "join", link], capture_output=True, text=True)
            assert (again.returncode, again.stderr) == (1, "rowlock: no seat is open at this table\n")
        finally:
            server.terminate()
            server.wait(20)
    assert server.returncode in (0, -15)  # it has shut down in good order, and says what made it
    lost = subprocess.run([*command, "join", "nonsense"], capture_output=True, text=True)
    assert lost.returncode == 1
    assert "invite link" in lost.stderr


def wait_for(address: str) -> None:
    import time
    import urllib.error

    for _ in range(2000):
        try:
            urllib.request.urlopen(address).close()
            return
        except urllib.error.URLError:
            time.sleep(0.05)
    raise AssertionError("the server does not come up")


def make_table(base: str) -> str:
    """A table of a program that starts as soon as somebody sits down, and then passes all the time."""
    import threading

    from rowlock.client import Client, call

    token = call(base, "POST", "/api/players", {"name": "Host"})["token"]
    table = call(base, "POST", "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]}, token)["table"]

    async def host() -> None:
        async with await Client.connect(base, table, token) as client:
            while any(seat["kind"] == "open" for seat in client.table.get("seats", [{"kind": "open"}])):
                await client.next()
            await client.send("start")
            await play(client, Random(4))

    threading.Thread(target=lambda: asyncio.run(host()), daemon=True).start()
    return f"{base}/t/{table}"


def test_serve_says_what_is_wrong_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--workers", "2", "--data", str(tmp_path)]) == 1
    assert "postgresql" in capsys.readouterr().err
    assert main(["serve", "--database", "oracle://x"]) == 1
    assert "a database is" in capsys.readouterr().err
    assert main(["prune", "--older", "90d", "--data", str(tmp_path)]) == 1
    assert main(["backup", str(tmp_path / "x"), "--data", str(tmp_path)]) == 1
    assert main(["verify", str(tmp_path / "none.rowlock")]) == 1


def test_a_config_is_a_value() -> None:
    assert Config(Path("x")) == Config(Path("x"))
