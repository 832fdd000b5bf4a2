"""Arguments as people write them: a pad, bots, progress, a table for pandas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rowlock.bots import find_source
from rowlock.bots.kit.source import Source, source_of
from rowlock.engine.errors import NoSuchSeat, NoSuchVariant, RowlockError
from rowlock.engine.variant import Variant
from rowlock.progress import Progress
from rowlock.variants import find_variant

if TYPE_CHECKING:
    import pandas
    import pyarrow

Pad = str | Path | Variant
"""A variant, its name (with options as in `classic;die_leaves=turn`) or the path of its file."""
AnyBot = Any
"""A name, a file, `exec:COMMAND`; a function `value(crosses, skips, gain)` or `choose(view, moves)`; an
object or module that holds one."""
Shown = bool | Callable[[int, int], None]
"""Whether to show a progress bar in a terminal; or a function to call with the number done and the total."""


class Tell(Protocol):
    def __call__(self, count: int, total: int | None = None) -> None: ...


class NoPandas(RowlockError):
    """pandas is asked for but not installed."""

    code = "no_pandas"


class NoArrow(RowlockError):
    """pyarrow is asked for but not installed."""

    code = "no_arrow"


class BadCount(RowlockError):
    """A number of games that cannot be played."""

    code = "bad_count"


def games_of(asked: float) -> int:
    """A number of games; `1e4` is one too."""
    if not (asked >= 1 and asked == asked // 1):
        raise BadCount(f"games must be a whole number, 1 or more, not {asked}")
    return int(asked)


def pad_of(asked: object) -> Variant:
    """The variant that is meant by a `Pad`."""
    if isinstance(asked, Variant):
        return asked
    if isinstance(asked, str | PathLike):
        return find_variant(str(asked))
    raise NoSuchVariant(f"{repr(asked)[:40]} is not a variant: give its name, its file or itself")


def bots_of(asked: AnyBot | Sequence[AnyBot], players: int | None = None) -> tuple[Source, ...]:
    """A bot for every seat; with more players than bots they take the seats in turn."""
    several = isinstance(asked, list | tuple)
    found = _distinct([_source(bot) for bot in (asked if several else [asked])])
    if not found:
        raise NoSuchSeat("name at least one bot")
    seats = players or len(found)
    if seats < len(found):
        raise NoSuchSeat(f"{len(found)} bots need {len(found)} seats or more, not {seats}")
    return tuple(found[seat % len(found)] for seat in range(seats))


def _source(asked: AnyBot) -> Source:
    if isinstance(asked, str | Source):
        return find_source(asked)
    return find_source(str(asked)) if isinstance(asked, Path) else source_of(asked)


def _distinct(sources: Iterable[Source]) -> list[Source]:
    """Different bots of one name (two lambdas, say) are told apart by a number."""
    found: list[Source] = []
    for source in sources:
        twins = [other for other in found if other.text.partition(" #")[0] == source.text]
        same = next((other for other in twins if other.part is source.part), None)
        if twins and same is None and not source.trusted:
            same = Source(f"{source.text} #{len(twins) + 1}", source.part)
        found.append(same or source)
    return found


@contextmanager
def showing(progress: Shown, total: int, what: str) -> Iterator[Tell]:
    """Progress: called with how many more are done, and a corrected total if there is one."""
    if callable(progress):
        done, whole = 0, total

        def tell(count: int, total: int | None = None) -> None:
            nonlocal done, whole
            done, whole = done + count, whole if total is None else total
            progress(done, whole)

        yield tell
    elif progress:
        with Progress(total, what) as bar:
            yield bar.add
    else:
        yield lambda count, total=None: None


def frame(columns: Mapping[str, object]) -> pandas.DataFrame:
    """A table of pandas, where it is installed."""
    try:
        import pandas
    except ImportError:
        raise NoPandas("to_pandas() needs pandas: pip install pandas") from None
    return pandas.DataFrame(columns)


class Tabular:
    """A result that prints as the commands do, and becomes a table for pandas and Arrow."""

    def to_pandas(self) -> pandas.DataFrame:
        """A table of pandas."""
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """The same lines as a table of Arrow."""
        try:
            import pyarrow
        except ImportError:
            raise NoArrow("to_arrow() needs pyarrow: pip install pyarrow") from None
        return pyarrow.Table.from_pandas(self.to_pandas())

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
