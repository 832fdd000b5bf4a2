"""Reviews at the server: worked out once, beside the play, kept with the version of the analysis."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from finished_games import POSITION, TINY, ask, finished_game
from serving import Served, play, served

from rowlock.analysis.hints import hint
from rowlock.analysis.judges.move_values import NOTHING, Weighed
from rowlock.analysis.version import ANALYSIS
from rowlock.bots.kit import batch
from rowlock.client.http import ServerRefused as Refused
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.engine.view_types import View
from rowlock.server.jobs import reviews
from rowlock.solver.endings import LAST

BAR = '\n[bonus_bar]\nfields = "t r t r"\ncells = "r3 y3"\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("reviews")) as running:
        yield running


def test_a_finished_game_is_reviewed_once_for_all(server: Served) -> None:
    table, _ = finished_game(server)
    path, found = f"/api/tables/{table}/games/1/review", []
    askers = [threading.Thread(target=lambda: found.append(ask(server, "GET", path))) for _ in range(3)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert len(found) == 3
    assert found[0] == found[1] == found[2]
    assert found[0]["whole"]
    assert found[0]["analysis"] == ANALYSIS
    assert found[0]["result"]["scores"] == server.call("GET", f"/api/tables/{table}/games/1")["scores"]
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        kept = database.execute("SELECT game, analysis FROM reviews WHERE table_id = ?", (table,)).fetchall()
    assert kept == [(1, ANALYSIS)]


def test_a_review_of_another_version_is_made_anew(server: Served) -> None:
    table, _ = finished_game(server)
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        row = (table, 1, ANALYSIS - 1, "{}")
        database.execute("INSERT INTO reviews (table_id, game, analysis, body) VALUES (?, ?, ?, ?)", row)
    found = ask(server, "GET", f"/api/tables/{table}/games/1/review")
    assert found["analysis"] == ANALYSIS
    assert ask(server, "GET", f"/api/tables/{table}/games/1/review") == found


def test_who_may_not_see_a_table_may_not_see_its_review(server: Served) -> None:
    table, token = finished_game(server, spectators=False)
    with pytest.raises(Refused) as refused:
        server.call("GET", f"/api/tables/{table}/games/1/review")
    assert refused.value.kind == "no_spectators"
    assert ask(server, "GET", f"/api/tables/{table}/games/1/review", token=token)["turns"]


def test_a_game_that_is_not_over_has_no_review(server: Served) -> None:
    table = server.table(server.player("Ann"), "me", "greedy", start=True)
    with pytest.raises(Refused) as refused:
        server.call("GET", f"/api/tables/{table}/games/1/review")
    assert refused.value.kind == "not_over"


def test_any_position_is_analysed(server: Served) -> None:
    found = ask(server, "POST", "/api/analyse", {"position": POSITION})
    assert found["position"] == POSITION
    assert sum(found["worth"]) == pytest.approx(1)
    assert [option["move"] for option in found["options"][0]][:1]
    assert found["judge"]["by"] == "network"
    own = {"position": "own 1/0 roll . . r,y,g,p0 r,y,g,p0", "variant_text": TINY}
    assert ask(server, "POST", "/api/analyse", own)["judge"]["by"] == "rollouts"


def test_how_much_is_solved_for_an_exact_analysis_is_asked_for(server: Served) -> None:
    by = {most: ask(server, "POST", "/api/analyse", {"position": LAST, "most": most}) for most in (0, 1000)}
    assert [by[most]["judge"]["exact"] for most in (0, 1000)] == [False, True]
    assert 1 < by[0]["joint"] < 1000


def test_a_record_that_somebody_brings_is_reviewed(server: Served) -> None:
    text = "rowlock game 1\nvariant: classic\nseat: Ann\nseat: Ben\n\n1. 4+1 r6 y2 g3 b6 | r5 - | b10\n"
    found = ask(server, "POST", "/api/review", {"text": text})
    assert found["seats"] == ["Ann", "Ben"]
    assert found["turns"][0]["choices"] == ["r5", "-"]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/analyse", {"position": "classic 1/0 nonsense"}, "bad_notation"),
        ("/api/analyse", {"position": "/etc/passwd 1/0 roll . . r,y,g,b,p0"}, "no_such_variant"),
        ("/api/analyse", {"position": "x" * 5000}, "bad_message"),
        ("/api/review", {"text": "rowlock game 1\nvariant: nothing\nseat: A\n"}, "bad_record"),
    ],
)
def test_nonsense_is_refused_with_a_word(server: Served, path: str, body: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        server.call("POST", path, body)
    assert refused.value.kind == code


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 0.05)

    def forever() -> None:
        while True:
            pass

    assert reviews.limited(forever) is None
    assert reviews.limited(lambda: {"a": 1}) == b'{"a":1}'


def test_hints_are_given_at_practice_tables_and_the_record_says_so(server: Served) -> None:
    token = server.player("Ann")
    table = server.table(token, "me", "greedy", start=True, variant_text=TINY)
    assert server.call("GET", f"/api/tables/{table}")["settings"]["hints"]

    async def run() -> Any:
        async with await server.connect(table, token) as client:
            await play(client, Random(1), stop=lambda c: any(v["seat"] in v["waiting"] for v in c.views))
            found = await asyncio.to_thread(server.call, "POST", f"/api/tables/{table}/hint", {}, token)
            await play(client, Random(1))
            return found

    found = asyncio.run(run())
    assert found["move"]
    assert len(found["reasons"]) <= 2
    assert "hints 0: 1" in server.call("GET", f"/api/tables/{table}/games/1/record")


def test_in_company_hints_are_off_until_the_host_allows_them(server: Served) -> None:
    token, other = server.player("Ann"), server.player("Ben")
    table = server.table(token, "me", "open", "greedy")
    assert not server.call("GET", f"/api/tables/{table}")["settings"]["hints"]
    with pytest.raises(Refused):
        server.call("POST", f"/api/tables/{table}/hint", {}, other)
    alone = server.table(token, "me", "greedy", start=True, hints=False, variant_text=TINY)
    with pytest.raises(Refused) as refused:
        server.call("POST", f"/api/tables/{alone}/hint", {}, token)
    assert refused.value.kind in ("hints_off", "not_started")


def questioned(server: Served, path: str, body: Any, **more: Any) -> tuple[Any, str]:
    """The answer of a table's path to somebody who is asked there, and the record of the game."""
    token = server.player("Ann")
    table = server.table(token, "me", "greedy", start=True, **more)

    async def run() -> Any:
        async with await server.connect(table, token) as client:
            await play(client, Random(1), stop=lambda c: any(v["seat"] in v["waiting"] for v in c.views))
            try:
                return await asyncio.to_thread(
                    server.call, "POST", f"/api/tables/{table}/{path}", body, token
                )
            finally:
                await play(client, Random(1))

    found = asyncio.run(run())
    return found, server.call("GET", f"/api/tables/{table}/games/1/record")


def test_a_tutor_is_silent_where_little_is_lost_and_that_is_no_hint(server: Served) -> None:
    found, record = questioned(server, "tutor", {"move": "-"}, variant_text=TINY)  # nobody has learnt it
    assert found == {"better": None}
    assert "hints" not in record


def test_a_tutor_tells_a_better_move_and_that_is_a_hint(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def weighed(_: Variant, seen: View) -> Weighed:
        return NOTHING._replace(worths={m["move"]: -n / 10 for n, m in enumerate(seen["moves"])})

    monkeypatch.setattr(hint, "weigh_all", weighed)
    found, record = questioned(server, "tutor", {"move": "-", "grade": "mistake"}, variant_text=TINY)
    assert found["better"]["grade"] in ("mistake", "blunder")
    assert found["better"]["options"][0]["move"] == found["better"]["move"] != "-"
    assert "hints 0: 1" in record


def test_hints_come_with_cards_too(server: Served) -> None:
    found, record = questioned(server, "hint", {}, variant="cards")
    assert found["move"] == found["options"][0]["move"]
    assert len(found["options"]) > 1
    assert "hints 0: 1" in record


def test_hints_of_strangers_are_refused_with_a_word(server: Served) -> None:
    stranger = server.player("Eve")
    table = server.table(server.player("Ann"), "me", "greedy", start=True, variant_text=TINY)
    for path, body in (("hint", {}), ("hint", {"seat": 0}), ("tutor", {"move": "-"}), ("hint", {"seat": 7})):
        with pytest.raises(Refused) as refused:
            server.call("POST", f"/api/tables/{table}/{path}", body, stranger)
        assert refused.value.kind in ("not_your_seat", "no_such_seat")


BARRED = TINY.replace("[[rows]]", '[[rows]]\nname = "t"\ncells = "r2 r3 r4"\n\n[[rows]]', 1) + BAR
"""A bonus bar with the field of a row that nobody can lock."""


def test_a_hint_is_given_where_a_bonus_bar_names_a_row_without_a_lock(server: Served) -> None:
    found, _ = questioned(server, "hint", {}, variant_text=BARRED)
    assert found["move"]


def test_what_a_pad_is_too_large_for_is_found_out_once(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can take a second of the processor, and hints are asked for again and again."""
    tried = list[str]()

    def refuse(variant: Any) -> Any:
        tried.append(variant.title)
        raise Unsupported("a row has too many states")

    monkeypatch.setattr(batch, "compile_variant", refuse)
    own = TINY.replace('title = "', 'title = "Asked often ', 1)
    for _ in range(2):
        found, _ = questioned(server, "hint", {}, variant_text=own)
        assert found["move"]
    assert len(tried) == 1


def test_puzzles_have_a_door(server: Served) -> None:
    known = server.call("GET", "/api/puzzles")
    assert 1 <= known["today"] <= known["count"]
    asked = server.call("GET", f"/api/puzzles/{known['today']}")
    moves = [move["move"] for move in asked["view"]["moves"]]
    solved = server.call("GET", f"/api/puzzles/{known['today']}/solution")
    assert solved["move"] in moves
    assert solved["options"][0]["move"] == solved["move"]
    with pytest.raises(Refused):
        server.call("GET", f"/api/puzzles/{known['count'] + 1}")


def test_on_postgresql_reviews_are_kept_and_hints_noted_as_well(database: str, tmp_path: Path) -> None:
    with served(tmp_path, database=database) as server:
        found, record = questioned(server, "hint", {}, variant_text=TINY)
        assert found["move"]
        assert "hints 0: 1" in record
        table, token = finished_game(server, spectators=False)
        path = f"/api/tables/{table}/games/1/review"
        made = ask(server, "GET", path, token=token)
        assert made["turns"]
        with pytest.raises(Refused) as refused:
            server.call("GET", path)
        assert refused.value.kind == "no_spectators"
        with psycopg.connect(database) as connection:
            kept = connection.execute("SELECT table_id, game, analysis FROM reviews").fetchall()
        assert kept == [(table, 1, ANALYSIS)]
    with served(tmp_path, database=database) as again:
        assert again.call("GET", path, None, token) == made  # at once: it was kept
        assert again.call("GET", "/api/puzzles/1/solution")["options"]
