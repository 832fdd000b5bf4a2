"""Dice that nobody can steer: everybody's part is sealed before any is shown, and the proof has it all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import QUICK, Served, ask, asked, begin, begun, play, played_log, served, settle

from rowlock import parse_record
from rowlock.cli import main
from rowlock.client import ServerRefused
from rowlock.client.luck import Luck
from rowlock.engine.game import waiting_for
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import format_record
from rowlock.engine.variant_text import format_variant
from rowlock.server.config import TablePace
from rowlock.server.errors import BadProof
from rowlock.server.verify import verify
from rowlock.table.dice import SecretDice, commitment, roll, seal, start_seat
from rowlock.table.finished import read_game
from rowlock.table.house import follow, move_for
from rowlock.table.log.new_table import open_table
from rowlock.table.table import Entry, Settings
from rowlock.variants import load_named, load_variant

SLOW = TablePace(timers=QUICK.timers, draw=60.0)
"""Nobody is left out by accident, however busy the machine is."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("fair"), pace=SLOW) as running:
        yield running


class Withheld(Luck):
    """A client that seals, and then keeps its seed to itself."""

    def parts(self, table: JsonObject, seats: Iterable[int]) -> Any:
        return (part for part in super().parts(table, seats) if part.kind == "seal")


class Silent(Luck):
    """A client that knows nothing about the dice, like earlier ones."""

    def parts(self, table: JsonObject, seats: Iterable[int]) -> Any:
        return iter(())


def record_of(server: Served, table: str, game: int = 1) -> Any:
    return server.call("GET", f"/api/tables/{table}/games/{game}/record")


def read(text: str) -> Any:
    return parse_record(text, load_named)


async def two_at_a_table(server: Served, luck: Any = None, **settings: Any) -> Any:
    """Mia and Ben, who sit at a table that has not begun; Ben's client may have another idea of luck."""
    mia, ben = server.player("Mia"), server.player("Ben")
    table = server.table(mia, "me", "open", **settings)
    one, two = await server.connect(table, mia), await server.connect(table, ben)
    two.luck = luck or two.luck
    await two.next()
    await ask(two, "sit", seat=1)
    return table, one, two


def sealed(client: Any, *seats: Any) -> Any:
    return lambda: client.table and all(client.table["dice"]["seals"][seat] for seat in seats)


@pytest.fixture(scope="module")
def finished(server: Served) -> Any:
    """A finished game of two people: its table, what was told in it, the fingerprint they saw."""

    async def game() -> Any:
        table, one, two = await two_at_a_table(server)
        async with one, two:
            await asyncio.gather(settle(one, sealed(one, 0, 1)), settle(two, sealed(two, 0, 1)))
            assert one.table["dice"]["fingerprint"] is None
            start = await one.send("start")
            told = await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
            assert any(message.get("id") == start for message in told[0])
            assert one.luck.fingerprints == two.luck.fingerprints
            return table, told[0], one.luck.fingerprints[f"{table}/1"]

    return asyncio.run(game())


def test_every_client_adds_a_seed_that_was_sealed_before_any_was_shown(server: Served, finished: Any) -> None:
    table, told, fingerprint = finished
    dice = [message["table"]["dice"] for message in told if message["type"] == "table"]
    closed = next(place for place, shown in enumerate(dice) if shown["fingerprint"])
    assert all(shown["seeds"] == [None, None] for shown in dice[: closed + 1])
    assert all(shown["seals"] == dice[closed]["seals"] for shown in dice[closed:])
    assert all(shown["secret"] is None for shown in dice[:-1])
    kinds = [entry.kind for entry in played_log(server, table)]
    assert max(place for place, kind in enumerate(kinds) if kind == "seal") < kinds.index("close_seals")
    assert kinds.index("close_seals") < kinds.index("seed")
    proof = verify(read(record_of(server, table)), fingerprint)
    assert all(len(seed) == 32 for seed in proof.seeds)
    assert proof.seeds[0] != proof.seeds[1]
    assert [seal(f"{table}/1", seat, seed) for seat, seed in enumerate(proof.seeds)] == dice[closed]["seals"]
    assert proof.left_out == []


def test_the_promise_of_the_house_comes_with_the_table_before_anybody_names_a_seed(server: Served) -> None:
    async def game(**more: Any) -> Any:
        mia = server.player("Mia")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        made = server.call("POST", "/api/tables", {"seats": seats, **more}, mia)
        log = played_log(server, made["table"])
        assert not [entry for entry in log if entry.kind in ("seal", "seed", "roll")]
        async with await server.connect(made["table"], mia) as one:
            if not more:
                await begin(one)
            await play(one, Random(1))
        return made

    for more in ({}, {"start": True}):
        made = asyncio.run(game(**more))
        proof = verify(read(record_of(server, made["table"])))
        assert proof.commitment == made["commitment"]
        assert [bool(seed) for seed in proof.seeds] == [True, False]
    mia = server.player("Mia")
    body = {"seats": [{"kind": "me"}], "dice": "real", "start": True}
    assert server.call("POST", "/api/tables", body, mia)["commitment"] is None


def test_a_seed_that_was_ground_after_the_fact_is_refused(
    server: Served, finished: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever knows the secret looks for a seed that gives a start and a first roll to their liking."""
    table, _, fingerprint = finished
    text = record_of(server, table)
    real = verify(read(text)).dice
    ground = next(
        dice
        for number in range(100_000)
        for dice in (real._replace(seeds=(f"ground {number}", real.seeds[1])),)
        if start_seat(dice, 2) == 0 and sum(roll(dice, 1, "rygb", 6).white) == 12
    )
    forged = text.replace(real.seeds[0], ground.seeds[0])
    with pytest.raises(BadProof, match="seat 0 is not the one that was sealed"):
        verify(read(forged))
    # the seal is forged along with it, the fingerprint too, and all rolls: whoever saw the table knows better
    assert real.seals is not None
    seals = (seal(real.label, 0, ground.seeds[0]), real.seals[1])
    resealed = forged.replace(real.seals[0], seals[0])
    with pytest.raises(BadProof, match="a seal was changed"):
        verify(read(resealed))
    everything = SecretDice(real.secret, real.label, ground.seeds, seals)
    with pytest.raises(BadProof, match=r"roll \d|drawn to start"):
        verify(read(resealed.replace(fingerprint, everything.fingerprint)))
    with pytest.raises(BadProof, match="you saw"):
        verify(read(resealed.replace(fingerprint, everything.fingerprint)), fingerprint)
    with pytest.raises(BadProof, match="committed"):
        verify(read(text.replace(real.secret, "00" * 32)))
    (tmp_path / "game.rowlock").write_text(text, "utf-8")
    assert main(["verify", str(tmp_path / "game.rowlock"), "--fingerprint", fingerprint]) == 0
    assert "Nobody could choose them: the seeds of seat 0 (Mia), seat 1 (Ben)" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "game.rowlock"), "--fingerprint", "00" * 32]) == 1
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "game.rowlock"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["sealed"], told["fingerprint"]) == (True, True, fingerprint)
    assert [seat["seed"] for seat in told["seats"]] == list(real.seeds)
    assert main(["verify", str(tmp_path / "game.rowlock"), "--fingerprint", "00" * 32, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["code"]) == (False, "bad_proof")
    assert "you saw" in told["reason"]


def test_who_does_not_show_a_seed_in_time_is_left_out_for_all_to_see(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def game(server: Served) -> Any:
        table, one, two = await two_at_a_table(server, Withheld())
        async with one, two:
            await asyncio.gather(settle(one, sealed(one, 0, 1)), settle(two, sealed(two, 0, 1)))
            await one.send("start")
            await settle(one, lambda: one.table["waiting"]["what"] == "seeds")
            assert 1 in one.table["waiting"]["for"]
            other = asyncio.create_task(play(two, Random(2)))
            told = await play(one, Random(1))
            await other
        return table, [fact for message in told for fact in message.get("facts", [])]

    with served(tmp_path) as server:
        table, facts = asyncio.run(game(server))
        assert [fact["seat"] for fact in facts if fact["kind"] == "left_out"] == [1]
        text = record_of(server, table)
    proof = verify(read(text))
    assert proof.left_out == [1]
    assert proof.seeds[0]
    (tmp_path / "game.rowlock").write_text(text, "utf-8")
    assert main(["verify", str(tmp_path / "game.rowlock")]) == 0
    assert "Left out    seat 1 (Ben)" in capsys.readouterr().out


def test_without_any_seed_the_record_says_what_it_does_not_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def game(server: Served) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", start=True)
        async with await server.connect(table, mia) as one:
            one.luck = Silent()
            told = await play(one, Random(1))
        assert {"kind": "left_out", "seat": 0} in [fact for m in told for fact in m.get("facts", [])]
        return record_of(server, table)

    with served(tmp_path) as server:
        (tmp_path / "game.rowlock").write_text(asyncio.run(game(server)), "utf-8")
    assert main(["verify", str(tmp_path / "game.rowlock")]) == 0
    assert "whoever ran the server could have chosen them" in capsys.readouterr().out


def test_seeds_come_when_they_are_asked_for_and_seals_are_good_for_one_seat(server: Served) -> None:
    async def game() -> None:
        table, one, two = await two_at_a_table(server, Silent())
        async with one, two:
            await settle(one, sealed(one, 0))
            await settle(two, sealed(two, 0))
            assert (await ask(two, "seed", seat=1, seed="early"))["code"] == "not_now"
            assert (await ask(two, "seal", seat=0, seal="ab" * 32))["code"] == "not_your_seat"
            assert (await ask(two, "seal", seat=1, seal="AB" * 32))["code"] == "bad_message"
            assert (await ask(two, "seal", seat=1, seal=two.table["dice"]["seals"][0]))["type"] == "receipt"
            await one.send("start")
            await settle(one, lambda: one.table["waiting"] == {"for": [1], "what": "seeds"})
            log = played_log(server, table)
            copied = next(entry.body["seed"] for entry in log if entry.kind == "seed")
            assert (await ask(two, "seed", seat=1, seed=copied))["code"] == "bad_seed"
            assert (await ask(two, "seal", seat=1, seal="ab" * 32))["code"] == "already_started"
            for kind, fields in (("seats", {"count": 3}), ("settings", {"dice": "real"}), ("start", {})):
                assert (await ask(one, kind, **fields))["code"] == "already_started"
            # a player who leaves now leaves a seat to a bot, and nobody waits for its seed any more
            assert (await ask(two, "leave", seat=1))["type"] == "receipt"
            await begun(one)
            assert one.table["seats"][1]["stand_in"]

    asyncio.run(game())


def test_one_device_adds_a_seed_for_each_of_its_seats_and_a_second_window_adds_nothing(
    server: Served,
) -> None:
    async def game() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", "me")
        async with await server.connect(table, mia) as one:
            await settle(one, sealed(one, 0, 1, 2))
            async with await server.connect(table, mia) as window:
                await begin(one, window)
                await play(one, Random(1))
        return table

    table = asyncio.run(game())
    assert len(set(verify(read(record_of(server, table))).seeds)) == 3
    assert len([entry for entry in played_log(server, table) if entry.kind in ("seal", "seed")]) == 6


def test_a_rematch_has_a_promise_and_seeds_of_its_own(server: Served) -> None:
    async def games() -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        async with await server.connect(table, mia) as one:
            await play(one, Random(1))
            await ask(one, "rematch")
            await begun(one)
            await play(one, Random(1))
        return table

    table = asyncio.run(games())
    first, second = (verify(read(record_of(server, table, game))) for game in (1, 2))
    assert first.commitment != second.commitment
    assert first.seeds[0] != second.seeds[0]
    assert second.seeds[0]


def test_a_game_that_is_broken_off_or_given_up_shows_its_secret(server: Served) -> None:
    async def game(end: Any) -> Any:
        table, one, two = await two_at_a_table(server)
        async with one, two:
            await begin(one, two)
            await play(one, Random(1), lambda client: client.views[0]["turn"] > 1 or not asked(client))
            for client in (one, two):
                await end(client)
            await settle(one, lambda: one.table["state"] == "over")
            assert one.table["dice"]["secret"]
        return table

    async def abort(client: Any) -> None:
        await client.send("abort")

    async def resign(client: Any) -> None:
        await client.send("resign", seat=client.you["seats"][0])

    for end in (abort, resign):
        proof = verify(read(record_of(server, asyncio.run(game(end)))))
        assert proof.rolls >= 1
        assert all(proof.seeds)


def test_an_abandoned_game_shows_its_secret_when_one_of_its_people_asks(tmp_path: Path) -> None:
    async def begin_and_go(server: Served) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
        return mia, table

    def ask_for(server: Served, table: str, token: str | None) -> Any:
        with pytest.raises(ServerRefused) as refused:
            server.call("GET", f"/api/tables/{table}/games/1/record", token=token)
        return refused.value.kind

    with served(tmp_path, pace=TablePace(timers=QUICK.timers, abandoned=3600.0)) as server:
        mia, table = asyncio.run(begin_and_go(server))
        assert ask_for(server, table, mia) == "not_over"
    with served(tmp_path, pace=TablePace(timers=QUICK.timers, abandoned=0.0)) as server:
        assert ask_for(server, table, None) == "not_over"
        assert ask_for(server, table, server.player("Eve")) == "not_over"
        text = server.call("GET", f"/api/tables/{table}/games/1/record", token=mia)
    assert all(verify(read(text)).seeds)


def test_a_restart_between_seals_and_seeds_loses_neither(tmp_path: Path) -> None:
    async def until_seeds(server: Served, table: str, mia: str) -> Any:
        one = await server.connect(table, mia)
        luck, one.luck = one.luck, Withheld()
        await settle(one, lambda: one.table and one.table["waiting"]["what"] == "seeds")
        luck._drawn = one.luck._drawn  # what the same client knows when it comes back
        one.luck = luck
        return one

    async def come_back(server: Served, one: Any) -> None:
        one.base, one.pause = server.base, 0.05
        async with one:
            await play(one, Random(1))

    async def game() -> Any:
        first = Served(tmp_path, pace=SLOW)
        mia = first.player("Mia")
        table = first.table(mia, "me", "random", start=True)
        one = await until_seeds(first, table, mia)
        await asyncio.to_thread(first.stop)
        with served(tmp_path, pace=SLOW) as second:
            await come_back(second, one)
            return verify(read(record_of(second, table)))

    assert asyncio.run(game()).seeds[0]


def test_a_client_never_seals_again_what_it_has_shown_and_shows_only_what_it_sealed() -> None:
    """Whoever runs the server could turn the table back, to draw again with known seeds."""
    dice = {"label": "t/1", "source": "server", "commitment": "aa", "fingerprint": None, "seals": [None]}
    table = {"state": "open", "dice": dice, "waiting": {"for": [0], "what": "seals"}}
    luck = Luck()

    def said(what: Any, **more: Any) -> Any:
        table["waiting"] = {"for": [0], "what": what}
        dice.update(more)
        return [part.fields for part in luck.parts(table, [0])]

    [first] = said("seals")
    assert said("start") == [first]
    assert said("seeds", seals=["00" * 32]) == []
    assert said("seeds", seals=[first["seal"]], commitment="bb") == []
    [shown] = said("seeds", commitment="aa", fingerprint="f1")
    assert seal("t/1", 0, shown["seed"]) == first["seal"]
    [again] = said("seals", seals=[None], fingerprint="f2")
    assert again["seal"] != first["seal"]
    assert luck.fingerprints == {"t/1": "f1"}


def test_records_of_the_older_scheme_are_verified_and_say_what_they_prove(
    capsys: pytest.CaptureFixture[str],
) -> None:
    older = Path(__file__).parents[1] / "older_scheme.rowlock"
    proof = verify(read(older.read_text("utf-8")))
    assert proof.seeds == ("my lucky words ♥", "", "")
    assert main(["verify", str(older)]) == 0
    assert "An older game" in capsys.readouterr().out
    with pytest.raises(BadProof, match=r"roll \d|drawn to start"):
        verify(read(older.read_text("utf-8").replace("lucky words", "other words")))


def test_logs_of_the_older_scheme_are_read_and_played_on() -> None:
    """A table from before seals: its seeds are in the log without any, and the game follows from them."""
    from rowlock.table.dice import next_roll
    from rowlock.table.table import Seat

    body = {
        "table": "old",
        "name": "Mia",
        "variant": "classic",
        "text": format_variant(load_variant("classic")),
        "settings": Settings()._asdict(),
        "seats": [
            {"kind": "human", "name": "Mia", "player": "p"},
            Seat("bot", "Random", bot="random")._asdict(),
        ],
        "secret": "5a" * 32,
    }
    log = [Entry(1, 0.0, "p", "created", body)]
    table, _ = open_table(log[0])
    dice = SecretDice("5a" * 32, "old/1", ("words", ""))
    for kind, said in (
        ("seed", {"seat": 0, "seed": "words"}),
        ("start", {"start": start_seat(dice, 2)}),
    ):
        followed = follow(table, Entry(table.number + 1, 0.0, "p", kind, said), next_roll)
        table, log = followed.table, [*log, *followed.entries]
    while table.state != "over":
        assert table.game is not None
        followed = follow(table, move_for(table, waiting_for(table.game)[0], "-", "bot"), next_roll)
        table, log = followed.table, [*log, *followed.entries]
    proof = verify(read(format_record(read_game(log, 1))))
    assert (proof.seeds, proof.dice.is_sealed) == (("words", ""), False)
    assert proof.commitment == commitment("5a" * 32)
