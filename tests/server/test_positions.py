"""Positions set up by hand at the server: shown to every seat, changed tap by tap, refused with a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from serving import Served, served

from rowlock.client.http import ServerRefused as Refused

TINY = (Path(__file__).parent.parent / "tiny" / "tiny.toml").read_text()
CLASSIC = "classic 1/0 roll . . r,y,g,b,p0 r,y,g,b,p0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("positions")) as running:
        yield running


def shown(server: Served, position: str, **more: Any) -> Any:
    return server.call("POST", "/api/position", {"position": position, **more})


def test_a_name_alone_is_the_start_of_a_game(server: Served) -> None:
    found = shown(server, "classic")
    assert found["position"] == CLASSIC
    assert found["variant"]["name"] == "classic"
    assert found["variant_text"] is None
    assert [view["seat"] for view in found["views"]] == [0, 1]


def test_a_position_is_changed_tap_by_tap(server: Served) -> None:
    position = CLASSIC
    changes: list[dict[str, Any]] = [
        {"what": "seats", "number": 3},
        {"what": "cell", "seat": 1, "row": "r", "number": 7},
        {"what": "cell", "seat": 1, "row": "r", "number": 4},
        {"what": "penalty", "seat": 2},
        {"what": "cell", "seat": 0, "row": "y", "number": 2},
        {"what": "clear", "seat": 0},
        {"what": "active", "seat": 1},
        {"what": "roll", "roll": "4+1 r6 y2 g3 b6"},
        {"what": "action", "action": "colour"},
    ]
    for change in changes:
        position = shown(server, position, change=change)["position"]
    assert position == "classic 1/1 colour 4+1,r6,y2,g3,b6 . r,y,g,b,p0 r4.7,y,g,b,p0 r,y,g,b,p1"
    found = shown(server, position)
    assert {move["move"] for move in found["views"][1]["moves"]} >= {"-", "r10", "b7"}
    up = shown(server, position, change={"what": "roll", "roll": None})
    assert up["position"].split()[2:4] == ["roll", "."]


def test_an_own_pad_comes_back_with_its_text_and_its_parents_in_it(server: Served) -> None:
    found = shown(
        server, "own", variant_text='parent = "tiny"\ntitle = "Mine"\n', variant_parents={"tiny": TINY}
    )
    assert found["variant"]["title"] == "Mine"
    assert "parent" not in found["variant_text"]
    change = {"what": "cell", "row": "r", "number": found["variant"]["rows"][0]["cells"][0]["number"]}
    again = shown(server, found["position"], variant_text=found["variant_text"], change=change)
    assert again["views"][0]["sheets"][0]["rows"][0]["count"] == 1


@pytest.mark.parametrize(
    ("position", "change", "code"),
    [
        ("nothing", None, "no_such_variant"),
        ("/etc/passwd", None, "no_such_variant"),
        ("cards", None, "unsupported"),
        ("classic 1/0 nonsense", None, "bad_notation"),
        (CLASSIC, {"what": "cell", "row": "r", "number": 12}, "illegal_move"),
        (CLASSIC, {"what": "cell", "row": "q", "number": 2}, "illegal_move"),
        (CLASSIC, {"what": "cell", "seat": 7, "row": "r", "number": 2}, "no_such_seat"),
        (CLASSIC, {"what": "seats", "number": 12}, "no_such_seat"),
        (CLASSIC, {"what": "roll", "roll": "9+9"}, "bad_notation"),
        (CLASSIC, {"what": "action", "action": "white"}, "illegal_move"),
        (CLASSIC, {"what": "everything"}, "bad_message"),
        (CLASSIC, {"what": "seats", "number": 0}, "no_such_seat"),
    ],
)
def test_nonsense_is_refused_with_a_word(server: Served, position: str, change: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        shown(server, position, change=change)
    assert refused.value.kind == code
