"""The workflows call what tests call."""

from __future__ import annotations

import re

from installing import REPOSITORY, WORKFLOWS, jobs_of, steps_of


def test_workflows_call_only_what_make_has() -> None:
    """So that nothing is published by words that nobody tries."""
    targets = set(
        re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for file in sorted(WORKFLOWS.glob("*.yml")):
        for job in jobs_of(file.name):
            for step in steps_of(file.name, job):
                for target in re.findall(r"^make ([a-z-]+)", step, re.MULTILINE):
                    assert target in targets, f"{file.name}: make {target}"


def test_the_static_page_is_made_by_the_command_that_the_browsers_tests_call() -> None:
    """tests/browser/test_page_static.py builds the folder and plays in it."""
    assert steps_of("static.yml", "build") == ["make static"]
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^static: .*\n\t\$\(BIN\)/python web/build_page\.py --static$", makefile, re.MULTILINE)


def test_packages_that_could_not_be_audited_are_no_success() -> None:
    """Without --strict pip-audit passes by what its index does not know, and has found nothing."""
    assert steps_of("audit.yml", "audit") == ["make audit"]
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^\t.*pip-audit --strict ", makefile, re.MULTILINE)
