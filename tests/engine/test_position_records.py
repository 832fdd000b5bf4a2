"""Records of games that go on from a position: written, read back, and damaged with a reason."""

from __future__ import annotations

from random import Random

import pytest
from playing import BUNDLED

from rowlock import (
    BadRecord,
    Input,
    Record,
    format_position,
    format_record,
    load_variant,
    parse_record,
    replay,
)
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import make_roll

HEAD = "rowlock game 1\nvariant: classic\nseat: Ann\nseat: Ben\n"
EMPTY = "r,y,g,b,p0 r,y,g,b,p0"


def play(game: Game, chance: Random, until: object, most: int = 400) -> tuple[Game, list[Input]]:
    """Random inputs until a phase is reached, after at least one input."""
    said: list[Input] = []
    while game.phase is not Phase.OVER and len(said) < most and not (said and game.phase is until):
        if game.phase is Phase.ROLL:
            shows = {colour: chance.randint(1, game.variant.faces) for colour in game.dice}
            one = Input(None, make_roll((chance.randint(1, 6), chance.randint(1, 6)), shows))
        else:
            seat = waiting_for(game)[0]
            one = Input(seat, chance.choice(legal_moves(game, seat)))
        game = apply(game, one.move, one.seat).game
        said.append(one)
    return game, said


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.WHITE, Phase.COLOUR])
@pytest.mark.parametrize("name", BUNDLED)
def test_a_game_from_a_position_reads_back(name: str, phase: Phase) -> None:
    chance, variant = Random(name + phase.value), load_variant(name)
    game = new_game(variant, 3, 1)
    for _ in range(5):
        game, _ = play(game, chance, phase)
    if game.phase is Phase.OVER:
        pytest.fail("the game was over before it could go on")
    last, said = play(game, chance, None)
    record = Record(
        variant, ("A", "B", "C"), game.start, tuple(said), (("event", "practice"),), format_position(game)
    )
    again = parse_record(format_record(record), load_variant)
    assert again == record
    assert replay(again)[-1].game == last


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("position: classic 7/0 nonsense\n", "not a position"),
        ("position: classic 7/0 roll . . r,y,g,b,p0\n", "a sheet for every seat"),
        ("position: classic 7/0 over . . r,y,g,b,p4 r,y,g,b,p0\n", "not over"),
        ("position: classic 7/0 roll . . r,y,g,b,p0 r,y,g,b,p0\n\n1. 4+1 r6 y2 g3 b6 | - - | -\n", "turn 7"),
        (
            f"position: classic 7/0 white 4+1,r6,y2,g3,b6 ?/? {EMPTY}\n\n7. 4+2 r6 y2 g3 b6 | - - | -\n",
            "other dice",
        ),
        (f"position: classic 7/0 colour 4+1,r6,y2,g3,b6 . {EMPTY}\n\n7. 4+1 r6 y2 g3 b6 | - - | -\n", "as x"),
    ],
)
def test_damage_is_told(text: str, word: str) -> None:
    with pytest.raises(BadRecord, match=word):
        parse_record(HEAD + text, load_variant)
