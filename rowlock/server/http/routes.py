"""Every question that this server answers: those of tables, games and analysis, and its own.

A question is declared by being imported; files are found by being in their rooms.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import rowlock.analysis.api
import rowlock.community.api
import rowlock.table.api  # noqa: F401
from rowlock.server import http
from rowlock.server.http.surface import make_router

for module in iter_modules(http.__path__):
    import_module(f"{http.__name__}.{module.name}")

router = make_router()
