"""Stored halves of duels, played and judged again: by whoever runs a server."""

from __future__ import annotations

from rowlock.community.duels.duel import Duel
from rowlock.community.duels.judging import judge_half
from rowlock.community.shared_games import moves_of, person_in, play
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record, parse_record, replay
from rowlock.engine.sheet import Sheet
from rowlock.server.store import Store
from rowlock.server.store.duel_rows import Half
from rowlock.server.verify_days import Checked


async def check_duels(url: str) -> Checked:
    """Play every stored half again with the duel's dice and bots, judge it, and compare."""
    store = await Store.open(url)
    same, left_out, different, after = 0, 0, list[str](), ("", "")
    try:
        while rows := await store.judged_halves_after(after):
            for half in rows:
                told = check_half(await store.find_duel(half.duel), half)
                same += told == ""
                left_out += told is None
                different += [told] if told else []
            after = (rows[-1].duel, rows[-1].side)
    finally:
        await store.close()
    return Checked(same, tuple(different), left_out)


def check_half(duel: Duel, half: Half) -> str | None:
    """The fault of a half: a sentence, empty if there is none; None if this machine judges otherwise."""
    where, seat = f"duel {duel.id}, {half.name}", person_in(duel.game)
    if half.standing is None or half.standing.loss is None:
        return None  # it was too heavy to be judged
    try:
        record = parse_record(half.record or "", lambda *_, **__: duel.game.variant)
        again = play(duel.game, moves_of(record, seat))
    except RowlockError as error:
        return f"{where}: {error}"
    if again.game.sheets != _last(record):  # inputs of one action may come in another order
        return f"{where}: dice or bots have played otherwise"
    found = judge_half(record, seat)
    if (found["loss"], found["score"]) == (half.standing.loss, half.standing.score):
        return ""
    if found["score"] == half.standing.score:
        return None  # exact values, or another network
    return f"{where}: stored {tuple(half.standing)}, computed {(found['loss'], found['score'], found['won'])}"


def _last(record: Record) -> tuple[Sheet, ...]:
    """The sheets at the end of a record."""
    steps = replay(record)
    return steps[-1].game.sheets if steps else record.new_game().sheets
