"""Given to the engine from above: how its values draw themselves, and how a position is read.

The engine knows neither screens nor files. `rowlock` itself gives it both when it is imported, so that
`print(game)`, a notebook and `Game.from_text` work on the values that people hold in their hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

Form = Literal["text", "svg", "html"]
_parts: dict[str, Callable[..., Any]] = {}


def give(draw: Callable[[object, Form], str], read: Callable[[str], object]) -> None:
    """Say how values are drawn in a form, and how a position is read."""
    _parts.update(draw=draw, read=read)


def drawn(value: object, form: Form) -> str:
    """A value as a drawing; its plain `repr` where nobody can draw."""
    draw = _parts.get("draw")
    return draw(value, form) if draw else repr(value)


def read(position: str) -> Any:
    """The game at a position, on any bundled pad."""
    return _parts["read"](position)
