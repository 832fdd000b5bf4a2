"""JSON Schemas of what Rowlock tells, made from the same types as the page's: `rowlock schema view`."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms import all_facts
from rowlock.engine.moves import Roll

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
TOLD: dict[str, Any] = {"view": view_types.View, "variant": view_types.Variant, "fact": view_types.Fact}
"""The schemas there are, by name."""


class NoSuchSchema(RowlockError):
    """A schema is asked for that does not exist."""

    code = "no_such_schema"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of `view`, `variant` or `fact`, with a description for every key."""
    if name not in TOLD:
        raise NoSuchSchema(f"there is no schema {name!r}; there are {', '.join(TOLD)}")
    defined: dict[str, Any] = {}
    top = _write(TOLD[name], defined)
    return {"$schema": DIALECT, "title": f"Rowlock: {name}", **top, "$defs": defined}


def _write(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    """The schema of a type; what has a name of its own is put among the definitions and referred to."""
    if kind is Any:
        return {}
    if kind in SIMPLE:
        return {"type": SIMPLE[kind]}
    if kind is view_types.Fact:
        return _refer("Fact", defined, lambda: {"oneOf": [_write(fact, defined) for fact in all_facts()]})
    if is_typeddict(kind):
        return _refer(kind.__name__, defined, lambda: _object(kind, defined))
    if isinstance(kind, type) and issubclass(kind, Fact):
        return _refer(f"Fact_{kind.kind}", defined, lambda: _fact(kind, defined))
    if kind is Roll:
        return _closed({"white": _write(view_types.Two, defined), "coloured": {"type": "object"}})
    return _compound(kind, defined)


def _compound(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marked = next((mark for mark in args[1:] if get_origin(mark) is not None), args[0])
        return _write(marked, defined)
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_write(part, defined) for part in args]}
    if origin is dict:
        return {"type": "object", "additionalProperties": _write(args[1], defined)}
    if origin is tuple and args[-1] is not ...:
        parts = [_write(part, defined) for part in args]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
    if origin in (list, tuple):
        return {"type": "array", "items": _write(args[0], defined)}
    raise TypeError(f"{kind} has no schema")


def _refer(name: str, defined: dict[str, Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    if name not in defined:
        defined[name] = {}  # a type may refer to itself
        defined[name] = make()
    return {"$ref": f"#/$defs/{name}"}


def _object(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    told = {
        name: {**_write(hint, defined), **({"description": comment} if comment else {})}
        for name, hint, comment in keys_of(kind)
    }
    return {"description": inspect.cleandoc(kind.__doc__ or ""), **_closed(told, kind.__optional_keys__)}


def _fact(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    told = {"kind": {"const": kind.kind}}
    told |= {field.name: _write(hints[field.name], defined) for field in fields(kind)}
    return {"description": inspect.cleandoc(kind.__doc__ or ""), **_closed(told)}


def _closed(told: dict[str, Any], optional: frozenset[str] = frozenset()) -> dict[str, Any]:
    """An object with these keys and no others."""
    needed = [name for name in told if name not in optional]
    return {"type": "object", "properties": told, "required": needed, "additionalProperties": False}


def keys_of(kind: Any) -> Iterator[tuple[str, Any, str]]:
    """Name, type and comment of every key of a TypedDict."""
    comments = comments_of(kind)
    for name, hint in get_type_hints(kind, include_extras=True).items():
        yield name, hint, comments.get(name, "")


def comments_of(kind: type) -> dict[str, str]:
    """The texts below the keys of a class."""
    (found,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(found, ast.ClassDef)
    return {
        ast.unparse(above.target): inspect.cleandoc(ast.literal_eval(below.value))
        for above, below in pairwise(found.body)
        if isinstance(above, ast.AnnAssign) and isinstance(below, ast.Expr)
    }
