"""Bots from anywhere: a name, a Python file, a program, an installed package; one resolver for all."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from serving import served, until

from rowlock import load_variant, read_record
from rowlock.arena.contest import Contest, hold, is_batched, is_simple
from rowlock.bots import bot_line, bot_names, find_source, load_bot, load_value
from rowlock.bots.kit import file
from rowlock.bots.kit.source import BadBot, short_name, source_of
from rowlock.cli import main
from rowlock.client import ServerRefused

CLASSIC = load_variant("classic")
VALUE = '"""Likes small steps."""\n\n\ndef value(crosses, skips, gain):\n    return 10.0 * crosses - skips\n'
CHOOSE = "def choose(view, moves):\n    return moves[0]\n"
MAKE = (
    "from beside import pick\n\n\nclass Mine:\n    choose = staticmethod(pick)\n"
    "\n\ndef make_bot(variant, seats, seed):\n    return Mine()\n"
)
PROGRAM = (
    "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n"
    "    if said['type'] == 'choose':\n        print(json.dumps({'move': said['moves'][0]}), flush=True)\n"
)
CRASH = "import sys\nsys.stderr.write('first\\n' * 50)\nraise RuntimeError('out of cheese')\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with bots of every kind."""
    texts = {"by_value": VALUE, "by_choice": CHOOSE, "made": MAKE, "program": PROGRAM, "crash": CRASH}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "beside.py").write_text("def pick(view, moves):\n    return moves[-1]\n")
    return tmp_path


def run_by(python: Path) -> str:
    return f"exec:{sys.executable} {python}"


def test_a_file_is_a_bot_by_its_path(shelf: Path) -> None:
    by_value = find_source(str(shelf / "by_value.py"))
    assert (by_value.name, by_value.line) == ("by_value", "Likes small steps.")
    value = load_value(by_value.text)
    assert value is not None
    assert value(True, 3, 9) == 7.0
    view = {"seat": 0, "turn": 1, "phase": "white", "moves": []}
    for name, answer in (("by_choice", "r5"), ("made", "-")):
        bot = load_bot(str(shelf / f"{name}.py"), CLASSIC, 2)
        assert bot.choose(view, ["r5", "-"]) == answer  # type: ignore[arg-type]


def test_a_changed_file_is_read_anew(shelf: Path) -> None:
    path = shelf / "by_choice.py"
    find_source(str(path))
    path.write_text('LINE = "Changed."\n' + CHOOSE)
    os.utime(path, ns=(1, 1))
    assert bot_line(str(path)) == "Changed."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def value(:\n", "SyntaxError"),
        ("x = 1 / 0\n", r"ZeroDivisionError: division by zero \(odd.py, line 1\)"),
        ("x = 1\n", "neither value"),
        ("import sys\nsys.exit(1)\n", "SystemExit"),
    ],
)
def test_what_is_no_bot_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "odd.py").write_text(text)
    with pytest.raises(BadBot, match=said):
        find_source(str(tmp_path / "odd.py"))
    with pytest.raises(BadBot, match="No such file"):
        find_source(str(tmp_path / "none.py"))


def test_objects_at_hand_are_bots() -> None:
    assert source_of(lambda crosses, skips, gain: gain).value is not None
    assert source_of(lambda view, moves: moves[0], "mine").text == "mine"
    for strange in (lambda a: a, 7):
        with pytest.raises(BadBot):
            source_of(strange)


def test_names_for_people() -> None:
    assert short_name("exec:python3 some/where/clever.py --fast") == "clever"
    assert short_name("exec:stockroom --deep 3") == "3"
    assert short_name("some/clever.py") == "clever"
    assert short_name("steady") == "steady"


def test_a_package_offers_bots_by_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "clever_bots.py").write_text(f"LINE = 'Clever.'\n{CHOOSE}")
    there = tmp_path / "clever-1.0.dist-info"
    there.mkdir()
    (there / "METADATA").write_text("Metadata-Version: 2.1\nName: clever\nVersion: 1.0\n")
    (there / "entry_points.txt").write_text("[rowlock.bots]\nclever = clever_bots\nbroken = no_such_module\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    file.offered.cache_clear()
    try:
        assert bot_names()[-2:] == ("broken", "clever")
        assert bot_line("clever") == "Clever."
        assert "cannot be loaded" in bot_line("broken")
        assert hold(Contest(CLASSIC, ("clever", "greedy")), 1, 1).forfeits == []
        assert main(["bots"]) == 0
    finally:
        monkeypatch.undo()
        file.offered.cache_clear()


def test_arena_and_simulator_play_files(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_value, by_choice = str(shelf / "by_value.py"), str(shelf / "by_choice.py")
    assert is_simple(Contest(CLASSIC, (by_value, "greedy")))
    assert is_batched(Contest(CLASSIC, (by_value, "steady")))
    assert main(["arena", by_value, by_choice, "random", "--games", "6", "--workers", "1", "--json"]) == 0
    assert [bot["bot"] for bot in json.loads(capsys.readouterr().out)["bots"]] == [
        by_value,
        by_choice,
        "random",
    ]
    assert main(["simulate", "classic", "--bots", f"{by_value},greedy", "--games", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["bot"] == by_value
    assert main(["simulate", "classic", "--bots", by_choice, "--games", "2", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["games"] == 2
    assert f"{by_choice} is not a value function; playing through the engine" in said.err
    assert main(["simulate", "classic", "--bots", f"{run_by(shelf / 'program.py')},greedy"]) == 1
    assert "is a program: `rowlock arena` plays it" in capsys.readouterr().err


def test_a_file_plays_in_several_processes(shelf: Path) -> None:
    contest = Contest(CLASSIC, (str(shelf / "by_choice.py"), "steady"))
    assert (hold(contest, 4, 2).points == hold(contest, 4, 1).points).all()


def test_a_bot_that_fails_forfeits_with_the_reason(shelf: Path) -> None:
    (shelf / "odd.py").write_text("def choose(view, moves):\n    return moves[99]\n")
    (shelf / "wrong.py").write_text("def choose(view, moves):\n    return 'r99'\n")
    for name, reason in (("odd", "IndexError"), ("wrong", "not legal")):
        results = hold(Contest(CLASSIC, (str(shelf / f"{name}.py"), "greedy")), 1, 1)
        assert len(results.forfeits) == 2
        assert reason in str(results.forfeits[0])


def test_a_crash_shows_the_last_lines_of_standard_error(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "greedy", run_by(shelf / "crash.py"), "--games", "4", "--workers", "1"]) == 1
    told = capsys.readouterr().out
    assert told.count("RuntimeError: out of cheese") == 1
    assert told.count("forfeited deal") == 4
    assert told.count("first") <= 5


def test_the_terminal_plays_any_bot_and_goes_on_with_it(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from io import StringIO

    for variable in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(shelf))
    monkeypatch.chdir(shelf)
    bots = ["--bot", "made.py", "--bot", run_by(shelf / "program.py")]
    monkeypatch.setattr("sys.stdin", StringIO("-\n"))
    assert main(["play", "examples", *bots, "--plain"]) == 1  # no such pad
    assert main(["play", *bots, "--name", "Mia", "--plain", "--seed", "7"]) == 0
    monkeypatch.chdir("/")
    monkeypatch.setattr("sys.stdin", StringIO("-\n" * 200))
    assert main(["play", "--resume", "--plain"]) == 0
    record = read_record(next((shelf / "rowlock" / "games").iterdir()).read_text(), load_variant).record
    assert record.seats == ("Mia", "Made", "Program")
    assert [value for key, value in record.headers if key.startswith("bot")] == ["made", "program"]
    monkeypatch.setattr("sys.stdin", StringIO("-\n" * 200))
    assert main(["play", "--bot", run_by(shelf / "crash.py"), "--plain"]) == 1
    assert "out of cheese" in capsys.readouterr().err


def test_a_program_is_ended_when_nobody_holds_it(shelf: Path) -> None:
    bot = load_bot(run_by(shelf / "program.py"), CLASSIC, 1)
    view = {"seat": 0, "turn": 1, "phase": "white", "moves": []}
    assert bot.choose(view, ["r5", "-"]) == "r5"  # type: ignore[arg-type]
    process = bot.process  # type: ignore[attr-defined]
    assert process.poll() is None
    del bot
    gc.collect()
    for _ in range(100):
        if process.poll() is not None:
            return
        time.sleep(0.02)
    pytest.fail("the process still runs")


def test_a_server_offers_the_bots_of_its_host(shelf: Path, tmp_path: Path) -> None:
    bots = ("greedy", str(shelf / "by_value.py"), run_by(shelf / "program.py"), run_by(shelf / "crash.py"))
    with served(tmp_path / "data", bots=bots) as server:
        offered = server.call("GET", "/api/bots")["bots"]
        assert [bot["name"] for bot in offered] == ["greedy", "by_value", "program", "crash"]
        token = server.player("Mia")
        with pytest.raises(ServerRefused, match="there are greedy, by_value, program, crash"):
            server.table(token, "me", "champion")
        table = server.table(token, "by_value", "program", "crash", start=True)

        async def watch() -> None:
            async with await server.connect(table, token) as client:
                await until(client, lambda _: client.table.get("state") == "over", 60)

        asyncio.run(watch())
        names = [bot["name"] for bot in server.call("GET", f"/api/tables/{table}/bots")["bots"]]
        assert names == ["greedy", "by_value", "program", "crash"]


def test_a_seat_whose_bot_is_no_longer_offered_is_played_on(shelf: Path, tmp_path: Path) -> None:
    with served(tmp_path / "data", bots=("greedy", str(shelf / "by_value.py"))) as server:
        token = server.player("Mia")
        table = server.table(token, "by_value", "greedy")
    with served(tmp_path / "data", bots=("greedy",)) as server:

        async def watch() -> None:
            async with await server.connect(table, token) as client:
                await client.send("start")
                await until(client, lambda _: client.table.get("state") == "over", 60)

        asyncio.run(watch())


def test_serve_refuses_what_is_no_bot_before_it_listens(
    tmp_path: Path, shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--bots"]
    assert main([*there, "steady", str(tmp_path / "none.py")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main([*there, str(shelf / "program.py"), run_by(shelf / "program.py")]) == 1
    assert "neither value" in capsys.readouterr().err
    assert main([*there, str(shelf / "made.py"), "exec:made"]) == 1
    assert "would be called made" in capsys.readouterr().err


def test_every_pad_is_played_by_bots_of_ones_own(shelf: Path) -> None:
    """Own pads with own bots, through the arena and saved."""
    own = Path(__file__).parents[2] / "examples" / "stairs-and-swaps.toml"
    names = (str(shelf / "by_value.py"), run_by(shelf / "program.py"))
    contest = Contest(load_variant(own), names, save=True)
    results = hold(contest, 1, 1)
    assert results.forfeits == []
    for text in results.records:
        reading = read_record(text, load_variant)
        assert reading.damage is None
        assert reading.record.variant == contest.variant


@pytest.mark.parametrize("worth", ["'much'", "None", "float('nan')", "[1]"])
def test_a_value_that_is_no_number_is_told_with_its_line(
    worth: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the simulator at once, in the arena as the reason for which games are lost."""
    odd = tmp_path / "odd.py"
    odd.write_text(f"\n\ndef value(crosses, skips, gain):\n    return {worth}\n")
    arena = ["arena", "greedy", "--games", "2", "--workers", "1", "--bot"]
    for words in (["simulate", "classic", "--bots"], arena):
        assert main([*words, str(odd)]) == 1
        said = capsys.readouterr()
        assert "not a number (odd.py, line 3)" in said.out + said.err
        assert "'None'" not in said.out + said.err


def test_values_of_any_kind_of_number_are_taken() -> None:
    for worth in (True, 3, 0.5, np.float32(2), Fraction(1, 3), float("-inf")):
        value = source_of(lambda crosses, skips, gain, worth=worth: worth).value
        assert value is not None
        assert value(True, 0, 0) == float(worth)
