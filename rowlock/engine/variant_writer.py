"""The pieces of a variant's file, for everything that writes a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rowlock.engine.variant import Place, Variant


def table(header: str, **values: object) -> Iterator[str]:
    """A table as lines, with a blank one before it."""
    yield ""
    yield header
    for key, value in values.items():
        yield f"{key} = {value}"


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def name_cells(variant: Variant, places: Iterable[Place]) -> str:
    """Cells by row and number, as mechanisms name them."""
    rows = variant.rows
    return quoted(" ".join(f"{rows[r].name}{rows[r].cells[i].number}" for r, i in places))
