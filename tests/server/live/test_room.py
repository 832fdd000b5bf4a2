"""Around the game: seats, host, settings, pass-and-play, real dice, spectators, chat, rematch, history."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, asked, begin, begun, play, served, settle, two_at, until

from rowlock import all_rolls, format_roll, load_variant, new_game, parse_record
from rowlock.client import ServerRefused
from rowlock.engine.moves import Roll
from rowlock.server.config import Limits
from rowlock.server.errors import BadProof
from rowlock.server.verify import verify
from rowlock.variants import load_named


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("table")) as running:
        yield running


def test_seats_are_taken_left_given_to_bots_and_opened(server: Served) -> None:
    async def lobby() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = server.table(mia, "me", "open", "open")
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            assert (await ask(two, "sit", seat=0))["code"] == "seat_taken"
            assert (await ask(two, "sit", seat=1, name="Benni"))["type"] == "receipt"
            assert (await ask(two, "bot", seat=2, bot="random"))["code"] == "not_your_seat"
            assert (await ask(one, "bot", seat=2, bot="nobody"))["code"] == "no_such_bot"
            assert (await ask(one, "start"))["code"] == "seats_open"
            assert (await ask(one, "bot", seat=2, bot="random"))["type"] == "receipt"
            assert [seat["name"] for seat in one.table["seats"]] == ["Mia", "Benni", "Random"]
            assert (await ask(two, "start"))["code"] == "not_host"
            assert (await ask(two, "leave", seat=1))["type"] == "receipt"
            assert (await ask(one, "seats", count=1))["type"] == "receipt"
            assert (await ask(one, "seats", count=9))["code"] == "no_such_seat"
            assert (await ask(one, "seats", count=5))["type"] == "receipt"
            assert [seat["kind"] for seat in one.table["seats"]] == ["human"] + ["open"] * 4
            assert (await ask(one, "open", seat=0))["type"] == "receipt"
            assert (await ask(two, "sit", seat=0))["type"] == "receipt"

    asyncio.run(lobby())


def test_the_kicked_leave_and_stay_away(server: Served) -> None:
    async def lobby() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            assert (await ask(two, "kick", player=one.you.get("player", "p")))["code"] == "not_host"
            assert (await ask(one, "kick", player=two.you["player"]))["type"] == "receipt"
            with pytest.raises(ServerRefused) as refused:
                await until(two, lambda m: False)
            assert refused.value.kind == "kicked"
            assert one.table["seats"][1]["kind"] == "open"
        async with await server.connect(table, ben) as again:
            with pytest.raises(ServerRefused):
                await again.next()

    asyncio.run(lobby())


def test_during_play_a_player_leaves_to_a_bot_and_comes_back(server: Served) -> None:
    async def game() -> None:
        async with two_at(server, auto_pass=False) as (_, one, two):
            await begin(one, two)
            await ask(two, "leave", seat=1)
            seat = two.table["seats"][1]
            assert (seat["kind"], seat["name"]) == ("human", "Ben")
            assert seat["stand_in"]
            await settle(one, lambda: 1 not in one.views[0]["waiting"])
            assert (await ask(two, "back", seat=1))["type"] == "receipt"
            assert two.table["seats"][1]["stand_in"] is None
            assert (await ask(one, "bot", seat=1, bot="random"))["type"] == "receipt"
            assert (await ask(one, "sit", seat=1))["code"] == "already_started"

    asyncio.run(game())


def test_pass_and_play_one_token_holds_several_seats(server: Served) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        body = {"seats": [{"kind": "me"}, {"kind": "me", "name": "Oma"}], "start": True}
        table = server.call("POST", "/api/tables", body, mia)["table"]
        async with await server.connect(table, mia) as one:
            await begun(one)
            assert one.you["seats"] == [0, 1]
            assert [view["seat"] for view in one.views] == [0, 1]
            view = asked(one)[0]
            unclear = await ask(one, "move", turn=view["turn"], phase=view["phase"], move="-")
            assert unclear["code"] == "bad_message"
            await play(one, Random(1))
        return table

    table = asyncio.run(game())
    assert server.call("GET", f"/api/tables/{table}/games/1")["seats"] == ["Mia", "Oma"]


def test_real_dice_are_entered_by_who_rolls_or_the_host_and_marked_in_the_record(server: Served) -> None:
    classic = list(all_rolls(new_game(load_variant("classic"), 2)))

    async def game() -> Any:
        mia, ben, chance = server.player("Mia"), server.player("Ben"), Random(8)
        table = server.table(mia, "me", "open", dice="real")
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            await settle(one, lambda: one.table["waiting"]["what"] == "dice")
            assert one.table["dice"]["commitment"] is None
            roll = format_roll(classic[77])
            ben_rolls = one.table["waiting"]["for"] == [1]
            asked = await ask(two, "roll", turn=1, dice=roll)
            assert asked["type"] == "receipt" if ben_rolls else asked["code"] == "not_your_seat"
            assert (await ask(one, "roll", turn=1, dice="9+9 r1 y1 g1 b1"))["code"] == "bad_roll"
            assert (await ask(one, "roll", turn=2, dice=roll))["code"] == "stale"
            assert (await ask(one, "roll", turn=1, dice=format_roll(classic[5])))["type"] == "receipt"
            await ask(one, "move", turn=1, phase="white", move="-")
            assert (await ask(one, "roll", turn=1, dice=roll))["type"] == "receipt"  # mistyped: once more
            assert one.views[0]["roll"]["text"] == roll
            assert one.views[0]["choice"] is None
            other = asyncio.create_task(play(two, Random(2)))
            while one.table["state"] != "over":
                await play(one, chance, lambda client: client.table["waiting"]["what"] == "dice")
                if one.table["state"] == "playing":
                    view = one.views[0]
                    shown = [chance.randint(1, 6) for _ in range(2 + len(view["dice"]))]
                    text = f"{shown[0]}+{shown[1]} " + " ".join(
                        f"{colour}{value}" for colour, value in zip(view["dice"], shown[2:], strict=True)
                    )
                    assert (await ask(one, "roll", turn=view["turn"], dice=text.strip()))["type"] == "receipt"
            await other
        return table

    table = asyncio.run(game())
    record = parse_record(server.call("GET", f"/api/tables/{table}/games/1/record"), load_named)
    roll = record.inputs[0].move
    assert isinstance(roll, Roll)
    assert format_roll(roll) == format_roll(classic[77])  # the corrected one alone
    assert server.call("GET", f"/api/tables/{table}/games/1/replay")["frames"][-1]["view"]["over"]
    assert record.seats[0] in server.call("GET", f"/api/tables/{table}/games/1/print.svg?lang=it")
    assert dict(record.headers)["dice"].startswith("real")
    with pytest.raises(BadProof, match="real dice"):
        verify(record)


def test_no_client_can_send_dice_to_a_table_of_the_server(server: Served) -> None:
    async def game() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            refused = await ask(one, "roll", turn=1, dice="6+6 r6 y6 g6 b6")
            assert refused["code"] == "server_dice"

    asyncio.run(game())


def test_nobody_watches_a_closed_table_by_coming_early(server: Served) -> None:
    """Whoever has not sat down when the game begins must go, and may stay where spectators are welcome."""

    async def game(spectators: Any) -> Any:
        mia, eve = server.player("Mia"), server.player("Eve")
        table = server.table(mia, "me", "random", spectators=spectators)
        async with await server.connect(table, mia) as one, await server.connect(table, eve) as early:
            await early.next()
            await ask(one, "start")
            return await until(early, lambda m: m["type"] == "table" and m["table"]["state"] == "playing")

    assert asyncio.run(game(spectators=True))["views"]
    with pytest.raises(ServerRefused) as refused:
        asyncio.run(game(spectators=False))
    assert refused.value.kind == "no_spectators"


def test_after_the_end_a_rematch_comes_before_new_seats(server: Served) -> None:
    async def game() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = server.table(mia, "me", "random", start=True)
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await play(one, Random(4))
            number = one.number
            refusals: list[tuple[Any, str, dict[str, Any]]] = [
                (one, "seats", {"count": 4}),
                (one, "seed", {"seat": 0, "seed": "x"}),
                (one, "settings", {"dice": "real"}),
                (two, "sit", {"seat": 1}),
            ]
            for client, kind, fields in refusals:
                assert (await ask(client, kind, **fields))["code"] == "not_now"
            assert (await ask(one, "settings", listed=True))["number"] == number + 1, "nothing was stored"
            await ask(one, "rematch", lobby=True)
            assert (await ask(one, "seats", count=3))["type"] == "receipt"
            assert (await ask(two, "sit", seat=2))["type"] == "receipt"

    asyncio.run(game())


def test_watchers_never_keep_a_player_out(tmp_path: Path) -> None:
    async def game(server: Served) -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        async with AsyncExitStack() as crowd:
            for _ in range(3):
                watcher = await crowd.enter_async_context(await server.connect(table))
                await watcher.next()
            late = await crowd.enter_async_context(await server.connect(table))
            assert (await late.next())["code"] == "too_many"
            one = await crowd.enter_async_context(await server.connect(table, mia))
            await begun(one)
            assert one.views[0]["seat"] == 0

    with served(tmp_path, limits=Limits(factor=0, listeners=3)) as server:
        asyncio.run(game(server))


def test_spectators_watch_only_where_they_are_welcome(server: Served) -> None:
    async def game() -> None:
        mia, eve = server.player("Mia"), server.player("Eve")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one, await server.connect(table, eve) as watcher:
            await asyncio.gather(begun(one), begun(watcher))
            assert watcher.views[0]["seat"] is None
            assert watcher.views[0]["moves"] == []
            await settle(one, lambda: one.table["watchers"] == 1)
            assert (await ask(watcher, "chat", text="psst"))["code"] == "not_your_seat"
            assert (await ask(one, "settings", spectators=False))["type"] == "receipt"
            with pytest.raises(ServerRefused) as refused:
                await until(watcher, lambda m: False)
            assert refused.value.kind == "no_spectators"
            async with await server.connect(table) as again:
                with pytest.raises(ServerRefused):
                    await again.next()
            await play(one, Random(1))
        for token in (None, eve):
            with pytest.raises(ServerRefused) as refused:
                server.call("GET", f"/api/tables/{table}/games/1/record", token=token)
            assert refused.value.kind == "no_spectators"
        assert server.call("GET", f"/api/tables/{table}/games/1/record", token=mia)

    asyncio.run(game())


def test_people_talk_in_words_and_phrases_until_the_host_switches_it_off(server: Served) -> None:
    async def talk() -> None:
        async with two_at(server) as (_, one, two):
            await one.send("chat", text="  <b>hi</b> ")
            told = await until(two, lambda m: m["type"] == "chat")
            assert (told["name"], told["seat"], told["text"]) == ("Mia", 0, "<b>hi</b>")
            await two.send("phrase", phrase="good_luck")
            assert (await until(one, lambda m: m["type"] == "chat" and m["seat"] == 1))[
                "phrase"
            ] == "good_luck"
            assert (await ask(one, "phrase", phrase="rude"))["code"] == "bad_message"
            assert (await ask(one, "chat", text="x" * 201))["code"] == "bad_message"
            await ask(one, "settings", chat=False)
            assert (await ask(two, "chat", text="hello?"))["code"] == "chat_off"
            await one.send("sync")
            whole = await until(one, lambda m: m["type"] == "welcome")
            assert [line["text"] or line["phrase"] for line in whole["chat"]] == ["<b>hi</b>", "good_luck"]

    asyncio.run(talk())


def test_a_rematch_is_a_vote_and_the_host_may_change_the_table_first(server: Served) -> None:
    async def games() -> None:
        async with two_at(server, "random") as (_, one, two):
            await ask(one, "start")
            await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
            assert (await ask(two, "rematch"))["type"] == "receipt"
            assert (two.table["state"], two.table["game"]) == ("over", 1)
            assert [seat["agreed"] for seat in two.table["seats"]] == [False, True, False]
            assert (await ask(two, "rematch", lobby=True))["code"] == "not_host"
            assert (await ask(one, "rematch"))["type"] == "receipt"
            assert one.table["game"] == 2
            assert not any(seat["agreed"] for seat in one.table["seats"])
            await settle(two, lambda: two.table["game"] == 2)
            await asyncio.gather(play(one, Random(3)), play(two, Random(4)))
            assert (await ask(one, "rematch", lobby=True))["type"] == "receipt"
            assert (one.table["state"], one.table["game"]) == ("open", 3)

    asyncio.run(games())


def test_rematch_keeps_the_people_and_brings_new_dice(server: Served) -> None:
    async def games() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            assert (await ask(one, "rematch"))["code"] == "not_over"
            await play(one, Random(1))
            first = one.table["dice"]
            assert first["secret"]
            winners = one.views[0]["over"]["winners"]
            assert (await ask(one, "rematch"))["type"] == "receipt"
            await begun(one)
            assert (one.table["state"], one.table["game"], one.views[0]["turn"]) == ("playing", 2, 1)
            assert one.table["dice"]["commitment"] != first["commitment"]
            assert one.table["dice"]["secret"] is None
            assert [seat["wins"] for seat in one.table["seats"]] == [int(s in winners) for s in range(2)]
            await play(one, Random(2))
        return mia, table

    mia, table = asyncio.run(games())
    played = server.call("GET", "/api/games", token=mia)["games"]
    assert [(game["table"], game["game"], game["seats_of_mine"]) for game in played] == [
        (table, 2, [0]),
        (table, 1, [0]),
    ]
    older = server.call("GET", f"/api/games?before={played[0]['at']}", token=mia)["games"]
    assert [game["game"] for game in older] == [1]
    for game in (1, 2):
        record = parse_record(server.call("GET", f"/api/tables/{table}/games/{game}/record"), load_named)
        assert verify(record).rolls
    replay = server.call("GET", f"/api/tables/{table}/games/1/replay")
    assert replay["frames"][0]["facts"] == []
    assert replay["frames"][-1]["view"]["over"]["scores"] == played[1]["scores"]
    text = server.call("GET", f"/api/tables/{table}/games/2/record")
    again = server.call("POST", "/api/replay", {"text": text})
    assert again["damage"] is None
    assert again["frames"][-1]["view"]["over"]["scores"] == played[0]["scores"]


def test_listed_tables_are_found_and_private_ones_are_not(server: Served) -> None:
    mia = server.player("Mia")
    public, private = server.table(mia, "me", "open", listed=True), server.table(mia, "me", "open")
    shown = [table["table"] for table in server.call("GET", "/api/tables")["tables"]]
    assert public in shown
    assert private not in shown
    assert server.call("GET", f"/api/tables/{private}")["seats"][1]["kind"] == "open"


OWN = 'parent = "classic"\ntitle = "Short evening"\nrules = 1\n[end]\nclosed_rows = 1\n'


def test_an_own_variant_is_checked_played_and_travels_in_the_record(server: Served) -> None:
    assert server.call("POST", "/api/variants", {"text": OWN})["title"] == "Short evening"
    with pytest.raises(ServerRefused) as refused:
        server.call("POST", "/api/variants", {"text": OWN + "[nonsense]\nx = 1\n"})
    assert refused.value.kind == "bad_variant"

    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", variant_text=OWN, start=True)
        async with await server.connect(table, mia) as one:
            whole = await one.next()
            assert whole["variant"]["end_rows"] == 1
            await play(one, Random(1))
        return table

    table = asyncio.run(game())
    text = server.call("GET", f"/api/tables/{table}/games/1/record")
    assert "variant {" in text
    assert verify(parse_record(text, load_named)).rolls
    assert server.call("GET", f"/api/tables/{table}/variant")["title"] == "Short evening"
    bots = {bot["name"]: bot for bot in server.call("GET", f"/api/tables/{table}/bots")["bots"]}
    assert bots["champion"]["plays_by"] == "hand"
    assert bots["random"]["plays_by"] == "itself"


def test_a_name_is_remembered_and_can_be_changed(server: Served) -> None:
    mia = server.player("Mia")
    assert server.call("PATCH", "/api/players/me", {"name": " Mia B "}, mia)["name"] == "Mia B"
    assert server.call("GET", "/api/players/me", token=mia)["name"] == "Mia B"
    table = server.table(mia, "me", "open")
    assert server.call("GET", f"/api/tables/{table}")["host"] == "Mia B"


def test_sheets_can_be_printed(server: Served) -> None:
    assert "<svg" in server.call("GET", "/api/print/classic.svg?per_page=1&lang=de")
    letter = server.call("GET", "/api/print/longo.svg?paper=letter&grey=true&rules=true&per_page=8")
    assert 'width="215.9mm"' in letter


def test_the_host_changes_the_pad_before_the_start_and_the_link_has_a_preview(server: Served) -> None:
    async def lobby() -> Any:
        mia, ben = server.player("Mia <3"), server.player("Ben")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            assert (await ask(two, "pad", variant="longo"))["code"] == "not_host"
            assert (await ask(one, "pad", variant="none"))["code"] == "no_such_variant"
            assert (await ask(one, "pad", variant="longo"))["type"] == "receipt"
            assert one.table["variant"] == "longo"
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            assert (await ask(one, "pad", variant="classic"))["code"] == "already_started"
            await settle(one, lambda: one.views)
            assert len(one.views[0]["sheets"][0]["rows"]) == 4
        return table

    table = asyncio.run(lobby())
    with urllib.request.urlopen(f"{server.base}/t/{table}") as answer:
        page = answer.read().decode()
    if "</head>" in page:
        assert "Mia &lt;3 invites you to play Longo." in page
        assert f'content="{server.base}/icon-512.png"' in page
    standing = server.call("GET", f"/api/tables/{table}")
    assert standing["scores"] == [0, 0]
    assert standing["waiting"] == [0, 1]


def test_a_score_pad_minds_the_sheets_without_dice_or_turns(server: Served) -> None:
    async def pad() -> Any:
        async with two_at(server, dice="none") as (table, one, two):
            await ask(one, "start")
            await settle(two, lambda: two.views)

            async def say(client: Any, move: str) -> Any:
                return await ask(client, "move", turn=1, phase="white", move=move)

            assert "r12" not in [move["move"] for move in one.views[0]["moves"]]
            refused = await say(one, "r12")
            assert (refused["code"], "needs 5 crosses" in refused["reason"]) == ("illegal_move", True)
            assert (await say(two, "b7"))["type"] == "receipt"
            for number in (2, 3, 4, 5, 6):
                assert (await say(one, f"r{number}"))["type"] == "receipt"
            assert (await say(two, "<"))["type"] == "receipt"  # the player's own last mark, whatever followed
            assert (await say(two, "<"))["code"] == "not_now"
            assert (await say(two, "b7"))["type"] == "receipt"
            assert (await say(one, "<"))["type"] == "receipt"
            assert (await say(one, "r6"))["type"] == "receipt"
            assert (await say(one, "r12"))["type"] == "receipt"
            await settle(two, lambda: two.views[0]["sheets"][1]["rows"][0]["closed"])
            for _ in range(4):
                assert (await say(two, "-"))["type"] == "receipt"
            await settle(one, lambda: one.table["waiting"]["what"] == "count")
            assert (await ask(one, "bot", seat=1, bot="random"))["code"] == "no_bots_here"
            assert (await ask(one, "count"))["type"] == "receipt"
            assert one.table["waiting"] == {"for": [1], "what": "count"}
            assert (await ask(two, "count"))["type"] == "receipt"
            await settle(one, lambda: one.table["state"] == "over")
            assert one.views[0]["over"]["scores"] == [28, -19]
        return table

    table = asyncio.run(pad())
    with pytest.raises(ServerRefused) as refused:
        server.call("GET", f"/api/tables/{table}/games/1/record")
    assert "no record of turns" in str(refused.value)


def test_a_game_that_is_corrected_after_its_end_is_listed_as_it_stands_then(server: Served) -> None:
    async def correct() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", dice="real")

        def listed() -> Any:
            return server.call("GET", "/api/games", token=mia)["games"]

        async with await server.connect(table, mia) as one:
            await ask(one, "start")
            for turn in range(1, 5):
                await ask(one, "roll", turn=turn, dice="1+1 r1 y1 g1 b1")
                for phase in ("white", "colour"):
                    await settle(one, partial(lambda phase: one.views[0]["phase"] == phase, phase))
                    await ask(one, "move", turn=turn, phase=phase, move="-")
            await settle(one, lambda: one.table["state"] == "over")
            assert [game["scores"] for game in listed()] == [[-20]]
            last = max(said["place"] for said in server.call("GET", f"/api/tables/{table}/past")["past"])
            assert (await ask(one, "propose", place=last, move="r2"))["type"] == "receipt"
            await settle(one, lambda: one.table["state"] == "playing")
            assert listed() == []
            with pytest.raises(ServerRefused):
                server.call("GET", f"/api/tables/{table}/games/1/record")
            assert (await ask(one, "propose", place=last, move="-"))["type"] == "receipt"
            await settle(one, lambda: one.table["state"] == "over")
            assert [game["scores"] for game in listed()] == [[-20]]
            assert (await ask(one, "propose", place=1, move="r2"))["type"] == "receipt"
            await settle(one, lambda: one.table["state"] == "playing")

    asyncio.run(correct())


def test_a_correction_is_seen_by_all_and_made_when_all_consent(server: Served) -> None:
    async def correct() -> None:
        async with two_at(server, dice="none") as (table, one, two):
            await ask(one, "start")
            for client, mark in ((one, "r5"), (two, "b7"), (one, "r8")):
                assert (await ask(client, "move", turn=1, phase="white", move=mark))["type"] == "receipt"
            past = server.call("GET", f"/api/tables/{table}/past")["past"]
            assert [(said["seat"], said["move"]["move"]) for said in past] == [
                (0, "r8"),
                (1, "b7"),
                (0, "r5"),
            ]
            seen = server.call("GET", f"/api/tables/{table}/past/0")
            assert (seen["seat"], "r4" in [move["move"] for move in seen["moves"]]) == (0, True)
            assert (await ask(one, "propose", place=0, move="r9"))["code"] == "cannot_stand"
            assert (await ask(one, "propose", place=0, move="r4", added=True))["type"] == "receipt"
            await settle(two, lambda: two.table["proposal"])
            told = two.table["proposal"]
            assert (told["by"], told["asked"], told["new_move"]["cell"]) == (0, [1], ["r", 4])
            assert (told["scores"], told["new_scores"]) == ([3, 1], [6, 1])
            assert (await ask(two, "consent", agree=True))["type"] == "receipt"
            await settle(one, lambda: one.views[0]["sheets"][0]["rows"][0]["crossed"] == [4, 5, 8])
            assert one.table["proposal"] is None
            assert (await ask(two, "consent", agree=True))["code"] == "not_now"

    asyncio.run(correct())
