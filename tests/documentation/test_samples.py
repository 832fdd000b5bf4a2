"""Every Python sample of every guide runs as it stands; only a server's address is the test's own."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from threading import Thread

import pytest
from serving import served

from rowlock import apply, load_variant, new_game, parse_roll
from rowlock.arena.table import question
from rowlock.bots import load_bot
from rowlock.client import BlockingClient
from rowlock.library.dataset import write_dataset

REPOSITORY = Path(__file__).parents[2]
LINK = "http://127.0.0.1:8000/t/k3v9x2m7qabc"
KINDS: dict[str, str] = {
    "README.md": "r",
    "CONTRIBUTING.md": "ccccccc",
    "docs/bots.md": "bbb",
    "docs/core.md": "rrrrr",
    "docs/dataset.md": "d",
    "docs/first-bot.md": "brb",
    "docs/library.md": "rrrrrrrr",
    "docs/programs.md": "s",
    "docs/protocol.md": "sss",
    "docs/research.md": "rrrrrr",
    "docs/review.md": "r",
    "docs/simulate.md": "b",
    "docs/solver.md": "rr",
}
"""By guide, the kind of each sample: run, bot, at a server, dataset, recipe (tests/test_recipes.py)."""


def samples_of(guide: str) -> list[str]:
    text = (REPOSITORY / guide).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def of_kind(kind: str) -> list[tuple[str, int]]:
    return [(guide, n) for guide, kinds in KINDS.items() for n, one in enumerate(kinds) if one == kind]


def test_no_sample_is_forgotten() -> None:
    guides = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    names = [path.relative_to(REPOSITORY).as_posix() for path in guides]
    assert {name: len(found) for name in names if (found := samples_of(name))} == {
        name: len(kinds) for name, kinds in KINDS.items()
    }


@pytest.mark.parametrize(("guide", "number"), of_kind("r"))
def test_a_sample_runs(guide: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(REPOSITORY)
    exec(compile(samples_of(guide)[number], guide, "exec"), {})


@pytest.mark.parametrize(("guide", "number"), of_kind("b"))
def test_bots_of_the_guides_play(guide: str, number: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(samples_of(guide)[number], encoding="utf-8")
    bot = load_bot(str(file), load_variant("classic"), 2, 1, 0)
    game = apply(new_game(load_variant("classic"), 2), parse_roll("4+1 r6 y2 g3 b6")).game
    shown, moves = question(game, 0)
    assert bot.choose(shown, moves) in moves


def test_a_dataset_is_read_as_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(
        Path("classic.parquet"), load_variant("classic"), ["cautious", "greedy"], 1, 1, lambda _: None
    )
    exec(compile(samples_of("docs/dataset.md")[0], "docs/dataset.md", "exec"), {})
    assert "chosen:" in capsys.readouterr().out


@pytest.mark.parametrize("number", [0, 1])
def test_the_clients_of_the_protocol_play(number: int, tmp_path: Path) -> None:
    pad = (REPOSITORY / "tests" / "tiny" / "tiny.toml").read_text(encoding="utf-8")
    with served(tmp_path) as server:
        token = server.player("Host", program=True)
        table = server.table(token, "open", variant_text=pad)
        text = samples_of("docs/protocol.md")[number].replace(LINK, f"{server.base}/t/{table}")
        code = compile(text, "docs/protocol.md", "exec")
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
        playing.join(100)
        assert not playing.is_alive()


def test_a_table_of_programs_is_made_as_the_protocol_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        text = samples_of("docs/protocol.md")[2].replace("http://127.0.0.1:8000", server.base)
        exec(compile(text, "docs/protocol.md", "exec"), {})
    assert len(ast.literal_eval(capsys.readouterr().out)) == 3


def test_a_program_climbs_the_ladder_as_the_guide_says(tmp_path: Path) -> None:
    with served(tmp_path, programs=1) as server:
        server.app.state.lobby.programs.bot_after = 0.0
        text = samples_of("docs/programs.md")[0].replace("http://127.0.0.1:8000", server.base)
        found: dict[str, list[object]] = {}
        exec(compile(text, "docs/programs.md", "exec"), found)
    assert len(found["results"]) == 1
