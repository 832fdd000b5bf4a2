"""Engines: ours answers others, theirs are asked and trusted with nothing."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from queue import Queue
from threading import Event
from typing import Any

import pytest

from rowlock import (
    apply,
    legal_moves,
    load_variant,
    new_game,
    parse_position,
    parse_roll,
    variant_names,
    view,
)
from rowlock.analysis.engines import service
from rowlock.analysis.engines.guest import GuestEngine
from rowlock.analysis.engines.options import BadOption, EngineOption, read_option
from rowlock.analysis.engines.search import AnalysisSoFar, search
from rowlock.analysis.engines.service import Engine
from rowlock.analysis.position import analyse
from rowlock.cli import main
from rowlock.engine.notation import format_move
from rowlock.engine.position import format_position
from rowlock.engine.variant_text import format_variant

ROOT = Path(__file__).parents[3]
TINY = (ROOT / "tests" / "tiny" / "tiny.toml").read_text(encoding="utf-8")
ROLLED = "classic 1/0 white 4+1,r6,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0"
JUDGE = f"{sys.executable} {ROOT / 'examples' / 'judge.py'}"
ABOUT = '{"type": "about", "name": "Own", "options": [{"name": "deep", "kind": "switch", "default": false}]}'
SHELL = f"""#!/bin/sh
while read -r line; do
  case "$line" in
    *'"about"'*) echo '{ABOUT}';;
    *'"set"'*) echo '{{"type": "set"}}';;
    *'"analyse"'*)
      echo '{{"type": "progress", "id": 1, "done": 0.5}}'
      echo 'ANSWER';;
  esac
done
"""
GOOD = {"type": "analysis", "id": 1, "worth": [0.6, 0.4], "options": [[{"move": "r5", "worth": 0.6}], []]}


def talk(*said: dict[str, Any] | str) -> list[dict[str, Any]]:
    """Everything that our engine answers to some lines."""
    told: list[dict[str, Any]] = []
    Engine("1", told.append).serve([one if isinstance(one, str) else json.dumps(one) for one in said])
    return told


def ask(position: str = ROLLED, **more: Any) -> dict[str, Any]:
    return {"type": "analyse", "id": 7, "position": position, **more}


def script(folder: Path, answer: object) -> str:
    """A shell script as an engine that answers with this."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    file = folder / "engine.sh"
    file.write_text(SHELL.replace("ANSWER", text), encoding="utf-8")
    return f"sh {shlex.quote(str(file))}"


def test_ours_says_what_rowlock_analyse_says() -> None:
    (told,) = talk(ask())
    found = analyse(parse_position(ROLLED))
    assert (told["type"], told["id"], told["done"], told["unit"]) == ("analysis", 7, 1.0, "chance")
    assert told["worth"] == found["worth"]
    assert [one["move"] for one in told["options"][0]] == [one["move"] for one in found["options"][0]]


@pytest.mark.parametrize("name", variant_names())
def test_it_analyses_every_pad(name: str) -> None:
    game = new_game(load_variant(name), 2)
    text = format_position(game if game.variant.turns else apply(game, parse_roll(roll_for(name))).game)
    told = talk(ask(text), {"type": "stop"})
    assert told[-1]["type"] == "analysis", told
    assert len(told[-1]["worth"]) == 2


def roll_for(name: str) -> str:
    colours = new_game(load_variant(name), 2).dice
    return "4+1 " + " ".join(f"{colour}2" for colour in colours)


def test_games_played_on_make_it_surer_piece_by_piece() -> None:
    words = list(search(parse_position(ROLLED), games=24))
    assert [word.games for word in words] == [0, 8, 16, 24]
    assert [word.done for word in words] == [0.0, pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0]
    assert 0 < words[3].error < words[1].error
    assert words[0].found["options"] != words[3].found["options"]


def test_own_pads_and_their_judges_come_in_rounds() -> None:
    told = talk({"type": "set", "name": "games", "value": 20}, ask("own 1/0 roll . . r,y,g,p0 r,y,g,p0"))
    assert told[-1]["code"] == "no_such_variant"
    told = talk(
        {"type": "set", "name": "games", "value": 20},
        ask("own 1/0 roll . . r,y,g,p0 r,y,g,p0", variant_text=TINY),
    )
    assert told[-1]["by"] == "rollouts"
    assert [one["games"] for one in told[1:]] in ([4, 16, 20], [4], [4, 16])  # its input ends: it is stopped


def test_stop_answers_at_once_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the next piece takes: it is never waited for."""
    found, go_on, spoken = analyse(parse_position(ROLLED)), Event(), Queue[dict[str, Any]]()

    def slow(*_: object) -> Any:
        yield AnalysisSoFar(0.0, 0, 0.0, found)
        go_on.wait(60)
        yield AnalysisSoFar(0.5, 8, 0.0, found)

    monkeypatch.setattr(service, "search", slow)
    engine = Engine("1", spoken.put)

    def lines() -> Any:
        yield json.dumps(ask())
        assert spoken.get(timeout=100)["type"] == "progress"
        yield '{"type": "stop"}'
        assert spoken.get(timeout=100)["type"] == "analysis"
        go_on.set()

    engine.serve(lines())
    assert spoken.empty()


def test_its_time_ends_it_as_stop_does(monkeypatch: pytest.MonkeyPatch) -> None:
    found, spoken = analyse(parse_position(ROLLED)), Queue[dict[str, Any]]()

    def endless(*_: object) -> Any:
        while True:
            yield AnalysisSoFar(0.0, 0, 0.0, found)

    monkeypatch.setattr(service, "search", endless)

    def lines() -> Any:
        yield json.dumps(ask(seconds=0.05))
        while spoken.get(timeout=100)["type"] != "analysis":
            pass

    Engine("1", spoken.put).serve(lines())


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("nonsense", "bad_message"),
        ("[1]", "bad_message"),
        ({"type": "fly"}, "bad_message"),
        ({"type": "analyse"}, "bad_message"),
        ({"type": "analyse", "position": 5}, "bad_message"),
        (ask("classic what"), "bad_notation"),
        (ask(seconds=-1), "bad_message"),
        ({"type": "choose", "view": {}, "moves": []}, "bad_message"),
        ({"type": "set", "name": "games", "value": "many"}, "bad_option"),
        ({"type": "set", "name": "games", "value": True}, "bad_option"),
        ({"type": "set", "name": "depth", "value": 3}, "bad_option"),
        ({"type": "set", "name": "bot", "value": "nobody"}, "bad_option"),
    ],
)
def test_what_it_cannot_do_it_says_and_goes_on(said: Any, code: str) -> None:
    told = talk(said, {"type": "about"})
    assert [one["type"] for one in told] == ["error", "about"]
    assert told[0]["code"] == code


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"type": None}, 'a message needs a type, as in {"type": "about"}'),
        ({"type": "set", "name": None, "value": 3}, "set needs name (docs/engines.md)"),
        ({"type": "set"}, "set needs name, value (docs/engines.md)"),
        (
            {"type": "analyse", "position": 5},
            "analyse cannot be understood: a value is not as docs/engines.md says",
        ),
    ],
)
def test_what_a_message_lacks_is_said_in_words(said: Any, told: str) -> None:
    assert talk(said)[0]["message"] == told


def test_it_plays_as_well() -> None:
    game = apply(new_game(load_variant("classic"), 2), parse_roll("4+1 r6 y2 g3 b6")).game
    moves = [format_move(move) for move in legal_moves(game, 0)]
    hello = {"variant": "classic", "seats": 2, "seat": 0, "variant_text": format_variant(game.variant)}
    told = talk(
        {"type": "set", "name": "bot", "value": "greedy"},
        {"type": "hello", **hello},
        {"type": "choose", "view": view(game, 0), "moves": moves},
    )
    assert told[-1]["move"] in moves


def test_the_real_process_is_an_engine_for_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    ours = f"exec:{sys.executable} -m rowlock engine"
    assert main(["analyse", ROLLED, "--with", ours, "--option", "games=8", "--seconds", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["engine"].startswith("Rowlock ")
    assert found["done"] == 1.0
    assert len(found["options"][0]) == len(legal_moves(parse_position(ROLLED), 0))


def test_the_example_is_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    position = "classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1"
    assert main(["analyse", position, "--with", f"exec:{JUDGE}", "--option", "penalty=20"]) == 0
    shown = capsys.readouterr().out
    assert "Judged by Counter 1." in shown
    assert "Player 1        62.8%" in shown  # 0.54 and 0.32


def test_a_shell_script_is_an_engine(tmp_path: Path) -> None:
    heard: list[float] = []
    with GuestEngine(script(tmp_path, GOOD), 60) as engine:
        engine.set("deep", "on")
        found = engine.analyse(parse_position(ROLLED), 60, heard.append)
    assert heard == [0.5]
    assert (found["engine"], found["worth"]) == ("Own", [0.6, 0.4])
    assert found["options"] == [[{"move": "r5", "worth": 0.6, "share": None}], []]


NONSENSE: dict[str, tuple[object, str]] = {
    "no JSON": ("well, I think", "not JSON"),
    "no object": ([1, 2], "instead of analysis"),
    "another message": ({"type": "about"}, "instead of analysis"),
    "a seat too few": ({**GOOD, "worth": [0.5]}, "a list of 2 chances"),
    "a chance above 1": ({**GOOD, "worth": [3, 0]}, "a list of 2 chances"),
    "no number": ({**GOOD, "worth": [None, 0.5]}, "a list of 2 chances"),
    "no end": ('{"type": "analysis", "worth": [NaN, 0.5], "options": [[], []]}', "a list of 2 chances"),
    "an illegal move": ({**GOOD, "options": [[{"move": "r9", "worth": 0.5}], []]}, "'r9' for seat 0"),
    "a move twice": ({**GOOD, "options": [2 * [{"move": "r5", "worth": 0.5}], []]}, "'r5' for seat 0"),
    "a move without worth": ({**GOOD, "options": [[{"move": "r5"}], []]}, "worth of r5"),
    "options of nobody": ({**GOOD, "options": 5}, "a list for each of 2"),
}


@pytest.mark.parametrize("fault", NONSENSE)
def test_nonsense_is_told_by_name(fault: str, tmp_path: Path) -> None:
    answer, reason = NONSENSE[fault]
    with (
        GuestEngine(script(tmp_path, answer), 60) as engine,
        pytest.raises(Exception, match=reason) as refused,
    ):
        engine.analyse(parse_position(ROLLED), 60)
    assert getattr(refused.value, "code", None) == "engine_nonsense"
    assert not engine.is_running


@pytest.mark.parametrize(
    ("code", "seconds", "name", "reason"),
    [
        ("import time; time.sleep(600)", 0.3, "engine_late", "within 0.3 s"),
        ("import sys; sys.exit('out of cheese')", 60, "engine_ended", "status 1\n    out of cheese"),
        ("while True: print('x' * 1000)", 60, "engine_nonsense", "wrote"),
        ('print(\'{"type": "error", "message": "not today"}\')', 60, "engine_refused", "not today"),
        ('print(\'{"type": "about", "options": [5]}\')', 60, "engine_nonsense", "makes no sense"),
    ],
)
def test_faults_of_a_program_are_told_by_name(
    code: str, seconds: float, name: str, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "engine.py"
    file.write_text(code + "\nimport time; time.sleep(1)\n", encoding="utf-8")
    with pytest.raises(Exception, match=reason) as refused, GuestEngine(f"{sys.executable} {file}", seconds):
        pass
    assert getattr(refused.value, "code", None) == name


def test_an_engine_that_never_comes_to_an_end_is_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.analysis.engines.guest.GRACE", 0.2)
    never = {"type": "progress", "done": 0.9}
    late = pytest.raises(Exception, match="gave no analysis")
    with GuestEngine(script(tmp_path, never), 60) as engine, late as refused:
        engine.analyse(parse_position(ROLLED), 0.1)
    assert getattr(refused.value, "code", None) == "engine_late"


def test_options_are_what_they_say() -> None:
    whole = EngineOption("games", "whole", 0, least=0, most=9)
    assert (whole.parse("9"), EngineOption("deep", "switch", False).parse("on")) == (9, True)
    assert read_option(whole.to_json()) == whole
    for text in ("10", "-1", "many", ""):
        with pytest.raises(BadOption, match="from 0 to 9"):
            whole.parse(text)
    with pytest.raises(BadOption, match="from 0 to 9"):
        read_option({**whole.to_json(), "default": 50})


def test_options_need_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", ROLLED, "--option", "games=8"]) == 1
    assert "--with" in capsys.readouterr().err
    assert main(["analyse", ROLLED, "--with", "steady"]) == 1
    assert "exec:COMMAND" in capsys.readouterr().err
