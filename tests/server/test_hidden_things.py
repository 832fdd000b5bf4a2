"""Nothing that is hidden leaves a server while a game is on, by whichever door.

Every route that the application knows is asked, by everybody who could ask, and sockets, logs, metrics,
copies and what processes tell each other are looked at: for the secret, and for hands and choices of others.
For these the table is exchanged for one that the listener must not be able to tell from it, and all answers
must be the same. A route that answers nobody hides nothing either: the table belongs to a club, its people
play in an event, and everything that can be read must have been read by somebody.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bystanders import Bystanders
from serving import QUICK, Served, ask, begin, play, played_log, served, settle
from tries import also, repeated
from unseen import exchanged

from rowlock import cli
from rowlock.community.events.kit.shared_dice import dice_of_round
from rowlock.engine.game import Game, Phase, legal_moves
from rowlock.engine.record import replay
from rowlock.server.logs import TALKATIVE
from rowlock.server.store import Store, database_url
from rowlock.server.store.peers import CHANNEL
from rowlock.table.finished import record_of_last
from rowlock.table.table import Entry, Table

TOKEN = "operators-own-token"
PATIENT = replace(QUICK, away=600.0, idle=600.0)
"""The game stands still while it is looked at: nobody plays on for others, and the table stays in memory."""
OPEN: dict[str, Any] = {"pace": PATIENT, "programs": 1}
"""All that an operator can allow."""
GAMES = (("classic", 1), ("bonus-b", 1), ("cards", 1), ("classic", 2))
"""On which pads, and in which game of the table: the last vote for a rematch brings the next secret."""
LOOKED_AT = [(*game, "sqlite") for game in GAMES] + [("cards", 1, "postgresql"), ("classic", 2, "postgresql")]
LOOKED_AT += also((*game, "postgresql") for game in GAMES[:2])
"""Processes that share PostgreSQL tell each other things: with hands, and after an earlier game."""
ENDING = {("POST", "/api/admin/tables/{table}/abort"), ("DELETE", "/api/players/me")}
ENDING |= {("DELETE", "/api/clubs/{club}"), ("POST", "/api/events/{event}/close")}
"""Questions that end the game or the asker, club or event: they show a secret, or leave nothing to ask."""
TIMES = re.compile(r'"(left|now)":[\d.]+|/CreationDate \([^)]*\)|/ID \[[^\]]*\]')
"""The time that goes by while one looks."""
BODILESS = ("GET", "HEAD", "OPTIONS", "DELETE")
PLACES = {"game": "1", "form": "svg", "name": "classic", "place": "0", "number": "1", "kind": "player"}
PLACES |= {"value": "nobody", "family": "classic", "tables": "two", "told": "view", "passkey": "nobody"}
PLACES |= {"device": "nobody"}
"""The values for the places in paths that are not of the bystanders; a new one must be added to either."""
UNREAD = {
    "/api/tables/{table}/games/{game}/daily",  # of a day's game; this table plays none
    "/api/duels/{duel}/halves/{half}",  # of a half that is over
    "/api/programs/{name}",  # of a program on the ladder; none plays here
    "/api/tables/{table}/games/{game}/picture.png",  # of a result; this game was broken off and has none
    "/api/tables/{table}/past/{place}",  # where dice are real, and there is no secret
}
"""Doors behind which nobody can read anything here."""


class Everything:
    """All that leaves a server while this is entered, but for what is asked over HTTP and sockets."""

    def __init__(self, database: str | None) -> None:
        self.told = list[str]()
        self._database = database
        self._handler = logging.Handler(logging.DEBUG)
        self._handler.emit = self._note  # type: ignore[method-assign]
        self._over = threading.Event()
        self._listens = threading.Thread(target=self._listen, daemon=True)

    def _note(self, record: logging.LogRecord) -> None:
        """Note a line that a server writes into its log at the level `debug`."""
        if record.levelno >= logging.WARNING or record.name.partition(".")[0] not in TALKATIVE:
            self.told.append(f"{record.__dict__} {record.getMessage()}")

    def __enter__(self) -> Everything:
        root = logging.getLogger()
        self._level = root.level
        logging.getLogger("fontTools").setLevel(logging.WARNING)  # thousands of lines, of fonts alone
        root.addHandler(self._handler)
        root.setLevel(logging.DEBUG)
        if self._database:
            self._listens.start()
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self._handler)
        logging.getLogger().setLevel(self._level)
        self._over.set()
        if self._database:
            self._listens.join()

    def _listen(self) -> None:
        import psycopg

        assert self._database
        with psycopg.connect(self._database, autocommit=True) as line:
            line.execute(f"LISTEN {CHANNEL}")
            while not self._over.is_set():
                self.told += [notice.payload for notice in line.notifies(timeout=0.2)]


def fetch(server: Served, method: str, path: str, token: str | None, body: Any = None) -> str:
    """An answer with its headers, whatever its status."""
    sent = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(
        server.base + path, sent, {"content-type": "application/json"}, method=method
    )
    if token:
        asked.add_header("authorization", f"Bearer {token}")
    try:
        answer = urllib.request.urlopen(asked, timeout=100)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        by_itself = ("date", "content-length")
        shown = {name: value for name, value in answer.headers.items() if name.lower() not in by_itself}
        said = answer.read().decode("utf-8", "backslashreplace")
        return f"{answer.status} {shown} {TIMES.sub('', said)}"


class Walk:
    """The way past every door of a server: about this table, club and event where one is named."""

    def __init__(self, others: Bystanders, table: str, beside: tuple[str, ...] = ()) -> None:
        """`beside`: the methods by which every path is asked too."""
        self.server, self.others, self.table = others.server, others, table
        self._beside = beside
        self._places = {**PLACES, **others.places, "table": table}
        self._paths = self.server.app.openapi()["paths"]
        assert len(self._paths) > 80

    def doors(self) -> Iterator[tuple[str, str]]:
        """Every request that the application knows."""
        beside = {path: ["get"] for path in ("/metrics", "/healthz", "/", "/t/{table}", "/api/openapi.json")}
        for path, methods in {**self._paths, **beside}.items():
            for method in (*map(str.upper, methods), *self._beside):
                if (method, path) not in ENDING:
                    yield method, path.format(**self._places)
        for path in self._paths:  # the game before this one is over, and may be read
            if "{game}" in path:
                yield "GET", path.format(**{**self._places, "game": "2"})
            if "/tables/{table}" in path and "get" in self._paths[path]:
                yield "GET", path.format(**{**self._places, "table": self.others.round_table})

    def closed(self, told: list[dict[str, str]]) -> list[str]:
        """The doors to read by that were open to nobody."""
        found = []
        for path in (path for path, methods in self._paths.items() if "get" in methods):
            name = f"GET {path.format(**self._places)}"
            if path not in UNREAD and not any(answers[name].startswith("20") for answers in told):
                found.append(f"{name}: {told[0][name]}")
        return found


def look_around(walk: Walk, token: str | None) -> dict[str, str]:
    """All that somebody can read, and the advice they get on every seat."""
    server, table = walk.server, walk.table
    told = {
        f"{method} {path}": fetch(server, method, path, token)
        for method, path in walk.doors()
        if method in ("GET", "HEAD", "OPTIONS") and path not in ("/metrics", "/healthz")
    }
    for seat in range(3):
        for door, body in (("hint", {"seat": seat}), ("tutor", {"seat": seat, "move": "-"})):
            told[f"{door} {seat}"] = fetch(server, "POST", f"/api/tables/{table}/{door}", token, body)
    return told


async def welcome(server: Served, table: str, token: str | None) -> str:
    """The first message of a socket to somebody who comes in just now."""
    async with await server.connect(table, token) as fresh:
        told = await fresh.next()
    return json.dumps({name: told[name] for name in ("table", "views", "you")})


async def reach(others: Bystanders, pad: str, game: int, chance: Random) -> tuple[str, list[str]]:
    """A table of the club in the middle of a game: its name, and what all sockets told."""
    server, mia, ben = others.server, others.mia, others.ben
    table = await asyncio.to_thread(others.open_table, pad)
    told, last, over = list[str](), chance.randint(1, 4), asyncio.Event()

    async def watch(client: Any) -> None:
        while not over.is_set():
            told.append(json.dumps(await client.next()))

    async with (
        await server.connect(table, mia) as one,
        await server.connect(table, ben) as two,
        await server.connect(table) as three,
    ):
        watching = asyncio.create_task(watch(three))
        await two.next()
        await ask(two, "sit", seat=1)
        await settle(one, lambda: len(one.table.get("seats", ())) == 3)
        assert (await ask(one, "bot", seat=2, bot="random"))["type"] == "receipt"
        await begin(one, two)
        for _ in range(1, game):
            await play_again(one, two)

        def later(client: Any) -> bool:
            return bool(client.views and client.views[0]["turn"] > last)

        people = [play(client, Random(seat), stop=later) for seat, client in enumerate((one, two))]
        for seen in await asyncio.gather(*people):
            told += [json.dumps(message) for message in seen]
        view = two.views[0]
        if 1 in view["waiting"] and view["moves"]:
            said = {"move": chance.choice(view["moves"])["move"], "seat": 1}
            await ask(two, "move", turn=view["turn"], phase=view["phase"], **said)
        await settle(two, lambda: not two.views or 2 not in two.views[0]["waiting"])  # the bot has answered
        over.set()
        watching.cancel()
    return table, told


async def play_again(*people: Any) -> None:
    """All break the game off and want another one."""
    game = people[0].table["game"]
    for wish in ("abort", "rematch"):
        for client in people:
            assert (await ask(client, wish))["type"] == "receipt"
    for client in people:
        await settle(client, partial(lambda client: client.table["game"] == game + 1, client))
        await settle(
            client, partial(lambda client: client.table["state"] == "playing" and client.views, client)
        )


def twin(table: Table, record: Any, seat: int | None, chance: Random) -> Table:
    """Another table that a seat, or who watches, must not be able to tell from this one."""
    game = table.game
    assert game
    if game.variant.turns is not None:
        return table._replace(game=replay(exchanged(record, seat, chance))[-1].game)
    return table._replace(game=other_choices(game, seat, chance))


def other_choices(game: Game, seat: int | None, chance: Random) -> Game:
    choices = list(game.choices)
    for other, choice in enumerate(choices):
        if game.phase is Phase.WHITE and choice is not None and other != seat:
            undecided = game._replace(choices=(*choices[:other], None, *choices[other + 1 :]))
            others = [move for move in legal_moves(undecided, other) if move != choice]
            choices[other] = chance.choice(others or [choice])
    return game._replace(choices=tuple(choices))


@pytest.mark.parametrize(("pad", "game", "kind"), LOOKED_AT)
def test_nothing_hidden_leaves_a_server(
    pad: str, game: int, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    place = request.getfixturevalue("database") if kind == "postgresql" else None
    with (
        Everything(place) as beside,
        served(tmp_path, database=place, admin_token=TOKEN, metrics_token=TOKEN, **OPEN) as server,
    ):
        for seed in range(repeated(1, 6)):
            chance = Random(f"{pad} {game} {seed}" if game > 1 else f"{pad} {seed}")
            look_at_one_game(server, pad, game, chance, beside.told, tmp_path / f"{seed}.db", place)


def look_at_one_game(
    server: Served, pad: str, game: int, chance: Random, told: list[str], copy: Path, place: str | None
) -> None:
    mia, ben = server.player("Mia"), server.player("Ben")
    others = Bystanders(server, mia, ben)
    for _ in range(20):  # until somebody has something to hide
        table, heard = asyncio.run(reach(others, pad, game, chance))
        told += heard
        room = server.app.state.lobby.rooms[table]
        secret, real = room.table.secret, room.table
        record = record_of_last(real, asyncio.run(whole_log(server, table, place)))
        if twin(real, record, None, chance) != real:
            break
    assert (real.state, real.game_number) == ("playing", game)
    assert twin(real, record, None, chance) != real
    await_reviews(server, table, game, [mia, ben])
    beside = ("HEAD", "OPTIONS") if game > 1 else ()  # they tell less than GET does
    walk, read = Walk(others, table, beside), list[dict[str, str]]()
    asyncio.run(welcome(server, others.round_table, ben))
    for seat, token in ((0, mia), (1, ben), (None, server.player("Eve")), (None, None)):
        before = {**look_around(walk, token), "socket": asyncio.run(welcome(server, table, token))}
        room.ledger.table = twin(real, record, seat, chance)
        after = {**look_around(walk, token), "socket": asyncio.run(welcome(server, table, token))}
        room.ledger.table = real
        apart = [door for door in before if before[door] != after[door]]
        assert [(door, *where_they_part(before[door], after[door])) for door in apart] == []
        read.append(before)
    told += [text for answers in read for text in answers.values()]
    referee = look_around(walk, others.dora)
    if game > 1:  # a game is over, so that all there is to read can be read
        assert not walk.closed([*read, referee, look_around(walk, TOKEN)])
    told += ask_for_everything(walk, [mia, ben, None, TOKEN])
    assert room.table.state == "playing"
    where = ["--database", place] if place else ["--data", str(server.folder)]
    assert cli.main(["backup", str(copy), *where]) == 0
    assert copy.stat().st_mode & 0o077 == 0
    lobby = server.app.state.lobby
    kept = lobby.events._known[others.event].stored.kept
    shared = [lobby.rooms[others.round_table].table.secret, kept.dice, dice_of_round(kept, 1).secret]
    assert not [text for text in told for hidden in (secret, kept.seed, *shared) if hidden in text]
    assert not [text for text in referee.values() for hidden in (secret, *shared) if hidden in text]
    assert_shown_at_the_end(server, f"{table}/games/{game}", secret, copy.with_suffix(".rowlock"))


def where_they_part(one: str, other: str) -> tuple[str, str]:
    """The places of two answers where they first differ."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    place = max(0, sum(1 for _ in same) - 60)
    return one[place : place + 120], other[place : place + 120]


def await_reviews(server: Served, table: str, game: int, people: list[str]) -> None:
    """Games before this one are reviewed, and profiles tell of it; neither may change while we compare."""
    for earlier in range(1, game):
        path = f"/api/tables/{table}/games/{earlier}/review"
        for _ in range(1000):
            if '"state":"waiting"' not in fetch(server, "GET", path, None):
                break
            time.sleep(0.1)
    for token in people:
        for _ in range(1000):
            if server.call("GET", "/api/players/me/profile", None, token)["progress"]["games"] == game - 1:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("a reviewed game is not in its player's profile")


async def whole_log(server: Served, table: str, place: str | None) -> list[Entry]:
    """The log with hands and choices, as only the house reads it."""
    if place is None:
        return played_log(server, table)
    store = await Store.open(database_url(place, server.folder))
    try:
        return await store.load(table)
    finally:
        await store.close()


def ask_for_everything(walk: Walk, tokens: list[str | None]) -> list[str]:
    """Answers and refusals of every request, with and without sense."""
    bodies: tuple[Any, ...] = ({}, {"seat": 1}, {"text": "x"}, [])
    return [
        fetch(walk.server, method, path, token, None if method in BODILESS else body)
        for method, path in walk.doors()
        for token in tokens
        for body in (bodies[:1] if method in BODILESS else bodies)
    ]


def assert_shown_at_the_end(server: Served, game: str, secret: str, file: Path) -> None:
    """Afterwards the secret is for everybody: without it nobody could verify the dice."""
    fetch(server, "POST", f"/api/admin/tables/{game.partition('/')[0]}/abort", TOKEN)
    assert server.call("GET", f"/api/tables/{game}/dice")["secret"] == secret
    file.write_text(server.call("GET", f"/api/tables/{game}/record"), encoding="utf-8")
    assert cli.main(["verify", str(file)]) == 0
