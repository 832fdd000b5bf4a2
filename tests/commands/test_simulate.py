"""`rowlock simulate`: the same games whoever plays them, counted right, shown and drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rowlock import load_variant, outcome, parse_record, read_record, replay
from rowlock.bots import load_value
from rowlock.cli import main
from rowlock.engine.errors import Unsupported
from rowlock.engine.record import format_record
from rowlock.engine.variant_text import format_variant
from rowlock.fast.simulate import Simulation, simulate
from rowlock.fast.tables import compile_variant
from rowlock.fast.trace import read_trace
from rowlock.simulation.cluster import make_simulation
from rowlock.simulation.export import export_game
from rowlock.simulation.intervals import rate
from rowlock.simulation.report import format_report
from rowlock.simulation.slow_run import count_endings, play_endings
from rowlock.simulation.summary import describe, quantile, summarise

TINY_LUCKY = str(Path(__file__).parent.parent / "tiny" / "tiny-lucky.toml")


def simulation(name: str, bots: list[str], seed: int = 0) -> Simulation:
    variant = load_variant(name)
    return make_simulation(format_variant(variant), variant.name, tuple(bots), seed)


def test_threads_and_parts_change_nothing() -> None:
    run = simulation("classic", ["cautious", "greedy", "random"], seed=11)
    whole = run.play(0, 25_000)
    assert (simulate(run, 25_000, threads=1) == whole).all()
    assert (simulate(run, 25_000, threads=4) == whole).all()
    assert (run.play(0, 9_999) + run.play(9_999, 15_001) == whole).all()
    assert (simulation("classic", ["cautious", "greedy", "random"], 12).play(0, 25_000) != whole).any()


def test_the_seed_may_be_any_whole_number() -> None:
    runs = [simulation("classic", ["random"], seed).play(0, 500) for seed in (-1, 2**64 - 1, 2**63)]
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


def test_the_counts_agree_with_the_games_one_by_one() -> None:
    bots, games = ["cautious", "greedy", "cautious"], 60
    run = simulation("bonus-a", bots, 3)
    tally = run.read(run.play(0, games))
    scores, wins = np.zeros_like(tally.scores), np.zeros_like(tally.wins)
    turns, ends = np.zeros_like(tally.turns), np.zeros_like(tally.ends)
    crosses, orders = np.zeros_like(tally.crosses), np.zeros_like(tally.order_points)
    for number in range(games):
        record = export_game(run.tables.variant, bots, 3, number)
        game = replay(record)[-1].game
        result = outcome(game)
        assert result is not None
        turns[game.turn] += 1
        ends[int(result.reason == "rows"), game.closed.bit_count()] += 1
        for seat, points in enumerate(result.scores):
            scores[seat, points - run.layout.lowest] += 1
            wins[seat, 0 if seat not in result.winners else 1 if len(result.winners) > 1 else 2] += 1
            orders[(seat - record.start) % 3] += (points, points * points)
            for row, crossed in enumerate(game.sheets[seat].crosses):
                crosses[seat, row, crossed.bit_count()] += 1
    for mine, theirs in [
        (scores, tally.scores),
        (wins, tally.wins),
        (turns, tally.turns),
        (ends, tally.ends),
        (crosses, tally.crosses),
        (orders, tally.order_points),
    ]:
        assert (mine == theirs).all()


@pytest.mark.parametrize("bots", [["cautious"], ["cautious", "greedy", "random"]])
@pytest.mark.parametrize("name", [TINY_LUCKY, "bonus-b"])
def test_the_slow_way_counts_the_same_games_in_the_same_way(name: str, bots: list[str]) -> None:
    run, games, heard = simulation(name, bots, 4), 40, list[int]()
    variant = run.tables.variant
    endings = play_endings(variant, bots, 4, games, heard.append)
    tally, lowest = count_endings(endings, len(variant.rows))
    known = run.read(run.play(0, games))
    head = {"seed": 4, "fingerprint": "", "games_per_second": 1, "played_on": ""}
    slow = format_report(variant, {**head, **summarise(variant, bots, tally, lowest)})
    assert slow == format_report(variant, {**head, **summarise(variant, bots, known, run.layout.lowest)})
    assert sum(heard) == games


@pytest.mark.parametrize("rule", ['[closing]\nfor = "player"', '[end]\nof = "player"'])
def test_what_the_kernel_does_not_carry_is_played_slowly_with_a_word_about_it(
    rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pad = tmp_path / "own.toml"
    pad.write_text(f'parent = "classic"\ntitle = "Own"\nrules = 1\n{rule}\n', encoding="utf-8")
    assert main(["simulate", str(pad), "--games", "20", "--plot", str(tmp_path / "own.svg")]) == 0
    told = capsys.readouterr()
    assert "no support for" in told.err
    assert "playing through the engine" in told.err
    assert "rowlock arena" not in told.err
    assert "Own · 20 games · seed 0" in told.out
    assert (tmp_path / "own.svg").exists()


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("steady", "steady --variant longo --players 1"),
        ("steady,cautious", "steady cautious --variant longo"),
    ],
)
def test_for_bots_that_play_slowly_here_the_arena_is_named(
    bots: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "longo", "--bots", bots, "--games", "1"]) == 0
    assert f"'rowlock arena {words}'" in capsys.readouterr().err
    assert main(["arena", *words.split(), "--games", "2", "--workers", "1"]) == 0


@pytest.mark.parametrize("name", ["classic;die_leaves=turn", "bonus-b", TINY_LUCKY])
def test_an_exported_game_replays_and_scores_as_in_the_run(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["simulate", name, "--bots", "greedy,random,cautious", "--seed", "5", "--export", "1234567"])
        == 0
    )
    text = capsys.readouterr().out
    reading = read_record(text, load_variant)
    assert reading.damage is None
    assert format_record(reading.record) == text
    result = outcome(reading.steps[-1].game)
    variant = reading.record.variant
    run = make_simulation(format_variant(variant), variant.name, reading.record.seats, 5)
    assert result is not None
    assert read_trace(variant, 3, run.trace(1234567))[-1].totals == result.scores


def test_a_record_of_an_own_variant_carries_it_along() -> None:
    own = replace(load_variant("classic"), penalty_points=-3)
    record = export_game(own, ["random", "greedy"], 0, 0)
    assert parse_record(format_record(record), load_variant).variant == own


def test_the_table_names_what_people_ask_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "classic", "--bots", "cautious,greedy", "--games", "5e3", "--threads", "2"]) == 0
    out = capsys.readouterr().out
    for word in ("5,000 games", "seed 0", "mean", "sd", "50 %", "wins", "ties", "starts", "closed rows"):
        assert word in out
    assert "crosses per row" in out
    assert compile_variant(load_variant("classic")).fingerprint in out


def test_json_tells_the_whole_run(capsys: pytest.CaptureFixture[str]) -> None:
    args = [
        "simulate",
        "longo",
        "--bots",
        "cautious",
        "--players",
        "3",
        "--games",
        "3000",
        "--seed",
        "9",
        "--json",
    ]
    assert main(args) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["seed"], len(told["seats"])) == (3000, 9, 3)
    assert told["games_per_second"] > 0
    assert len(told["fingerprint"]) == 32
    shares = [seat["wins"]["mean"] + seat["ties"]["mean"] for seat in told["seats"]]
    assert 1 <= sum(shares) < 1.2
    for seat in told["seats"]:
        assert seat["score"]["low"] < seat["score"]["mean"] < seat["score"]["high"]
        assert list(seat["score"]["quantiles"].values()) == sorted(seat["score"]["quantiles"].values())
    assert told["ends"]["rows"]["mean"] + told["ends"]["penalties"]["mean"] == pytest.approx(1)


def test_a_solo_run_has_no_rivals_in_its_table() -> None:
    run = simulation("classic", ["cautious"])
    variant = run.tables.variant
    summary = summarise(variant, ["cautious"], run.read(run.play(0, 2000)), run.layout.lowest)
    told = {**summary, "seed": 0, "games_per_second": 1.0, "played_on": "here", "fingerprint": "f"}
    assert "wins" not in format_report(variant, told)
    assert "turn order" not in format_report(variant, told)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_plot_is_drawn(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"scores.{suffix}"
    assert (
        main(["simulate", "mixx-a", "--bots", "cautious,greedy", "--games", "2000", "--plot", str(file)]) == 0
    )
    head = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    assert file.read_bytes().startswith(head)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["classic", "--bots", "cautious,nobody"], "there is no bot 'nobody'"),
        (["classic", "--bots", "cautious", "--players", "6"], "for 1 to 5 players, not 6"),
        (["classic", "--bots", "cautious,greedy", "--players", "1"], "2 bots need 2 seats or more"),
        (["classic", "--bots", "a,a,a,a,a,a"], "there is no bot 'a'"),
        (["classic", "--bots", "random,random,random,random,random,random"], "1 to 5 players"),
        (["classic", "--threads", "0"], "--threads"),
        (["nowhere"], "nowhere"),
        (["classic", "--plot", "scores.bmp"], "ending in .png"),
        (["classic", "--export", "-1"], "numbered from 0"),
        (["classic", "--cluster", "tcp://127.0.0.1:1"], "no Dask scheduler"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.simulation.cluster.PATIENCE", "200ms")
    assert main(["simulate", *args]) == 1
    err = capsys.readouterr().err
    assert says in err
    assert err.startswith("rowlock: ")
    assert "Traceback" not in err


def test_a_bot_that_is_no_value_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.simulation.cluster.load_value", lambda name: None)
    with pytest.raises(Unsupported, match="is not a value function"):
        make_simulation(format_variant(load_variant("classic")), "classic", ("champion",), 77)


def test_values_that_are_no_numbers_are_refused() -> None:
    tables = compile_variant(load_variant("classic"))
    with pytest.raises(Unsupported, match="finite"):
        Simulation(tables, [lambda crosses, skips, gain: float("nan")])


def test_points_too_large_for_the_tables_are_refused() -> None:
    classic = load_variant("classic")
    value = load_value("random")
    assert value is not None
    rich = replace(classic, points=tuple(n * 9000 for n in range(13)))
    with pytest.raises(Unsupported, match="too large"):
        Simulation(compile_variant(rich), [value])


def test_quantiles_rates_and_spreads() -> None:
    counts = np.array([1, 0, 2, 1], np.int64)  # -1, 1, 1, 2
    told = describe(counts, -1)
    assert told["mean"] == pytest.approx(0.75)
    assert told["sd"] == pytest.approx(np.std([-1, 1, 1, 2], ddof=1))
    assert (told["least"], told["most"]) == (-1, 2)
    assert [quantile(counts, -1, percent) for percent in (5, 25, 50, 75, 95)] == [-1, -1, 1, 1, 2]
    low, high = rate(50, 100)["low"], rate(50, 100)["high"]
    assert low == pytest.approx(0.4038, abs=1e-4)
    assert high == pytest.approx(0.5962, abs=1e-4)
    assert rate(0, 10)["low"] == 0


def test_the_example_in_the_documentation_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")
    command, example = text.split("```\n$ rowlock ")[1].split("\n", 1)
    assert main(command.split()) == 0
    said = capsys.readouterr().out.strip().splitlines()
    shown = example.split("\n```")[0].splitlines()
    assert said[1:] == shown[1:]  # the first line tells the speed
