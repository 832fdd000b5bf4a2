"""Stored halves of duels, played and judged again: by whoever runs a server."""

from __future__ import annotations

from rowlock import __version__
from rowlock.community.duels.answers import HalfFound
from rowlock.community.duels.duel import Duel, HalfStanding
from rowlock.community.duels.judging import judge_half
from rowlock.community.shared_games import moves_of, person_in, play
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record, parse_record, replay
from rowlock.engine.sheet import Sheet
from rowlock.server.store import Store
from rowlock.server.store.duel_rows import JudgedHalf
from rowlock.server.verify_days import CheckedResults


async def check_duels(url: str) -> CheckedResults:
    """Play every stored half again with the duel's dice and bots, judge it, and compare."""
    store = await Store.open(url)
    same, left_out, different, after = 0, 0, list[str](), ("", "")
    try:
        while rows := await store.judged_halves_after(after):
            for judged in rows:
                told = check_half(await store.find_duel(judged.half.duel), judged)
                same += told == ""
                left_out += told is None
                different += [told] if told else []
            after = (rows[-1].half.duel, rows[-1].half.side)
    finally:
        await store.close()
    return CheckedResults(same, tuple(different), left_out)


def check_half(duel: Duel, judged: JudgedHalf) -> str | None:
    """The fault of a half: a sentence, empty if there is none; None if this machine judges otherwise."""
    half, stored = judged.half, judged.found
    where, seat = f"duel {duel.id}, {half.name}", person_in(duel.game)
    if stored is None or half.standing != _standing(stored):
        return f"{where}: the list has another result than the half"
    if stored["loss"] is None:
        return None  # it was too heavy to be judged
    try:
        record = parse_record(half.record or "", lambda *_, **__: duel.game.variant)
        again = play(duel.game, moves_of(record, seat))
    except RowlockError as error:
        return f"{where}: {error}"
    if again.game.sheets != _last(record):  # inputs of one action may come in another order
        return f"{where}: dice or bots have played otherwise"
    found = judge_half(record, seat)
    if _standing(found) == _standing(stored):
        return ""
    same_result = (found["score"], found["won"]) == (stored["score"], stored["won"])
    if same_result and _judges(found, __version__) != _judges(stored, judged.version):
        return None  # exact values, or another network
    return f"{where}: stored {tuple(_standing(stored))}, computed {tuple(_standing(found))}"


def _standing(found: HalfFound) -> HalfStanding:
    return HalfStanding(found["loss"], found["score"], found["won"])


def _judges(found: HalfFound, version: str) -> tuple[str | None, bool, str]:
    """By whom a half was judged: if all of it is the same, so is what was lost."""
    return found["judge"], found["exact"], version


def _last(record: Record) -> tuple[Sheet, ...]:
    """The sheets at the end of a record."""
    steps = replay(record)
    return steps[-1].game.sheets if steps else record.new_game().sheets
