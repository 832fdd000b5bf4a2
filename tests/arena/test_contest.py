"""The arena: seats rotated, deals replayed, programs as bots, and no way for one of them to spoil it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import Any

import numpy as np
import pytest
from node import find_node

from rowlock.arena.contest import Contest, hold, is_batched, is_simple
from rowlock.arena.standings import is_decided, summary
from rowlock.cli import main
from rowlock.engine.record import read_record
from rowlock.simulation.intervals import half
from rowlock.simulation.pieces import in_order
from rowlock.solver.dynamic import solve_in_memory
from rowlock.variants import load_variant

EXAMPLES = Path(__file__).parents[2] / "examples"
SHUFFLED = EXAMPLES / "shuffled.toml"
TINY = Path(__file__).parents[1] / "tiny" / "tiny-lucky.toml"
PYTHON = sys.executable

FAULTS = {
    "crashes": ("import sys; sys.exit(3)", "status 3"),
    "hangs": ("import time; time.sleep(60)", "no answer within"),
    "rubbish": (
        "import sys\nfor line in sys.stdin:\n  if 'moves' in line: print('hello', flush=True)",
        "not JSON",
    ),
    "chatters": (
        # two lines in one write, so that the outcome does not depend on timing
        "import sys\nfor line in sys.stdin:\n  if 'moves' in line: print('{}\\n{}', flush=True)",
        "more than was asked",
    ),
    "floods": ("while True: print('x' * 1000)", "wrote"),
    "illegal": (
        "import sys, json\nfor line in sys.stdin:\n"
        "  if json.loads(line)['type'] == 'choose': print('{\"move\": \"r99\"}', flush=True)",
        "not legal",
    ),
    "moveless": (
        "import sys, json\nfor line in sys.stdin:\n"
        "  if json.loads(line)['type'] == 'choose': print('[]', flush=True)",
        "without a move",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_program_loses_with_a_reason_and_nothing_is_left(fault: Any, tmp_path: Path) -> None:
    code, reason = FAULTS[fault]
    pidfile = tmp_path / "pids"
    program = tmp_path / "bot.py"
    program.write_text(f"import os; open({str(pidfile)!r}, 'a').write(str(os.getpid()) + '\\n')\n{code}")
    contest = Contest(
        load_variant("classic"),
        ("greedy", f"exec:{PYTHON} {program}"),
        seconds=0.5 if fault == "hangs" else 20,
    )
    results = hold(contest, 1, workers=1)
    assert len(results.forfeits) == 2
    assert all(reason in str(forfeit) for forfeit in results.forfeits)
    assert (results.shares[:, :, 0] == 1).all()
    for pid in pidfile.read_text().split():
        assert not _runs(int(pid))


def test_where_everybody_forfeits_nobody_has_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "exec:false", "exec:true", "--games", "4", "--workers", "1"]
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "No game was played to the end." in told
    assert "%" not in told
    assert " forfeited deal 0, rotation 0: ended with status" in told
    assert main([*words, "--json", "--plot", str(tmp_path / "shares.png")]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["finished"], told["duels"]) == (4, 0, [])
    assert all("share" not in bot and bot["points"] is None for bot in told["bots"])
    assert sum(bot["forfeits"] for bot in told["bots"]) == len(told["forfeits"]) >= 4


def test_games_that_were_forfeited_are_counted_beside_the_shares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\ngames = 0\n"
        "for line in sys.stdin:\n"
        "  said = json.loads(line)\n"
        "  games += said['type'] == 'hello'\n"
        "  move = said['moves'][-1] if games < 2 and 'moves' in said else 'x'\n"
        "  if said['type'] == 'choose': print(json.dumps({'move': move}), flush=True)"
    )
    words = ["arena", "greedy", f"exec:{PYTHON} {program}", "--games", "4", "--workers", "1"]
    assert main(words) == 0
    assert "forfeits" in capsys.readouterr().out.splitlines()[2]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["finished"] == 2
    assert [bot["forfeits"] for bot in told["bots"]] == [0, 2]


def test_alone_there_are_points_and_no_shares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "greedy", "--players", "1", "--games", "1e1", "--workers", "1"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "points" in told
    assert not {"share", "wins", "rating"} & set(told.split())
    assert "%" not in told
    assert main([*words, "--json"]) == 0
    (bot,) = json.loads(capsys.readouterr().out)["bots"]
    assert "share" not in bot
    assert bot["points"]["mean"] > 0
    assert main([*words, "--plot", str(tmp_path / "shares.png")]) == 1
    assert "a solo game has none" in capsys.readouterr().err


def _runs(pid: Any) -> bool:
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("example", ["bot.py", "bot.js"])
def test_the_examples_play(example: str) -> None:
    runner = PYTHON if example.endswith(".py") else find_node()
    contest = Contest(load_variant("bonus-b"), ("random", f"exec:{runner} {EXAMPLES / example}"))
    results = hold(contest, 2, workers=1)
    assert results.forfeits == []
    assert results.deals == 2


def test_every_deal_is_replayed_for_every_rotation() -> None:
    contest = Contest(load_variant("classic"), ("greedy", "greedy", "greedy"), seed=4)
    assert is_batched(contest)
    results = hold(contest, 5, workers=1)
    assert results.points.shape == (5, 3, 3)
    assert results.shares.sum(2) == pytest.approx(1)


def test_the_same_seed_gives_the_same_results_in_any_number_of_processes() -> None:
    contest = Contest(load_variant("longo"), ("cautious", "steady"), seed=4)
    alone, together = hold(contest, 300, workers=1), hold(contest, 300, workers=2)
    assert (alone.points == together.points).all()


def test_it_stops_when_the_question_is_decided() -> None:
    contest = Contest(load_variant("classic"), ("steady", "random"))
    results = hold(contest, 5000, 1, lambda so_far: is_decided(contest, so_far))
    assert results.deals < 1000
    told = summary(contest, results)
    assert told["bots"][0]["share"]["mean"] > 0.95
    assert told["bots"][0]["rating"]["low"] > told["bots"][1]["rating"]["high"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, folder = tmp_path / "shares.png", tmp_path / "games"
    words = ["arena", "steady", "greedy", "--games", "4", "--workers", "1"]
    assert main([*words, "--json", "--plot", str(plot), "--save", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert plot.stat().st_size > 1000
    records = sorted(folder.iterdir())
    assert len(records) == 4
    reading = read_record(records[0].read_text(encoding="utf-8"), load_variant)
    assert reading.damage is None
    assert main(words) == 0
    assert "steady : greedy" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arena"], "name the bots"),
        (["arena", "steddy", "greedy"], "did you mean steady"),
        (
            ["arena", "steady", "greedy", "random", "--players", "2"],
            "3 bots need 3 seats or more; --players says 2",
        ),
        (["arena", "steady", "--players", "9"], "players"),
        (["arena", "steady", "exec:"], "command"),
        (["arena", "steady", "exec:/no/such/program", "--games", "2", "--workers", "1"], "cannot be started"),
        (["bots", "--variant", "nonsense"], "there is no variant"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: Any, said: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["classic", "longo", "bonus-b"])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_simple_bots_play_in_the_kernel_as_they_do_one_by_one(variant: str, seats: int) -> None:
    """The kernel plays the very same games, lots and all, whoever starts."""
    names = ("cautious", "greedy", "random")[:seats]
    quick = Contest(load_variant(variant), names, 5)
    slow = Contest(load_variant(variant), names, 5, save=True)
    assert is_simple(quick)
    assert not is_simple(slow)
    found, known = hold(quick, 2 * seats, 1), hold(slow, 2 * seats, 1)
    assert found.points.tolist() == known.points.tolist()
    assert np.allclose(found.shares, known.shares)


@pytest.mark.parametrize("name", ["planner", "champion"])
def test_alone_a_small_game_is_solved_first_and_then_played_exactly(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = ["arena", name, "--players", "1", "--variant", str(TINY), "--games", "3000", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    told = capsys.readouterr()
    points = json.loads(told.out)["bots"][0]["points"]
    value = solve_in_memory(load_variant(TINY)).start
    assert points["mean"] == pytest.approx(value, abs=2 * half(points))
    assert "positions" in told.err
    assert main(words) == 0
    told = capsys.readouterr()
    assert "solo" in told.out
    assert told.err == ""


def test_nothing_is_solved_for_a_bot_that_does_not_need_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main(["arena", "greedy", "--players", "1", "--games", "10", "--workers", "1"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_bots_are_listed_with_their_strength(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    listed = capsys.readouterr().out
    for name in ("random", "champion"):
        assert name in listed
    assert "against planner" in listed


@pytest.fixture
def no_networks_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.usefixtures("no_networks_of_ones_own")
def test_what_a_bot_plays_an_own_pad_by_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """In the arena, for people and as data, and in the list of bots."""
    told = "Champion plays Shuffled the way Steady does: there is no network for this pad."
    words = ["arena", "champion", "greedy", "--variant", str(SHUFFLED), "--games", "2", "--workers", "1"]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert told in shown.out
    assert shown.err == ""
    assert main([*words, "--json"]) == 0
    assert [bot["plays_by"] for bot in json.loads(capsys.readouterr().out)["bots"]] == ["hand", "itself"]
    assert main(["bots", "--variant", str(SHUFFLED)]) == 0
    listed = capsys.readouterr().out
    assert told in listed
    assert "Nothing was measured on Shuffled" in listed
    assert main(["bots", "--variant", "longo"]) == 0
    assert "hand:" not in capsys.readouterr().out


def test_the_slow_way_through_the_engine_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "steady", "greedy", "--variant", "classic;die_leaves=turn", "--games", "2"]
    assert main([*words, "--workers", "1"]) == 0
    assert "playing through the engine, thousands of times slower" in capsys.readouterr().err


def test_ctrl_c_during_slow_games_keeps_those_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are asked for: a piece of work is small where games are played one by one."""
    played = 0

    def one_game(*_: object) -> None:
        nonlocal played
        played += 1
        if played > 100:
            raise KeyboardInterrupt

    monkeypatch.setattr("rowlock.arena.contest._one_game", one_game)
    held = Contest(load_variant("classic"), ("random", "greedy"), save=True)
    results = hold(held, 1_000_000, workers=1)
    assert results.stopped
    assert 80 <= 2 * results.deals <= 100


STUCK = """
import os, time

def choose(view, moves):
    if os.path.exists({sign!r}):
        open({sign!r} + str(os.getpid()), "w").close()
        time.sleep(3600)
    return moves[-1]
"""


HELD = """
from pathlib import Path
from rowlock.arena.contest import Contest, hold
from rowlock.variants import load_variant

if __name__ == "__main__":
    contest = Contest(load_variant("classic"), ({bot!r}, "greedy"))
    results = hold(contest, 100_000, workers=2, heard=lambda so_far: Path({sign!r}).touch())
    print(results.stopped, results.deals > 0)
"""


def _hear_ctrl_c() -> None:
    """Undo that a shell lets what it starts in the background ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_answers_at_once_and_keeps_what_was_played(tmp_path: Path) -> None:
    """Both processes are in a move that takes an hour; what was heard until then is the answer."""
    sign, bot, script = tmp_path / "stop", tmp_path / "stuck.py", tmp_path / "held.py"
    bot.write_text(STUCK.format(sign=str(sign)))
    script.write_text(HELD.format(sign=str(sign), bot=str(bot)))
    held = subprocess.Popen(
        [PYTHON, script],
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
        cwd=tmp_path,
        preexec_fn=_hear_ctrl_c,
    )
    try:
        while len(stuck := list(tmp_path.glob("stop?*"))) < 2 and held.poll() is None:
            time.sleep(0.05)
        os.killpg(held.pid, signal.SIGINT)  # as a terminal does: to all of them
        assert held.communicate(timeout=100) == ("True True\n", "")
        assert not [one for one in stuck if _runs(int(one.name.removeprefix("stop")))]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(held.pid, signal.SIGKILL)


def an_hour(first: int, count: int) -> None:
    time.sleep(3600)


def test_ctrl_c_while_work_is_handed_out_ends_what_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    submit, handed = ProcessPoolExecutor.submit, list[tuple[int, ...]]()

    def interrupted(pool: ProcessPoolExecutor, job: Any, *piece: int) -> Any:
        handed.append(piece)
        if len(handed) == 3:
            raise KeyboardInterrupt
        return submit(pool, job, *piece)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(in_order(an_hour, [(n, 1) for n in range(9)], 2, threads=False))
    assert len(handed) == 3
