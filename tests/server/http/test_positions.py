"""Positions set up by hand at the server: shown to every seat, changed tap by tap, refused with a word."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, play, served

from rowlock import Roll, format_variant, load_variant, parse_record
from rowlock.analysis.review.game import review
from rowlock.client.http import ServerRefused as Refused
from rowlock.engine.json_object import JsonObject
from rowlock.server.verify import verify
from rowlock.table.log.new_table import open_table
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Settings, bot_seat
from rowlock.variants import load_named

TINY = (Path(__file__).parents[2] / "tiny" / "tiny.toml").read_text()
CLASSIC = "classic 1/0 roll . . r,y,g,b,p0 r,y,g,b,p0"
GOING = "classic 7/0 white 4+1,r6,y2,g3,b6 r5/? r2.3,y4,g,b12.9,p3 r,y,g12,b,p1"


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
        ("cards", {"what": "action"}, "unsupported"),
        ("cards", {"what": "roll", "roll": "4+1 r6 y2 g3 b6"}, "bad_notation"),
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


def test_a_table_plays_on_from_a_position_and_its_record_says_so_and_verifies(server: Served) -> None:
    token = server.player("Ann")
    table = server.table(token, "me", "greedy", start=True, position=GOING)

    async def run() -> None:
        async with await server.connect(table, token) as client:
            await play(client, Random(1), stop=lambda c: bool(c.views) and bool(c.views[0]["roll"]))
            first = client.views[0]
            assert first["turn"] == 7
            assert first["roll"]["text"] == "4+1 r6 y2 g3 b6"
            assert first["sheets"][0]["text"] == "r2.3,y4,g,b12.9,p3"
            await play(client, Random(1))

    asyncio.run(run())
    text = server.call("GET", f"/api/tables/{table}/games/1/record")
    assert "\nposition: classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3," in text
    assert "\n7. 4+1 r6 y2 g3 b6 | " in text
    record = parse_record(text, load_named)
    assert verify(record).rolls == sum(isinstance(said.move, Roll) for said in record.inputs)
    assert server.call("GET", f"/api/tables/{table}/games/1/dice")["start"] is None
    frames = server.call("GET", f"/api/tables/{table}/games/1/replay")["frames"]
    assert (frames[0]["turn"], frames[0]["roll"]["text"]) == (7, "4+1 r6 y2 g3 b6")
    found = review(record, rollouts=0)
    assert found["turns"][0]["turn"] == 7
    assert found["whole"]


@pytest.mark.parametrize(
    ("position", "seats", "code"),
    [
        (GOING, ["me"], "bad_message"),
        ("classic 7/0 over . . r,y,g,b,p4 r,y,g,b,p0", ["me", "greedy"], "bad_message"),
        (
            "classic 7/0!0 roll . . r,y,g,b,p0 r,y,g,b,p0 r,y,g,b,p0",
            ["me", "greedy", "greedy"],
            "bad_message",
        ),
        ("classic nonsense here", ["me", "greedy"], "bad_notation"),
        ("cards", ["me", "greedy"], "bad_message"),
    ],
)
def test_a_table_cannot_begin_anywhere(server: Served, position: str, seats: list[str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        server.table(server.player("Ann"), *seats, start=True, position=position)
    assert refused.value.kind == code


def test_another_pad_or_another_number_of_seats_begins_afresh() -> None:
    seats = [Seat("human", "Ann", "a")._asdict(), bot_seat("greedy")._asdict()]
    body: JsonObject = {
        "variant": "classic",
        "text": format_variant(load_variant("classic")),
        "seats": seats,
        "table": "t",
    }
    body |= {"settings": Settings()._asdict(), "name": "Ann", "secret": "00" * 32, "position": GOING}
    table, _ = open_table(Entry(1, 0.0, "a", "created", body))
    assert table.position == GOING
    fewer, _ = say(table, Entry(2, 0.0, "a", "seats", {"count": 3}))
    assert fewer.position == ""
