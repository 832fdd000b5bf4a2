"""A scene of words: the main screens, as the test of cut words opens them (`make words-screens`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from stage import Picture, Stage
from word_screens import Tables, people_screens, show, still_screens, stranger_screens, table_screens


def words(stage: Stage) -> Iterator[Picture]:
    """Every screen of the list, in the language of the stage."""
    mia = stage.visit("/rules/classic")
    tables = Tables(mia)
    screens = (still_screens(), table_screens(tables), people_screens(tables), stranger_screens(tables))
    for screen in chain.from_iterable(screens):
        show(mia, screen, stage.options["locale"])
        yield Picture(f"words-{screen.name}", mia, whole=screen.open is None)
