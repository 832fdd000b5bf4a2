"""Leaving, giving up, breaking off, being sent away or muted, and who is host then: over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from typing import Any

import pytest
from serving import Served, ask, begun, play, played_log, served, settle, until

from rowlock import load_variant, parse_record
from rowlock.client import ServerRefused
from rowlock.server.verify import verify
from rowlock.table.log.records import read_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("parting")) as running:
        yield running


async def seated(server: Served, stack: AsyncExitStack, *names: str, **settings: Any) -> Any:
    """A table whose game has begun, with somebody on every seat; the first is host."""
    tokens = [server.player(name) for name in names]
    table = server.table(tokens[0], "me", *["open"] * (len(names) - 1), **settings)
    people = [await stack.enter_async_context(await server.connect(table, token)) for token in tokens]
    for seat, client in enumerate(people[1:], 1):
        await client.next()
        await ask(client, "sit", seat=seat)
    await ask(people[0], "start")
    for client in people:
        await settle(client, partial(lambda client: client.table.get("state") == "playing", client))
    return table, people


def in_play(server: Served, scene: Any, *names: str, **settings: Any) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            await scene(*await seated(server, stack, *names, **settings))

    asyncio.run(run())


def finished(server: Served, table: str) -> Any:
    record = parse_record(server.call("GET", f"/api/tables/{table}/games/1/record"), load_variant)
    return server.call("GET", f"/api/tables/{table}/games/1"), record


def test_giving_up_ends_a_game_of_two_and_stands_in_the_record(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        assert (await ask(two, "resign", seat=0))["code"] == "not_your_seat"
        assert (await ask(two, "resign", seat=1))["type"] == "receipt"
        await settle(one, lambda: one.table["state"] == "over")
        assert one.views[0]["over"]["reason"] == "resigned"
        assert one.views[0]["over"]["winners"] == [0]
        assert one.table["dice"]["secret"]
        ended, record = finished(server, table)
        assert (ended["reason"], ended["winners"]) == ("resigned", [0])
        assert verify(record).rolls == 1
        shown = server.call("GET", f"/api/tables/{table}/games/1/replay")
        assert [fact["kind"] for fact in shown["frames"][-1]["facts"]] == ["resigned", "ended"]
        game = read_table(played_log(server, table)).game
        assert game is not None
        assert game.out == (1,)
        assert (await ask(two, "resign", seat=1))["code"] == "not_started"

    in_play(server, scene, "Mia", "Ben")


def test_the_others_play_a_game_to_its_end_without_who_gave_up(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two, three = people
        assert (await ask(three, "resign", seat=2))["type"] == "receipt"
        assert (await ask(three, "leave", seat=2))["code"] == "not_now"
        assert (await ask(one, "bot", seat=2, bot="random"))["code"] == "not_now"
        await settle(two, lambda: two.views[0]["out"] == [2])
        await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
        ended, record = finished(server, table)
        assert ended["reason"] in ("rows", "penalties")
        assert 2 not in ended["winners"]
        verify(record)

    in_play(server, scene, "Mia", "Ben", "Ann")


def test_a_game_is_broken_off_when_all_who_play_agree(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two, three = people
        assert (await ask(one, "abort"))["type"] == "receipt"
        assert (await ask(one, "abort"))["code"] == "not_now"
        await settle(two, lambda: two.table["seats"][0]["ending"])
        assert (await ask(one, "abort", wish=False))["type"] == "receipt"
        assert (await ask(two, "abort"))["type"] == "receipt"
        assert (await ask(one, "abort"))["type"] == "receipt"
        assert one.table["state"] == "playing"
        await ask(three, "leave", seat=2)  # a bot plays on for the third, who is not asked then
        await settle(one, lambda: one.table["state"] == "over")
        ended, record = finished(server, table)
        assert (ended["reason"], ended["winners"]) == ("aborted", [])
        assert record.inputs[-1].move.text == "aborted"
        verify(record)
        assert [seat["wins"] for seat in one.table["seats"]] == [0, 0, 0]

    in_play(server, scene, "Mia", "Ben", "Ann")


def test_who_moves_on_no_longer_wants_to_break_off(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        await ask(one, "abort")
        await play(
            one, Random(3), lambda client: client.views[0]["choice"] or not client.table["seats"][0]["ending"]
        )
        await settle(one, lambda: not one.table["seats"][0]["ending"])
        await ask(two, "abort")
        assert one.table["state"] == "playing"

    in_play(server, scene, "Mia", "Ben", auto_pass=False)


def test_somebody_who_plays_alone_with_bots_may_break_off_at_once(server: Served) -> None:
    async def scene() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            await ask(one, "abort")
            await settle(one, lambda: one.table["state"] == "over")
        stranger = server.player("Eve")
        async with await server.connect(table, stranger) as eve:
            await eve.next()
            assert (await ask(eve, "abort"))["code"] == "not_started"

    asyncio.run(scene())


def test_a_stranger_cannot_break_a_game_off(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        async with await server.connect(table, server.player("Eve")) as eve:
            await eve.next()
            assert (await ask(eve, "abort"))["code"] == "not_your_seat"

    in_play(server, scene, "Mia", "Ben")


def test_a_score_pad_can_be_given_up_and_broken_off(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two, three = people
        await ask(three, "resign", seat=2)
        await settle(one, lambda: one.views[0]["out"] == [2])
        assert one.table["waiting"]["for"] == [0, 1]
        await ask(one, "abort")
        await ask(two, "abort")
        await settle(one, lambda: one.table["state"] == "over")
        assert one.views[0]["over"]["reason"] == "aborted"

    in_play(server, scene, "Mia", "Ben", "Ann", dice="none")


def test_real_dice_are_entered_by_anybody_for_who_gave_up(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        first = people[0].views[0]["active"]
        others = [seat for seat in range(3) if seat != first]
        await ask(people[first], "resign", seat=first)
        entered = await ask(people[others[-1]], "roll", turn=1, dice="1+2 r3 y4 g5 b6")
        assert entered["type"] == "receipt"
        for seat in others:
            client = people[seat]
            await settle(client, partial(lambda client: client.views[0]["phase"] == "white", client))
            await client.move("-", seat)
        one, other = (people[seat] for seat in others)
        await settle(one, lambda: one.views[0]["turn"] == 2)
        await ask(other, "resign", seat=others[-1])
        again = await ask(people[others[-1]], "roll", turn=1, dice="1+3 r3 y4 g5 b6")
        assert again["type"] == "refusal"
        record = finished(server, table)[1]
        assert [said.move.text for said in record.inputs if said.seat is not None] == ["!", "-", "-", "!"]

    in_play(server, scene, "Mia", "Ben", "Ann", dice="real")


def test_during_play_a_player_is_sent_away_and_may_be_let_back(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        ben = two.you["player"]
        assert (await ask(one, "kick", player=ben))["type"] == "receipt"
        with pytest.raises(ServerRefused):
            await until(two, lambda m: False)
        told = one.table["seats"][1]
        assert (told["kind"], told["name"], told["stand_in"]) == ("human", "Ben", "steady")
        assert one.table["banned"] == [{"player": ben, "name": "Ben"}]
        assert (await ask(one, "pardon", player="p999"))["code"] == "no_such_player"
        assert (await ask(one, "pardon", player=ben))["type"] == "receipt"
        assert one.table["banned"] == []
        async with await server.connect(table, two.token) as again:
            await again.next()
            assert (await ask(again, "pardon", player=ben))["code"] == "not_host"
            assert again.you["seats"] == [1]
            assert (await ask(again, "back", seat=1))["type"] == "receipt"
            assert again.table["seats"][1]["stand_in"] is None

    in_play(server, scene, "Mia", "Ben")


def test_a_player_who_only_loses_the_seat_is_told_why_and_both_may_undo_it(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        for undoes in (one, two):
            taken = await ask(one, "kick", player=two.you["player"], ban=False, reason="slow")
            assert taken["type"] == "receipt"
            await settle(two, lambda: two.table["seats"][1]["by_host"])
            seat = two.table["seats"][1]
            assert (seat["name"], seat["stand_in"], seat["cause"]) == ("Ben", "steady", "slow")
            assert (await ask(undoes, "back", seat=1))["type"] == "receipt"
            await settle(two, lambda: not two.table["seats"][1]["by_host"])
            assert two.you["seats"] == [1]
        assert (await ask(one, "back", seat=1))["code"] in ("not_your_seat", "not_now")
        assert (await ask(two, "bot", seat=1, bot="steady"))["type"] == "receipt"
        assert (await ask(one, "back", seat=1))["code"] == "not_your_seat"  # Ben wanted it so

    in_play(server, scene, "Mia", "Ben")


def test_the_muted_say_nothing_until_they_may_again(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        mia, ben = one.you["player"], two.you["player"]
        assert (await ask(two, "mute", player=mia))["code"] == "not_host"
        assert (await ask(one, "mute", player=mia))["code"] == "not_host"
        assert (await ask(one, "mute", player=ben))["type"] == "receipt"
        assert (await ask(two, "chat", text="hey"))["code"] == "muted"
        assert (await ask(two, "phrase", phrase="wow"))["code"] == "muted"
        assert one.table["seats"][1]["muted"]
        assert (await ask(one, "mute", player=ben, muted=False))["type"] == "receipt"
        assert (await ask(two, "chat", text="thanks"))["type"] == "receipt"

    in_play(server, scene, "Mia", "Ben")


def test_the_host_hands_the_table_on(server: Served) -> None:
    async def scene(table: str, people: Any) -> None:
        one, two = people
        ben = two.you["player"]
        assert (await ask(two, "host", player=ben))["code"] == "not_host"
        assert (await ask(one, "host", player="p999"))["code"] == "no_such_player"
        assert (await ask(one, "host", player=ben))["type"] == "receipt"
        await settle(two, lambda: two.you["host"])
        assert two.table["host_name"] == "Ben"
        assert (await ask(one, "settings", chat=False))["code"] == "not_host"

    in_play(server, scene, "Mia", "Ben")
