"""Promises of a test run: nothing hangs without being named, and hardly anything needs to be run again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MAIN = """
import sys, pytest, costs, reruns
sys.exit(pytest.main(sys.argv[1:], plugins=[costs.Costs(), reruns.Reruns()]))
"""
PLUGINS = ("-p", "pytest_rerunfailures", "-p", "pytest_timeout", "-p", "xdist")
FLAKY = """
import pathlib, pytest

@pytest.mark.parametrize("nth", range({count}))
def test_flaky(nth, request):
    mark = pathlib.Path(__file__).with_name(f"seen{{nth}}")
    seen = mark.exists()
    mark.touch()
    assert seen
"""
HANGING = """
import time

def test_that_waits():
    time.sleep(60)

def test_after_it():
    pass
"""
BUSY = """
import subprocess, sys, time

BURN = "import time\\nwhile time.process_time() < 0.5: pass"

def test_that_works_and_lets_work():
    subprocess.run([sys.executable, "-c", BURN])
    while time.process_time() < 0.1:
        pass

def test_that_leaves_a_server_behind():
    global busy
    command = [sys.executable, "-c", BURN + "\\nprint(1, flush=True); time.sleep(60)"]
    busy = subprocess.Popen(command, stdout=subprocess.PIPE)
    busy.stdout.read(1)

def teardown_module():
    busy.kill()
    busy.communicate()
"""


def run(folder: Path, test: str, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The run of a file with this test, apart from all others."""
    (folder / "test_it.py").write_text(test)
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "RERUNS", "MOST_"))
    }
    apart = ["-c", os.devnull, "-p", "no:cacheprovider", "--rootdir", str(folder), *PLUGINS]
    command = [sys.executable, "-c", MAIN, *apart, *options, "test_it.py"]
    env |= {"PYTHONPATH": str(HERE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **more}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


def test_two_may_be_run_again_and_are_named(tmp_path: Path) -> None:
    done = run(tmp_path, FLAKY.format(count=2), "--reruns", "1")
    assert done.returncode == 0, done.stdout
    assert "2 tests were run again, 2 may be" in done.stdout
    assert (
        "test_it.py::test_flaky[0]: assert False\n  test_it.py::test_flaky[1]: assert False\n" in done.stdout
    )


def test_one_that_fails_and_cannot_be_ended_counts_once(tmp_path: Path) -> None:
    ending = "\n@pytest.fixture(autouse=True)\ndef leave(request):\n    yield\n    test_flaky(9, request)\n"
    done = run(tmp_path, FLAKY.format(count=1) + ending, "--reruns", "1")
    assert "1 tests were run again" in done.stdout, done.stdout


def test_three_fail_the_run_though_all_have_passed(tmp_path: Path) -> None:
    done = run(tmp_path, FLAKY.format(count=3), "--reruns", "1", "-n", "2")
    assert done.returncode == 1, done.stdout
    assert "3 passed" in done.stdout
    assert "3 tests were run again, 2 may be" in done.stdout


def test_runs_beside_each_other_are_counted_together(tmp_path: Path) -> None:
    shared = tmp_path / "reruns"
    shared.write_text("test_page.py::test_one: late\ntest_page.py::test_two: late\n")
    done = run(tmp_path, FLAKY.format(count=1), "--reruns", "1", RERUNS=str(shared))
    assert done.returncode == 1, done.stdout
    assert "3 tests were run again" in done.stdout
    assert "test_page.py::test_two: late\n  test_it.py::test_flaky[0]: " in done.stdout


def test_what_hangs_is_ended_named_and_not_run_again(tmp_path: Path) -> None:
    done = run(tmp_path, HANGING, "--timeout", "3", "--reruns", "1", "--rerun-except", r"Timeout \(>")
    assert done.returncode == 1
    assert "test_it.py::test_that_waits - Failed: Timeout (>3.0s)" in done.stdout
    assert "time.sleep(60)" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="counted where /proc tells of processes")
def test_processor_seconds_are_told_by_file_with_all_that_it_started(tmp_path: Path) -> None:
    """Of both processes below the test: of one that has ended and of one that still runs."""
    done = run(tmp_path, BUSY, COSTS="yes")
    assert done.returncode == 0, done.stdout
    found = re.search(r"processor seconds: \d+ in all =+\n +([\d.]+)  test_it.py", done.stdout)
    assert found, done.stdout
    assert float(found[1]) >= 1.0
