"""Puzzles: one option is clearly best, and a weaker bot misses it."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest

from rowlock import format_move, legal_moves, load_variant, view
from rowlock.analysis.judges import selection
from rowlock.analysis.judges.move_values import weigh
from rowlock.analysis.puzzles.finder import find_puzzles
from rowlock.analysis.puzzles.puzzle import (
    NoPuzzle,
    Puzzle,
    index,
    number_of_day,
    puzzle,
    read_puzzles,
    shipped,
    solution,
)
from rowlock.bots import ladder, load_bot
from rowlock.bots.net.shelf import SHELF
from rowlock.cli import main
from rowlock.locale import languages, load_catalogue
from rowlock.variants import variant_names

LEADS = {True: 2.0, False: 0.05}


def test_one_option_leads_clearly_and_the_grade_is_above_the_weakest() -> None:
    for one in shipped():
        worths = list(one.worths.values())
        assert worths == sorted(worths, reverse=True)
        assert worths[0] - worths[1] >= LEADS[one.alone] - 1e-4
        assert one.grade in ladder()[2:]


def test_there_are_enough_on_the_pads_that_have_networks() -> None:
    pads = Counter(one.variant for one in shipped())
    assert set(pads) >= {file.stem for file in SHELF.glob("*.npz")} & set(variant_names())
    assert min(pads.values()) >= 10
    assert len(shipped()) >= 300
    assert {len(one.game.sheets) for one in shipped()} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("pad", sorted({one.variant for one in shipped()}))
def test_in_company_every_worth_is_what_the_judge_says_today(pad: str) -> None:
    """So that a judge that has learnt something finds its puzzles wrong here, and not at a reader's."""
    for one in (one for one in shipped() if one.variant == pad and not one.alone):
        worths = weigh(one.game.variant, view(one.game, one.seat))
        assert one.worths == pytest.approx(worths, abs=1e-4), one.position


@pytest.mark.parametrize("one", random.Random(3).sample([one for one in shipped() if not one.alone], 8))
def test_the_best_move_leads_and_a_weaker_bot_misses_it(one: Puzzle) -> None:
    game = one.game
    worths = weigh(game.variant, view(game, one.seat))
    assert worths[one.best] == max(worths.values())
    moves = [format_move(move) for move in legal_moves(game, one.seat)]
    found = [
        name
        for name in ladder()[1:]
        if load_bot(name, game.variant, len(game.sheets)).choose(view(game, one.seat), moves) == one.best
    ]
    assert found[0] == one.grade


def test_the_solution_tells_the_best_move_every_option_and_true_reasons() -> None:
    for one in random.Random(4).sample(shipped(), 30):
        told = solution(one)
        assert told["move"] == one.best == told["options"][0]["move"]
        legal = {move.text for move in legal_moves(one.game, one.seat)}
        assert {option["move"] for option in told["options"]} == legal
        assert len(told["reasons"]) <= 2


def test_every_position_can_be_read_and_no_puzzle_stands_twice() -> None:
    assert all(one.best in [move.text for move in legal_moves(one.game, one.seat)] for one in shipped())
    assert len({(one.position, one.seat) for one in shipped()}) == len(shipped())


def test_the_command_finds_what_came_along() -> None:
    first = next(one for one in shipped() if one.variant == "classic" and not one.alone)
    assert next(find_puzzles(load_variant("classic"))) == first


def test_alone_only_exact_values_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "solved_values", lambda _: None)
    with pytest.raises(NoPuzzle, match="rowlock solve"):
        next(find_puzzles(load_variant("longo"), alone=True))


def test_puzzles_made_one_by_one_are_those_made_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts, whole = tmp_path / "parts.json", tmp_path / "whole.json"
    for name in ("mixx-a", "classic"):
        assert main(["puzzles", "make", name, "--count", "1", "--out", str(parts), "--add"]) == 0
    assert main(["puzzles", "make", "classic", "mixx-a", "--count", "1", "--out", str(whole)]) == 0
    assert parts.read_text() == whole.read_text()
    assert [one.variant for one in read_puzzles(parts.read_text())] == ["classic", "mixx-a"]
    assert main(["puzzles", "make", "classic", "--add"]) == 1


def test_a_pad_that_nobody_has_learnt_has_no_puzzles() -> None:
    with pytest.raises(NoPuzzle):
        list(islice(find_puzzles(load_variant("tests/tiny/tiny.toml")), 1))


def test_every_day_has_one() -> None:
    for pad, known in index().days.items():
        days = [number_of_day(date(2026, 1, 1) + timedelta(n), pad) for n in range(len(known))]
        assert sorted(days) == known
        assert {(puzzle(number).variant, len(puzzle(number).game.sheets)) for number in days} == {(pad, 2)}
    assert puzzle(number_of_day(date(2026, 1, 1), "a pad without puzzles")).variant == "classic"
    with pytest.raises(NoPuzzle):
        puzzle(0)


def test_one_is_asked_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["nonsense\n", f"{puzzle(1).best}\n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    assert main(["puzzle", "--number", "1"]) == 0
    assert "Right: " in capsys.readouterr().out


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
def test_one_is_asked_in_every_language(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheets too: labels, the legend of bonuses, the letters of the rows."""
    number = next(n for n, one in enumerate(shipped(), 1) if one.variant == "bonus-b")
    monkeypatch.setattr("sys.stdin.readline", lambda: "", raising=False)
    assert main(["puzzle", "--number", str(number), "--lang", lang]) == 1
    shown = capsys.readouterr().out
    words = load_catalogue(lang).texts["game"]["words"]
    for word in ("penalties", "crosses", "points", "total"):
        assert f"\n {words[word]} ".lower() in shown.lower()
    english = re.findall(r"\b(penalties|crosses|each|At once|At the end|Puzzle|Possible:)\b", shown)
    assert english == []


def test_french_readers_are_addressed_formally(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = next(n for n, one in enumerate(shipped(), 1) if one.game.active == one.seat and one.game.sheets[1:])
    monkeypatch.setattr("sys.stdin.readline", lambda: "", raising=False)
    main(["puzzle", "--number", str(own), "--lang", "fr"])
    assert not re.findall(r"\b(tu|ton|ta|tes|toi)\b", capsys.readouterr().out)


def test_one_is_told_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "--number", "1", "--json"]) == 0
    told, one = json.loads(capsys.readouterr().out), puzzle(1)
    assert (told["number"], told["position"], told["seat"]) == (1, one.position, one.seat)
    moves = [move["move"] for move in told["view"]["moves"]]
    assert told["solution"]["move"] == one.best
    assert sorted(option["move"] for option in told["solution"]["options"]) == sorted(moves)
