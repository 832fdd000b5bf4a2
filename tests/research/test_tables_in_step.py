"""Tables in step are equal to the engine: the same dice and choices, compared after every action."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock import IllegalMove, Phase, apply, legal_moves, load_variant, new_game, outcome
from rowlock.bots.kit.seat import name_option
from rowlock.engine.errors import NoSuchSeat, Unsupported
from rowlock.engine.game import Game
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.scoring import score
from rowlock.research.tables import TableEnv


class Fixed(TableEnv):
    """Tables whose dice are remembered, so that the engine can be given the same."""

    faces: np.ndarray

    def _roll(self) -> np.ndarray:
        self.faces = super()._roll()
        return self.faces


def roll_of(env: Fixed, table: int, game: Game) -> Roll:
    shown = env.faces[table].tolist()
    by_colour = {row.lock: shown[2 + r] for r, row in enumerate(game.variant.rows) if row.lock}
    return Roll((shown[0], shown[1]), tuple((colour, by_colour[colour]) for colour in game.dice))


def named(env: Fixed, game: Game, table: int, seat: int, option: int) -> str:
    moves = [format_move(move) for move in legal_moves(game, seat)]
    sums = None if game.phase is Phase.WHITE else env.dice.sums[table]
    return name_option(env.pad, option, env.mask.shape[-1], moves, game.roll.total, sums)  # type: ignore[union-attr]


def pick(mask: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    chosen = np.where(mask, chance.random(mask.shape), -1)
    return np.asarray(chosen.argmax(-1))


def follow(env: Fixed, game: Game, table: int, choice: np.ndarray) -> Game:
    """The engine's game after the same choices; what may be chosen is the same too."""
    asked = range(env.mask.shape[1]) if game.phase is (Phase.WHITE if env.is_white else Phase.COLOUR) else ()
    after = game
    for position in asked:
        seat = (game.active + position) % env.seats
        options = np.flatnonzero(env.mask[table, position])
        legal = {format_move(move) for move in legal_moves(game, seat)}
        assert {named(env, game, table, seat, int(option)) for option in options} == legal
        move = parse_move(named(env, game, table, seat, int(choice[table, position])))
        after = apply(after, move, seat).game
    return after


@pytest.mark.parametrize("name", ["classic", "mixx-a", "longo", "bonus-b", "double-a", "x-change"])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_tables_play_as_the_engine_does(name: str, seats: int) -> None:
    variant, chance = load_variant(name), np.random.default_rng(5)
    env, ended = Fixed(variant, seats, 3, seed=4), 0
    games = [new_game(variant, seats) for _ in range(3)]
    for _ in range(70):
        games = [apply(game, roll_of(env, n, game)).game for n, game in enumerate(games)]
        active = [game.active for game in games]
        for _ in ("white", "colour"):
            choice = pick(env.mask, chance)
            games = [follow(env, game, n, choice) for n, game in enumerate(games)]
            stepped = env.step(choice)
        for n, game in enumerate(games):
            order = [(active[n] + position) % seats for position in range(seats)]
            assert stepped.points[n].tolist() == [score(variant, game.sheets[seat]).total for seat in order]
            end = outcome(game)
            assert stepped.done[n] == (end is not None)
            if end is None:
                assert not stepped.rewards[n].any()
                continue
            ended += 1
            best = stepped.rewards[n] == stepped.rewards[n].max()
            assert best.tolist() == [seat in (end.winners or (0,)) for seat in order]
            assert stepped.rewards[n].sum() == pytest.approx(0 if seats > 1 else end.scores[0])
            games[n] = new_game(variant, seats)
    assert ended > 2


def test_an_observation_is_named_and_turns_with_the_seats() -> None:
    env, chance = TableEnv("classic", 3, 4), np.random.default_rng(1)
    for _ in range(20):
        env.step(pick(env.mask, chance))
    assert env.is_white
    assert env.observation.shape == (4, 3, len(env.features))
    penalties, other = env.features.index("penalties"), env.features.index("+1 penalties")
    assert (env.observation[:, 1, penalties] == env.observation[:, 0, other]).all()
    assert env.observation[0, :, env.features.index("active")].tolist() == [0, 2, 1]


def test_what_cannot_be_is_refused() -> None:
    env = TableEnv("classic", 2, 3)
    with pytest.raises(IllegalMove, match="each of"):
        env.step(np.zeros((3, 1), int))
    while env.mask[..., 0].all():
        env.step(pick(env.mask, np.random.default_rng(1)))
    with pytest.raises(IllegalMove, match="not legal"):
        env.step(np.zeros(env.mask.shape[:2], int))
    with pytest.raises(NoSuchSeat):
        TableEnv("classic", 9)
    with pytest.raises(Unsupported):
        TableEnv("cards", 2)
