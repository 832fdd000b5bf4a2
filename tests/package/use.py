"""The first five minutes with an installed Rowlock, run by the Python that it is installed for.

Serves the page, plays a game over the network against the house's bot, prints a sheet; tells what it saw.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import rowlock
from rowlock.client import call
from rowlock.client.joining import join

ROWLOCK = [sys.executable, "-I", "-m", "rowlock"]


def tell(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def fetch(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def look(base: str) -> None:
    """The page with one of its scripts, the notices, and the documentation or where to find it."""
    status, page = fetch(base)
    script = re.search(r'src="(/assets/[^"]+\.js)"', page)
    assert script, page[:500]
    tell(page=status, script=fetch(base + script[1])[0])
    notices = fetch(base + "/notices.txt")[1]
    tell(notices=[name for name in ("Pyodide", "CPython", "svelte", "source-sans") if name in notices])
    tell(docs=fetch(base + "/docs")[0])


def play(base: str) -> None:
    """A program against the house's bot, to the end."""
    me = call(base, "POST", "/api/players", {"name": "Mia", "program": True}, patience=30)
    wanted = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "steady"}], "start": True}
    table = call(base, "POST", "/api/tables", wanted, me["token"], patience=30)["table"]
    (ended,) = join(f"{base}/t/{table}", "cautious", token=me["token"])
    tell(played=len(ended["scores"]))


def main() -> None:
    tell(package=str(Path(rowlock.__file__).parent), version=rowlock.__version__)
    tell(variants=len(subprocess.check_output([*ROWLOCK, "variants"], text=True).splitlines()))
    command = [*ROWLOCK, "serve", "--host", "127.0.0.1", "--port", "0", "--data", "data", "--attached"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout
        lines = []
        for line in server.stdout:
            lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            raise SystemExit("the server did not start:\n" + "".join(lines))
        try:
            look(found[0])
            play(found[0])
        finally:
            server.terminate()
            server.communicate(timeout=60)
    subprocess.run(
        [*ROWLOCK, "print", "classic", "--output", "sheets.pdf"], check=True, stdout=subprocess.DEVNULL
    )
    tell(printed=Path("sheets.pdf").read_bytes()[:5].decode())


if __name__ == "__main__":
    main()
