"""Exact values for the daily games: made once, by one process, with a word about how far it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import load_variant
from rowlock.server.jobs import values
from rowlock.solver.dynamic import file_of, load_values

TINY = str(Path(__file__).parents[2] / "tiny" / "tiny.toml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place of its own for values; the work is done in this process, which keeps its manners."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("os.nice", lambda by: 0)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("rowlock.server.serve.end_with_parent", lambda: None)


def test_values_are_made_once_and_that_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    variant = load_variant(TINY)
    assert not file_of(variant).exists()
    values.make_values((TINY,))
    told = capfd.readouterr().err.splitlines()
    assert (told[0], told[-1]) == (
        f"Exact values of {variant.title}, to judge daily games: being made, once.",
        f"Exact values of {variant.title}: done.",
    )
    assert load_values(variant) is not None
    values.make_values((TINY,))
    assert capfd.readouterr().err == "", "they are there already"


def test_two_servers_on_one_machine_make_them_once(capfd: pytest.CaptureFixture[str]) -> None:
    file = file_of(load_variant(TINY))
    with values._alone(file.with_suffix(".lock")) as is_mine:
        assert is_mine
        values.make_values((TINY,))
    assert capfd.readouterr().err == ""
    assert not file.exists(), "whoever has begun goes on alone"


def test_a_pad_that_cannot_be_solved_stops_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    values.make_values(("cards", TINY))
    told = capfd.readouterr().err
    assert "cannot be made here" in told
    assert told.endswith("done.\n"), "the next one is made"


def test_progress_is_told_in_tenths(capfd: pytest.CaptureFixture[str]) -> None:
    heard = values._Told("Pad")
    for _ in range(1000):
        heard.hear(1, 1000)
    assert [line.split()[-2] for line in capfd.readouterr().err.splitlines()] == [
        str(10 * n) for n in range(1, 10)
    ]


def test_nothing_is_started_without_a_pad() -> None:
    assert values.start_making(()) is None
