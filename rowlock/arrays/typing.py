"""The names of `numpy.typing` for annotations: nothing ever uses it at run time."""

from __future__ import annotations

from typing import Any

from rowlock.arrays.array import Array

NDArray: Any = Array
