"""Puzzles: one option is clearly best, and a weaker bot misses it."""

from __future__ import annotations

import random
from datetime import date, timedelta
from itertools import islice

import pytest

from rowlock import format_move, legal_moves, load_variant, view
from rowlock.analysis.puzzles import NoPuzzle, find_puzzles, number_of_day, puzzle, shipped
from rowlock.analysis.weigh import weigh
from rowlock.bots import ladder, load_bot
from rowlock.cli import main


@pytest.mark.parametrize("one", random.Random(3).sample(shipped(), min(8, len(shipped()))))
def test_the_best_move_leads_and_a_weaker_bot_misses_it(one):
    game = one.game
    worths = weigh(game.variant, view(game, one.seat))
    first, second = sorted(worths.values(), reverse=True)[:2]
    assert worths[one.best] == first
    assert first - second >= 0.045
    moves = [format_move(move) for move in legal_moves(game, one.seat)]
    found = [
        name
        for name in ladder()[1:]
        if load_bot(name, game.variant, len(game.sheets)).choose(view(game, one.seat), moves) == one.best
    ]
    assert found[0] == one.grade
    assert one.grade != ladder()[1]


def test_every_position_can_be_read_and_no_puzzle_stands_twice():
    assert all(one.best in [move.text for move in legal_moves(one.game, one.seat)] for one in shipped())
    assert len({(one.position, one.seat) for one in shipped()}) == len(shipped())


def test_the_command_finds_what_came_along():
    first = next(one for one in shipped() if one.variant == "classic")
    assert next(find_puzzles(load_variant("classic"))) == first


def test_a_pad_that_nobody_has_learnt_has_no_puzzles():
    with pytest.raises(NoPuzzle):
        list(islice(find_puzzles(load_variant("tests/tiny/tiny.toml")), 1))


def test_every_day_has_one():
    days = [number_of_day(date(2026, 1, 1) + timedelta(n)) for n in range(len(shipped()))]
    assert all(1 <= number <= len(shipped()) for number in days)
    with pytest.raises(NoPuzzle):
        puzzle(0)


def test_one_is_asked_in_the_terminal(capsys, monkeypatch):
    answers = iter(["nonsense\n", f"{puzzle(1).best}\n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    assert main(["puzzle", "--number", "1"]) == 0
    assert "Right: " in capsys.readouterr().out
