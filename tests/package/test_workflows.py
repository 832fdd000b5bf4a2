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
