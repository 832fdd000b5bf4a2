"""Every question that this server answers: those of tables, games and analysis, and its own.

A question is declared by being imported.
"""

from __future__ import annotations

import rowlock.analysis.api
import rowlock.community.api
import rowlock.table.api  # noqa: F401
from rowlock.server.http import (  # noqa: F401
    admin,
    calls,
    club_boards,
    club_walls,
    clubs,
    daily,
    duels,
    event_papers,
    events,
    games,
    passkeys,
    players,
    programs,
    ratings,
    schemas,
    shared_answers,
    study,
    tables,
)
from rowlock.server.http.surface import make_router

router = make_router()
