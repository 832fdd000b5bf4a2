"""On the user's own pads bots use what is available: values, a network trained here, else steady's hand."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from playing import BUNDLED, play_out

from rowlock import apply, format_move, legal_moves, load_variant, new_game, parse_roll, view
from rowlock.analysis.judges.move_values import weigh
from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot, load_bot, plays_by
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.kit.hand import Hand
from rowlock.bots.kit.seat import ArrayQuestion
from rowlock.bots.kit.slow_hand import SlowHand
from rowlock.bots.net import shelf
from rowlock.bots.net.network import read_weights
from rowlock.bots.net.shelf import SHELF, find_network, own_file
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import choose_options
from rowlock.fast.tables import compile_variant
from rowlock.solver.dynamic import plan_solution, solve

TESTS = Path(__file__).parents[1]
OWN = load_variant(TESTS.parent / "examples" / "shuffled.toml")
TINY = load_variant(TESTS / "tiny" / "tiny.toml")
TINY_BAR = load_variant(TESTS / "tiny" / "tiny-bar.toml")
STAYS = choose_options(load_variant("classic"), {"die_leaves": "turn"})
"""A pad that arrays cannot hold."""


@pytest.fixture(autouse=True)
def empty_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.parametrize("variant", [OWN, STAYS], ids=lambda variant: variant.title)
@pytest.mark.parametrize("seats", [1, 2])
def test_without_a_network_champion_and_planner_play_by_steadys_hand_and_say_so(
    variant: Variant, seats: int
) -> None:
    assert plays_by("steady", variant, seats) == plays_by("greedy", variant, seats) == "itself"
    rng = random.Random(seats)
    said = [step.game for _ in range(3) for _, _, step in play_out(new_game(variant, seats), rng)]
    asked = [(game, seat) for game in said for seat in range(seats) if len(legal_moves(game, seat)) > 1]
    for name in ("planner", "champion"):
        assert plays_by(name, variant, seats) == "hand"
        bots = [load_bot(bot, variant, seats) for bot in (name, "steady")]
        for game, seat in rng.sample(asked, 12):
            shown, moves = view(game, seat), [format_move(move) for move in legal_moves(game, seat)]
            assert bots[0].choose(shown, moves) == bots[1].choose(shown, moves)


def test_on_bundled_pads_they_have_networks() -> None:
    for name in BUNDLED:
        assert plays_by("champion", load_variant(name), 2) == "network"
        assert plays_by("planner", load_variant(name), 1) == "network"


@pytest.mark.parametrize(
    ("bundled", "ends"),
    [
        (("", "-solo", "-two"), {1: "-solo", 2: "-two", 3: "", 4: "", 5: ""}),
        (("", "-solo"), {1: "-solo", 2: "", 3: "", 4: "", 5: ""}),
    ],
)
def test_files_say_for_how_many_players_they_are_whatever_they_are_called(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    bundled: tuple[str, str, str] | tuple[str, str],
    ends: dict[int, str],
) -> None:
    for place, end in enumerate(bundled):
        (tmp_path / f"network{place}.npz").write_bytes((SHELF / f"classic{end}.npz").read_bytes())
    monkeypatch.setattr(shelf, "SHELF", tmp_path)
    for seats, end in ends.items():
        found = find_network(pad_of(load_variant("classic")), seats)
        assert found is not None
        network, basis = found
        assert basis == "network"
        assert np.array_equal(network.own, read_weights(SHELF / f"classic{end}.npz")[0]["own"])


def test_a_pad_is_known_by_its_rules_whatever_it_is_called(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    copy.write_text('parent = "classic"\ntitle = "Mine"\n')
    assert plays_by("champion", load_variant(copy), 2) == "network"


def test_a_network_of_ones_own_is_found_by_fingerprint(tmp_path: Path) -> None:
    """Weights of a pad of the same size; the fingerprint beside them says whose they are."""
    pad = pad_of(OWN)
    for solo, seats in ((False, 2), (True, 1)):
        file = own_file(pad.tables.fingerprint, solo)
        with np.load(SHELF / f"mixx-b{'-solo' if solo else ''}.npz") as found:
            weights = {name: found[name] for name in found.files if name != "fingerprint"}
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, fingerprint=np.array(pad.tables.fingerprint), **weights)
        assert plays_by("champion", OWN, seats) == "own_network"
        game = apply(new_game(OWN, seats), parse_roll("3+4 r1 y2 g3 b4")).game
        worth = weigh(OWN, view(game, 0))
        moves = list(worth)
        assert load_bot("champion", OWN, seats).choose(view(game, 0), moves) == max(
            moves, key=lambda move: worth[move]
        )
    assert plays_by("planner", OWN, 2) == "own_network"


@pytest.mark.parametrize("content", [b"", b"no network", b"PK\x03\x04 half of one"])
def test_a_damaged_network_is_no_network(content: bytes) -> None:
    file = own_file(compile_variant(OWN).fingerprint, False)
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert plays_by("champion", OWN, 2) == "hand"


@pytest.mark.parametrize("variant", [TINY, TINY_BAR], ids=["plain", "with a bar"])
def test_what_is_solved_is_played_and_weighed_by_everybody(variant: Variant) -> None:
    values = solve(plan_solution(variant))
    for name in ("planner", "champion"):
        assert plays_by(name, variant, 1) == "solved"
        assert plays_by(name, variant, 2) == "hand"
    bot, rng = load_bot("champion", variant, 1), random.Random(3)
    for _, _, step in play_out(new_game(variant, 1), rng):
        game = step.game
        if len(legal_moves(game, 0)) > 1:
            worth = weigh(variant, view(game, 0))
            assert max(worth.values()) == pytest.approx(values.value_of(game))
            assert worth[bot.choose(view(game, 0), list(worth))] == pytest.approx(values.value_of(game))


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("name", [*BUNDLED, "own"])
def test_the_hand_that_needs_no_arrays_likes_what_the_quick_one_likes(name: str, seats: int) -> None:
    variant = OWN if name == "own" else load_variant(name)
    pad, rng = pad_of(variant), random.Random(seats)
    slow, quick, compared = SlowHand("steady", "", variant, "itself"), Hand(pad_of(variant)), 0
    for _ in range(8 // seats):
        for _, _, step in play_out(new_game(variant, seats), rng):
            for seat in range(seats):
                moves = [format_move(move) for move in legal_moves(step.game, seat)]
                if len(moves) > 1 and rng.random() < 0.3:
                    shown = view(step.game, seat)
                    worth = ArrayQuestion(pad, shown).worth_to(quick)
                    assert worth[slow.choose(shown, moves)] == pytest.approx(max(worth.values()))
                    compared += 1
    assert compared > 10


def test_steady_without_arrays_is_a_decent_hand() -> None:
    """On a pad that arrays cannot hold it beats cautious as it does on classic."""
    from rowlock.arena.contest import Contest, hold

    found = hold(Contest(STAYS, ("steady", "cautious"), 3), 40, 1)
    assert found.shares[:, :, 0].mean() > 0.55


def test_in_step_a_hand_on_an_own_pad_is_steadys() -> None:
    pad = pad_of(OWN)
    pair = [play(pad, [load_batch_bot(name, pad, 2)] * 2, 4, 0, 40).scores for name in ("steady", "champion")]
    assert (pair[0] == pair[1]).all()
