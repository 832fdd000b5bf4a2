"""The ladder of programs at a server: paired, rated, shown; faults cost those who make them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from serving import Served, forgotten, patient_call, served

from rowlock import cli
from rowlock.client.http import ServerRefused as Refused
from rowlock.client.programs import play_ladder, take_part
from rowlock.server.config import Config, Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("programs"), programs=3) as running:
        programs = running.app.state.lobby.programs
        programs.rest, programs.bot_after = 0.0, 1.0
        yield running


def ask(server: Served, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    return patient_call(server.base, method, path, body, token)


def until(look: Callable[[], Any], wanted: Callable[[Any], Any]) -> Any:
    for _ in range(1000):
        if wanted(found := look()):
            return found
        time.sleep(0.1)
    raise AssertionError(f"it never came to that: {found}")


def line_of(server: Served, name: str) -> Any:
    return next((line for line in ask(server, "GET", "/api/programs")["lines"] if line["name"] == name), None)


def test_two_programs_play_each_other_for_a_rating(server: Served) -> None:
    meet(server)


def test_programs_meet_on_a_shared_database(tmp_path: Path, database: str) -> None:
    with served(tmp_path, database=database, programs=2) as running:
        meet(running)


def meet(server: Served) -> None:
    tokens = [take_part(server.base, name, ["classic"]) for name in ("Alpha", "Beta")]
    ended: list[Any] = []

    def climb(token: str) -> None:
        ended.append(play_ladder(server.base, "greedy", token=token, games=1))

    players = [Thread(target=climb, args=(token,)) for token in tokens]
    for one in players:
        one.start()
    for one in players:
        one.join(120)
    assert len(ended) == 2
    assert {tuple(results[0]["names"]) for results in ended} in ({("Alpha", "Beta")}, {("Beta", "Alpha")})
    alpha = until(lambda: line_of(server, "Alpha"), lambda line: line["games"] and line["results"])
    assert (alpha["games"], alpha["faults"], alpha["playing"]) == (1, 0, None)
    shown = ask(server, "GET", "/api/programs/Alpha")
    (game,) = shown["games"]
    assert game["names"] == ["Alpha", "Beta"]
    points = dict(zip(*[ended[0][0][key] for key in ("names", "scores")], strict=True))
    assert game["scores"] == [points["Alpha"], points["Beta"]]
    record = ask(server, "GET", f"/api/tables/{game['table']}/games/1/record")
    assert "Alpha" in record


def test_a_bot_of_the_house_steps_in(server: Served) -> None:
    token = take_part(server.base, "Lonely", ["classic"])
    (ended,) = play_ladder(server.base, "greedy", token=token, games=1)
    assert "Lonely" in ended["names"]
    (game,) = ask(server, "GET", "/api/programs/Lonely")["games"]
    assert game["names"][1].startswith("bot:")


def test_whoever_does_not_come_loses_and_rests(server: Served) -> None:
    programs = server.app.state.lobby.programs
    token = take_part(server.base, "Absent", ["classic"])

    def wants_to_play() -> Any:
        return ask(server, "POST", "/api/programs/me/next", {}, token)

    told = until(wants_to_play, lambda told: told["table"])
    programs.come = 0.5
    try:
        line = until(lambda: line_of(server, "Absent"), lambda line: line["games"])
    finally:
        programs.come = 30.0
    assert line["faults"] == 1
    rests = wants_to_play()
    assert rests["table"] is None
    assert rests["wait"] > 30
    until(lambda: line_of(server, "Absent"), lambda line: line["results"])
    (game,) = ask(server, "GET", "/api/programs/Absent")["games"]
    assert game["table"] == told["table"]


def ask_from(server: Served, address: str, method: str, path: str, token: str, body: Any) -> Any:
    """A question from another address on loopback, which is no proxy."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(address, 0))
    with closing(line):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        line.request(method, path, json.dumps(body), headers)
        return json.loads(line.getresponse().read())


def test_one_address_does_not_fill_the_ladder(tmp_path: Path) -> None:
    with served(tmp_path, programs=2) as server:
        crowd(server)


def test_one_address_does_not_fill_the_ladder_of_a_shared_database(tmp_path: Path, database: str) -> None:
    with served(tmp_path, programs=2, database=database) as server:
        crowd(server)


def crowd(server: Served) -> None:
    """Many programs of one address ask for games and never come: they have one table, others the rest."""
    programs = server.app.state.lobby.programs
    programs.bot_after, programs.come = 1.0, 1000.0
    names = [f"Idle {number}" for number in range(6)]
    tokens = [take_part(server.base, name, ["classic"]) for name in names]

    def all_ask() -> list[Any]:
        path = "/api/programs/me/next"
        told = [ask_from(server, "127.0.0.2", "POST", path, token, {}) for token in tokens]
        return [one["table"] for one in told if one.get("table")]

    (table,) = set(until(all_ask, len))
    honest = take_part(server.base, "Honest", ["classic"])
    (ended,) = play_ladder(server.base, "greedy", token=honest, games=1)
    assert not set(ended["names"]) & set(names)
    assert set(all_ask()) == {table}


def test_whoever_leaves_in_the_middle_of_a_game_comes_back_to_it(server: Served) -> None:
    token = take_part(server.base, "Restless", ["classic"])

    def wants_to_play() -> Any:
        return ask(server, "POST", "/api/programs/me/next", {}, token)

    told = until(wants_to_play, lambda told: told["table"])
    ask(server, "DELETE", "/api/programs/me", None, token)
    take_part(server.base, "Restless", ["classic"], token)
    assert wants_to_play() == told


def test_an_address_brings_only_so_many_programs(tmp_path: Path) -> None:
    with served(tmp_path, programs=1, limits=Limits(programs=(1, 0.001))) as server:
        token = take_part(server.base, "First", ["classic"])
        take_part(server.base, "First", ["classic", "longo"], token)
        another = server.player("Second", program=True)
        assert server.refused("POST", "/api/programs", {"pads": ["classic"]}, another) == "too_fast"


def test_only_programs_take_part_and_names_are_theirs(server: Served) -> None:
    person, other = server.player("Mia"), server.player("Taken", program=True)
    with pytest.raises(Refused, match="only programs"):
        ask(server, "POST", "/api/programs", {"pads": ["classic"]}, person)
    take_part(server.base, "Taken", ["classic"])
    with pytest.raises(Refused, match="another program plays as Taken"):
        ask(server, "POST", "/api/programs", {"pads": ["classic"]}, other)
    with pytest.raises(Refused, match="no rating for nonsense"):
        ask(server, "POST", "/api/programs", {"pads": ["nonsense"]}, other)
    with pytest.raises(Refused, match="a slash"):
        take_part(server.base, "a/b", ["classic"])
    with pytest.raises(Refused, match="does not take part"):
        ask(server, "POST", "/api/programs/me/next", {}, other)


def test_who_leaves_is_gone_and_who_is_forgotten_too(server: Served) -> None:
    token = take_part(server.base, "Fleeting", ["classic"])
    play_ladder(server.base, "greedy", token=token, games=1)
    mine = ask(server, "GET", "/api/players/me/data", None, token)
    assert any("programs" in part for part in mine)
    ask(server, "DELETE", "/api/programs/me", None, token)
    with pytest.raises(Refused, match="no program plays as Fleeting"):
        ask(server, "GET", "/api/programs/Fleeting")
    take_part(server.base, "Fleeting", ["classic"], token)
    assert ask(server, "GET", "/api/programs/Fleeting")["games"]
    forgotten(server, token)
    with pytest.raises(Refused, match="no program plays as Fleeting"):
        ask(server, "GET", "/api/programs/Fleeting")


def test_without_the_operators_word_there_is_no_ladder(tmp_path: Path) -> None:
    assert Config(data=tmp_path).programs == 0
    with served(tmp_path) as plain:
        token = plain.player("Alpha", program=True)
        for method, path, body in (
            ("GET", "/api/programs", None),
            ("GET", "/api/programs/Alpha", None),
            ("POST", "/api/programs", {"pads": ["classic"]}),
            ("POST", "/api/programs/me/next", {}),
        ):
            with pytest.raises(Refused, match="--programs"):
                ask(plain, method, path, body, token)


def test_the_command_plays_and_leaves(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    base = server.base
    assert cli.main(["join", "--ladder", base, "--bot", "greedy", "--name", "Command", "--games", "1"]) == 0
    assert cli.main(["join", "--ladder", base, "--bot", "greedy", "--name", "Command", "--games", "1"]) == 0
    assert ask(server, "GET", "/api/programs/Command")["games"][1:]
    assert cli.main(["board", base, "--programs"]) == 0
    assert cli.main(["board", base, "--programs", "Command", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "Command" in told
    assert f"{base}/t/" in told
    assert f"{base}/program/Command\n" in told  # the page, for people
    assert cli.main(["join", "--ladder", base, "--name", "Command", "--leave"]) == 0
    assert "no longer takes part" in capsys.readouterr().out
    assert cli.main(["join", "--bot", "greedy"]) != 0
