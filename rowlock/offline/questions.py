"""The answers of a device: what a question is about is found here, and then it answers itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from rowlock.bots import plays_by, strongest
from rowlock.bots.kit.basis import HAND
from rowlock.community.api.daily import PlayDay
from rowlock.community.api.duels import PlayDuel
from rowlock.community.daily.chain import household_link
from rowlock.community.daily.days import check_pad, parse_day
from rowlock.community.daily.game import HOUSEHOLD, SERVER, Day
from rowlock.community.duels.duel import check_duel
from rowlock.community.errors import NoSuchDay
from rowlock.engine.record import parse_record
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.offline.bots import described, missing_networks
from rowlock.offline.device import MARK, Device, find_pad, new_table_id
from rowlock.offline.errors import NeedsServer
from rowlock.table import finished
from rowlock.table.api import games, pads, players, tables
from rowlock.table.api.question import (
    Answer,
    AnyQuestion,
    Asking,
    OfGame,
    OfPad,
    OfTable,
    PadFiles,
    Question,
    WithPad,
)
from rowlock.table.log.imported import log_of
from rowlock.table.log.new_table import read_variant
from rowlock.table.log.opening import SharedGame, begins_with
from rowlock.table.messages import Saying, Who
from rowlock.table.messages.play import Start
from rowlock.table.shapes.answers import Bot
from rowlock.table.table import Entry, GivenDice, Table
from rowlock.table.views import shown_commitment
from rowlock.variants import SUFFIX, load_named, read_known, variant_names

OWN = "own"
"""The name of a pad of one's own."""


class MissingNetworks(Exception):
    """The answer is a network's word, and these are not on this device's shelf yet."""

    def __init__(self, names: list[str]) -> None:
        self.names = names


class Says(NamedTuple):
    """A message that is said at a table along with an answer."""

    table: str
    message: Saying


class Answered(NamedTuple):
    """The answer to a question; `log` is a new table to be stored first."""

    told: object
    log: Sequence[Entry] | None = None
    says: Says | None = None


class DeviceHere(NamedTuple):
    """A device that is being asked (`table.api.Here`)."""

    device: Device
    log: Sequence[Entry]
    """The stored log of the table that a question names, where it is about a finished game."""
    equipped: bool
    """Whether the networks that there are have been brought already."""

    @property
    def pads(self) -> Sequence[str]:
        return variant_names()

    def load_pad(self, name: str, /, **options: str) -> Variant:
        return load_named(name, **options)

    def bots(self, variant: Variant | None = None, seats: int = 0) -> list[Bot]:
        return described(variant, seats)

    def today(self) -> date:
        return datetime.fromtimestamp(self.device.clock(), UTC).date()

    def prepare_judge(self, variant: Variant, seats: int = 0) -> None:
        """Have the networks brought that judge this pad, unless that was tried before.

        Without one, whole games are not judged: playing games on takes a device minutes, or hours.
        """
        names = [] if self.equipped else missing_networks(variant)
        if names:
            raise MissingNetworks(names)
        if seats and variant.turns is None and plays_by(strongest(), variant, seats) == HAND:
            raise NeedsServer("no network has learnt this pad: it takes thousands of games to judge one")

    def about(self, of: Any) -> Asking[Any]:
        return Asking(of, self.device.me, self)


Way = Callable[[Any, DeviceHere], Answered]


def answer(asked: AnyQuestion, here: DeviceHere) -> Answered:
    """Answer a question on this device."""
    way = next(WAYS[base] for base in type(asked).__mro__ if base in WAYS)
    try:
        return way(asked, here)
    except ImportError as error:  # a part that needs libraries which browsers do not have
        raise NeedsServer(f"this needs a server: there is no {error.name} on this device") from None


# what questions are about


def _alone(asked: Question[None], here: DeviceHere) -> Answered:
    return Answered(asked.reply(here.about(None)))


def _of_table(asked: OfTable, here: DeviceHere) -> Answered:
    told = asked.reply(here.about(_table(asked.table, here)))
    if not isinstance(told, Answer):
        return Answered(told)
    return Answered(told.told, says=Says(asked.table, told.says) if told.says else None)


def _table(name: str, here: DeviceHere) -> Table:
    if not name.startswith(MARK):
        raise NeedsServer("this table stands on a server")
    return here.device.room(name).table


def _of_game(asked: OfGame, here: DeviceHere) -> Answered:
    _table(asked.table, here)
    return Answered(asked.reply(here.about(finished.read_game(here.log, asked.game))))


def _of_pad(asked: OfPad, here: DeviceHere) -> Answered:
    return Answered(asked.reply(here.about(find_pad(asked.name))))


def _with_pad(asked: WithPad, here: DeviceHere) -> Answered:
    return Answered(asked.reply(here.about(own_pad(asked.files))))


def own_pad(files: PadFiles | None) -> Variant | None:
    """A pad that somebody brings, with the files that it names as its parents."""
    if files is None:
        return None
    known = {name.removesuffix(SUFFIX): parent for name, parent in files.parents.items()}

    def find(name: str) -> tuple[str, str]:
        stem = name.removesuffix(SUFFIX)
        return (known[stem], stem + SUFFIX) if stem in known else read_known(name)

    return parse_variant(files.text, OWN, OWN + SUFFIX, find)


# what a device does in its own way


def _about(asked: pads.AskAbout, here: DeviceHere) -> Answered:
    return Answered({"address": None})


def _rename(asked: players.Rename, here: DeviceHere) -> Answered:
    here.device.me = Who(here.device.me.id, asked.name)
    return Answered({"player": here.device.me.id, "name": asked.name})


def _create(asked: tables.NewTable, here: DeviceHere) -> Answered:
    from rowlock.analysis.setup import read_position

    begins = begins_with(asked, own_pad(asked.files), here.load_pad, read_position)
    first, table = here.device.create(asked, begins)
    told = {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}
    return Answered(told, [first], Says(table.id, Start(first=asked.first)) if asked.start else None)


def _bring(asked: games.BringGame, here: DeviceHere) -> Answered:
    """A record becomes a game of this device; all its seats are of whoever holds it."""
    record, device = parse_record(asked.text, load_named), here.device
    table = new_table_id()
    log = log_of(record, table, device.clock(), device.me, range(len(record.seats)))
    return Answered({"table": table, "game": 1}, log)


def _play_day(asked: PlayDay, here: DeviceHere) -> Answered:
    """A table for a day: a server's whose link was fetched ahead, else one of the household."""
    day, device = parse_day(asked.day), here.device
    if asked.link is None and day > here.today():
        raise NoSuchDay(f"{day} has not begun")
    check_pad(day, asked.pad)
    whose, link = (SERVER, asked.link) if asked.link else (HOUSEHOLD, household_link(day))
    found = Day(day, asked.pad, link, whose)
    first, table = device.create_shared(found.shared(load_named(asked.pad)))
    told = {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}
    return Answered(told, [first], Says(table.id, Start()))


def _play_duel(asked: PlayDuel, here: DeviceHere) -> Answered:
    """A table for one's own half of a duel, whose dice were fetched ahead."""
    if (ahead := asked.ahead) is None:
        raise NeedsServer("the dice of this duel are on its server: open it once with a network")
    seals = None if ahead.seals is None else tuple(ahead.seals)
    dice = GivenDice(ahead.label, tuple(ahead.seeds), seals)
    variant = read_variant(ahead.pad, ahead.variant_text)
    check_duel(variant, ahead.bots)
    game = SharedGame(variant, dice, ahead.secret, tuple(ahead.bots))
    first, table = here.device.create_shared(game)
    told = {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}
    return Answered(told, [first], Says(table.id, Start()))


WAYS: dict[type, Way] = {
    Question: _alone,
    OfTable: _of_table,
    OfGame: _of_game,
    OfPad: _of_pad,
    WithPad: _with_pad,
    pads.AskAbout: _about,
    players.Rename: _rename,
    tables.NewTable: _create,
    games.BringGame: _bring,
    PlayDay: _play_day,
    PlayDuel: _play_duel,
}
"""How questions are answered here, by their classes; the nearest one counts."""
