"""An event as one file: its plan, its seed, and everything that was said, in order.

`rowlock event` keeps its events so, and a server gives and takes them in the same form.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any, NamedTuple

from rowlock.community.errors import BadEvent
from rowlock.community.events import format_names
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.log import replay
from rowlock.community.events.kit.sayings import MOST_MINUTES, Saying, Start, read_saying

VERSION = 1
MOST_SAID = 20_000
MOST_DELAY = 3600


class Kept(NamedTuple):
    """An event as it is kept."""

    plan: Plan
    seed: str
    said: tuple[Saying, ...] = ()
    dice: str = ""
    """The source of all dice that tables share; told when the event is closed, and empty in a file before."""

    @property
    def event(self) -> Event:
        return replay(self.plan, self.seed, self.said)

    @property
    def has_shared_dice(self) -> bool:
        return any(isinstance(one, Start) and one.dice for one in self.said)

    @property
    def told(self) -> Kept:
        """Return what may be told: the source of shared dice only at the end, and only if there were any."""
        return self if self.has_shared_dice and self.event.closed else self._replace(dice="")

    def plain(self) -> dict[str, Any]:
        return {
            "rowlock": "event",
            "version": VERSION,
            "plan": asdict(self.plan),
            "seed": self.seed,
            **({"dice": self.dice} if self.dice else {}),
            "said": [saying.plain() for saying in self.said],
        }


def read_kept(plain: Any) -> Kept:
    """Return the event of a file; raises `BadEvent` if it is none."""
    try:
        if plain["rowlock"] != "event" or plain["version"] != VERSION:
            raise BadEvent("not the file of an event that this version reads")
        if len(plain["said"]) > MOST_SAID:
            raise BadEvent(f"an event has at most {MOST_SAID} sayings")
        said = tuple(read_saying(one) for one in plain["said"])
        kept = Kept(Plan(**plain["plan"]), str(plain["seed"]), said, str(plain.get("dice", "")))
    except (KeyError, TypeError, AttributeError) as error:
        raise BadEvent(f"not the file of an event: {error!r}") from None
    check_plan(kept.plan)
    return kept


def check_plan(plan: Plan) -> None:
    """Raise `BadEvent` for a plan that cannot be played."""
    for one in fields(Plan):
        value = getattr(plan, one.name)
        if str(one.type) != "str | None" and type(value).__name__ != one.type:
            raise BadEvent(f"{one.name} of an event is {one.type}, not {value!r}"[:200])
    if plan.format not in format_names():
        raise BadEvent(f"there is no format {plan.format!r}"[:100])
    if not 1 <= plan.rounds <= 50:
        raise BadEvent(f"an event has 1 to 50 rounds, not {plan.rounds}")
    if not 3 <= plan.size <= 5:
        raise BadEvent(f"tables have 3 to 5 people, not {plan.size}")
    if plan.final not in (0, 2, 3, 4, 5):
        raise BadEvent(f"a final has 2 to 5 people, not {plan.final}")
    if plan.semifinal and (not plan.final or plan.semifinal <= plan.final):
        raise BadEvent("a semi-final leads to a smaller final: --semifinal 8 --final 4")
    if plan.duplicate and plan.format != "championship":
        raise BadEvent("the same dice at every table are for championships")
    if not 0 <= plan.delay <= MOST_DELAY:
        raise BadEvent(f"others see running tables up to {MOST_DELAY} seconds later")
    if not 0 <= plan.minutes <= MOST_MINUTES:
        raise BadEvent(f"a round has up to {MOST_MINUTES} minutes, or 0 for no clock")
