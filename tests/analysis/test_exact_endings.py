"""Endings for two are judged exactly by one function: analysis, hint, tutor and review agree."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock import Game, parse_position
from rowlock.analysis.hints.hint import better, hint
from rowlock.analysis.position import analyse
from rowlock.bots import load_bot
from rowlock.bots.champion import make_batch
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.kit.view_reading import as_arrays
from rowlock.bots.net import exact_endings
from rowlock.bots.net.exact_endings import AT_TABLE, ExactTables
from rowlock.bots.net.lockstep import Lots, white_options
from rowlock.bots.net.meeting import Meeting
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant, view
from rowlock.engine.view_types import View
from rowlock.fast import loading
from rowlock.locale import Catalogue, load_catalogue
from rowlock.locale.mixes import cases_of, tell_mix
from rowlock.terminal.hint import give_hint

SURE = (
    "classic 17/0 white 6+6,r5,g1,b2 ?/? "
    "r2.4.6.10,y4.5.7.9.10.12+,g10.9.6,b11.10.8.6.4,p0 r2.3.4.6.10,y4.5.7.8x,g11.10.8.5.4.3,b9.6,p0"
)
MIXED = (
    "classic 33/0 white 6+5,r1,y3,b4 ?/? "
    "r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3 "
    "r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3"
)


@pytest.fixture(autouse=True)
def _wait_for_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was tested before in this process may have asked not to."""
    monkeypatch.setattr(loading, "LOADING", loading.Loading())


def test_a_certain_win_is_told_as_one() -> None:
    found = analyse(parse_position(SURE))
    assert found["judge"]["exact"]
    assert found["worth"] == [0.0, 1.0]
    assert found["options"][1][0]["move"] == "r12"
    assert found["options"][1][0]["worth"] == 1.0


def test_the_best_options_are_worth_what_the_roll_is() -> None:
    for text in (SURE, MIXED):
        found = analyse(parse_position(text))
        best = [options[0]["worth"] for options in found["options"]]
        assert best == pytest.approx(found["worth"], abs=1e-9)
        assert sum(found["worth"]) == pytest.approx(1, abs=1e-12)


def test_a_mixed_equilibrium_is_told_and_costs_nothing() -> None:
    found = analyse(parse_position(MIXED))
    assert found["worth"][0] == pytest.approx(0.705455177, abs=1e-8)
    shares = {option["move"]: option["share"] for option in found["options"][0]}
    assert shares == {"r11": pytest.approx(0.83596761, abs=1e-6), "-": pytest.approx(0.16403239, abs=1e-6)}
    assert all(option["loss"] < 1e-9 for option in found["options"][0])
    assert better(*_asked(parse_position(MIXED), 0), "-", "inaccuracy") is None


def test_a_hint_says_what_the_analysis_says() -> None:
    for text in (SURE, MIXED):
        game = parse_position(text)
        found = analyse(game)
        for seat in range(2):
            told = hint(*_asked(game, seat))
            assert told["exact"]
            worths = {option["move"]: option["worth"] for option in told["options"]}
            for option in found["options"][seat]:
                assert worths[option["move"]] == pytest.approx(option["worth"], abs=1e-9)


def test_a_seat_that_plays_exactly_plays_a_mix_by_lot() -> None:
    game = parse_position(MIXED)
    pad = pad_of(game.variant)
    games, dice = as_arrays(pad, game)
    options, bot = white_options(pad, games, dice), make_batch(pad, 2)
    assert isinstance(bot, BestOption)
    assert isinstance(bot.weigher, Meeting)
    bot.weigher.exact = ExactTables(pad, AT_TABLE)
    chosen = []
    for seed in range(200):
        lots = Lots(np.array([seed], np.uint64), 33, np.array([0]), 2)
        chosen.append(int(bot.white(games, dice, options, (0,), lots)[0, 0]))
    assert set(chosen) == {0, 4}
    assert 140 < chosen.count(0) < 195


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it", "pl"])
def test_a_mix_is_told_in_every_language(lang: str) -> None:
    catalogue: Catalogue = load_catalogue(lang)
    game = parse_position(MIXED)
    options = analyse(game)["options"][0]
    told = tell_mix(catalogue, plain_variant(game.variant), options)
    assert "5" in told
    assert "6" in told
    assert tell_mix(catalogue, plain_variant(game.variant), analyse(parse_position(SURE))["options"][1]) == ""


def test_shares_are_told_in_small_numbers() -> None:
    assert [cases_of(share) for share in (2 / 3, 0.836, 0.001, 1.0)] == [(2, 3), (5, 6), (1, 8), (7, 8)]


def test_nobody_answers_until_kernels_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a server a table goes on with the network while a thread compiles."""
    waiting = loading.Loading()
    waiting.in_background = 1
    monkeypatch.setattr(waiting, "_load", lambda: None)
    monkeypatch.setattr(loading, "LOADING", waiting)
    found = analyse(parse_position(MIXED))
    assert not found["judge"]["exact"]
    waiting.ready = True
    assert analyse(parse_position(MIXED))["judge"]["exact"]


def test_what_is_too_large_stays_so_however_often_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work could go on where it was stopped; but then answers would depend on what was asked before."""
    rows, boxes, first = exact_endings._logs(parse_position(MIXED).variant)
    monkeypatch.setattr(exact_endings, "_logs", lambda _: (rows, boxes, first - 9))
    monkeypatch.setattr(exact_endings, "ROOM", 20)
    for _ in range(20):
        found = analyse(parse_position(MIXED), most=20)
        assert not found["judge"]["exact"]
        assert found == analyse(parse_position(MIXED), most=0)


def test_a_server_that_has_gone_makes_nobody_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    with loading.in_background():
        monkeypatch.setattr(loading.LOADING, "_load", lambda: None)
        assert not analyse(parse_position(MIXED))["judge"]["exact"]
    assert analyse(parse_position(MIXED))["judge"]["exact"]


def test_the_champion_plays_the_same_with_and_without_exact_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no kernels, and there every bot moves as on a server."""
    for text in (SURE, MIXED):
        game = parse_position(text)
        views = [view(game, seat) for seat in range(2)]
        with_kernels = [_chosen(game, seen) for seen in views]
        with monkeypatch.context() as without:
            without.setattr(exact_endings, "_is_carried", lambda _: False)
            assert [_chosen(game, seen) for seen in views] == with_kernels


def test_the_answer_says_how_much_an_exact_one_takes() -> None:
    found = analyse(parse_position(MIXED), most=0)
    assert not found["judge"]["exact"]
    assert found["joint"] is not None
    assert 1 < found["joint"] < AT_TABLE
    assert len(str(found["joint"]).rstrip("0")) <= 2
    three = parse_position("classic 1/0 roll . . r,y,g,b,p0 r,y,g,b,p0 r,y,g,b,p0")
    assert analyse(three)["joint"] is None


def test_longer_work_is_heard_of_and_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_endings, "STEP", 5)
    heard: list[int] = []
    found = analyse(parse_position(MIXED), most=AT_TABLE, solved=heard.append)
    assert found == analyse(parse_position(MIXED), most=AT_TABLE)
    assert found["judge"]["exact"]
    assert len(heard) > 3
    assert max(heard) < 10
    assert 20 < sum(heard) < AT_TABLE


def test_work_that_is_heard_of_stops_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, boxes, first = exact_endings._logs(parse_position(MIXED).variant)
    monkeypatch.setattr(exact_endings, "_logs", lambda _: (rows, boxes, first - 9))
    monkeypatch.setattr(exact_endings, "ROOM", 20)
    monkeypatch.setattr(exact_endings, "STEP", 7)
    heard: list[int] = []
    assert not analyse(parse_position(MIXED), most=20, solved=heard.append)["judge"]["exact"]
    assert 20 <= sum(heard) < 25


def test_a_hint_in_the_terminal_is_the_exact_one() -> None:
    """Whatever a bot would do there."""
    game = parse_position(SURE)
    seen = view(game, 1)
    told = give_hint(
        load_catalogue("en"), game.variant, seen, load_bot("random", game.variant, 2), ["A", "B"]
    )
    assert told[0] == "r12"


def _chosen(game: Game, seen: View) -> list[str]:
    moves = [move["move"] for move in seen["moves"]]
    return [load_bot("champion", game.variant, 2, seed).choose(seen, moves) for seed in range(10)]


def _asked(game: Game, seat: int) -> tuple[Variant, View]:
    return game.variant, view(game, seat)
