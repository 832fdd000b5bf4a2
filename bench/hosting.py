"""The examples in deploy/, run by the real programs as far as this machine has them.

    python -m bench.hosting

Checks the unit with `systemd-analyze verify`, the compose file with `docker compose config`, and plays a
game through nginx and through Caddy with the configurations of deploy/ (their names, ports and certificates
replaced by local ones); nginx also sends the page's large files by the lines of docs/hosting.md. Behind each
proxy with its file for several machines run two servers on one PostgreSQL; both players of a table must come
to the same one. A program that is not installed is said to be missing, loudly, and the status is then 2; a
failure is status 1. Debian: apt install nginx-light caddy haproxy openssl systemd.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from random import Random

import websockets.asyncio.client as dialling

from bench.faults.house import free_port
from bench.server.__main__ import a_postgres, running
from rowlock.server.http.page import FOLDER

DEPLOY = Path(__file__).parents[1] / "deploy"
HOSTING = Path(__file__).parents[1] / "docs" / "hosting.md"
FILES_BLOCK = re.compile(r"```\n(location /python/ .*?)```", re.DOTALL)
NAME = "play.example.org"
WORD = "only-for-this-test"
TRIES = 30
"""How often something is asked of a server whose database does not answer, a second apart."""


class Missing(Exception):
    """A program that this machine does not have."""


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        raise Missing(name)
    return found


def run(*command: str, **more) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done.stdout + done.stderr


def check_unit(folder: Path) -> None:
    """The unit as it is, with programs that are there in place of the installed one."""
    unit = (DEPLOY / "rowlock.service").read_text()
    local = folder / "rowlock.service"
    local.write_text(unit.replace("/opt/rowlock/bin/rowlock", "/usr/bin/env rowlock"))
    told = run(program("systemd-analyze"), "verify", "--man=no", str(local))
    if told.strip():
        raise RuntimeError(told)


def check_compose(folder: Path) -> None:
    docker = program("docker")
    if subprocess.run([docker, "compose", "version"], capture_output=True).returncode:
        raise Missing("docker compose")
    given = {**os.environ, "ROWLOCK_NAME": NAME, "POSTGRES_PASSWORD": "x"}
    run(docker, "compose", "-f", str(DEPLOY / "compose.yaml"), "config", "--quiet", env=given)


def check_nginx(folder: Path) -> None:
    server, front = free_port(), free_port()
    make_certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{front} ssl"),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        ("/etc/ssl/play", f"{folder}/play"),
    ):
        assert old in text
        text = text.replace(old, new)
    text = text.removesuffix("}\n") + _files_block(server) + "}\n"
    user = "user root;\n" if os.getuid() == 0 else ""  # the page may lie where others may not look
    around = f"{user}pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{around}http {{\naccess_log off;\n{text}}}\n")
    nginx = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    run(*nginx, "-t")
    with rowlock_at(server, folder), running([*nginx, "-g", "daemon off;"], front):
        play_through(front, folder)
        fetch_files(front, folder)


def _files_block(server: int) -> str:
    """The lines of docs/hosting.md with which nginx sends large files itself, for this page and server."""
    block = FILES_BLOCK.search(HOSTING.read_text())
    assert block, "docs/hosting.md has no lines for the files"
    text = re.sub(r"root [^;]+;", f"root {FOLDER};", block[1])
    return text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")


def fetch_files(port: int, folder: Path) -> None:
    """Every large file comes from nginx, packed or not; what nginx does not have comes from the server."""
    packed = sorted((FOLDER / "python").rglob("*.gz"))
    assert packed, "there is no page: make page"
    for file in packed:
        path = "/" + file.relative_to(FOLDER).as_posix().removesuffix(".gz")
        for accepted in ("gzip", "identity"):
            status, headers, body = fetch(port, folder, path, accepted)
            assert (status, "content-security-policy" in headers) == (200, False), (path, status, headers)
            assert (headers.get("content-encoding") == "gzip") == (accepted == "gzip"), (path, headers)
            assert headers["content-type"] == _type_of(path), (path, headers)
            whole = gzip.decompress(body) if accepted == "gzip" else body
            assert whole == gzip.decompress(file.read_bytes()), path
    _, headers, _ = fetch(port, folder, "/python/nowhere.json", "gzip")
    assert "content-security-policy" in headers, headers


def _type_of(path: str) -> str:
    types = {"wasm": "application/wasm", "mjs": "text/javascript", "json": "application/json"}
    return types.get(path.rpartition(".")[2], "application/octet-stream")


def fetch(port: int, folder: Path, path: str, accepted: str) -> tuple[int, dict[str, str], bytes]:
    trusted = ssl.create_default_context(cafile=str(folder / "play.pem"))
    line = HTTPSConnection("127.0.0.1", port, context=trusted, timeout=30)
    line.sock = trusted.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname=NAME)
    line.request("GET", path, headers={"host": NAME, "accept-encoding": accepted})
    answer = line.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, headers, answer.read()


def check_caddy(folder: Path) -> None:
    server, front = free_port(), free_port()
    make_certificate(folder)
    text = (DEPLOY / "Caddyfile").read_text()
    own = f"https://{NAME}:{front} {{\n\ttls {folder}/play.pem {folder}/play.key\n"
    text = text.replace(f"{NAME} {{\n", own, 1).replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + text)
    caddy = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    run(program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"))
    with rowlock_at(server, folder), running(caddy, front):
        play_through(front, folder)


def rowlock_at(port: int, folder: Path, *more: str):
    options = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data"), "--name", NAME]
    return running([sys.executable, "-m", "rowlock", "serve", *options, *more], port)


def check_several(write: Callable[[Path, str, int], list[str]], file: str, folder: Path) -> None:
    """Two servers on one PostgreSQL behind a proxy that routes by table."""
    servers, front = [free_port(), free_port()], free_port()
    make_certificate(folder)
    text = (DEPLOY / file).read_text()
    for old, port in zip(("10.0.0.2:8000", "10.0.0.3:8000"), servers, strict=True):
        assert old in text
        text = text.replace(old, f"127.0.0.1:{port}")
    proxy = write(folder, text, front)
    with a_postgres() as postgres, ExitStack() as stack:
        more = ("--database", postgres.get_uri(), "--routed", "--metrics-token", WORD, "--rate-factor", "0")
        for port in servers:
            stack.enter_context(rowlock_at(port, folder, *more))
        stack.enter_context(running(proxy, front))
        play_through(front, folder)
        asyncio.run(check_together(front, folder, servers))


async def check_together(front: int, folder: Path, servers: list[int]) -> None:
    """Both players of every table are with one server, and not all tables with the same."""
    ask, trusted = asking(front, folder)
    token, homes = ask("POST", "/api/players", {"name": "Mia"})["token"], Counter()
    for _ in range(12):
        before = [listeners_at(port) for port in servers]
        table = ask("POST", "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]}, token)["table"]
        async with asyncio.timeout(60), watching(front, table, trusted), watching(front, table, trusted):
            here = [listeners_at(port) - old for port, old in zip(servers, before, strict=True)]
        if sorted(here) != [0, 2]:
            raise RuntimeError(f"two players of one table are spread over the machines: {here}")
        homes[here.index(2)] += 1
        while [listeners_at(port) for port in servers] != before:
            await asyncio.sleep(0.05)
    if len(homes) < 2:
        raise RuntimeError(f"all tables came to one machine: {homes}")


def listeners_at(port: int) -> int:
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", "/metrics", headers={"authorization": f"Bearer {WORD}"})
    lines = line.getresponse().read().decode().splitlines()
    line.close()
    return int(float(next(one.split()[1] for one in lines if one.startswith("rowlock_listeners "))))


@asynccontextmanager
async def watching(port: int, table: str, trusted: ssl.SSLContext):
    address = f"wss://{NAME}:{port}/api/tables/{table}/socket"
    options = {"host": "127.0.0.1", "port": port, "ssl": trusted, "origin": f"https://{NAME}:{port}"}
    async with dialling.connect(address, server_hostname=NAME, **options) as line:
        await line.send(json.dumps({"type": "hello"}))
        while json.loads(await line.recv())["type"] != "welcome":
            pass
        yield line


def several_nginx(folder: Path, text: str, front: int) -> list[str]:
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{front} ssl").replace(
        "/etc/ssl/play", f"{folder}/play"
    )
    around = f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{around}http {{\naccess_log off;\n{text}}}\n")
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]


def several_caddy(folder: Path, text: str, front: int) -> list[str]:
    own = f"https://{NAME}:{front} {{\n\ttls {folder}/play.pem {folder}/play.key\n"
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + text.replace(f"{NAME} {{\n", own, 1))
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def several_haproxy(folder: Path, text: str, front: int) -> list[str]:
    both = (folder / "play.pem").read_text() + (folder / "play.key").read_text()
    (folder / "play-with-key.pem").write_text(both)
    text = text.replace("bind :443", f"bind 127.0.0.1:{front}").replace("/etc/ssl/play", f"{folder}/play")
    (folder / "haproxy.cfg").write_text(text)
    run(program("haproxy"), "-c", "-f", str(folder / "haproxy.cfg"))
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


def make_certificate(folder: Path) -> None:
    names = ["-keyout", str(folder / "play.key"), "-out", str(folder / "play.pem")]
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    run(program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names, *subject)


def asking(port: int, folder: Path):
    """Questions over HTTPS, and whom they trust."""
    trusted = ssl.create_default_context(cafile=str(folder / "play.pem"))

    def ask(method: str, path: str, body: dict | None = None, token: str = "") -> dict:
        """Ask; once more, and again, while a busy machine's database says to try again."""
        for _ in range(TRIES):
            status, told = ask_once(method, path, body, token)
            if status != 503:
                break
            time.sleep(1)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {told}")
        return told

    def ask_once(method: str, path: str, body: dict | None, token: str) -> tuple[int, dict]:
        line = HTTPSConnection("127.0.0.1", port, context=trusted, timeout=30)
        plain = socket.create_connection(("127.0.0.1", port))
        line.sock = trusted.wrap_socket(plain, server_hostname=NAME)
        headers = {"host": NAME, "content-type": "application/json", "authorization": f"Bearer {token}"}
        line.request(method, path, json.dumps(body) if body else None, headers)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())

    return ask, trusted


def play_through(port: int, folder: Path) -> None:
    """Make a player and a table over HTTPS, and play some turns over the socket, with the page's origin."""
    ask, trusted = asking(port, folder)
    assert ask("GET", "/healthz")["status"] == "ok"
    token = ask("POST", "/api/players", {"name": "Mia"})["token"]
    seats = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "start": True}
    table = ask("POST", "/api/tables", seats, token)["table"]
    asyncio.run(_turns(port, table, token, trusted))


async def _turns(port: int, table: str, token: str, trusted: ssl.SSLContext) -> None:
    address, chance = f"wss://{NAME}:{port}/api/tables/{table}/socket", Random(1)
    options = {"host": "127.0.0.1", "port": port, "ssl": trusted, "origin": f"https://{NAME}:{port}"}
    options["additional_headers"] = {}
    async with asyncio.timeout(60), dialling.connect(address, server_hostname=NAME, **options) as line:
        await line.send(json.dumps({"type": "hello", "token": token}))
        while True:
            told = json.loads(await line.recv())
            if told["type"] == "bye":
                raise RuntimeError(str(told))
            for seen in told.get("views", ()):
                if seen["turn"] > 4 or seen["phase"] == "over":
                    return
                if seen["seat"] in seen["waiting"] and not seen["choice"]:
                    move = chance.choice(seen["moves"])["move"]
                    where = {"turn": seen["turn"], "phase": seen["phase"], "seat": seen["seat"]}
                    await line.send(json.dumps({"type": "move", "move": move, **where}))


CHECKS: dict[str, Callable[[Path], None]] = {
    "deploy/rowlock.service by systemd-analyze verify": check_unit,
    "deploy/compose.yaml by docker compose config": check_compose,
    "deploy/nginx.conf and the lines for files, a game and all files through nginx": check_nginx,
    "deploy/Caddyfile, a game through Caddy": check_caddy,
    "deploy/nginx-several.conf, two machines": partial(check_several, several_nginx, "nginx-several.conf"),
    "deploy/Caddyfile-several, two machines": partial(check_several, several_caddy, "Caddyfile-several"),
    "deploy/haproxy-several.cfg, two machines": partial(
        check_several, several_haproxy, "haproxy-several.cfg"
    ),
}


def main() -> int:
    formatter = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=formatter).parse_args()
    status = 0
    for name, check in CHECKS.items():
        begun = time.monotonic()
        try:
            with tempfile.TemporaryDirectory(prefix="rowlock-hosting-") as folder:
                Path(folder).chmod(0o755)
                check(Path(folder))
        except Missing as program:
            print(f"NOT RUN  {name}: there is no {program} here", flush=True)
            status = status or 2
        except Exception as error:
            print(f"FAILED   {name}: {error!r}", flush=True)
            status = 1
        else:
            print(f"ok       {name} ({time.monotonic() - begun:.0f} s)", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
