"""Every bot plays every pad the same wherever it is asked: same seed, same moves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from company import keeper_in
from toy import stones
from tries import repeated

from rowlock import apply, format_move, legal_moves, load_variant, new_game, parse_variant, view
from rowlock.arena.contest import Contest, hold, is_batched, is_simple
from rowlock.bots import bot_names
from rowlock.engine.moves import Choice
from rowlock.engine.position import parse_variant_name
from rowlock.engine.record import Record, format_record, read_record
from rowlock.engine.variant import Variant
from rowlock.server.live.bots import BotDoor
from rowlock.simulation.export import export_game
from rowlock.terminal.keeper import Keeper
from rowlock.variants import read_known

ROOT = Path(__file__).parents[2]
OWN = ROOT / "examples" / "shuffled.toml"
LATER = ("double-a", "double-b", "big-points", "connected-steps", "connected-chain", "x-change")
PADS = {
    "a mechanism that nothing faster knows": "stones",
    "rows that close for their owner": "alone",
    "bundled": "classic",
    "bundled, mixed colours": "mixx-a",
    "bundled, mixed numbers": "mixx-b",
    "bundled, lucky": "longo",
    "bundled, bar": "bonus-a",
    "bundled, pairs": "bonus-b",
    "own": str(OWN),
    "optioned": "classic;die_leaves=turn",
    **{name: name for name in LATER},
    "own, everything at once": str(ROOT / "tests" / "tiny" / "tiny-all.toml"),
}
SEED = crc32(b"every door")
"""As the terminal makes a number from what is typed after --seed."""
DEALS = repeated(1, 6)
CLOSES_ALONE = 'parent = "classic"\ntitle = "Alone"\nrules = 1\n[closing]\nfor = "player"\n'


@pytest.fixture(autouse=True)
def nothing_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that this machine has learnt or solved plays a part."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def variant(pad: str) -> Iterator[Variant]:
    with stones() as toy:
        if PADS[pad] == "stones":
            yield toy
        elif PADS[pad] == "alone":
            yield parse_variant(CLOSES_ALONE, "alone", None, read_known)
        else:
            yield parse_variant_name(PADS[pad], load_variant)


def saved(variant: Variant, names: tuple[str, ...], deals: int) -> tuple[np.ndarray, list[Record]]:
    """Points and records of a contest that is played one game at a time."""
    results = hold(Contest(variant, names, SEED, save=True), deals, 1)
    readings = [read_record(text, load_variant) for text in results.records]
    assert not [reading.damage for reading in readings if reading.damage]
    return results.points, [reading.record for reading in readings]


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("pad", PADS)
def test_in_step_a_bot_plays_as_it_does_one_by_one(pad: str, variant: Variant, name: str) -> None:
    """In the kernel, in step or through the engine a contest comes out the same; what is kept replays."""
    names = (name, "random")
    quick = Contest(variant, names, SEED)
    points, records = saved(variant, names, DEALS)
    assert (hold(quick, DEALS, 1).points == points).all()
    assert all(record.variant == variant for record in records)
    if pad.startswith("bundled"):
        assert is_simple(quick) or is_batched(quick)


@pytest.mark.parametrize("pad", PADS)
def test_simple_bots_play_in_step_as_in_the_kernel(variant: Variant) -> None:
    """Lots are the same wherever they are drawn: beside champion, simple bots play in step."""
    names = ("random", "cautious", "greedy", "champion")
    points, _ = saved(variant, names, 2)
    assert (hold(Contest(variant, names, SEED), 2, 1).points == points).all()


@pytest.mark.parametrize("pad", PADS)
def test_server_terminal_and_export_hear_the_same_moves(variant: Variant, tmp_path: Path) -> None:
    names = bot_names()[1:]
    _, records = saved(variant, names, 1)
    record = records[0]
    exported = read_record(format_record(export_game(variant, list(record.seats), SEED, 0)), load_variant)
    assert exported.damage is None
    assert exported.record.inputs == record.inputs
    door, keeper = BotDoor(threads=1), Keeper(keeper_in(tmp_path).storage, seed="every door")
    bots = [keeper.find_bot(name, variant, len(names)) for name in record.seats]
    game = new_game(variant, len(names), record.start)
    for seat, said in record.inputs:
        if seat is not None and isinstance(said, Choice):
            moves = [format_move(move) for move in legal_moves(game, seat)]
            shown, name = view(game, seat), record.seats[seat]
            assert bots[seat].choose(shown, moves) == format_move(said)
            assert asyncio.run(door.choose(name, variant, SEED, shown, moves)) == format_move(said)
        game = apply(game, said, seat).game
    door.close()
