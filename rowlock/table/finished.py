"""Finished games out of a table's log: their records, their replays, their dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from rowlock.engine.game import Chance, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_chance
from rowlock.engine.record import Record, RecordReading, replay
from rowlock.table import dice
from rowlock.table.errors import NoSuchGame, NotOver
from rowlock.table.log import records
from rowlock.table.replay import plain_replay
from rowlock.table.shapes import answers as shapes
from rowlock.table.table import DiceFrom, Entry, Table

DICE_FROM = {
    "server": "server",
    "device": "device, by its cryptographic source; they prove nothing",
    "real": "real, entered at the table",
}
"""The notes of a record on its dice."""
SOURCES: dict[str, DiceFrom] = {"server": "server", "device": "device"}


def read_game(log: Sequence[Entry], game: int) -> Record:
    """The record of one finished game of a table."""
    table, said = records.read_game(log, game)
    return record_at_end(table, said)


def record_at_end(table: Table, said: Iterable[Entry]) -> Record:
    """The record of a game from the table at its end, and what was said in it."""
    if table.settings.dice == "none":
        raise NoSuchGame("a score pad keeps the sheets, and no record of turns")
    return records.record_of(table, said, _headers(table))


def record_of_last(table: Table, log: Sequence[Entry]) -> Record:
    """The record of the last game in a log, at whose end the table is; those before are not replayed."""
    begins = max(place for place, entry in enumerate(log) if entry.kind in ("start", "rematch"))
    return records.record_of(table, log[begins + 1 :], _headers(table))


def people_in(table: Table, said: Iterable[Entry]) -> set[str] | None:
    """Everybody who has a say in a game at whose end the table is; None if somebody could not be asked.

    That is whoever held a seat, owned one or moved. Who shares a device could not be asked.
    """
    holders = [seat.player for seat in table.seats if seat.kind != "bot"]
    if None in holders or len(set(holders)) < len(holders):
        return None
    owners = [seat.owner for seat in table.seats if seat.owner]
    movers = [entry.player for entry in said if entry.kind in ("move", "resign") and entry.player]
    return {one for one in (*holders, *owners, *movers) if one}


def _headers(table: Table) -> Iterable[tuple[str, str]]:
    yield "date", datetime.fromtimestamp(table.at, UTC).strftime("%Y-%m-%d")
    bots = [seat.bot if seat.kind == "bot" else None for seat in table.seats]
    yield from ((f"bot {seat}", bot) for seat, bot in enumerate(bots) if bot)
    for seat, asked in enumerate(table.hints):
        if asked:
            yield f"hints {seat}", str(asked)
    if table.offline:
        yield "played", "offline"
    yield "dice", DICE_FROM[table.dice_from]
    if table.dice_from == "server":
        yield "label", table.label
        yield "commitment", dice.commitment(table.secret)
        yield "secret", table.secret
        if table.seals is not None:
            yield "fingerprint", dice.dice_of(table).fingerprint
        for what, parts in (("seal", table.seals or ()), ("seed", table.seeds)):
            yield from ((f"{what} {seat}", part) for seat, part in enumerate(parts) if part)


def summary_of(table: Table) -> shapes.Ended:
    """A finished game in a few words, for the lists."""
    result = outcome(table.game) if table.game else None
    if table.game is None or result is None:
        raise NotOver("the game is not over")
    return {
        "table": table.id,
        "game": table.game_number,
        "variant": table.variant.name,
        "title": table.variant.title,
        "seats": list(table.names),
        "bots": [seat.bot if seat.kind == "bot" else None for seat in table.seats],
        "scores": list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason,
        "turns": table.game.turn,
        "finished": datetime.fromtimestamp(table.at, UTC).isoformat(timespec="seconds"),
        "dice": table.dice_from,
        "left": [number for number in range(len(table.seats)) if has_left(table, number)],
    }


def has_left(table: Table, number: int) -> bool:
    """Whether a seat's player has given up, or a bot plays on for them; not where the host wanted that."""
    seat, out = table.seats[number], table.game.out if table.game else ()
    return (
        seat.kind == "human"
        and seat.why != "host"
        and (bool(seat.bot) or seat.why == "left" or number in out)
    )


def dice_of(record: Record) -> shapes.Proof:
    """Secret, seeds and rolls of a record, so that anybody can verify them."""
    headers = dict(record.headers)
    said, seats = headers.get("dice", "").partition(",")[0], range(len(record.seats))
    return {
        "source": SOURCES.get(said, "real"),
        "label": headers.get("label"),
        "commitment": headers.get("commitment"),
        "secret": headers.get("secret"),
        "fingerprint": headers.get("fingerprint"),
        "seals": [headers.get(f"seal {seat}", "") for seat in seats],
        "seeds": [headers.get(f"seed {seat}", "") for seat in seats],
        "faces": record.variant.faces,
        "start": None if record.position else record.start,
        "rolls": [
            {"number": number, "dice": _colours(given), "text": format_chance(given)}
            for number, given in enumerate(_given(record), 1)
        ],
    }


def _colours(given: Chance) -> str:
    """The coloured dice of a roll; a shuffle has none."""
    return "".join(colour for colour, _ in given.coloured) if isinstance(given, Roll) else ""


def _given(record: Record) -> list[Chance]:
    return [said.move for said in record.inputs if isinstance(said.move, Chance)]


def replay_of(record: Record) -> shapes.Replay:
    """A finished game step by step."""
    return plain_replay(RecordReading(record, replay(record), None))
