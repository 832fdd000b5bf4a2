"""The card game over real sockets: games that can be verified, and nothing told that a seat may not know."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, free_port, lines_of, log_in, play, served, two_at, until
from websockets.asyncio.client import connect

from rowlock import Shuffle, format_record, parse_record, replay
from rowlock.cli import main
from rowlock.client import Client, ServerRefused, call
from rowlock.engine.cards.lay import known_to
from rowlock.server.verify import verify
from rowlock.table.log.records import read_table
from rowlock.variants import load_named

OPERATOR, METRICS = "the-operators-own-token", "the-token-for-metrics"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("cards")) as running:
        yield running


def colours_in(views: list[Any], seat: int | None) -> None:
    """Every card in a view is the seat's own, or was played, or everything is over."""
    for view in views:
        cards = view.get("cards")
        if not cards or view["over"]:
            continue
        hands = cards["text"].split(";")[0].split("/")
        for owner, hand in enumerate(hands):
            assert owner == seat or all(card.startswith("?") for card in hand.split(".") if card)
        assert all(card in "-" or card.startswith("?") for card in cards["text"].split(";")[1].split("."))
        assert set(cards["text"].split(";")[2].replace(".", "").replace("?", "")) <= set("0123456789")


def test_R24_4_a_game_is_played_shows_no_more_than_it_may_and_is_verified(
    server: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)

    async def game() -> Any:
        async with two_at(server, variant="cards") as (table, one, two):
            await ask(one, "start")
            return table, await asyncio.gather(play(one, Random(1)), play(two, Random(2)))

    table, told = asyncio.run(game())
    for seat, messages in enumerate(told):
        for message in messages:
            colours_in(message.get("views") or [], seat)
    record = parse_record(server.call("GET", f"/api/tables/{table}/games/1/record"), load_named)
    shuffles = [said.move for said in record.inputs if isinstance(said.move, Shuffle)]
    assert verify(record).rolls == len(shuffles) > 0
    (tmp_path / "cards.rowlock").write_text(format_record(record), "utf-8")
    assert main(["verify", str(tmp_path / "cards.rowlock")]) == 0
    assert re.match("The shuffle|All .* shuffles", capsys.readouterr().out)
    for messages in told:
        before = json.dumps([m for m in messages if not any(view["over"] for view in m.get("views") or [])])
        assert shuffles[0].text not in before
        assert '"secret": null' in before
    assert shuffles[0].text[:40] not in caplog.text
    lay = replay(record)[0].game.lay
    assert lay is not None
    assert known_to(lay, None) != lay
    wrong = shuffles[0].cards[::-1]
    swapped = [record.inputs[0]._replace(move=Shuffle(wrong)), *record.inputs[1:]]
    with pytest.raises(Exception, match=r"shuffle 1|not legal|slot"):
        verify(type(record)(record.variant, record.seats, record.start, tuple(swapped), record.headers))


async def watch(client: Any) -> list[Any]:
    """All that a spectator is told until the game is over."""
    seen = []
    async with asyncio.timeout(100):
        while client.table.get("state") != "over":
            seen.append(await client.next())
    return seen


def test_R24_4_a_spectator_and_who_asks_for_the_record_of_a_running_game_learn_nothing(
    server: Served,
) -> None:
    async def game() -> Any:
        mia, eve = server.player("Mia"), server.player("Eve")
        table = server.table(mia, "me", "champion", variant="cards")
        async with await server.connect(table, mia) as one, await server.connect(table, eve) as two:
            await ask(one, "start")
            for what in ("record", "replay", "dice", "review"):
                path = f"/api/tables/{table}/games/1/{what}"
                for token in (mia, eve, None):
                    with pytest.raises(ServerRefused, match="when the game is over"):
                        await asyncio.to_thread(server.call, "GET", path, None, token)
            return await asyncio.gather(play(one, Random(1)), watch(two))

    played, watched = asyncio.run(game())
    views = [view for message in watched for view in message.get("views") or []]
    assert views
    assert all(view["seat"] is None and not view["moves"] for view in views)
    colours_in(views, None)
    for message in played:
        colours_in(message.get("views") or [], 0)


def test_real_cards_are_played_on_a_score_pad(server: Served) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", variant="cards", dice="real")
        async with await server.connect(table, mia) as one:
            return await ask(one, "start")

    assert asyncio.run(game())["code"] == "not_now"


def test_of_several_seats_on_one_device_at_most_one_hand_is_told(server: Served) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", variant="cards;jokers=on", start=True)
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with asyncio.timeout(100), connect(address) as one:
            await one.send(json.dumps({"type": "hello", "token": mia, "one_hand": True}))
            told = [json.loads(await one.recv())]
            while not told[-1].get("views") or not told[-1]["views"][0]["cards"]["pile"]:
                told.append(json.loads(await one.recv()))
            for seat in (1, 0, None):
                await one.send(json.dumps({"type": "look", "seat": seat}))
                told.append(json.loads(await one.recv()))
                while told[-1]["type"] != "welcome":
                    told.append(json.loads(await one.recv()))
            return [message for message in told if message.get("views")]

    *before, of_one, of_zero, of_none = asyncio.run(game())
    assert of_one["variant"]["options"] == {"jokers": "on"}
    assert [[view["cards"]["hand"] is None for view in seen["views"]] for seen in (before[-1], of_none)] == [
        [True, True],
        [True, True],
    ]
    assert [view["cards"]["hand"] is None for view in of_one["views"]] == [True, False]
    assert [view["cards"]["hand"] is None for view in of_zero["views"]] == [False, True]
    for message in [*before, of_none]:
        colours_in(message["views"], None)
    for seat, message in ((1, of_one), (0, of_zero)):
        colours_in([view for view in message["views"] if view["seat"] != seat], None)


def test_a_pad_is_chosen_with_its_options_by_name(server: Served) -> None:
    async def change() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open", variant="cards")
        async with await server.connect(table, mia) as one:
            await one.next()
            await ask(one, "pad", variant="cards-mixx-a;jokers=on")
            await one.send("sync")
            welcome = await until(one, lambda message: message["type"] == "welcome")
            return welcome, await ask(one, "pad", variant="cards;jokers=perhaps")

    welcome, refused = asyncio.run(change())
    assert welcome["variant"]["name"] == welcome["table"]["variant"] == "cards-mixx-a"
    assert welcome["variant"]["options"] == {"jokers": "on"}
    assert refused["code"] == "bad_variant"
    assert server.call("GET", "/api/variants/cards;jokers=on")["options"] == {"jokers": "on"}


def test_R24_4_a_replay_shows_all_hands_once_the_game_is_over(server: Served) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", variant="cards", start=True)
        async with await server.connect(table, mia) as one:
            await play(one, Random(3))
        return server.call("GET", f"/api/tables/{table}/games/1/replay")

    frames = asyncio.run(game())["frames"][1:]
    assert all(len(frame["view"]["cards"]["open"]) == 2 for frame in frames)
    assert all(any(fact["kind"] != "chose" for fact in frame["facts"]) for frame in frames)


def test_R28_5_real_cards_on_a_score_pad_mind_turns_and_gaps(server: Served) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", variant="cards", dice="none", start=True)
        async with await server.connect(table, mia) as one:
            await one.next()
            active = one.views[0]["active"]
            marks = [(active, "=b12:12"), (active, "=b8:8"), (active, "=b10:10"), (1 - active, "r7")]
            marks += [(active, "-"), (1 - active, "-"), (active, "<")]
            answers = [await ask(one, "move", turn=1, phase="white", seat=s, move=text) for s, text in marks]
            return [answer["type"] for answer in answers], one.views[0]["active"] == active

    told, is_back = asyncio.run(game())
    assert told == ["receipt", "refusal", "receipt", "receipt", "receipt", "receipt", "refusal"]
    assert is_back


def test_R24_4_neither_logs_nor_metrics_nor_the_operators_page_tell_hands_or_the_secret(
    tmp_path: Path,
) -> None:
    """While a game is on: the most talkative log, all that is counted, lists, refusals and answers."""
    port, told, hands = free_port(), list[str](), list[str]()
    base = f"http://127.0.0.1:{port}"
    options = ["--data", str(tmp_path), "--port", str(port), "--log-level", "debug"]
    tokens = ["--admin-token", OPERATOR, "--metrics-token", METRICS]
    command = [sys.executable, "-m", "rowlock", "serve", "--host", "127.0.0.1", *options, *tokens]

    async def scene(table: str, mia: str, ben: str) -> None:
        async with (
            await Client.connect(base, table, mia) as one,
            await Client.connect(base, table, ben) as two,
            await Client.connect(base, table) as watcher,
        ):
            await two.next()
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            later = lambda client: client.views and client.views[0]["turn"] > 3  # noqa: E731
            await asyncio.gather(play(one, Random(1), stop=later), play(two, Random(2), stop=later))
            seen = one.views[0]
            hands.extend(
                c.views[0]["cards"]["text"].split(";")[0].split("/")[n] for n, c in enumerate((one, two))
            )
            for move in ("=b12.9:12", "@2", "-", "=x", "r8"):
                wish = {"turn": seen["turn"], "phase": seen["phase"], "move": move}
                told.append(json.dumps(await ask(watcher, "move", **wish)))
            paths = ("", "/tables", "/players", "/bans")
            for path in paths:
                told.append(json.dumps(call(base, "GET", f"/api/admin{path}", None, OPERATOR)))
            told.append(call(base, "GET", "/metrics", None, METRICS))
            told.append(json.dumps(call(base, "GET", f"/api/tables/{table}")))
            told.append(json.dumps([watcher.table, watcher.views]))

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert "served at" in lines_of(server).readline()
            mia, ben = (call(base, "POST", "/api/players", {"name": n})["token"] for n in ("Mia", "Ben"))
            wish = {"variant": "cards", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
            table = call(base, "POST", "/api/tables", wish, mia)["table"]
            asyncio.run(scene(table, mia, ben))
        finally:
            server.terminate()
            told.append(server.communicate()[1])
    log = log_in(tmp_path / "rowlock.db", table)
    shuffle = next(entry.body["cards"] for entry in log if entry.kind == "shuffle")
    assert read_table(log).state == "playing"
    full = [hand for hand in hands if hand.count(".") >= 2]  # who has just played may hold fewer
    assert full
    for secret in (log[0].secret, shuffle[:30], *full, mia, ben):
        assert all(secret not in text for text in told)
