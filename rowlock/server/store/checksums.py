"""Checksums of PostgreSQL's pages: the operator is told if there are none, or if they have found damage."""

from __future__ import annotations

import logging

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger(__name__)

FAILURES = "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()"


async def tell_checksums(connection: AsyncConnection) -> None:
    """Log whether PostgreSQL would notice overwritten pages, and whether it has noticed any."""
    if (await connection.execute(text("SHOW data_checksums"))).scalar() != "on":
        log.warning(
            "PostgreSQL keeps no checksums: overwritten pages would go unnoticed (pg_checksums --enable)"
        )
        return
    failed = (await connection.execute(text(FAILURES))).scalar()
    if failed:
        log.error("PostgreSQL has found damaged pages; restore a backup", extra={"count": failed})
