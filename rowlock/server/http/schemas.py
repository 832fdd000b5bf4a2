"""The JSON Schemas of what programs receive, for those who write them in other languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rowlock.engine.json_object import JsonObject
from rowlock.table.api.question import Asking, Question
from rowlock.table.public_schemas import schema


@dataclass(frozen=True, kw_only=True)
class AskSchema(Question[None], ask="GET /schema/{told}", fixed=True, server_only=True):
    """The JSON Schema of what programs receive, key by key: `view`, `variant` or `fact`."""

    told: Literal["view", "variant", "fact"]

    def reply(self, asking: Asking[None], /) -> JsonObject:
        return schema(self.told)
