"""Bots in the card game know only their seat's view: a process with nothing else plays the same."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest
from playing import CARDS, random_chance

from rowlock import Phase, apply, legal_moves, load_variant, new_game, parse_move, waiting_for
from rowlock.arena.table import question
from rowlock.bots import ladder, load_bot
from rowlock.bots.kit.card_outlook import Pace, Race

ALONE = """
import json, sys
from rowlock import load_variant
from rowlock.bots import load_bot
asked = json.load(sys.stdin)
bot = load_bot("champion", load_variant(asked["variant"]), 2, 1, 0)
print(json.dumps([bot.choose(view, moves) for view, moves in asked["questions"]]))
"""


def play(name: str, bots: list[str], seed: int) -> Any:
    """A game of these bots: what each seat was asked, and what it said."""
    variant = load_variant(name)
    game, rng, asked = new_game(variant, len(bots)), random.Random(seed), []
    players = [load_bot(bot, variant, len(bots), 1, 0) for bot in bots]
    while game.phase is not Phase.OVER:
        if game.phase.is_chance:
            game = apply(game, random_chance(game, rng)).game
        for seat in waiting_for(game):
            view, moves = question(game, seat)
            said = players[seat].choose(view, moves)
            asked.append((seat, view, moves, said))
            assert parse_move(said) in legal_moves(game, seat)
            game = apply(game, parse_move(said), seat).game
    return game, asked


@pytest.mark.parametrize("name", CARDS)
def test_every_rung_plays_with_cards_at_tables_of_every_size(name: str) -> None:
    rungs = list(ladder())
    for bots in (rungs[-2:], rungs[-3:], rungs[-4:], rungs[:5]):
        game, _ = play(name, bots, 1)
        assert game.phase is Phase.OVER


def test_champion_plays_the_same_in_a_process_that_has_nothing_but_its_views() -> None:
    _, asked = play("cards", ["champion", "random"], 2)
    mine = [(view, moves) for seat, view, moves, _ in asked if seat == 0]
    given = json.dumps({"variant": "cards", "questions": mine})
    done = subprocess.run(
        [sys.executable, "-c", ALONE], input=given, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [said for seat, _, _, said in asked if seat == 0]


def test_the_last_cell_is_hoped_for_only_where_enough_crosses_can_come_before_it() -> None:
    pace, row = Pace(load_variant("cards")), load_variant("cards").rows[0]
    four, five = 0b0000001111 << 6, 0b0000011111 << 5
    assert pace.more(row, four, 3.0) == 0.0
    assert pace.more(row, five, 3.0) > 1.0
    assert pace.more(row, 0, 3.0) > pace.more(row, 1 << 5, 3.0)


def test_champion_sees_less_time_when_anybody_is_about_to_close_rows() -> None:
    race, game = Race(load_variant("cards")), new_game(load_variant("cards"), 2)
    ready = game.sheets[1]._replace(crosses=(0b0111110000, 0b0111110000, 0, 0))
    race.look(game, 0)
    calm = race.time(game.sheets[0])
    race.look(game._replace(sheets=(game.sheets[0], ready)), 0)
    assert race.time(game.sheets[0]) < calm
    assert race.rivals(calm) > 0
