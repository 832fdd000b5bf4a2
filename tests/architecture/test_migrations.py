"""The shapes of the database follow each other in one line: two made at the same time need new numbers."""

from __future__ import annotations

import re
from pathlib import Path

VERSIONS = Path(__file__).parents[2] / "rowlock" / "server" / "store" / "migrations" / "versions"


def test_every_migration_follows_the_one_before() -> None:
    files = sorted(VERSIONS.glob("m*.py"))
    before = None
    for number, file in enumerate(files, 1):
        text = file.read_text(encoding="utf-8")
        assert file.name.startswith(f"m{number:04}_"), f"{file.name} should be number {number:04}"
        assert re.search(rf'^revision = "{number:04}"$', text, re.MULTILINE), file.name
        follows = re.search(r"^down_revision(?:: [^=]+)? = (.+)$", text, re.MULTILINE)
        assert follows, file.name
        assert follows[1].strip('"') == (before or "None"), f"{file.name} does not follow {before}"
        before = f"{number:04}"
