"""Finished games out of a table's log: their records, their replays frame by frame, their dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from rowlock.engine.errors import NoSuchVariant
from rowlock.engine.facts import Fact, Rolled, plain_fact
from rowlock.engine.game import Game, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move, format_roll, parse_move, parse_roll, shown
from rowlock.engine.record import Input, Record, replay
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant, view
from rowlock.server.dice import commitment
from rowlock.server.errors import NoSuchGame, NotOver
from rowlock.server.sayings import open_table, say
from rowlock.server.table import Entry, Plain, Table
from rowlock.variants import load_variant, variant_names


def read_table(log: Iterable[Entry]) -> Table:
    """The table that a log makes."""
    entries = iter(log)
    table, _ = open_table(next(entries))
    for entry in entries:
        table, _ = say(table, entry)
    return table


def read_game(log: Sequence[Entry], game: int) -> Record:
    """The record of one finished game of a table."""
    table, _ = open_table(log[0])
    inputs: list[Input] = []
    for entry in log[1:]:
        if table.game_number > game:
            break
        table, _ = say(table, entry)
        if entry.kind == "start":
            inputs.clear()
        elif entry.kind == "roll":
            inputs.append(Input(None, parse_roll(entry.body["dice"])))
        elif entry.kind == "move":
            inputs.append(Input(entry.body["seat"], parse_move(entry.body["move"])))
        if table.state == "over" and table.game_number == game:
            return make_record(table, tuple(inputs))
    if table.game_number < game:
        raise NoSuchGame(f"this table has not played a game {game}")
    raise NotOver("the record can be read when the game is over")


def make_record(table: Table, inputs: tuple[Input, ...]) -> Record:
    names = tuple(name.replace("#", "＃") for name in table.names)  # a plain # begins a comment
    start = table.game.start if table.game else 0
    return Record(table.variant, names, start, inputs, tuple(_headers(table)), table.own_variant)


def _headers(table: Table) -> Iterable[tuple[str, str]]:
    yield "date", datetime.fromtimestamp(table.at, UTC).strftime("%Y-%m-%d")
    yield "dice", "server" if table.settings.dice == "server" else "real, entered by the host"
    if table.settings.dice == "server":
        yield "label", table.label
        yield "commitment", commitment(table.secret)
        yield "secret", table.secret
        for seat, seed in enumerate(table.seeds):
            if seed:
                yield f"seed {seat}", seed


def summary_of(table: Table) -> Plain:
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
        "scores": list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason,
        "turns": table.game.turn,
        "finished": datetime.fromtimestamp(table.at, UTC).isoformat(timespec="seconds"),
        "dice": table.settings.dice,
    }


def dice_of(record: Record) -> Plain:
    """Secret, seeds and rolls of a record, so that anybody can verify them."""
    headers = dict(record.headers)
    server = headers.get("dice") == "server"
    return {
        "source": "server" if server else "real",
        "label": headers.get("label"),
        "commitment": headers.get("commitment"),
        "secret": headers.get("secret"),
        "seeds": [headers.get(f"seed {seat}", "") for seat in range(len(record.seats))],
        "faces": record.variant.faces,
        "start": record.start,
        "rolls": [
            {"number": number, "dice": "".join(c for c, _ in roll.coloured), "text": format_roll(roll)}
            for number, roll in enumerate(_rolls(record), 1)
        ],
    }


def _rolls(record: Record) -> list[Roll]:
    return [said.move for said in record.inputs if isinstance(said.move, Roll)]


def frames_of(record: Record) -> list[Plain]:
    """A replay for the page: the table after every input that changed what lies open to all."""
    game = record.new_game()
    frames = [_frame(0, game, None, "", ())]
    for number, (said, step) in enumerate(zip(record.inputs, replay(record), strict=True), 1):
        if all(fact.kind in ("chose", "withdrew") for fact in step.facts):
            continue
        move = said.move
        text = format_roll(move) if isinstance(move, Roll) else format_move(move)
        frames.append(_frame(number, step.game, said.seat, text, step.facts))
    return frames


def _frame(number: int, game: Game, seat: int | None, text: str, facts: Sequence[Fact]) -> Plain:
    turn = game.turn if not facts or isinstance(facts[0], Rolled) or game.roll else game.turn - 1
    return {
        "number": number,
        "turn": turn,
        "phase": game.phase.value,
        "seat": seat,
        "text": text,
        "facts": [plain_fact(fact) for fact in facts],
        "view": view(game, None),
    }


def load_named(name: str, **options: str) -> Variant:
    """A variant that a record names; never a path, which would be read from this machine's disk."""
    if name not in variant_names():
        raise NoSuchVariant(f"there is no variant {shown(name)}")
    return load_variant(name, **options)


def replay_of(record: Record) -> Plain:
    return {
        "variant": plain_variant(record.variant),
        "seats": list(record.seats),
        "frames": frames_of(record),
    }
