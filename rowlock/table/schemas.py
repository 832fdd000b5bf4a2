"""JSON Schemas, made from the types of what is asked and told: limits, choices, comments and all."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rowlock.engine import view_types
from rowlock.engine.facts import Fact
from rowlock.engine.json_object import JsonObject
from rowlock.engine.mechanisms import all_facts
from rowlock.engine.moves import Roll
from rowlock.table.messages.limits import Between, Items, Text
from rowlock.table.messages.reading import said_fields

SIMPLE: dict[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class Schemas:
    """Schemas that share their definitions; `prefix` is where a document keeps these."""

    def __init__(self, prefix: str = "#/$defs/") -> None:
        self.prefix = prefix
        self.defined: JsonObject = {}
        self._kinds: dict[str, object] = {}

    def write(self, kind: object) -> JsonObject:
        """The schema of a type; what has a name of its own is put among the definitions and referred to."""
        if kind is Any or kind is object:
            return {}
        if kind in SIMPLE:
            return {"type": SIMPLE[kind]}
        if kind is view_types.Fact:
            return self._refer("Fact", kind, lambda: {"oneOf": [self.write(fact) for fact in all_facts()]})
        if is_typeddict(kind):
            return self._refer(str(getattr(kind, "__name__", kind)), kind, lambda: self._object(kind))
        if isinstance(kind, type) and issubclass(kind, Fact):
            return self._refer(f"Fact_{kind.kind}", kind, lambda: self._fact(kind))
        if kind is Roll:
            return closed({"white": self.write(view_types.Two), "coloured": {"type": "object"}})
        if isinstance(kind, type) and is_dataclass(kind):
            return self._refer(kind.__name__, kind, lambda: self.body(kind))
        return self._compound(kind)

    def _compound(self, kind: object) -> JsonObject:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(args)
        if origin is NotRequired:
            return self.write(args[0])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.write(part) for part in args]}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.write(args[1])}
        if origin is tuple and args[-1] is not ...:
            parts = [self.write(part) for part in args]
            return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
        if origin in (list, tuple):
            return {"type": "array", "items": self.write(args[0])}
        raise TypeError(f"{kind} has no schema")

    def _annotated(self, args: tuple[object, ...]) -> JsonObject:
        """A type with limits, or one that is marked with another that says more."""
        inner, limit = args[:2]
        if isinstance(limit, Between):
            return {"type": "integer", "minimum": limit.least, "maximum": limit.most}
        if isinstance(limit, Text):
            pattern = {"pattern": f"^{limit.pattern}$"} if limit.pattern else {}
            return {"type": "string", "minLength": limit.least, "maxLength": limit.most, **pattern}
        if isinstance(limit, Items):
            many = self.write(inner)
            word = "Items" if many["type"] == "array" else "Properties"
            return {**many, f"min{word}": limit.least, f"max{word}": limit.most}
        return self.write(next((mark for mark in args[1:] if get_origin(mark) is not None), inner))

    def _refer(self, name: str, kind: object, make: Callable[[], JsonObject]) -> JsonObject:
        if self._kinds.setdefault(name, kind) is not kind:
            raise TypeError(f"{kind} and {self._kinds[name]} would have one schema: rename one of them")
        if name not in self.defined:
            self.defined[name] = {}  # a type may refer to itself
            self.defined[name] = make()
        return {"$ref": f"{self.prefix}{name}"}

    def _object(self, kind: object) -> JsonObject:
        told = {name: _with(self.write(hint), comment) for name, hint, comment in keys_of(kind)}
        return {"description": inspect.cleandoc(kind.__doc__ or ""), **closed(told, optional_keys(kind))}

    def body(self, kind: type, without: frozenset[str] = frozenset()) -> JsonObject:
        """The object that a dataclass of a message or a question describes, but for some of its fields."""
        comments, said = comments_of(kind), said_fields(kind)
        told = {
            one.name: _with(self.write(hint), comments.get(one.name, ""))
            for one, hint, _ in said
            if one.name not in without
        }
        optional = frozenset(one.name for one, _, needed in said if not needed)
        return {"description": inspect.cleandoc(kind.__doc__ or ""), **closed(told, optional)}

    def _fact(self, kind: Any) -> JsonObject:
        hints = get_type_hints(kind, include_extras=True)
        told = {"kind": {"const": kind.kind}}
        told |= {field.name: self.write(hints[field.name]) for field in fields(kind)}
        return {"description": inspect.cleandoc(kind.__doc__ or ""), **closed(told)}


def _with(schema: JsonObject, comment: str) -> JsonObject:
    return {**schema, "description": comment} if comment else schema


def closed(told: JsonObject, optional: frozenset[str] = frozenset()) -> JsonObject:
    """An object with these keys and no others."""
    needed = [name for name in told if name not in optional]
    return {"type": "object", "properties": told, "required": needed, "additionalProperties": False}


def keys_of(kind: object) -> Iterator[tuple[str, object, str]]:
    """Name, type and comment of every key of a TypedDict."""
    comments: dict[str, str] = {}
    for base in reversed([kind, *getattr(kind, "__orig_bases__", ())]):
        comments |= comments_of(base) if is_typeddict(base) else {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        yield name, get_args(hint)[0] if get_origin(hint) is NotRequired else hint, comments.get(name, "")


def optional_keys(kind: object) -> frozenset[str]:
    """The keys of a TypedDict that may be missing; a class cannot say it itself where types are texts."""
    hints = get_type_hints(kind, include_extras=True)
    marked = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
    return frozenset(getattr(kind, "__optional_keys__", frozenset()) | marked)


def comments_of(kind: type) -> dict[str, str]:
    """The texts below the keys of a class; none where its source is not at hand."""
    return _comments_in(kind.__module__).get(kind.__qualname__, {})


@cache
def _comments_in(module: str) -> dict[str, dict[str, str]]:
    """The texts below the keys of all classes of a module, which is read once for all of them."""
    try:
        whole = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, SyntaxError, TypeError):
        return {}
    return {found.name: _comments(found) for found in whole.body if isinstance(found, ast.ClassDef)}


def _comments(found: ast.ClassDef) -> dict[str, str]:
    return {
        ast.unparse(above.target): inspect.cleandoc(ast.literal_eval(below.value))
        for above, below in pairwise(found.body)
        if isinstance(above, ast.AnnAssign) and isinstance(below, ast.Expr)
    }
