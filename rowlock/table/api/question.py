"""One class is one thing that can be asked over HTTP: its address, its fields with their limits, its answer.

Server and device serve the same classes. The reader of both, OpenAPI, the page's types and docs/protocol.md
are made from them. `reply` is pure: whoever serves it finds what the question is about, and brings it along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin
from typing import get_type_hints as hints_of

from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.table.messages import Saying, Who
from rowlock.table.messages.limits import GameNumber, PadName, PadText, PositionText, TableId
from rowlock.table.shapes.answers import Bot
from rowlock.table.table import Table

Of = TypeVar("Of")
Told = TypeVar("Told")
Method = Literal["GET", "POST", "PATCH", "DELETE"]
Token = Literal["none", "maybe", "needed"]
Limit = Literal["", "players", "questions", "tables", "uploads"]


class Here(Protocol):
    """Whoever serves questions, a server or a device: its pads, its bots, its day."""

    @property
    def pads(self) -> Sequence[str]:
        """The names of the pads that can be played by name."""

    def load_pad(self, name: str, /, **options: str) -> Variant:
        """A pad by its name; raises `NoSuchVariant`."""

    def bots(self, variant: Variant | None = None, seats: int = 0) -> list[Bot]:
        """The bots that play here, from the weakest on; for a pad with what they play it by."""

    def today(self) -> date: ...

    def prepare_judge(self, variant: Variant, seats: int = 0) -> None:
        """Have everything here that judges a pad; with `seats` raises if a whole game cannot be judged."""


class Asking(NamedTuple, Generic[Of]):
    """A question's surroundings: what it is about, who asks, and where."""

    of: Of
    who: Who
    here: Here


class Answer(NamedTuple, Generic[Told]):
    """An answer along with which something is said at the table, in the name of whoever asks."""

    told: Told
    says: Saying | None = None


@dataclass(frozen=True, kw_only=True)
class Question(Generic[Of]):
    """Whatever can be asked. Fields come from the address if `path` names them, else from query or body."""

    method: ClassVar[Method]
    path: ClassVar[str]
    gives: ClassVar[object]
    """The type of the answer: what `reply` returns, if nothing is said."""
    status: ClassVar[int] = 200
    token: ClassVar[Token] = "none"
    """Whether whoever asks shows a token."""
    counts: ClassVar[Limit] = ""
    """Which limit of a server it counts against, beside that of all requests."""
    quick: ClassVar[bool] = False
    """Whether it is answered in no time; anything else a server works out beside its event loop."""
    fixed: ClassVar[bool] = False
    """Whether the answer never changes, so that a server keeps it."""
    waits: ClassVar[bool] = False
    """Whether a server may answer 202: it is being worked out, ask again."""
    server_only: ClassVar[bool] = False
    """Whether a device has no answer."""

    def __init_subclass__(cls, ask: str = "", **flags: object) -> None:
        super().__init_subclass__()
        if ask:
            flags["method"], _, flags["path"] = ask.partition(" ")
            QUESTIONS[ask] = cls
        for name, value in flags.items():
            setattr(cls, name, value)

    def reply(self, asking: Asking[Of], /) -> object:
        """The answer, as plain data; raises what speaks against it."""
        raise NotImplementedError


AnyQuestion = Question[Any]
"""A question about whatever it may be."""
QUESTIONS: dict[str, type[AnyQuestion]] = {}
"""Every question by its method and address."""


def answer_type(kind: type[AnyQuestion]) -> object:
    """The type of what is told, without what is said along with it."""
    given = getattr(kind, "gives", None) or hints_of(getattr(kind, "serve", kind.reply)).get("return")
    return get_args(given)[0] if get_origin(given) is Answer else given


def parts_of(path: str) -> list[str]:
    """The names of the fields that stand in an address."""
    return re.findall(r"{(\w+)(?::path)?}", path)


@dataclass(frozen=True, kw_only=True)
class OfTable(Question[Table]):
    """A question about a table."""

    watched: ClassVar[bool] = False
    """Whether it is for those alone who may watch the table."""

    table: TableId


@dataclass(frozen=True, kw_only=True)
class OfGame(Question[Record]):
    """A question about a finished game of a table."""

    token: ClassVar[Token] = "maybe"

    table: TableId
    game: GameNumber


@dataclass(frozen=True, kw_only=True)
class OfPad(Question[Variant]):
    """A question about a pad that is known by name."""

    name: PadName


class PadFiles(NamedTuple):
    """A pad of one's own: its file, and those that it names as its parents."""

    text: str
    parents: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class WithPad(Question[Variant | None]):
    """A question that may bring a pad of one's own; a server tries it out in a process that has limits."""

    @property
    def files(self) -> PadFiles | None:
        """The pad that is brought, if there is one."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class WithPosition(WithPad):
    """A question about a position, of a pad that is known by name or of one's own."""

    position: PositionText
    variant_text: PadText | None = None

    @property
    def files(self) -> PadFiles | None:
        return None if self.variant_text is None else PadFiles(self.variant_text, {})
