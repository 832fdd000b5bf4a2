"""What the guides tell people to type: command lines are understood, samples of every guide run."""

from __future__ import annotations

import argparse
import ast
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from serving import served

from rowlock import apply, load_variant, new_game, parse_roll
from rowlock.arena.table import question
from rowlock.bots import load_bot
from rowlock.client import BlockingClient
from rowlock.commands import command_names, load_command

REPOSITORY = Path(__file__).parents[2]
GUIDES = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")]
LINE = re.compile(r"^\s*(?:\$ )?rowlock ([a-z]+(?: .*)?)$", re.MULTILINE)
LINK = "http://127.0.0.1:8000/t/k3v9x2m7qabc"


def sample(guide: str, number: int = 0) -> str:
    text = (REPOSITORY / "docs" / guide).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)[number]


def typed(text: str) -> Iterator[str]:
    """Lines that begin with the command, without the words beside them."""
    for line in LINE.findall(re.sub(r" *\\\n\s*", " ", text)):
        plain = re.split(r"\s{2,}| #", line)[0]
        if plain.split()[0] in command_names():
            yield plain


def every_line() -> list[str]:
    helps = [str(load_command(name).__doc__) for name in command_names()]
    texts = [path.read_text(encoding="utf-8") for path in GUIDES]
    return sorted({line for text in (*texts, *helps) for line in typed(text)})


@pytest.mark.parametrize("line", every_line())
def test_every_command_line_is_understood(line: str) -> None:
    name, *words = shlex.split(line.split(" > ")[0])
    parser = argparse.ArgumentParser(prog=name, exit_on_error=False)
    load_command(name).add_arguments(parser)
    parser.parse_args(words)


def test_there_are_lines_for_every_command() -> None:
    assert {line.split()[0] for line in every_line()} == set(command_names())


@pytest.mark.parametrize(
    ("guide", "number"),
    [
        ("bots.md", 0),
        ("bots.md", 1),
        ("bots.md", 2),
        ("simulate.md", 0),
        ("first-bot.md", 0),
        ("first-bot.md", 2),
    ],
)
def test_bots_of_the_guides_play(guide: str, number: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(sample(guide, number), encoding="utf-8")
    bot = load_bot(str(file), load_variant("classic"), 2, 1, 0)
    game = apply(new_game(load_variant("classic"), 2), parse_roll("4+1 r6 y2 g3 b6")).game
    shown, moves = question(game, 0)
    assert bot.choose(shown, moves) in moves


@pytest.mark.parametrize("number", [0, 1])
def test_the_clients_of_the_protocol_play(number: int, tmp_path: Path) -> None:
    pad = (REPOSITORY / "tests" / "tiny" / "tiny.toml").read_text(encoding="utf-8")
    with served(tmp_path) as server:
        token = server.player("Host", program=True)
        table = server.table(token, "open", variant_text=pad)
        text = sample("protocol.md", number).replace(LINK, f"{server.base}/t/{table}")
        code = compile(text.replace("games=3", "games=1"), "docs/protocol.md", "exec")
        playing = Thread(target=exec, args=(code, {}), daemon=True)
        with BlockingClient(server.base, table, token) as host:
            playing.start()
            for _ in host:
                if not host.open_seats:
                    break
            host.send("start")
            for _ in host:
                if host.table["state"] == "over":
                    break
        playing.join(30)
        assert not playing.is_alive()


def test_a_table_of_programs_is_made_as_the_protocol_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        text = sample("protocol.md", 2).replace("http://127.0.0.1:8000", server.base)
        exec(compile(text, "docs/protocol.md", "exec"), {})
    assert len(ast.literal_eval(capsys.readouterr().out)) == 3


def test_a_review_is_made_as_its_guide_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(REPOSITORY / "examples" / "classic.rowlock", tmp_path / "game.rowlock")
    monkeypatch.chdir(tmp_path)
    exec(compile(sample("review.md"), "docs/review.md", "exec"), {})


def test_a_game_is_solved_as_its_guide_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a tiny pad: the classic one takes half a minute."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tiny = str(REPOSITORY / "tests" / "tiny" / "tiny.toml")
    text = sample("solver.md").replace('"classic"', repr(tiny)).replace("r2.3,y,g12,b,p0", "r2,y2,g4,p1")
    exec(compile(text, "docs/solver.md", "exec"), {})
