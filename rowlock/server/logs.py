"""Logs as lines of JSON, without tokens, names or what people say."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
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


KINDS_KEPT = 500
"""Kinds of lines that are remembered."""
TALKATIVE = ("websockets", "uvicorn", "sqlalchemy", "aiosqlite", "psycopg", "asyncio")
"""Libraries that would log every message and statement, with tokens, secrets, names and what people say."""


class Seldom(logging.Filter):
    """Lets the same fault through a few times, and then once in a while with how often it has come up since.

    Whoever finds out how to cause a fault must not be able to fill the disk with it.
    """

    def __init__(self, often: int = 5, seconds: float = 60.0) -> None:
        super().__init__()
        self._often, self._seconds = often, seconds
        self._seen: OrderedDict[tuple[object, ...], list[float]] = OrderedDict()
        """Of every kind of line: since when, how often since then."""

    def filter(self, record: logging.LogRecord) -> bool:
        key = _kind(record)
        now = time.monotonic()
        since, count = self._seen.get(key, (now, 0.0))
        if now - since > self._seconds:
            if count > self._often:
                record.repeated = int(count - self._often)
            since, count = now, 0.0
        self._seen[key] = [since, count + 1]
        self._seen.move_to_end(key)
        if len(self._seen) > KINDS_KEPT:
            self._seen.popitem(last=False)
        return count < self._often


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    """The key by which two lines are the same: who says it, and where the fault is, whatever it is about."""
    error = record.exc_info[1] if record.exc_info else None
    place, trace = None, error.__traceback__ if error else None
    while trace is not None:
        place, trace = (trace.tb_frame.f_code.co_filename, trace.tb_lineno), trace.tb_next
    return record.name, record.msg if error is None else type(error), place


def start_logging(level: str) -> None:
    """Send all logs to standard error as lines of JSON."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    lines.addFilter(Seldom())
    logging.basicConfig(level=level.upper(), handlers=[lines], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger("alembic").setLevel(logging.WARNING)
