"""A JSON object whose keys are nobody's to promise: bodies of many kinds, answers of other programs.

What has known keys has a type of its own (`view_types`, `table.shapes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
JsonMapping = Mapping[str, Any]
"""The same to be read only; every `TypedDict` is one."""
