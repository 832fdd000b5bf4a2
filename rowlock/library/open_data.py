"""Finished games of people who agreed, without names, as a folder that anybody may use: `rowlock export`.

Games are read, stripped and written one after the other, so that a million need no more memory than a few
hundred. People have pseudonyms made with a key that is thrown away at the end.
"""

from __future__ import annotations

import gzip
import hmac
import json
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Self, TypedDict

from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.verdict import Judge
from rowlock.analysis.review import review_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import outcome
from rowlock.engine.record import Record, format_record
from rowlock.engine.state import Outcome
from rowlock.engine.variant import Variant
from rowlock.library.checksums import write_checksums
from rowlock.library.data_card import write_card
from rowlock.library.decision_rows import (
    BadFile,
    DecisionRow,
    Graded,
    decisions_in,
    graded,
    has_parquet,
    open_writer,
    reviewed,
)
from rowlock.server.errors import StoreDown
from rowlock.server.store.open_games import OpenGames, Span
from rowlock.table.finished import people_in, record_at_end
from rowlock.table.log.records import finished_games
from rowlock.table.table import Entry, Table

PART = 500
"""Games whose rows are written together: one row group, and all that is ever held."""
KEPT_HEADERS = ("bot", "hints", "played")
"""The headers of a record that are kept; date, label, secret, seals and seeds could tell who played."""
GAMES, CARD, CHECKSUMS = "games.jsonl.gz", "CARD.md", "CHECKSUMS"
UNREADABLE = (RowlockError, KeyError, TypeError, ValueError, AttributeError)
"""The errors of a damaged log, or one of a newer version."""


class Summary(TypedDict):
    """The size of a dump, and what was left out."""

    folder: str
    month: str
    ended: int
    """Games that ended in the month, whoever played."""
    games: int
    """Games in the dump."""
    graded: int
    """Those of them with losses and luck."""
    decisions: int
    left_out: dict[str, int]
    """Games that are not in the dump, by reason."""
    files: dict[str, str]
    """The SHA-256 of every file."""


class DataMonth(NamedTuple):
    """A month to publish: its name, as in 2026-11, and when it was."""

    name: str
    span: Span


class Unfit(Exception):
    """A game that is not published; its text is the reason."""


class PublishedGame(NamedTuple):
    """A game as it is published, and who decided in it: bots and pseudonyms by seat."""

    record: Record
    ended: Outcome
    bots: list[str | None]
    people: list[str | None]


class Pseudonyms:
    """Names that are good for one dump: the key is never written down."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def of(self, player: str) -> str:
        return "player-" + hmac.new(self._key, player.encode(), sha256).hexdigest()[:16]


def write_dump(
    source: OpenGames, month: DataMonth, out: Path, judged: bool, heard: Callable[[int], None]
) -> Summary:
    """Write the folder of a month; it appears under its name when all of it is there."""
    target = out / f"rowlock-{month.name}"
    check_target(target)
    building = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=out))
    try:
        told = _fill(building, source, month, judged, heard)
        told["files"] = write_checksums(building, CHECKSUMS, sorted(file.name for file in building.iterdir()))
        building.chmod(0o755)
        check_target(target)
        building.rename(target)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return {**told, "folder": str(target)}


def check_target(target: Path) -> None:
    """Raises if a dump of this name cannot be written: what may be published already is never replaced."""
    if target.exists():
        raise BadFile(f"{target} is there already; remove it, or name another folder (--out)")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{target.parent} cannot be written: {error.strerror}") from None


def _fill(
    folder: Path, source: OpenGames, month: DataMonth, judged: bool, heard: Callable[[int], None]
) -> Summary:
    """The files of a dump, but for the checksums."""
    ended, agreed = source.count(month.span)
    left = Counter[str]({"not_agreed": ended - agreed})
    with DumpFiles(folder, month.name) as files:
        for one, grades in _games(source, month, judged, left, heard):
            files.add(one, grades)
    told: Summary = {
        "folder": "",
        "month": month.name,
        "ended": ended,
        "games": files.games,
        "graded": files.graded,
        "decisions": files.decisions,
        "left_out": {reason: count for reason, count in sorted(left.items()) if count > 0},
        "files": {},
    }
    write_card(folder / CARD, told, files.rows_name)
    return told


class DumpFiles:
    """The records and the rows of a dump while they are written."""

    def __init__(self, folder: Path, month: str) -> None:
        self.games = self.graded = self.decisions = 0
        self.rows_name = "decisions.parquet" if has_parquet() else "decisions.jsonl"
        self._month, self._waiting = month, list[DecisionRow]()
        self._writer = open_writer(folder / self.rows_name)
        self._records = gzip.GzipFile(folder / GAMES, "wb", mtime=0)

    def add(self, one: PublishedGame, grades: list[Graded]) -> None:
        self.games += 1
        self.graded += bool(grades)
        line = {"game": self.games, "record": format_record(one.record)}
        self._records.write(json.dumps(line).encode() + b"\n")
        rows = _rows(one, self.games, self._month, grades)
        self.decisions += len(rows)
        self._waiting += rows
        if self.games % PART == 0:
            self._write()

    def _write(self) -> None:
        self._writer.write(self._waiting)
        self._waiting = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()
        self._writer.close()
        self._records.close()


def _games(
    source: OpenGames, month: DataMonth, judged: bool, left: Counter[str], heard: Callable[[int], None]
) -> Iterator[tuple[PublishedGame, list[Graded]]]:
    """The games to publish, one after the other, each with its grades; `left` counts the others."""
    pseudonyms = Pseudonyms()
    for table, wanted in source.tables(month.span):
        missing = set(wanted)
        for end, said in _ends(source, table):
            if end.game_number not in missing:
                continue
            missing.discard(end.game_number)
            try:
                one = _played(source, end, said, month.name, pseudonyms)
                yield one, _grades(source, table, end.game_number, one.record, judged)
            except Unfit as unfit:
                left[str(unfit)] += 1
            heard(1)
        left["unreadable"] += len(missing)
        heard(len(missing))


def _ends(source: OpenGames, table: str) -> Iterator[tuple[Table, list[Entry]]]:
    """The finished games of a table, as far as its log can be read."""
    games = finished_games(source.log(table))
    while True:
        try:
            found = next(games, None)
        except StoreDown:
            raise
        except UNREADABLE:
            return
        if found is None:
            return
        yield found


def _played(
    source: OpenGames, table: Table, said: list[Entry], month: str, pseudonyms: Pseudonyms
) -> PublishedGame:
    """A game without anything that says who played it; raises `Unfit` if it is not to be published."""
    ended = outcome(table.game) if table.game else None
    if ended is None or ended.reason == "aborted" or table.settings.dice == "none":
        raise Unfit("not_played_out")
    if not table.variant.is_known:
        raise Unfit("own_pad")  # its text is somebody's own words
    people = people_in(table, said)
    if people is None:
        raise Unfit("guests")
    if not source.all_agree(people):
        raise Unfit("not_agreed")
    bots = [seat.bot if seat.kind == "bot" else None for seat in table.seats]
    names = [None if seat.kind == "bot" else pseudonyms.of(seat.player or "") for seat in table.seats]
    record = record_at_end(table, said)
    kept = [(key, value) for key, value in record.headers if key.split()[0] in KEPT_HEADERS]
    headers = (("month", month), *kept, ("dice", f"{table.dice_from}, their proof is not published"))
    seats = tuple(bot or name or "" for bot, name in zip(bots, names, strict=True))
    return PublishedGame(replace(record, seats=seats, headers=headers), ended, bots, names)


def _grades(source: OpenGames, table: str, game: int, record: Record, judged: bool) -> list[Graded]:
    """Grades from the stored review, or from a judge if that is wished; none where there is neither."""
    if found := source.review(table, game):
        return list(reviewed(found["turns"]))
    return list(graded(record, _judge(record.variant, len(record.seats)))) if judged else []


@lru_cache(maxsize=8)
def _judge(variant: Variant, seats: int) -> Judge | None:
    return find_judge(variant, seats) if variant.turns is None else None


def _rows(one: PublishedGame, number: int, month: str, grades: list[Graded]) -> list[DecisionRow]:
    """A game's rows: the decisions are those of the record, whatever a review has to say of them."""
    known: dict[tuple[object, ...], tuple[review_types.Decision | None, list[float] | None]] = {
        (turn, found["seat"], found["phase"], found["position"], found["chosen"]): (found, luck)
        for turn, found, luck in grades
    }
    rows = list[DecisionRow]()
    for turn, seat, phase, position, chosen, options in decisions_in(one.record):
        found, luck = known.get((turn, seat, phase, position, chosen), (None, None))
        rows.append(
            {
                "variant": one.record.variant.name,
                "month": month,
                "seed": None,
                "game": number,
                "seat": seat,
                "bot": one.bots[seat],
                "player": one.people[seat],
                "turn": turn,
                "phase": phase,
                "position": position,
                "chosen": chosen,
                "best": found["best"] if found else None,
                "options": options,
                "worth": found["options"][0]["worth"] if found else None,
                "loss": found["loss"] if found else None,
                "grade": found["grade"] if found else None,
                "luck": luck[seat] if luck else None,
                "points": one.ended.scores[seat],
                "share": (seat in one.ended.winners) / max(1, len(one.ended.winners)),
            }
        )
    return rows
