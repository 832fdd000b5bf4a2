"""`rowlock check`: sheets and facts of sound variants, every mistake of the others."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from small_pad import GOOD

from rowlock.bots.kit.batch import pad_of
from rowlock.commands import check
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant_text import format_variant
from rowlock.fast.tables import compile_variant
from rowlock.simulation.cluster import make_simulation
from rowlock.solver.layout import make_layout
from rowlock.terminal.describe import describe
from rowlock.variants import load_variant, variant_names

TINY = Path(__file__).parents[1] / "tiny"


def run(*files: str | Path) -> int:
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    return check.run(parser.parse_args([str(file) for file in files]))


@pytest.mark.parametrize("name", variant_names())
def test_known_names_are_drawn_and_ok(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f" {load_variant(name).title}\n")
    assert out.endswith(f"\n{name}: ok\n")
    assert max(map(len, out.splitlines())) <= 79
    assert "\x1b" not in out


def facts(name: str | Path) -> list[tuple[str, str]]:
    return list(describe(load_variant(name)))


def test_the_facts_of_longo() -> None:
    assert facts("longo") == [
        ("players", "1 to 5"),
        ("dice", "two white and r y g b, with 8 faces each"),
        ("closing", "with one of the last 2 cells, after 6 crosses"),
        ("end", "2 closed rows, or 4 penalties"),
        ("mechanisms", "lucky numbers (5/10, 6/11, 7/12, 8/13, 4/9)"),
        ("options", "die_leaves = action (or turn)"),
    ]


def test_rows_that_close_in_their_own_way_are_told_one_by_one() -> None:
    assert [fact for name, fact in facts(TINY / "tiny-needs.toml") if name == "closing"] == [
        "r: with the last cell, after 3 crosses",
        "y: with the last cell, after 0 crosses",
        "g: with one of the last 2 cells, after 1 cross",
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("classic", "none beyond the classic ones"),
        ("mixx-a", "mixed colours"),
        ("mixx-b", "mixed numbers"),
        ("bonus-a", "bonus bar (12 fields, 12 cells)"),
        ("bonus-b", "bonus pairs (5)"),
    ],
)
def test_mechanisms(name: str, words: str) -> None:
    assert dict(facts(name))["mechanisms"] == words


def test_every_mistake_goes_to_stderr_and_the_other_files_are_still_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD.replace("faces = 2", "faces = 99").replace("boxes = 3", "boxes = 0"))
    good = tmp_path / "good.toml"
    good.write_text(GOOD)
    assert (run(bad), run("nothing-like-it"), run(good)) == (1, 1, 0)
    capsys.readouterr()
    assert run(bad, "nothing-like-it", good) == 1
    out, err = capsys.readouterr()
    assert out.endswith(f"{good}: ok\n")
    assert "bad.toml: ok" not in out
    first, second, third = err.splitlines()
    assert first.startswith(f"{bad}:7: dice.faces: 99 is out of range")
    assert second.startswith(f"{bad}:14: penalties.boxes: 0 is out of range")
    assert third.startswith("there is no variant 'nothing-like-it'; known: ")


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_mistakes_are_data_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD.replace("faces = 2", "faces = 99"))
    assert run("classic", bad, "nothing-like-it", "--json") == 1
    good, wrong, unknown = told(capsys)
    assert (good["ok"], good["variant"]["name"]) == (True, "classic")
    assert [fact["name"] for fact in good["facts"]][:2] == ["players", "dice"]
    assert wrong["ok"] is unknown["ok"] is False
    (mistake,) = wrong["mistakes"]
    assert (mistake["file"], mistake["line"], mistake["key"]) == (str(bad), 7, "dice.faces")
    assert mistake["message"].startswith("99 is out of range")
    assert unknown["mistakes"][0]["line"] is None
    assert run("classic", "--json") == 0


MIXED = 'parent = "bonus-a"\ntitle = "Bar and swaps"\nrules = 1\n[swaps]\nfields = [[7, 2]]\n'


def test_what_a_pad_cannot_do_is_said_before_somebody_designs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mixed = tmp_path / "mixed.toml"
    mixed.write_text(MIXED)
    assert run(mixed) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "simulated 100,000 games a second and more" in shown
    assert "solvable no, because the solver cannot play Bar and swaps: a pad may have one of" in shown
    assert "trainable no, because networks cannot play Bar and swaps: they support bonus_bar" in shown
    assert run("classic") == 0
    shown = capsys.readouterr().out
    assert "solvable   yes" in shown
    assert "trainable  yes" in shown


@pytest.mark.parametrize("name", variant_names())
def test_what_is_said_of_a_pad_is_what_the_parts_do(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is called supported is taken up, and whatever is not is refused with these words."""
    assert run(name, "--json") == 0
    (found,) = told(capsys)
    variant = load_variant(name)
    for part, take_up in (
        ("kernel", lambda: make_simulation(format_variant(variant), name, ("greedy", "greedy"), 0)),
        ("solvable", lambda: make_layout(compile_variant(variant))),
        ("trainable", lambda: pad_of(variant)),
    ):
        try:
            take_up()
            reason = None
        except Unsupported as error:
            reason = str(error)
        assert found[part] == {"supported": reason is None, "reason": reason}
    assert (found["engine_games_per_second"] is None) == found["kernel"]["supported"]
