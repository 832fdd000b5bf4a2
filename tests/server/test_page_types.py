"""The page's types are those of the engine's views and of the server's messages."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

MAKER = Path(__file__).parents[2] / "web" / "make_types.py"
FILES = runpy.run_path(str(MAKER))["FILES"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_pages_types_are_written_from_the_code(path):
    assert path.read_text(encoding="utf-8") == FILES[path](), "run: python web/make_types.py"


def test_they_hold_literals_pairs_comments_and_every_message():
    views, messages = [written() for written in FILES.values()]
    assert "export type LineState = 'open' | 'half' | 'done' | 'lost';" in views
    assert (
        "  /** The cells that it is about, each as row and number. */\n  cells: [string, number][];" in views
    )
    assert "  waiting: Waiting;" in messages
    assert "  for: number[];" in messages
    assert "  | { type: 'sit'; id?: string | null; seat: number; name?: string | null }" in messages
