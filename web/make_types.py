"""The page's types, written from the types of engine and server: `python web/make_types.py`.

`src/types.ts` is what `rowlock.engine.view_types` says of views, `src/net/` what `rowlock.table.messages`,
and `socket.outgoing` and `http.answers` of `rowlock.server`, say of messages. A plain value that is marked
with another type, as in `Annotated[list[int], tuple[int, int]]`, is written as that one.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rowlock.analysis.hints import reasons
from rowlock.analysis.review import review_types as review_plain
from rowlock.engine import view_types
from rowlock.engine.mechanisms import all_facts
from rowlock.engine.moves import Roll
from rowlock.library.schemas import comments_of
from rowlock.server.http import answers, bodies
from rowlock.server.http.fields import DiceFrom
from rowlock.server.socket import outgoing
from rowlock.table.messages import client_messages
from rowlock.table.messages.limits import DiceSource, MessageId, Timer
from rowlock.table.messages.reading import said_fields
from rowlock.table.texts import Phrase

SOURCES = Path(__file__).parent / "src"
WRITTEN = "/** {what}. Written by web/make_types.py from the types in Python: edit those, and run it. */\n"
WORDS = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
SHOWN = {
    view_types.FieldState: "FieldState",
    view_types.LineState: "LineState",
    view_types.PhaseName: "PhaseName",
}
SAID = {Timer: "Timer", DiceSource: "DiceSource", DiceFrom: "DiceFrom", Phrase: "Phrase"}
"""Literals that have a name, in views and in messages."""
JUDGED = {review_plain.Grade: "Grade", review_plain.Unit: "Unit", review_plain.JudgedBy: "JudgedBy"}
JUDGED |= {reasons.Kind: "ReasonKind"}
NAMED: dict[Any, str] = (
    WORDS | SHOWN | SAID | JUDGED | {view_types.Fact: "Fact", Roll: "Pick<Roll, 'white' | 'coloured'>"}
)
REQUESTS = (bodies.SeatWanted, bodies.NewTable)
"""What the page asks for over HTTP."""


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
    hints = get_type_hints(kind, include_extras=True)
    if not is_typeddict(kind):
        for name, field in kind.model_fields.items():
            yield field.alias or name, hints[name], not field.is_required(), field.description or ""
        return
    comments = comments_of(kind)
    for name, hint in hints.items():
        yield name, hint, name in kind.__optional_keys__, comments.get(name, "")


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


def fact_interface() -> str:
    """One interface for facts of all kinds: displays ask for what they know, and pass over the rest."""
    keys: dict[str, list[str]] = {}
    kinds = [get_type_hints(fact) for fact in all_facts() if is_dataclass(fact) and fields(fact)]
    for hints in [*kinds, get_type_hints(outgoing.TableFact)]:
        for name, hint in hints.items():
            if name != "kind" and (written := write_type(hint)) not in keys.setdefault(name, []):
                keys[name].append(written)
    lines = [f"  {name}?: {' | '.join(kinds)};\n" for name, kinds in keys.items()]
    doc = "What followed from an input; `kind` says which of the other keys are there."
    return f"{comment(doc)}export interface Fact {{\n  kind: string;\n{''.join(lines)}}}\n"


def union(name: str, kind: Any, doc: str) -> str:
    """The messages of a discriminated union, each with its comment."""
    lines = []
    for model in get_args(get_args(kind)[0]):
        keys = sorted(keys_of(model), key=lambda key: key[0] != "type")
        parts = [f"{key}{'?' if optional else ''}: {write_type(hint)}" for key, hint, optional, _ in keys]
        lines.append(f"{comment(_doc(model), '  ')}  | {{ {'; '.join(parts)} }}\n")
    return f"{comment(doc)}export type {name} =\n{''.join(lines).rstrip()};\n"


def client_message_types() -> str:
    """What a client may say, one object type for every message."""
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
        aliases(SHOWN),
        fact_interface(),
    ]
    return "\n".join([*parts, *[interface(kind) for kind in kinds]])


def reviews() -> str:
    kinds = [kind for kind in vars(review_plain).values() if is_typeddict(kind)]
    parts = [
        WRITTEN.format(what="Games and positions as the analysis tells them, see docs/review.md"),
        aliases(JUDGED),
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
        "import type { Fact, Move, Roll, Variant, View } from '../types';\n",
        aliases(SAID),
        *[interface(kind) for kind in (*shown_in(outgoing), *REQUESTS)],
        union("Incoming", outgoing.ServerMessage, "What the server says."),
        client_message_types(),
    ]
    return "\n".join(parts)


def http_answers() -> str:
    parts = [
        WRITTEN.format(what="What is answered over HTTP"),
        "import type { Fact, Outcome, PhaseName, Roll, Variant, View } from '../types';\n"
        "import type { DiceFrom, DiceSource, Spoken, Timer } from './messages';\n",
        *[interface(kind) for kind in shown_in(answers)],
    ]
    return "\n".join(parts)


FILES = {
    SOURCES / "types.ts": views,
    SOURCES / "reviews.ts": reviews,
    SOURCES / "net" / "messages.ts": messages,
    SOURCES / "net" / "answers.ts": http_answers,
}


if __name__ == "__main__":
    for path, written in FILES.items():
        path.write_text(written(), encoding="utf-8")
