"""The page's types, written from the types of engine and server: `python web/make_types.py`.

They are in `src/generated`: `types.ts` is what `rowlock.engine.view_types` says of views; the others are what
`rowlock.table.messages`, `rowlock.server.socket.outgoing`, the questions and `rowlock.table.shapes` say of
messages, questions and answers. A plain value that is marked with another type, as in
`Annotated[list[int], tuple[int, int]]`, is written as that one.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import rowlock.analysis.api
import rowlock.community.api  # noqa: F401
from rowlock.analysis.api.positions import Change
from rowlock.analysis.hints import reason
from rowlock.analysis.review import review_types as review_plain
from rowlock.community import club_answers as club_types
from rowlock.community import event_answers as event_types
from rowlock.community import program_answers as program_types
from rowlock.community import progress as progress_types
from rowlock.community.api.duels import DuelDice
from rowlock.community.daily import answers as daily_types
from rowlock.community.daily.days import BY_WEEKDAY, FIRST_PAD
from rowlock.community.duels import answers as duel_types
from rowlock.community.errors import BadEvent
from rowlock.community.events import find_format, format_names
from rowlock.community.ratings import answers as rating_types
from rowlock.community.strangers import answers as moderation_types
from rowlock.community.strangers import open_tables as stranger_types
from rowlock.community.strangers.reports import Reason, State
from rowlock.engine import view_types
from rowlock.engine.mechanisms import all_facts
from rowlock.engine.moves import Roll
from rowlock.locale import rules
from rowlock.server.socket import outgoing
from rowlock.table import facts
from rowlock.table.api.question import QUESTIONS, Question
from rowlock.table.api.reading import texts_of
from rowlock.table.api.tables import SeatWanted
from rowlock.table.messages import client_messages
from rowlock.table.messages.limits import DiceSource, MessageId, RemovalReason, Timer
from rowlock.table.messages.reading import said_fields
from rowlock.table.schemas import comments_of, optional_keys
from rowlock.table.schemas import keys_of as typed_keys
from rowlock.table.shapes import answers
from rowlock.table.shapes.lines import SettingsTold
from rowlock.table.table import DiceFrom
from rowlock.table.texts import Phrase

GENERATED = Path(__file__).parent / "src" / "generated"
WRITTEN = "/** {what}. Written by web/make_types.py from the types in Python: edit those, and run it. */\n"
WORDS = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
SHOWN = {
    view_types.FieldState: "FieldState",
    view_types.LineState: "LineState",
    view_types.PhaseName: "PhaseName",
}
SAID = {
    RemovalReason: "RemovalReason",
    Timer: "Timer",
    DiceSource: "DiceSource",
    DiceFrom: "DiceFrom",
    Phrase: "Phrase",
}
"""Literals that have a name, in views and in messages."""
JUDGED = {review_plain.Grade: "Grade", review_plain.Unit: "Unit", review_plain.JudgedBy: "JudgedBy"}
JUDGED |= {reason.Kind: "ReasonKind"}
NAMED: dict[Any, str] = (
    WORDS
    | SHOWN
    | SAID
    | JUDGED
    | {view_types.Fact: "Fact", SettingsTold: "Settings", Roll: "Pick<Roll, 'white' | 'coloured'>"}
)
PARTS = (SeatWanted, Change, DuelDice)
"""The parts of the bodies of questions."""


def write_type(kind: Any) -> str:
    """A type in Python as one in TypeScript."""
    if kind in NAMED:
        return NAMED[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return write_type(next((mark for mark in args[1:] if _is_type(mark)), args[0]))
    if origin is Literal:
        return " | ".join(f"'{word}'" for word in args)
    if origin in (Union, types.UnionType):
        return " | ".join(write_type(part) for part in args)
    if origin is dict:
        return f"Record<{', '.join(write_type(part) for part in args)}>"
    if origin is tuple and args[-1] is not ...:
        return f"[{', '.join(write_type(part) for part in args)}]"
    if origin in (list, tuple):
        inner = write_type(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    return str(kind.__name__)


def _is_type(mark: Any) -> bool:
    return mark is view_types.Fact or is_typeddict(mark) or get_origin(mark) is not None


def keys_of(kind: Any) -> Iterator[tuple[str, Any, bool, str]]:
    """Name, type, whether it may be missing, and comment of every key of a model or TypedDict."""
    if not is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        for name, field in kind.model_fields.items():
            yield field.alias or name, hints[name], not field.is_required(), field.description or ""
        return
    for name, hint, told in typed_keys(kind):
        yield name, hint, name in optional_keys(kind), told


def comment(text: str, indent: str = "") -> str:
    lines = text.strip().splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join(
        [
            f"{indent}/**\n",
            *[f"{indent} * {line.strip()}".rstrip() + "\n" for line in lines],
            f"{indent} */\n",
        ]
    )


def interface(kind: Any) -> str:
    keys = [
        f"{comment(told, '  ')}  {name}{'?' if optional else ''}: {write_type(hint)};\n"
        for name, hint, optional, told in keys_of(kind)
    ]
    return f"{comment(_doc(kind))}export interface {kind.__name__} {{\n{''.join(keys)}}}\n"


def _doc(kind: Any) -> str:
    """A class's own docstring: not that of its base."""
    return inspect.cleandoc(vars(kind).get("__doc__") or "")


FACT_HELPERS = """/** A fact of one kind. */
export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** Any fact with whatever keys it may have, for code that tells facts of every kind. */
export type AnyFact = { kind: string } & { [K in Exclude<KeyOf<Fact>, 'kind'>]?: ValueOf<Fact, K> };
"""


def fact_types() -> str:
    """Facts of the game and of the table as one union: `kind` says which of the other keys are there."""
    doc = "What followed from an input; `kind` says which. A new mechanism may bring kinds that are not here."
    kinds = [*all_facts(), *facts.table_facts()]
    union = f"{comment(doc)}export type Fact =\n{''.join(map(_fact_type, kinds)).rstrip()};\n"
    return f"{union}\n{FACT_HELPERS}"


def _fact_type(kind: Any) -> str:
    hints = get_type_hints(kind, include_extras=True)
    keys = [f"kind: '{kind.kind}'"]
    for one in fields(kind):
        written = write_type(hints[one.name]).replace(" | null", "" if one.default is None else " | null")
        keys.append(f"{one.name}{'?' if one.default is None else ''}: {written}")
    if kind in get_args(get_type_hints(facts.Announced)["fact"]):
        keys.append("by_house?: boolean")
    return f"{comment(_doc(kind), '  ')}  | {{ {'; '.join(keys)} }}\n"


def union(name: str, kind: Any, doc: str) -> str:
    """The messages of a discriminated union, each with its comment."""
    lines = []
    for model in get_args(get_args(kind)[0]):
        keys = sorted(keys_of(model), key=lambda key: key[0] != "type")
        parts = [f"{key}{'?' if optional else ''}: {write_type(hint)}" for key, hint, optional, _ in keys]
        lines.append(f"{comment(_doc(model), '  ')}  | {{ {'; '.join(parts)} }}\n")
    return f"{comment(doc)}export type {name} =\n{''.join(lines).rstrip()};\n"


def client_message_types() -> str:
    """The messages of a client, one object type for each."""
    lines = []
    for kind in client_messages():
        keys = [("type", f"'{kind.kind}'", True), ("id", f"{write_type(MessageId)} | null", False)]
        keys += [(one.name, write_type(hint), needed) for one, hint, needed in said_fields(kind)]
        parts = [f"{name}{'' if needed else '?'}: {written}" for name, written, needed in keys]
        lines.append(f"{comment(_doc(kind), '  ')}  | {{ {'; '.join(parts)} }}\n")
    return f"{comment('What is said to the server.')}export type Outgoing =\n{''.join(lines).rstrip()};\n"


def aliases(named: dict[Any, str]) -> str:
    literals = [(name, " | ".join(repr(word) for word in get_args(kind))) for kind, name in named.items()]
    return "".join(f"export type {name} = {words};\n" for name, words in literals)


def views() -> str:
    kinds = [kind for kind in vars(view_types).values() if is_typeddict(kind)]
    parts = [
        WRITTEN.format(what="The game as the engine's views give it"),
        "import type { Settings } from './messages';\n",
        aliases(SHOWN),
        fact_types(),
    ]
    return "\n".join([*parts, *[interface(kind) for kind in kinds]])


def reviews() -> str:
    kinds = [kind for kind in vars(review_plain).values() if is_typeddict(kind)]
    what = "Games and positions as the analysis tells them, see docs/review.md"
    names = {*JUDGED.values(), *[kind.__name__ for kind in kinds]}
    return _with_imports(what, [aliases(JUDGED), *[interface(kind) for kind in kinds]], names)


def daily() -> str:
    kinds = [kind for kind in vars(daily_types).values() if is_typeddict(kind)]
    kinds = [kind for kind in kinds if kind.__module__ == daily_types.__name__]
    parts = [
        WRITTEN.format(what="Daily games, see docs/daily.md"),
        "import type { Grade, JudgedBy } from './reviews';\nimport type { Sheet } from './types';\n",
        f"/** The pad of every day. */\nexport const FIRST_PAD = '{FIRST_PAD}';\n",
        "/** The other pad of a day, Monday first. */\n"
        f"export const BY_WEEKDAY = [{', '.join(map(repr, BY_WEEKDAY))}] as const;\n",
    ]
    return "\n".join([*parts, *[interface(kind) for kind in kinds]])


def duels() -> str:
    kinds = [kind for kind in vars(duel_types).values() if is_typeddict(kind)]
    kinds = [kind for kind in kinds if kind.__module__ == duel_types.__name__]
    parts = [
        WRITTEN.format(what="Duels, see docs/duels.md"),
        "import type { JudgedBy, Unit } from './reviews';\nimport type { Sheet, Variant } from './types';\n",
    ]
    return "\n".join([*parts, *[interface(kind) for kind in kinds]])


def told_in(module: types.ModuleType, what: str) -> str:
    """The types of answers that a module declares."""
    kinds = [kind for kind in vars(module).values() if is_typeddict(kind)]
    own = [kind for kind in kinds if kind.__module__ == module.__name__]
    return "\n".join([WRITTEN.format(what=what), *map(interface, own)])


def strangers() -> str:
    told = told_in(stranger_types, "Open tables and quick games, see docs/public.md")
    first, rest = told.split("\n", 1)
    return f"{first}\nimport type {{ Timer }} from './messages';\n{rest}"


def clubs() -> str:
    return told_in(club_types, "Clubs, see docs/clubs.md")


def wishes_of(name: str) -> list[str]:
    """The keys of a plan that a format goes by beside those that all have."""
    form = find_format(name)
    try:
        form.check_same_dice()
    except BadEvent:
        return [*form.WISHES]
    return [*form.WISHES, "duplicate"]


def events() -> str:
    wishes = "".join(f"  {name}: {wishes_of(name)},\n" for name in format_names())
    return "\n".join(
        [
            told_in(event_types, "Events, see docs/events.md"),
            "/** The formats, with the keys of a plan that each goes by beside those that all have. */\n"
            f"export const FORMATS: Record<string, readonly string[]> = {{\n{wishes}}};\n",
        ]
    )


def moderation() -> str:
    words = aliases({Reason: "Reason", State: "ReportState"})
    return f"{told_in(moderation_types, 'Mute, block, report, see docs/moderation.md')}\n{words}"


def ratings() -> str:
    kinds = [
        kind
        for module in (progress_types, rating_types, program_types)
        for kind in vars(module).values()
        if is_typeddict(kind) and kind.__module__ == module.__name__
    ]
    parts = [
        WRITTEN.format(what="Ratings and progress, see docs/ratings.md"),
        "import type { Unit } from './reviews';\n",
    ]
    return "\n".join([*parts, *[interface(kind) for kind in kinds]])


def shown_in(module: types.ModuleType) -> list[type[outgoing.Shown]]:
    """The types that a module says are shown, without the messages themselves."""
    found = [
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, outgoing.Shown)
    ]
    return [
        kind
        for kind in found
        if kind.__module__ == module.__name__
        and kind is not outgoing.Shown
        and not issubclass(kind, outgoing.Told)
    ]


def messages() -> str:
    parts = [
        WRITTEN.format(what="What goes over the wire, as docs/protocol.md has it"),
        "import type { Fact, Move, Roll, Variant, View } from './types';\n",
        aliases(SAID),
        *[interface(kind) for kind in shown_in(outgoing)],
        union("Incoming", outgoing.ServerMessage, "What the server says."),
        "export type { Outgoing } from './outgoing';\n",
    ]
    return "\n".join(parts)


def said() -> str:
    parts = [
        WRITTEN.format(what="What the page may say at a table, as docs/protocol.md has it"),
        f"import type {{ {', '.join(sorted(name for name in SAID.values() if name != 'DiceFrom'))} }} "
        "from './messages';\n",
        client_message_types(),
    ]
    return "\n".join(parts)


def http_answers() -> str:
    kinds = [kind for module in (rules, answers) for kind in vars(module).values() if is_typeddict(kind)]
    names = dict.fromkeys(kind.__name__ for kind in kinds)
    written = [interface(next(kind for kind in kinds if kind.__name__ == name)) for name in names]
    return _with_imports("What is answered over HTTP", [*written, *questions()], names)


def questions() -> Iterator[str]:
    """The bodies of questions, one interface for each."""
    for part in PARTS:
        yield body_type(part, frozenset())
    for kind in QUESTIONS.values():
        if not kind.server_only and len(said_fields(kind)) > len(texts_of(kind)):
            yield body_type(kind, frozenset(texts_of(kind)))


def body_type(kind: Any, without: frozenset[str]) -> str:
    comments = comments_of(kind)
    keys = [
        f"{comment(comments.get(one.name, ''), '  ')}"
        f"  {one.name}{'' if needed else '?'}: {write_type(hint)};\n"
        for one, hint, needed in said_fields(kind)
        if one.name not in without
    ]
    at = f"`{kind.method} {kind.path}`: " if issubclass(kind, Question) else ""
    return f"{comment(at + _doc(kind))}export interface {kind.__name__} {{\n{''.join(keys)}}}\n"


def _with_imports(what: str, parts: list[str], own: Any) -> str:
    """A file, with what it needs of the others."""
    text = "\n".join(parts)
    lines = []
    others = {"./types": views(), "./reviews": aliases(JUDGED), "./messages": messages()}
    for path, written in others.items():
        exported = re.findall(r"^export (?:interface|type) (\w+)", written, re.MULTILINE)
        used = sorted(name for name in exported if name not in own and re.search(rf"\b{name}\b", _code(text)))
        lines += [f"import type {{ {', '.join(used)} }} from '{path}';\n"] if used else []
    return "\n".join([WRITTEN.format(what=what), "".join(lines), text])


def _code(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


FILES = {
    GENERATED / "types.ts": views,
    GENERATED / "reviews.ts": reviews,
    GENERATED / "messages.ts": messages,
    GENERATED / "outgoing.ts": said,
    GENERATED / "answers.ts": http_answers,
    GENERATED / "daily.ts": daily,
    GENERATED / "duels.ts": duels,
    GENERATED / "strangers.ts": strangers,
    GENERATED / "club.ts": clubs,
    GENERATED / "events.ts": events,
    GENERATED / "ratings.ts": ratings,
    GENERATED / "moderation.ts": moderation,
}


if __name__ == "__main__":
    for path, written in FILES.items():
        path.write_text(written(), encoding="utf-8")
