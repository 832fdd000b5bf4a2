"""What `numpy.typing` offers to annotations: nothing is ever asked of it."""

from __future__ import annotations

from typing import Any

from rowlock.arrays.array import Array

NDArray: Any = Array
