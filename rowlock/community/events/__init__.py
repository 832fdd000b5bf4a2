"""Events: one file = one format, found by being there. Its file's name is its name.

A format is a module with

- `LINE`, one sentence that describes it,
- `WISHES`, the keys of a plan (`kit/event.py`) that it goes by, beside those that every event has; where the
  `best` games count, everybody plays as often as they like,
- `COLUMNS`, the columns of its standing after place and name (`kit/wording.py`),
- `next_round(event)`: the stage and the tables of the next round, drawn from the event's seed, or None,
- `standing(event)`: its rows, the best first,
- `check_late(event)`, `check_result(event, round, table)`, `check_added(event)`: raise a refusal where the
  format does not allow somebody to join late, a result, or a game that was not drawn,
- `check_same_dice()`: raises a refusal where the tables of a round cannot have the same dice.

People and results come in, draws and standings go out; the parts that formats share are in `kit`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, cast

from rowlock.community.errors import BadEvent

if TYPE_CHECKING:
    from rowlock.community.events.kit.event import DrawnTable, Event, Stage
    from rowlock.community.events.kit.places import StandingRow


class Format(Protocol):
    """How an event is played."""

    LINE: str
    WISHES: tuple[str, ...]
    COLUMNS: tuple[str, ...]

    def next_round(self, event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None: ...

    def standing(self, event: Event) -> list[StandingRow]: ...

    def check_late(self, event: Event) -> None: ...

    def check_result(self, event: Event, number: int, table: DrawnTable) -> None: ...

    def check_added(self, event: Event) -> None: ...

    def check_same_dice(self) -> None: ...


def format_names() -> tuple[str, ...]:
    """The names of all formats, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if not module.ispkg))


def find_format(name: str) -> Format:
    """Return a format by its name; raises `BadEvent` if there is none."""
    if name not in format_names():
        raise BadEvent(f"there is no format {name!r}; there are {', '.join(format_names())}")
    return cast(Format, import_module(f"{__name__}.{name}"))


def is_open_play(name: str) -> bool:
    """Whether there are no draws: whoever wants a game says so, and the best ones count."""
    return "best" in find_format(name).WISHES
