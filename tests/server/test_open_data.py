"""`rowlock export` on the data of a real server: whose games are published, and that nothing says whose."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from finished_games import TINY
from serving import Served, ask, begin, forgotten, play, served, settle
from sqlalchemy import Connection, create_engine, insert, select, text

from rowlock.cli import main
from rowlock.commands import export
from rowlock.engine.game import outcome
from rowlock.engine.record import parse_record, replay
from rowlock.library import decision_rows, open_data
from rowlock.library.decision_rows import DecisionRow
from rowlock.server.store import database_url
from rowlock.server.store.duel_schema import duels, halves
from rowlock.server.store.event_schema import event_tables
from rowlock.server.store.schema import entries, players, secrets, tables, tries
from rowlock.variants import load_variant

MIA, BEN, CLEO = "Miaphonie", "Benvolio", "Cleopatra"
WORDS = "meet me in Elm Street"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if request.param == "postgresql" else None


class House:
    """A server with people, and the dumps that are made of its database while it runs."""

    def __init__(self, server: Served, folder: Path, database: str | None) -> None:
        self.server, self.folder, self.database = server, folder, database
        self.tokens = {name: server.player(name) for name in (MIA, BEN, CLEO)}
        self.dumps = 0

    def agree(self, name: str, agreed: bool = True) -> None:
        path, token = "/api/players/me/agreements", self.tokens[name]
        told = {"open_data": agreed, "result_links": False}
        assert self.server.call("PATCH", path, {"open_data": agreed}, token) == told
        assert self.server.call("GET", path, None, token) == told

    def play(self, *seats: str, end: str = "resign", **more: Any) -> str:
        """A short game, the host's seats first; the host says something and gives up."""
        kinds = ["open" if seat in self.tokens else seat for seat in seats[1:]]
        table = self.server.table(self.tokens[seats[0]], "me", *kinds, **more)
        asyncio.run(self._play(table, seats, end))
        return table

    async def _play(self, table: str, seats: tuple[str, ...], end: str) -> None:
        async with await self.server.connect(table, self.tokens[seats[0]]) as host:
            others = [
                await self.server.connect(table, self.tokens[one]) for one in seats[1:] if one in self.tokens
            ]
            for seat, one in enumerate(others, 1):
                await ask(one, "sit", seat=seat)
            await ask(host, "chat", text=WORDS)
            await begin(host, *others)

            def stop(client: Any) -> bool:
                return bool(client.views and client.views[0]["turn"] > 2)

            await asyncio.gather(*(play(one, Random(7), stop) for one in (host, *others)))
            await ask(host, end, **({"seat": 0} if end == "resign" else {}))
            await settle(host, lambda: host.table["state"] == "over")
            for one in others:
                await one.close()

    def export(self, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[Path, Any]:
        """A dump of this month, as soon as it is over."""
        self.dumps += 1
        out = self.folder / f"dump{self.dumps}"
        where = ["--database", self.database] if self.database else ["--data", str(self.server.folder)]
        month = time.strftime("%Y-%m", time.gmtime())
        capsys.readouterr()
        assert main(["export", "--month", month, "--out", str(out), "--json", *where, *more]) == 0
        assert [one.name for one in out.iterdir()] == [
            f"rowlock-{month}"
        ]  # nothing half-made is left beside it
        return out / f"rowlock-{month}", json.loads(capsys.readouterr().out)

    def connect(self) -> AbstractContextManager[Connection]:
        return connected(database_url(self.database, self.server.folder))


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(url.replace("+aiosqlite", ""))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@pytest.fixture
def house(place: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(export, "now", lambda: time.time() + 40 * 86400)
    with served(tmp_path / "server", database=place) as server:
        yield House(server, tmp_path, place)


def read_games(folder: Path) -> list[Any]:
    with gzip.open(folder / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_rows(folder: Path) -> list[Any]:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows: list[Any] = parquet.read_table(folder / "decisions.parquet").to_pylist()
    return rows


def everything_in(folder: Path) -> bytes:
    """All bytes of a dump, packed and unpacked."""
    told = b"".join(file.read_bytes() for file in sorted(folder.iterdir()))
    return told + json.dumps([read_games(folder), read_rows(folder)], ensure_ascii=False).encode()


def test_whose_games_are_published(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody, one of two, all; withdrawn; deleted; guests, own pads and broken-off games never."""
    both, with_bot = house.play(MIA, BEN), house.play(MIA, "greedy")
    house.play(MIA, CLEO)
    house.play(MIA, "me")
    house.play(MIA, "greedy", variant_text=TINY)
    house.play(MIA, "greedy", end="abort")
    folder, told = house.export(capsys)
    assert (told["ended"], told["games"], read_games(folder)) == (6, 0, [])
    house.agree(MIA)
    assert house.export(capsys)[1]["games"] == 1
    house.agree(BEN)
    folder, told = house.export(capsys)
    assert (told["games"], told["left_out"]) == (
        2, {"guests": 1, "not_agreed": 1, "not_played_out": 1, "own_pad": 1},
    )  # fmt: skip
    _sound(house, folder, told)
    _says_not_who(house, folder)
    again, _ = house.export(capsys)
    assert not _pseudonyms(folder) & _pseudonyms(again)
    _dice_that_others_play_with(house, both, with_bot, capsys)
    mine = house.server.call("GET", "/api/players/me/data", None, house.tokens[BEN])
    assert mine[0]["player"]["open_data"] is True
    house.agree(BEN, False)
    assert house.export(capsys)[1]["games"] == 1
    house.agree(BEN)
    forgotten(house.server, house.tokens[BEN])
    assert house.export(capsys)[1]["games"] == 1
    forgotten(house.server, house.tokens[MIA])
    assert house.export(capsys)[1]["games"] == 0


def _sound(house: House, folder: Path, told: Any) -> None:
    """Records replay to the end that the rows tell, rows are the decisions of the records, checksums fit."""
    rows, ends = read_rows(folder), {}
    for one in read_games(folder):
        record = parse_record(one["record"], load_variant)
        ended = outcome(replay(record)[-1].game)
        assert ended
        assert ended.reason == "resigned"
        ends[one["game"]] = record.seats, ended
    assert len(rows) == told["decisions"] > 4
    for row in rows:
        seats, ended = ends[row["game"]]
        assert seats[row["seat"]] == (row["player"] or row["bot"])
        assert (row["player"] is None) != (row["bot"] is None)
        assert row["points"] == ended.scores[row["seat"]]
        assert (row["loss"], row["luck"], row["seed"]) == (None, None, None)
    assert {len({row["player"] for row in rows if row["player"]})} == {2}
    lines = (folder / "CHECKSUMS").read_text().splitlines()
    assert {line.split()[1] for line in lines} == {"CARD.md", "decisions.parquet", "games.jsonl.gz"}
    for line in lines:
        digest, name = line.split()
        assert sha256((folder / name).read_bytes()).hexdigest() == digest == told["files"][name]
    card = (folder / "CARD.md").read_text()
    assert "0 of 2 games have been reviewed" in card
    assert "CC0" in card


def _says_not_who(house: House, folder: Path) -> None:
    """No name, id, token, table, secret or word of the database is anywhere in the dump."""
    found = everything_in(folder)
    with house.connect() as connection:
        wanted = [select(players.c.id), select(players.c.name), select(players.c.token_hash)]
        wanted += [select(tables.c.id), select(secrets.c.secret), select(entries.c.key)]
        hidden = {str(row[0]) for query in wanted for row in connection.execute(query) if row[0]}
    hidden |= {*house.tokens.values(), WORDS, *_seeds(house), time.strftime("%Y-%m-%d", time.gmtime())}
    assert len(hidden) > 20
    assert [one for one in hidden if one.encode() in found] == []


def _seeds(house: House) -> set[str]:
    """Everybody's seals and seeds."""
    with house.connect() as connection:
        said = select(entries.c.body).where(entries.c.kind.in_(["seal", "seed", "reveal"]))
        bodies = [json.loads(row.body) for row in connection.execute(said)]
    return {value for body in bodies for value in body.values() if isinstance(value, str) and len(value) > 5}


def _pseudonyms(folder: Path) -> set[str]:
    return {row["player"] for row in read_rows(folder) if row["player"]}


def _dice_that_others_play_with(
    house: House, both: str, with_bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A round that runs, a duel that is not over and a day that is open keep their games back."""
    later, day = export.now() + 86400, time.strftime("%Y-%m-%d", time.gmtime(export.now()))
    sealed = {"event": "e1", "round": 1, "number": 1, "table_id": both, "sealed": True}
    duel = {
        "id": "d1",
        "maker_name": "x",
        "against": "others",
        "created": 0.0,
        "closes": later,
        "pad": "classic",
    }
    duel |= {"title": "", "text": "", "bots": "[]", "label": "", "seeds": "[]"}
    half = {"duel": "d1", "side": "s", "half": "h", "name": "x", "begun": 0.0, "seen": 0.0, "device": False}
    a_try = {"day": day, "pad": "classic", "player": "nobody", "begun": 0.0, "table_id": with_bot}
    kept_back = ((event_tables, sealed), (halves, half | {"table_id": both}), (tries, a_try))
    with house.connect() as connection:
        connection.execute(insert(duels).values(**duel))
    for part, row in kept_back:
        with house.connect() as connection:
            connection.execute(insert(part).values(**row))
        assert house.export(capsys)[1]["games"] == 1, part.name
        with house.connect() as connection:
            connection.execute(part.delete().where(part.c.table_id.in_([both, with_bot])))
    assert house.export(capsys)[1]["games"] == 2


@pytest.mark.parametrize("place", [None], ids=["sqlite"])  # the rows of a review are the same on both
def test_stored_reviews_grade_the_rows(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.agree(MIA)
    table = house.play(MIA, "greedy")
    while house.server.call("GET", f"/api/tables/{table}/games/1/review").get("state") == "waiting":
        time.sleep(0.1)
    folder, told = house.export(capsys)
    rows = read_rows(folder)
    assert (told["games"], told["graded"]) == (1, 1)
    assert rows
    for row in rows:
        assert 0 <= row["loss"] <= 1
        assert row["luck"] is not None
        assert row["best"] == row["chosen"] or row["loss"] > 0


@pytest.mark.parametrize("place", [None], ids=["sqlite"])  # rows are written alike from both
def test_a_dump_holds_few_games_at_once(
    house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: the rows of a part, and of the game that is being read."""
    house.agree(MIA)
    table = house.play(MIA, "greedy")
    with house.connect() as connection:
        _copy(connection, table, 30)
    monkeypatch.setattr(open_data, "PART", 4)
    held, opened = list[int](), decision_rows.open_writer

    class Spy:
        def __init__(self, file: Path) -> None:
            self._writer = opened(file)
            self.close = self._writer.close

        def write(self, rows: list[DecisionRow]) -> None:
            held.append(len({row["game"] for row in rows}))
            self._writer.write(rows)

    monkeypatch.setattr(open_data, "open_writer", Spy)
    assert house.export(capsys)[1]["games"] == 31
    assert max(held) == 4
    assert sum(held) == 31


def _copy(connection: Connection, table: str, times: int) -> None:
    """Further tables at which the same game was played."""
    for name in ("tables", "entries", "games", "game_seats", "secrets"):
        key = "id" if name == "tables" else "table_id"
        found = connection.execute(text(f"SELECT * FROM {name} WHERE {key} = :table"), {"table": table})
        rows = [dict(row._mapping) for row in found]
        part = tables.metadata.tables[name]
        for number in range(times):
            connection.execute(insert(part), [{**row, key: f"copy{number:03}"} for row in rows])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--month", "November"], "write it like"),
        (["--month", "2026-13"], "write it like"),
        (["--month", "2999-01"], "is not over yet; the last whole month is"),
        (["--data", "nothing"], "there is no database"),
    ],
)
def test_refusals_say_what_would_be_right(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words]) == 1
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_replaced_and_what_fails_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "server"):
        pass
    words = [
        "export",
        "--data",
        str(tmp_path / "server"),
        "--out",
        str(tmp_path / "out"),
        "--month",
        "2020-02",
    ]
    monkeypatch.setattr(open_data, "has_parquet", lambda: False)
    assert main(words) == 0
    names = {file.name for file in (tmp_path / "out" / "rowlock-2020-02").iterdir()}
    assert names == {"CARD.md", "CHECKSUMS", "decisions.jsonl", "games.jsonl.gz"}
    assert main(words) == 1
    assert "is there already" in capsys.readouterr().err
    monkeypatch.setattr(open_data, "write_card", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    assert main([*words[:-1], "2020-03"]) == 1
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["rowlock-2020-02"]


def test_an_older_database_is_not_guessed_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path):
        pass
    with connected(database_url(None, tmp_path)) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0016'"))
    assert main(["export", "--data", str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "another version" in capsys.readouterr().err
