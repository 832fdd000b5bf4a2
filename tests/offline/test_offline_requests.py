"""The device reads the same requests as the server, without pydantic."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticUndefined

from rowlock.offline.door import SEAT, WISH
from rowlock.server.http.bodies import NewTable, SeatWanted
from rowlock.table.messages.reading import Key


def keys_of(model: Any) -> dict[str, tuple[bool, Any]]:
    """Every key of a model: whether it is needed, and its default."""
    return {
        name: (field.is_required(), None if field.default is PydanticUndefined else field.default)
        for name, field in model.model_fields.items()
    }


def declared(keys: dict[str, Key]) -> dict[str, tuple[bool, Any]]:
    return {name: (key.needed, key.default) for name, key in keys.items()}


def test_a_new_table_has_the_keys_and_defaults_of_the_servers_model():
    expected = {**keys_of(NewTable), "variant_parents": (False, {})}
    assert declared(WISH) == expected
    assert declared(SEAT) == keys_of(SeatWanted)
