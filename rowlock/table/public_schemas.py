"""JSON Schemas of what Rowlock tells, made from the same types as the page's.

`rowlock schema view` prints one, `GET /api/schema/view` of a server answers with it.
"""

from __future__ import annotations

from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.table.schemas import Schemas

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TOLD: dict[str, type[object]] = {
    "view": view_types.View,
    "variant": view_types.Variant,
    "fact": view_types.Fact,
}
"""The schemas there are, by name."""


class NoSuchSchema(RowlockError):
    """A schema is asked for that does not exist."""

    code = "no_such_schema"


def schema(name: str) -> JsonObject:
    """The JSON Schema of `view`, `variant` or `fact`, with a description for every key."""
    if name not in TOLD:
        raise NoSuchSchema(f"there is no schema {name!r}; there are {', '.join(TOLD)}")
    schemas = Schemas()
    top = schemas.write(TOLD[name])
    return {"$schema": DIALECT, "title": f"Rowlock: {name}", **top, "$defs": schemas.defined}
