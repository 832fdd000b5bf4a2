"""Logs as lines of JSON, without tokens, names or what people say."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """One object per line: when, how serious, where, what, and any extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def _is_our_error(record: logging.LogRecord) -> bool:
    """A connection that we refuse is complete for us, whatever the library says."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


def start_logging(level: str) -> None:
    """Send all logs to standard error as lines of JSON."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[lines], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    # these would log every message and statement, with tokens, names and what people say
    for name in ("websockets", "uvicorn", "sqlalchemy", "aiosqlite", "psycopg", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger("uvicorn.error").addFilter(_is_our_error)
    logging.getLogger("alembic").setLevel(logging.WARNING)
