"""The recipes in CONTRIBUTING.md and the pads in docs/pads.md work as written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from serving import served

import rowlock.bots
import rowlock.commands
from rowlock.bots import bot_names
from rowlock.cli import main
from rowlock.client import ServerRefused
from rowlock.community import events
from rowlock.engine import mechanisms
from rowlock.engine.cards.moves import MOST_HELD
from rowlock.engine.notation import parse_sheet
from rowlock.engine.scoring import score
from rowlock.engine.variant_parts import MOST_CELLS, MOST_FACES, MOST_PLAYERS, MOST_ROWS
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.offline.device import Device
from rowlock.server.http import protocol_document, routes, surface
from rowlock.server.http.protocol_document import client_messages, http_routes
from rowlock.table import facts as facts_of_tables
from rowlock.table import sayings
from rowlock.table.api import question
from rowlock.table.api import reading as question_reading
from rowlock.table.errors import BadMessage
from rowlock.table.facts import fact_json
from rowlock.table.messages import KINDS, Saying, message, next_entry, reading
from rowlock.table.messages.reading import read_message
from rowlock.table.table import Seat, Table
from rowlock.variants import load_variant, variant_names

REPOSITORY = Path(__file__).parents[1]
CONTRIBUTING = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
PADS = re.findall(r"```toml\n(.*?)```", (REPOSITORY / "docs" / "pads.md").read_text("utf-8"), re.DOTALL)


def recipe(title: str, language: str) -> list[str]:
    """The code in a section."""
    section = CONTRIBUTING.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def add_file(room: ModuleType, name: str, text: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """As if the file were in the package."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    patch.setattr(room, "__path__", [*room.__path__, str(folder)])
    patch.delitem(sys.modules, f"{room.__name__}.{name}", raising=False)


def test_a_message_is_one_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read, said and documented, from the lines of the recipe alone; nothing else is told of it."""
    (text,) = recipe("Add a message", "python")
    monkeypatch.setattr(message, "KINDS", kinds := dict(KINDS))
    monkeypatch.setattr(reading, "KINDS", kinds)
    monkeypatch.setattr(facts_of_tables, "FACTS", dict(facts_of_tables.FACTS))
    module = ModuleType("wave")
    monkeypatch.setitem(sys.modules, "wave", module)
    exec(compile(text, "wave.py", "exec"), vars(module))
    said = read_message('{"type": "wave", "seat": 1, "id": "a"}')
    assert said == module.Wave(seat=1, id="a")
    with pytest.raises(BadMessage, match=r"wave\.seat: must be a whole number from 0 to 9"):
        read_message('{"type": "wave", "seat": 10}')
    assert isinstance(said, Saying)
    table = Table(load_variant("classic"), (Seat("human", "Mia", "m"), Seat("human", "Ben", "b")))
    _, facts = sayings.say(table, next_entry(table, said, 0.0, "m"))
    assert [fact_json(fact) for fact in facts] == [{"kind": "waved", "seat": 1, "by": "Mia"}]
    assert "| `wave` | `seat` whole number ≤ 9 | Wave to a seat; it changes nothing. |" in client_messages()


def test_a_question_is_one_class(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Asked of a device and of a server, refused and documented, from the lines of the recipe alone."""
    (text,) = recipe("Add a question", "python")
    questions = dict(question.QUESTIONS)
    for room in (question, question_reading, surface, protocol_document):
        monkeypatch.setattr(room, "QUESTIONS", questions)
    module = ModuleType("leaders")
    monkeypatch.setitem(sys.modules, "leaders", module)
    exec(compile(text, "leaders.py", "exec"), vars(module))
    monkeypatch.setattr(routes, "router", surface.make_router())
    device, wish = Device("Mia"), {"seats": [{"kind": "me"}], "dice": "real"}
    made = json.loads(device.ask("POST", "/tables", json.dumps(wish), "[]"))
    device.open(json.dumps(made["log"]))
    device.say(made["line"]["table"], "start", "{}")
    device.stored(made["line"]["table"])

    def ask(enough: str) -> Any:
        told = device.ask("GET", f"/tables/{made['line']['table']}/leaders{enough}", "", "[]")
        return json.loads(json.loads(told)["told"])

    with served(tmp_path) as server:
        table = server.table(server.player("Mia"), "me", start=True, dice="real")
        for enough, leaders in (("", [0]), ("?enough=0", [0]), ("?enough=1", [])):
            there = server.call("GET", f"/api/tables/{table}/leaders{enough}")
            assert ask(enough) == there == {"leaders": leaders}
        with pytest.raises(ServerRefused, match="whole number from 0 to 999"):
            server.call("GET", f"/api/tables/{table}/leaders?enough=1000")
        paths = server.call("GET", "/api/openapi.json")["paths"]
        assert paths["/api/tables/{table}/leaders"]["get"]["parameters"][1]["schema"]["maximum"] == 999
    assert ask("?enough=x")["code"] == "bad_message"
    assert "| `GET /api/tables/{table}/leaders` | `enough`? whole number ≤ 999 |" in http_routes()


def package_with(files: dict[str, str], folder: Path) -> dict[str, str]:
    """The environment of a Python whose package is this one with more files in it."""
    package = Path(rowlock.__file__).parent

    def lay(here: Path, there: Path) -> None:
        here.mkdir(parents=True)
        for path in there.iterdir():
            inside = f"{path.relative_to(package)}/"
            if any(name.startswith(inside) for name in files):
                lay(here / path.name, path)
            elif path.name != "__pycache__":
                (here / path.name).symlink_to(path)

    lay(folder / "rowlock", package)
    for name, text in files.items():
        (folder / "rowlock" / name).write_text(text, encoding="utf-8")
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


FOUND = """
import rowlock.offline.door, rowlock.table.api.reading as reading
from rowlock.table.messages.reading import read_message
said = read_message('{"type": "wave", "seat": 1, "id": "a"}')
find = lambda path: reading.find_question("GET", path)[0].__name__
found = [type(said).__name__, *map(find, ("/tables/a/leaders", "/noon", "/dusk"))]
from rowlock.server.http import routes
print(*found, find("/night"))
"""
"""Prints what is known to a device, then what is known to a server too."""
NOON = """
from dataclasses import dataclass
from rowlock.table.api.question import Asking, Question

@dataclass(frozen=True, kw_only=True)
class {name}(Question[None], ask="GET /{path}", quick=True):
    def reply(self, asking: Asking[None], /) -> list[int]:
        return []
"""


def test_messages_and_questions_are_found_by_being_there(tmp_path: Path) -> None:
    """In a Python of its own, whose package has their files and not one line more."""
    (wave,), (leaders,) = recipe("Add a message", "python"), recipe("Add a question", "python")
    files = {
        "table/messages/wave.py": wave,
        "table/api/leaders.py": leaders,
        "analysis/api/noon.py": NOON.format(name="AskNoon", path="noon"),
        "community/api/dusk.py": NOON.format(name="AskDusk", path="dusk"),
        "server/http/night.py": NOON.format(name="AskNight", path="night"),
    }
    env = package_with(files, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", FOUND], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.stdout.split() == ["Wave", "AskLeaders", "AskNoon", "AskDusk", "AskNight"], done.stderr


@pytest.fixture(params=range(len(PADS)))
def pad(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    text = PADS[request.param]
    path = tmp_path / "short.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_own_pad_is_checked_and_played(pad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", pad]) == 0
    assert load_variant(pad).title in capsys.readouterr().out
    assert main(["simulate", pad, "--games", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6
    assert main(["arena", "steady", "greedy", "--variant", pad, "--games", "2", "--workers", "1"]) == 0


def test_the_guide_to_pads_has_an_example_for_every_mechanism() -> None:
    for kind in mechanisms.kinds():
        if kind.keys:
            assert any(f"[{kind.key}]" in text for text in PADS), kind.key
        for option in kind.options:
            assert any(f"{option} = " in text for text in PADS), option
    guide = (REPOSITORY / "docs" / "pads.md").read_text("utf-8")
    for most in (MOST_PLAYERS, MOST_ROWS, MOST_CELLS, MOST_FACES, MOST_HELD):
        assert re.search(rf"\| {most}\b", guide)


@pytest.mark.parametrize("name", variant_names())
def test_a_bundled_pad_has_everything_that_the_recipe_asks_for(name: str) -> None:
    assert list((REPOSITORY / "tests" / "perft").glob(f"{name}*.perft"))
    assert (REPOSITORY / "tests" / "golden" / f"{name}.rowlock").exists()
    for network in (name, f"{name}-solo") if load_variant(name).turns is None else ():
        assert (REPOSITORY / "rowlock" / "bots" / "net" / "weights" / f"{network}.npz").exists()
    rules = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{load_variant(name).title}\b", rules)
    for catalogue in (REPOSITORY / "rowlock" / "locale").glob("*.json"):
        assert name in json.loads(catalogue.read_text(encoding="utf-8"))["game"]["variants"], catalogue
    measured = json.loads((REPOSITORY / "rowlock" / "arena" / "measured.json").read_text(encoding="utf-8"))
    assert name in measured["variants"]


@pytest.mark.parametrize(("number", "name"), [(0, "hasty"), (1, "loyal")])
def test_a_bot_is_one_file(
    number: int,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = recipe("Add a bot", "python")[number]
    add_file(rowlock.bots, name, text, tmp_path, monkeypatch)
    assert main(["bots"]) == 0
    assert name in capsys.readouterr().out
    assert main(["arena", name, "greedy", "--games", "20", "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["forfeits"]) == (20, [])
    assert {bot["bot"] for bot in told["bots"]} == {name, "greedy"}


def test_a_bot_stands_on_its_rung_and_plays_at_full_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add_file(rowlock.bots, "hasty", recipe("Add a bot", "python")[0], tmp_path, monkeypatch)
    assert bot_names()[1:4] == ("greedy", "hasty", "cautious")
    assert main(["simulate", "classic", "--bots", "hasty,greedy", "--games", "500", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 500


@pytest.mark.parametrize("name", events.format_names())
def test_a_format_has_a_name_in_every_language(name: str) -> None:
    for catalogue in (REPOSITORY / "rowlock" / "locale").glob("*.json"):
        words = json.loads(catalogue.read_text(encoding="utf-8"))["people"]["events"]["formats"]
        assert name in words, catalogue
    guide = (REPOSITORY / "docs" / "events.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{name}`", guide, re.MULTILINE)


def test_a_format_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Announced, drawn, ranked, and drawn again by whoever checks it."""
    (text,) = recipe("Add a format of events", "python")
    add_file(events, "winner_stays", text, tmp_path, monkeypatch)
    file = str(tmp_path / "cup.json")

    def event(command: str, *words: str) -> str:
        assert main(["event", command, file, *words]) == 0
        return capsys.readouterr().out

    event("new", "--title", "Cup", "--format", "winner_stays", "--seed", "lots")
    event("join", "Anna", "Ben", "Carla")
    met: list[list[str]] = []
    for n in range(2):
        drawn = re.findall(r"Anna|Ben|Carla", event("start"))
        assert len(drawn) == 2
        assert n == 0 or drawn[0] == met[0][0]
        met.append(drawn)
        event("result", "1", f"{drawn[0]}=80", f"{drawn[1]}=70")
    assert re.search(rf"1 +{met[0][0]} +2 ", event("standing"))
    event("verify")
    assert main(["event", "start", file]) == 1


@pytest.fixture
def gold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A pad with the mechanism of the recipe, as if its file were in the package."""
    (code,), (pad,) = recipe("Add a mechanism", "python"), recipe("Add a mechanism", "toml")
    room = tmp_path / "mechanisms"
    room.mkdir()
    add_file(mechanisms, "golden", code, room, monkeypatch)
    mechanisms._found.cache_clear()
    path = tmp_path / "gold.toml"
    path.write_text(pad, encoding="utf-8")
    yield path
    monkeypatch.undo()
    mechanisms._found.cache_clear()


def test_a_mechanism_is_one_file(gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(gold)]) == 0
    assert "golden cells (4 cells of 5 points)" in capsys.readouterr().out
    variant = load_variant(gold)
    sheet = parse_sheet(variant, "r7,y2.7,g,b,p0")
    assert score(variant, sheet) == ((1, 3, 0, 0), 0, 10)
    assert parse_variant(format_variant(variant), "gold") == variant
    gold.write_text(gold.read_text(encoding="utf-8").replace("points = 5", "points = 500"), encoding="utf-8")
    assert main(["check", str(gold)]) == 1
    assert "gold.toml:6: golden.points: 500 is out of range" in capsys.readouterr().err


def test_a_mechanism_is_played_everywhere_or_refused_by_name(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    words = ["--variant", str(gold), "--games", "2", "--workers", "1", "--json"]
    assert main(["arena", "steady", "greedy", *words]) == 0
    assert "no support for golden; playing through the engine" in capsys.readouterr().err
    assert main(["arena", "steady", "greedy", *words, "--save", str(games)]) == 0
    told = capsys.readouterr()
    points = [bot["points"]["mean"] for bot in json.loads(told.out)["bots"]]
    found = []
    for file in sorted(games.iterdir()):
        assert main(["replay", str(file), "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out)["outcome"]["scores"])
    assert sum(points) == sum(map(sum, found)) / 2
    assert main(["print", str(gold), "-o", str(tmp_path / "gold.svg")]) == 0
    assert main(["simulate", str(gold), "--games", "20"]) == 0
    assert "no support for golden; playing through the engine" in capsys.readouterr().err
    assert main(["solve", str(gold)]) == 1
    assert "no support for golden" in capsys.readouterr().err


def test_a_command_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = recipe("Add a command", "python")
    add_file(rowlock.commands, "chance", text, tmp_path, monkeypatch)
    assert main(["chance", "7"]) == 0
    assert capsys.readouterr().out == "6 in 36\n"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Tell the chance of a sum" in capsys.readouterr().out
