"""Links to finished games in chats: a picture of the result, if everybody in the game agrees."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from random import Random
from typing import Any

import pytest
from finished_games import finished_game
from PIL import Image
from serving import Served, ask, begin, forgotten, patient_call, play, served, settle

from rowlock.client import ServerRefused


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("links")) as running:
        yield running


def tags(server: Served, table: str, game: int = 1, language: str = "en") -> dict[str, str]:
    """The tags that a messenger reads of a game's link."""
    asked = urllib.request.Request(f"{server.base}/g/{table}/{game}", headers={"accept-language": language})
    with urllib.request.urlopen(asked) as answer:
        page = answer.read().decode()
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(told) for name, told in found}


def picture(server: Served, table: str, game: int = 1) -> bytes | None:
    try:
        address = f"{server.base}/api/tables/{table}/games/{game}/picture.png"
        with urllib.request.urlopen(address) as answer:
            assert answer.headers["content-type"] == "image/png"
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        assert error.code in (403, 404, 409)
        return None


def is_shown(server: Served, table: str) -> bool:
    drawn, told = picture(server, table), tags(server, table)
    assert (drawn is not None) == ("og:image" in told)
    return drawn is not None


def agree(server: Served, token: str, agreed: bool = True) -> None:
    told = server.call("PATCH", "/api/players/me/agreements", {"result_links": agreed}, token)
    assert told == {"open_data": False, "result_links": agreed}


def two_people(server: Served, name: str = "Ann", **settings: Any) -> tuple[str, str, str]:
    """A game that the first one wins: the table, and both tokens."""
    ann, ben = server.player(name), server.player("Ben")
    table = server.table(ann, "me", "open", **settings)

    async def play() -> None:
        async with await server.connect(table, ann) as one, await server.connect(table, ben) as two:
            assert (await ask(two, "sit", seat=1))["type"] == "receipt"
            await begin(one, two)
            await ask(two, "resign", seat=1)
            await settle(one, lambda: one.table["state"] == "over")

    asyncio.run(play())
    return table, ann, ben


def test_a_game_of_one_who_agrees_is_shown_and_no_longer_than_that(server: Served) -> None:
    table, token = finished_game(server)
    assert not is_shown(server, table)
    agree(server, token)
    assert is_shown(server, table)
    told = tags(server, table, language="pl")
    assert told["og:image"] == f"{server.base}/api/tables/{table}/games/1/picture.png?lang=pl"
    assert re.search(r"Ann -?\d+", told["og:title"])
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    with Image.open(BytesIO(picture(server, table) or b"")) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
        assert len(drawn.getcolors(1 << 20) or []) > 50  # sheets in four colours, not an empty page
    assert "og:image" not in tags(server, table, 2)
    agree(server, token, False)
    assert not is_shown(server, table)


def test_everybody_in_the_game_must_agree(server: Served) -> None:
    table, ann, ben = two_people(server, 'A"<b>&')
    agree(server, ann)
    assert not is_shown(server, table)
    agree(server, ben)
    assert is_shown(server, table)
    assert tags(server, table)["og:title"].startswith('A"<b>& ')
    forgotten(server, ben)
    assert not is_shown(server, table)


def test_what_may_not_be_watched_is_not_shown(server: Served) -> None:
    table, ann, ben = two_people(server, spectators=False)
    for token in (ann, ben):
        agree(server, token)
    assert not is_shown(server, table)


def test_dice_on_which_others_play_are_not_given_away(server: Served) -> None:
    """Neither those of a duel, nor a game of which a duel was made."""
    token = server.player("Ann")
    agree(server, token)
    duel = patient_call(server.base, "POST", "/api/duels", {"variant": "longo"}, token)["duel"]
    half = patient_call(server.base, "POST", f"/api/duels/{duel}/table", {}, token)["table"]
    alone = server.table(token, "me", hints=False, start=True)
    for table in (half, alone):
        asyncio.run(finish(server, table, token))
    assert not is_shown(server, half)
    assert is_shown(server, alone)
    patient_call(server.base, "POST", f"/api/tables/{alone}/games/1/duel", {}, token)
    assert not is_shown(server, alone)


async def finish(server: Served, table: str, token: str) -> None:
    async with await server.connect(table, token) as one:
        await play(one, Random(1))


def test_a_running_game_and_one_that_was_broken_off_have_no_result(server: Served) -> None:
    token = server.player("Ann")
    agree(server, token)
    table = server.table(token, "me", "steady", start=True)
    assert not is_shown(server, table)

    async def break_off() -> None:
        async with await server.connect(table, token) as one:
            await settle(one, lambda: one.asked)
            assert (await ask(one, "abort"))["type"] == "receipt"
            await settle(one, lambda: one.table["state"] == "over")

    asyncio.run(break_off())
    assert not is_shown(server, table)
    with pytest.raises(ServerRefused):
        server.call("GET", "/api/tables/nobody/games/1/picture.png")
