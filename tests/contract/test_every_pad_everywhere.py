"""Commands and library work on every bundled pad, or refuse it by name.

The doors of server and device are opened on every pad in tests/server and tests/offline, the keys of the
terminal are pressed in tests/terminal/test_every_key.py; tests/research walks all pads too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rowlock
from rowlock import Record, RowlockError, load_variant, parse_record, replay, variant_names, view
from rowlock.analysis.review.game import review
from rowlock.analysis.review.review_types import Review
from rowlock.cli import main
from rowlock.commands import command_names, parser_of
from rowlock.engine.position import format_position
from rowlock.engine.record import format_record

GOLDEN = Path(__file__).parents[1] / "golden"
BUNDLED = Path(rowlock.__file__).parent / "variants"


@pytest.fixture(params=variant_names())
def pad(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


REVIEWS: dict[tuple[str, int | None], Review] = {}


@pytest.fixture(autouse=True)
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is judged once, and commands and library make of it what they do: judging takes seconds."""

    def judge(record: Record, rollouts: int | None = None, *more: Any, **others: Any) -> Review:
        key = (format_record(record), rollouts)
        if key not in REVIEWS:
            REVIEWS[key] = review(record, rollouts, *more, **others)
        return REVIEWS[key]

    monkeypatch.setattr("rowlock.analysis.review.game.review", judge)
    monkeypatch.setattr("rowlock.library.reviewing.judge", judge)


def golden(pad: str) -> Record:
    return parse_record((GOLDEN / f"{pad}.rowlock").read_text(encoding="utf-8"))


def positions(pad: str) -> list[Any]:
    """A position of every kind of decision in the pad's golden game."""
    steps = replay(golden(pad))
    found = {step.game.phase: step.game for step in steps if rowlock.waiting_for(step.game)}
    assert found
    return list(found.values())


def words_of(pad: str, folder: Path) -> Iterator[list[str]]:
    record = str(GOLDEN / f"{pad}.rowlock")
    yield ["check", str(BUNDLED / f"{pad}.toml")]
    yield ["replay", record]
    yield ["replay", record, "--json"]
    yield ["review", record, "--rollouts", "0"]
    yield ["review", record, "--rollouts", "0", "--json"]
    yield ["verify", record]
    yield ["print", pad, "--output", str(folder / "sheet.svg")]
    yield ["simulate", pad, "--games", "2"]
    yield ["arena", "cautious", "random", "--variant", pad, "--games", "2", "--workers", "1"]
    yield ["train", pad, "--minutes", "0.001", "--out", str(folder)]
    yield ["bots", "--variant", pad]
    yield ["puzzle", "--variant", pad, "--json"]
    yield ["openings", "--variant", pad, "--bots", "cautious", "--games", "2"]
    yield ["dataset", str(folder / "games.jsonl"), "--variant", pad, "--bots", "cautious", "--games", "1"]
    for game in positions(pad):
        yield ["analyse", format_position(game)]


def test_commands(pad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in words_of(pad, tmp_path):
        try:
            status = main(words)
        except SystemExit as stopped:  # argparse, and what ends a command early
            status = stopped.code if isinstance(stopped.code, int) else 2
        told = capsys.readouterr()
        assert "Traceback" not in told.err, words
        assert status == 0 or told.err.strip() or told.out.strip(), words
        assert status == 0 or words[0] in ("verify", "train"), f"{words}: {told.err}{told.out}"


ELSEWHERE = {"play": "terminal/test_every_key.py", "solve": "solver", "puzzles": "analysis/puzzles"}
"""Commands that take a pad, and are given every one, or every kind of them, in tests of their own."""


def takes_pad(command: str) -> bool:
    """Whether one of its arguments is a pad, by its name in the help."""
    return any(
        "VARIANT" in (action.metavar, action.dest.upper(), *map(str.upper, action.option_strings))
        for action in parser_of(command)._actions
    )


def test_no_command_that_takes_a_pad_is_left_out(tmp_path: Path) -> None:
    tried = {words[0] for words in words_of("classic", tmp_path)}
    assert {name for name in command_names() if takes_pad(name)} <= tried | set(ELSEWHERE)
    assert all((GOLDEN.parent / place).exists() for place in ELSEWHERE.values())


def test_library(pad: str) -> None:
    record = golden(pad)
    assert rowlock.review(record, rollouts=0) is not None
    for game in positions(pad):
        assert rowlock.analyse(format_position(game)) is not None
        seat = next(iter(rowlock.waiting_for(game)))
        assert rowlock.hint(view(game, seat))["move"]
    assert rowlock.contest(["cautious", "random"], pad, games=2) is not None
    for ask in (rowlock.simulate, rowlock.solve):
        if ask is rowlock.solve and load_variant(pad).name in SOLVED:
            continue  # it takes a minute; tests/solver solves small ones
        try:
            ask(pad, ["cautious", "random"], games=2) if ask is rowlock.simulate else ask(pad)
        except RowlockError as refused:
            assert load_variant(pad).title in str(refused)


SOLVED = {"classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", "double-b", "x-change"}
"""The pads that README says are solved."""
