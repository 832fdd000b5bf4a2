"""The offers of `import rowlock`: arrays of simulated games, solved values, contests, recorded games."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from serving import served, until

import rowlock
from rowlock import contest, format_record, iter_games, load_variant, simulate, solve
from rowlock.cli import main
from rowlock.engine.errors import BadRecord, NoSuchSeat
from rowlock.library import arguments
from rowlock.library.arguments import BadCount, NoPandas
from rowlock.simulation.export import export_game

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "tiny" / "tiny.toml"
NEW = ROOT / "examples" / "stairs-and-swaps.toml"


def nearest(crosses: bool, skips: int, gain: int) -> float:
    """Small steps."""
    return 10.0 * crosses - skips


def first(view: dict[str, object], moves: list[str]) -> str:
    return moves[0]


def test_importing_the_rules_is_light() -> None:
    code = (
        "import sys, rowlock\nheavy = {'numpy', 'numba', 'websockets', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\nassert 'simulate' in dir(rowlock)\n"
        "rowlock.simulate\nassert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError):
        rowlock.nonsense  # noqa: B018


def test_simulated_games_are_arrays_and_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    run = simulate("classic", ["cautious", "greedy"], 2000, seed=3)
    assert run.scores.shape == (2000, 2)
    assert set(run.reasons) == {"rows", "penalties"}
    assert (
        main(["simulate", "classic", "--bots", "cautious,greedy", "--games", "2e3", "--seed", "3", "--json"])
        == 0
    )
    told, mine = json.loads(capsys.readouterr().out), run.summary()
    for key in ("seats", "order", "turns", "ends", "games", "fingerprint", "complete"):
        assert told[key] == mine[key]
    assert mine["seats"][0]["score"]["mean"] == pytest.approx(run.scores[:, 0].mean())
    assert mine["turns"]["mean"] == pytest.approx(run.turns.mean())
    assert mine["ends"]["rows"]["mean"] == pytest.approx((run.reasons == "rows").mean())
    wins = run.shares[:, 0] == 1
    assert mine["seats"][0]["wins"]["mean"] == pytest.approx(wins.mean())
    assert "cautious" in str(run)


@pytest.mark.parametrize("pad", [TINY, "bonus-b", NEW], ids=["tiny", "bonus-b", "own"])
def test_every_line_is_what_the_engine_makes_of_the_game(pad: str | Path) -> None:
    run = simulate(pad, ["random", nearest], 20, seed=5)
    for number in range(20):
        game = rowlock.replay(run.record(number))[-1].game
        end = rowlock.outcome(game)
        assert end is not None
        assert tuple(run.scores[number]) == end.scores
        assert (run.turns[number], run.reasons[number]) == (game.turn, end.reason)
        assert run.closed[number] == game.closed.bit_count()
        assert run.starts[number] == game.start


def test_plain_functions_are_bots() -> None:
    run = simulate("classic", [nearest, lambda crosses, skips, gain: -skips, lambda c, s, g: g], 300)
    assert run.names == ["nearest", "<lambda>", "<lambda> #2"]
    slow = simulate(TINY, [first, "steady"], 5)
    assert slow.played_on == "the engine"
    assert slow.scores.shape == (5, 2)
    with pytest.raises(NoSuchSeat):
        simulate("classic", ["random"] * 6, 5)


def test_what_is_neither_a_pad_nor_a_bot_is_named_as_it_is() -> None:
    nothing: Any = None
    with pytest.raises(rowlock.NoSuchVariant, match="None is not a variant: give its name"):
        simulate(nothing, games=10)
    with pytest.raises(rowlock.RowlockError, match="None is not a bot") as refused:
        simulate("classic", nothing, 10)
    assert "'None'" not in str(refused.value)


@pytest.mark.parametrize("play", [simulate, contest])
def test_games_are_counted_as_people_write_them(play: Any) -> None:
    assert "<20 games" in repr(play(variant="classic", bots=["greedy", "random"], games=2e1))
    for wrong in (0, -1, 1.5, float("nan"), float("inf")):
        with pytest.raises(BadCount, match="whole number"):
            play(variant="classic", bots=["greedy", "random"], games=wrong)


def test_a_stopped_run_gives_what_it_has() -> None:
    def stop(done: int, total: int) -> None:
        if done >= 20_000:
            raise KeyboardInterrupt

    run = simulate("classic", ["random", "random"], 200_000, progress=stop)
    assert 20_000 <= run.games < 200_000
    assert not run.complete
    assert (run.scores == simulate("classic", ["random", "random"], run.games).scores).all()

    def few(done: int, total: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    assert simulate(TINY, [first, "random"], 9, progress=few).games == 2
    held = contest([first, "random"], TINY, 20, progress=few)
    assert not held.complete
    assert 0 < len(held.points) < 10


def test_ctrl_c_shows_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rowlock.progress import Progress

    def stop(self: Progress, count: int, total: int | None = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "add", stop)
    assert main(["simulate", "classic", "--bots", "random,random", "--games", "1e5", "--json"]) == 130
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 10_000
    assert not json.loads(told.out)["complete"]
    assert "stopped after 10,000 of 100,000 games" in told.err
    words = ["arena", "random", "greedy", "--games", "8", "--workers", "1", "--save", str(tmp_path)]
    assert main(words) == 130
    assert "stopped after 1 of 4 deals" in capsys.readouterr().err


def test_solved_values_options_and_tables(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    solved = solve(TINY, folder=tmp_path, progress=lambda done, total: heard.append((done, total)))
    assert heard[-1][0] == heard[-1][1] >= solved.states
    assert solved.value == pytest.approx(solve(TINY, folder=tmp_path).value)
    roll = rowlock.format_roll(next(iter(rowlock.all_rolls(rowlock.new_game(load_variant(TINY), 1)))))
    options = solved.options(roll)
    assert options[0].loss == 0
    assert options == sorted(options, key=lambda option: option.loss)
    assert solved.value_of(rowlock.new_game(load_variant(TINY), 1)) == solved.value
    assert {"first_crosses", "penalties", "closing"} <= set(solved.table())
    assert solved.to_pandas().shape[0] == 3


def test_a_contest_between_anything(tmp_path: Path) -> None:
    held = contest([nearest, "steady", first], "classic", 30, seed=2)
    assert held.points.shape == (10, 3, 3)
    assert held.shares.sum(axis=2) == pytest.approx(1)
    told = held.summary()
    assert [bot["bot"] for bot in told["bots"]] == ["nearest", "steady", "first"]
    for bot in told["bots"]:
        for key in ("share", "points", "wins", "ties"):
            assert set(bot[key]) == {"mean", "low", "high"}
    assert len(held.to_pandas()) == 90
    assert "nearest : steady" in str(held)
    assert len(contest([first, "random"], TINY, 4, save=True).records) == 4


def test_lines_of_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    for pad, bots in (("classic", "cautious,greedy"), (str(NEW), "random,random")):
        assert main(["simulate", pad, "--bots", bots, "--games", "12", "--csv", str(file)]) == 0
        lines = list(csv.DictReader(file.read_text().splitlines()))
        run = simulate(pad, bots.split(","), 12)
        assert [int(line["score 1"]) for line in lines] == run.scores[:, 1].tolist()
        assert [line["reason"] for line in lines] == run.reasons.tolist()
        assert [int(line["start"]) for line in lines] == run.starts.tolist()
    assert main(["arena", "greedy", "random", "--games", "8", "--workers", "1", "--csv", str(file)]) == 0
    lines = list(csv.DictReader(file.read_text().splitlines()))
    assert len(lines) == 16
    assert sum(float(line["share"]) for line in lines) == pytest.approx(8)
    assert main(["simulate", "classic", "--csv", str(tmp_path / "no" / "games.csv")]) == 1


def test_histograms_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "classic", "--games", "1000", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for described in (told["turns"], *(seat["score"] for seat in told["seats"])):
        histogram = described["histogram"]
        assert sum(histogram["games"]) == 1000
        assert histogram["from"] == described["least"]
        values = np.arange(len(histogram["games"])) + histogram["from"]
        assert float(values @ histogram["games"]) / 1000 == pytest.approx(described["mean"])


def test_measured_figures_have_the_same_shape(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for measured in told["variants"].values():
        for step in measured["steps"] + measured["alone"]:
            assert step["low"] <= step["mean"] <= step["high"]
            assert "half" not in step


def test_games_of_a_folder_a_zip_file_and_a_file(tmp_path: Path) -> None:
    pad = load_variant(TINY)
    texts = [format_record(export_game(pad, ["random", "greedy"], 1, number)) for number in range(3)]
    (tmp_path / "deeper").mkdir()
    for place, text in zip(("a", "deeper/b", "deeper/c"), texts, strict=True):
        (tmp_path / f"{place}.rowlock").write_text(text)
    with ZipFile(tmp_path / "games.zip", "w") as packed:
        for number, text in enumerate(texts):
            packed.writestr(f"{number}.rowlock", text)
    assert [format_record(record) for record in iter_games(tmp_path)] == texts
    assert [format_record(record) for record in iter_games(tmp_path / "games.zip")] == texts
    assert len(list(iter_games(tmp_path / "a.rowlock"))) == 1
    table = iter_games(tmp_path).to_pandas()
    assert list(table["reason"]) == [
        simulate(pad, ["random", "greedy"], 3, seed=1).reasons[n] for n in range(3)
    ]
    (tmp_path / "a.rowlock").write_text("nonsense")
    with pytest.raises(BadRecord, match=r"a\.rowlock"):
        list(iter_games(tmp_path))
    games = iter_games(tmp_path, skip_damaged=True)
    assert len(list(games)) == 2
    assert len(games.damaged) == 1
    with pytest.raises(BadRecord):
        iter_games(tmp_path / "none")


def test_games_of_a_server(tmp_path: Path) -> None:
    import asyncio

    with served(tmp_path) as server:
        token = server.player("Mia")
        table = server.table(token, "greedy", "random", variant_text=TINY.read_text(), start=True)

        async def watch() -> None:
            async with await server.connect(table, token) as client:
                await until(client, lambda _: client.table.get("state") == "over")

        asyncio.run(watch())
        text = server.call("GET", f"/api/tables/{table}/games/1/record")
        games = iter_games(tmp_path / "rowlock.db")
        assert [format_record(record) for record in games] == [text]
        assert list(games.to_pandas()["game"]) == [f"{table}-1"]
    (tmp_path / "odd.db").write_text("nonsense")
    with pytest.raises(rowlock.RowlockError, match="database"):
        list(iter_games(tmp_path / "odd.db"))


def test_tables_for_pandas_say_when_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    run = simulate("classic", ["random", "greedy"], 10)
    table = run.to_pandas()
    assert list(table["score 0"]) == run.scores[:, 0].tolist()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NoPandas, match="pip install pandas"):
        arguments.frame({})


POSITION = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y,g,b,p0 r,y,g12,b,p1"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["Judged by the champion", "Options of Player 1", "yellow 5 [y5]"]),
        ("de", ["Beurteilt vom Netz", "Möglichkeiten: Person 1", "Gelb 5 [e5]"]),
        ("fr", ["Possibilités : Joueur 1", "le 5 jaune [j5]"]),
        ("it", ["Possibilità: Giocatore 1", "[i5]"]),
        ("pl", ["Możliwości: Gracz 1", "żółte 5 [ż5]"]),
    ],
)
def test_an_analysis_is_told_in_every_language(
    lang: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", POSITION, "--lang", lang]) == 0
    shown = capsys.readouterr().out.replace("\u00a0", " ")
    assert [line for line in told if line not in shown] == []
    assert lang == "en" or not [word for word in ("Judged", "seat", "Player", "Options") if word in shown]


def test_a_position_is_analysed_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    found = rowlock.analyse(POSITION)
    assert main(["analyse", POSITION, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    before = "classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1"
    game = rowlock.parse_position(before)
    assert rowlock.analyse(before, "4+1 r6 y2 g3 b6") == rowlock.analyse(game, "4+1 r6 y2 g3 b6") == found
    own = "mine" + POSITION.removeprefix("classic")
    assert rowlock.analyse(own, variant="classic")["options"] == found["options"]
    with pytest.raises(rowlock.NoSuchVariant):
        rowlock.analyse(own)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hint_is_the_best_option_of_what_a_seat_sees(seat: int) -> None:
    game = rowlock.parse_position(POSITION)
    found = rowlock.hint(rowlock.view(game, seat))
    assert found["move"] == rowlock.analyse(game)["options"][seat][0]["move"] == found["options"][0]["move"]
    assert found == rowlock.hint(rowlock.view(game, seat), "classic")
    with pytest.raises(rowlock.NotNow, match="nothing to choose"):
        rowlock.hint(rowlock.view(rowlock.new_game(load_variant("classic"), 2), seat))


def test_texts_of_bundled_pads_are_read_without_a_loader() -> None:
    """And with one for a pad of one's own, as before."""
    assert rowlock.format_position(rowlock.parse_position(POSITION)) == POSITION
    text = (ROOT / "examples" / "classic.rowlock").read_text(encoding="utf-8")
    assert rowlock.parse_record(text) == rowlock.read_record(text).record
    assert rowlock.parse_record(text) == rowlock.parse_record(text, load_variant)
    own = rowlock.new_game(load_variant(TINY), 2)
    name = rowlock.format_position(own)
    assert rowlock.parse_position(name, lambda *_, **__: load_variant(TINY)) == own
