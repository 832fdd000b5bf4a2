"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from costs import Costs
from hypothesis import HealthCheck, settings
from own_folders import move_home, remove_home
from reruns import Reruns

# workers of pytest-xdist are started by a process that has moved already
HOME = None if "PYTEST_XDIST_WORKER" in os.environ else move_home()

TESTS = Path(__file__).parent
LONG = (
    *("package/test_distributions.py", "bench/test_bench.py", "server/test_hidden_things.py"),
    *("contract/test_every_door.py", "fast/test_kernel.py", "terminal/test_every_key.py"),
    *("analysis/review/test_review.py", "differential/test_naive.py", "terminal/test_app.py"),
    *(
        "server/live/test_processes.py",
        "analysis/judges/test_consistency.py",
        "analysis/hints/test_reasons.py",
    ),
    *("server/jobs/test_reviews_kept.py", "printing/test_files.py", "pyodide/test_pyodide.py"),
    *("simulation/test_cluster.py", "documentation/test_documentation.py", "library/test_notebooks.py"),
    *("browser/test_page_words.py", "browser/test_page_cards.py", "browser/test_page_for_everyone.py"),
    *("browser/test_page_offline.py", "browser/test_page_offline_faults.py", "browser/test_page_review.py"),
    *("browser/test_page_games.py", "browser/test_page_static.py", "browser/test_page_several.py"),
    *("browser/test_page_lost.py", "browser/test_page_table.py", "browser/test_page_axe.py"),
)
"""The costliest files, some with few tests: they go first, so that no core waits for them."""


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("COSTS"):
        config.pluginmanager.register(Costs())
    if HOME:
        config.pluginmanager.register(Reruns())
        config.add_cleanup(lambda: remove_home(HOME))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    first = {TESTS / name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: first.get(item.path, len(LONG)))
    for item in items:
        if item.path.is_relative_to(TESTS / "package"):  # installs what an empty environment lacks
            item.add_marker(pytest.mark.timeout(1200))


# machines are shared and noisy: time says nothing about correctness
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# changes are judged by the same examples every time; `--hypothesis-profile=explore` looks for new ones
settings.register_profile("rowlock", settings.get_profile("explore"), derandomize=True)
# `make deep` tries more of everything, `make quick` a few
settings.register_profile("deep", settings.get_profile("explore"), max_examples=1000)
settings.register_profile("quick", settings.get_profile("rowlock"), max_examples=10, stateful_step_count=20)
settings.load_profile("rowlock")
