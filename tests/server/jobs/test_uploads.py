"""Pads and records of strangers: weighed by their worst case, and never a burden on the server."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_pads import wild_pad
from serving import Served, ask, asked, played_log, served, settle, until

from rowlock import apply, format_roll, legal_moves, load_variant, new_game, parse_variant
from rowlock.client import ServerRefused
from rowlock.engine.game import Phase, waiting_for
from rowlock.engine.moves import make_roll
from rowlock.engine.notation import format_move
from rowlock.engine.state import Game
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.server.jobs import uploads
from rowlock.server.live import ledger
from rowlock.table import house

SEARCHED = 12
TIMES_CLASSIC = 1_000
"""The limit to a view's cost beside one of classic, generously: a longer search finds some 250 at most."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def heavy_pad(ties: int = 4, boxes: int = 4) -> str:
    """Six rows, and pairs that one cross completes together: 6 · 5 · 4 · 3 ways to answer their ties."""
    rows = ""
    for i, name in enumerate("rygbot"):
        lock = f'lock = "{name}"\n' if name in "rygb" else ""
        cells = " ".join(f"{'rygb'[i % 4]}{number}" for number in range(2, 26))
        rows += f'[[rows]]\nname = "{name}"\n{lock}cells = "{cells}"\n'
    pairs = '[[bonus_pairs]]\nkind = "two-in-fewest"\ncells = "r4 y4"\n' * ties
    return f"""title = "Heavy"
rules = 1
players = [1, 5]
points = {list(range(26))}
[dice]
faces = 20
[closing]
needs = 5
cells = 1
[penalties]
boxes = {boxes}
points = -5
[end]
closed_rows = 2
{rows}{pairs}"""


def refusal(server: Served, path: str, body: Any, token: str | None = None) -> Any:
    with pytest.raises(ServerRefused) as refused:
        server.call("POST", path, body, token)
    return refused.value


def test_a_pad_is_weighed_by_its_worst_case(server: Served) -> None:
    refused = refusal(server, "/api/variants", {"text": heavy_pad()})
    assert refused.kind == "bad_variant"
    assert "takes too long" in str(refused)
    wanted = {"variant_text": heavy_pad(), "seats": [{"kind": "me"}]}
    assert refusal(server, "/api/tables", wanted, server.player("Mia")).kind == "bad_variant"
    assert server.call("POST", "/api/variants", {"text": heavy_pad(ties=2)})["title"] == "Heavy"


def long_record() -> str:
    """Five who cross cell by cell, one in turn after the other, on a pad with all that makes a sheet long."""
    bar = f'[bonus_bar]\nfields = "{" ".join("rygb" * 12)}"\ncells = "r25"\n'
    pad = heavy_pad(ties=0) + bar + '[[bonus_pairs]]\nkind = "thirteen"\ncells = "r4 y4"\n' * 20
    variant = parse_variant(pad, "own")
    lines = ["rowlock game 1", "variant: own", "variant {", pad, "}", *["seat: A"] * 5, ""]
    game = new_game(variant, 5)
    while game.phase is not Phase.OVER:
        turn, number = game, min(24, 2 + (game.turn - 1) // 30)
        roll = make_roll((number // 2, number - number // 2), dict.fromkeys("rygb", 20))
        game, said = apply(game, roll).game, []
        for seat in waiting_for(game):
            said.append(legal_moves(game, seat)[0 if seat == game.active else -1])
            game = apply(game, said[-1], seat).game
        lines.append(f"{turn.turn}. {format_roll(roll)} | {' '.join(map(format_move, said))} | -")
        game = apply(game, legal_moves(game, game.active)[-1], game.active).game
    return "\n".join(lines) + "\n"


def test_a_record_is_replayed_beside_the_server_and_within_limits(server: Served) -> None:
    text = "rowlock game 1\nvariant: classic\nseat: Mia\n\n1. 4+1 r6 y2 g3 b6 | r5 | b10\n"
    assert [frame["turn"] for frame in server.call("POST", "/api/replay", {"text": text})["frames"]][-1] == 1
    refused = refusal(server, "/api/replay", {"text": long_record()})
    assert refused.kind == "bad_record"
    assert "megabytes" in str(refused) or "too much time or memory" in str(refused)


def test_a_machine_without_time_refuses_nothing_as_wrong(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that was paused, or shares its processors with too many, has not found a mistake."""
    text = "rowlock game 1\nvariant: classic\nseat: Mia\n\n1. 4+1 r6 y2 g3 b6 | r5 | b10\n"
    monkeypatch.setattr(uploads, "PATIENCE", 0.001)
    for path in ("/api/replay", "/api/variants"):
        refused = refusal(server, path, {"text": text})
        assert (refused.kind, str(refused)) == ("too_many", uploads.BUSY)


def test_whatever_the_door_lets_in_is_shown_quickly(server: Served) -> None:
    let_in = [pad for pad in map(wild_pad, range(SEARCHED)) if lets_in(server, pad)]
    assert 0 < len(let_in) < SEARCHED
    usual = slowest_view(load_variant("classic"))
    for pad in let_in:
        assert slowest_view(parse_variant(pad, "own")) < TIMES_CLASSIC * usual, pad


def test_a_table_that_takes_too_long_is_closed_and_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_blocks: Any
) -> None:
    heavy = []

    def follow(table: Any, entry: Any, roll: Any) -> Any:
        enough = time.thread_time() + 0.6 * (table.id in heavy)
        while time.thread_time() < enough:
            pass
        return house.follow(table, entry, roll)

    monkeypatch.setattr(ledger, "follow", follow)

    async def evening(server: Served) -> Any:
        mia = server.player("Mia")
        tables = [server.table(mia, "me", "me", start=True) for _ in range(2)]
        async with await server.connect(tables[0], mia) as one, await server.connect(tables[1], mia) as other:
            await settle(one, lambda: asked(one))
            await settle(other, lambda: asked(other))
            number = one.number
            heavy.append(tables[0])
            await one.move("-", 0)
            assert await farewell(one) == "too_heavy"
            assert (await ask(other, "move", seat=0, turn=1, phase="white", move="-"))["type"] == "receipt"
        async with await server.connect(tables[0], mia) as again:
            assert await farewell(again) == "too_heavy"
        return tables[0], number

    with served(tmp_path, step=0.5) as server:
        table, number = asyncio.run(evening(server))
        assert len(played_log(server, table)) == number
    nothing_blocks.clear()


def test_a_server_that_goes_down_tells_those_whose_pads_still_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def take_forever(kind: str, encoded: Any) -> None:
        begun.release()
        await asyncio.Event().wait()

    begun, answers = threading.Semaphore(0), []
    monkeypatch.setattr(uploads, "_run", take_forever)
    with served(tmp_path) as server, caplog.at_level("INFO"):
        server._server.config.timeout_graceful_shutdown = 0.3

        def bring(number: int) -> None:
            answers.append(refusal(server, "/api/variants", {"text": f'title = "{number}"'}).kind)

        people = [threading.Thread(target=bring, args=[number]) for number in range(uploads.AT_ONCE + 3)]
        for person in people:
            person.start()
        for _ in range(uploads.AT_ONCE):
            assert begun.acquire(timeout=100)
        while uploads._turns[server._server.servers[0].get_loop()].waiting < 3:
            time.sleep(0.01)
        server.stop()
        for person in people:
            person.join()
    assert answers == ["store_down"] * len(people)
    assert not [record for record in caplog.records if record.exc_info]


async def farewell(client: Any) -> str:
    """Why the server hangs up for good."""
    with pytest.raises(ServerRefused) as gone:
        await until(client, lambda message: False)
    return gone.value.kind


def lets_in(server: Served, pad: str) -> bool:
    try:
        server.call("POST", "/api/variants", {"text": pad})
    except ServerRefused as refused:
        assert refused.kind == "bad_variant"
        assert "takes too" in str(refused)
        return False
    return True


def slowest_view(variant: Variant) -> float:
    """Processor time of the slowest view in games of five who take what has the most consequences."""
    slowest = 0.0
    for seed in range(2):
        chance, game = Random(seed), new_game(variant, 5)
        while game.phase is not Phase.OVER and game.turn < 40:
            dice = [chance.randint(1, min(6, variant.faces)) for _ in range(2 + len(game.dice))]
            roll = make_roll((dice[0], dice[1]), dict(zip(game.dice, dice[2:], strict=True)))
            game = apply(game, roll).game
            for seat in waiting_for(game):
                slowest = max(slowest, cost_of(game, seat))
                game = apply(game, most_of_all(game, seat, chance), seat).game
            if game.phase is Phase.COLOUR:
                game = apply(game, most_of_all(game, game.active, chance), game.active).game
    return slowest


def cost_of(game: Game, seat: int) -> float:
    """The best of three: other work on the machine must not count."""
    times = []
    for _ in range(3):
        begun = time.thread_time()
        view(game, seat)
        times.append(time.thread_time() - begun)
    return min(times)


def most_of_all(game: Game, seat: int, chance: Random) -> Any:
    moves = legal_moves(game, seat)
    tried = [moves[-1], *chance.sample(moves, min(4, len(moves)))]
    return max(tried, key=lambda move: len(format_move(move)))
