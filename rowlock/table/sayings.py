"""What can be said at a table, and what follows: `say(table, entry)` gives the next table and the facts.

One function per kind of entry. Rights are checked here, once, for live play and for replay alike: the
player of an entry comes from a token, never from the message.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rowlock.engine.errors import NoSuchSeat, NotNow
from rowlock.engine.facts import Penalised, plain_fact
from rowlock.engine.game import Game, Phase, Step, apply, new_game, outcome, waiting_for
from rowlock.engine.notation import format_move, format_roll, parse_move, parse_roll
from rowlock.engine.pad import new_pad
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.table.corrections import consent, count, mark_on_pad, propose, settle
from rowlock.table.errors import (
    AlreadyStarted,
    ChatOff,
    Kicked,
    NoBotsHere,
    NoSuchPlayer,
    NotHost,
    NotOver,
    NotStarted,
    NotYourSeat,
    SeatsOpen,
    SeatTaken,
    ServerDice,
    Stale,
)
from rowlock.table.past import game_before, remember
from rowlock.table.table import CHAT_KEPT, Entry, Plain, Seat, Settings, Table, bot_seat
from rowlock.variants import recognise

Said = tuple[Table, list[Plain]]

HOUSE_PASSES = {"auto": "auto_passed", "skip": "skipped"}
"""Why the house passes for a seat (nothing else is legal, or its time is up), and the fact that tells it."""
ANNOUNCED = {"passed", "penalised"}


def say(table: Table, entry: Entry) -> Said:
    """The table after an entry, and what followed; raises and changes nothing if it is not allowed."""
    after, facts = SAYINGS[entry.kind](table, entry)
    settled, more = settle(after)
    return settled._replace(number=entry.number, at=entry.at), facts + more


def _sit(table: Table, entry: Entry) -> Said:
    number = _seat_number(table, entry)
    _before_start(table)
    if entry.player is None or entry.player in table.banned:
        raise Kicked("the host has sent you away from this table")
    seat, name = table.seats[number], entry.body["name"]
    if seat.kind != "open" and seat.player != entry.player:
        raise SeatTaken(f"seat {number} is taken by {seat.name}")
    seated = Seat("human", name, entry.player, seed=seat.seed if seat.kind == "human" else "")
    return table.with_seat(number, seated), [{"kind": "sat", "seat": number, "name": name}]


def _leave(table: Table, entry: Entry) -> Said:
    number = _own_seat(table, entry)
    if table.state == "playing" and table.settings.dice == "none":  # the sheet stays, and nobody plays on
        fact = {"kind": "left", "seat": number, "name": table.seats[number].name}
        return table.with_seat(number, table.seats[number]._replace(why="left")), [fact]
    if table.state == "playing":
        return _stand_in(table, number, entry.body["bot"], "left")
    fact = {"kind": "left", "seat": number, "name": table.seats[number].name}
    return table.with_seat(number, Seat()), [fact]


def _bot(table: Table, entry: Entry) -> Said:
    number, bot = _seat_number(table, entry), entry.body["bot"]
    if entry.player != table.host:
        _own_seat(table, entry)
    _check_dice_for_bots(table)
    if table.state == "playing" and table.seats[number].kind == "human":
        return _stand_in(table, number, bot, "asked")
    return table.with_seat(number, bot_seat(bot)), [{"kind": "bot_sat", "seat": number, "bot": bot}]


def _open(table: Table, entry: Entry) -> Said:
    number = _seat_number(table, entry)
    _host_only(table, entry)
    _before_start(table)
    return table.with_seat(number, Seat()), [{"kind": "opened", "seat": number}]


def _back(table: Table, entry: Entry) -> Said:
    number = _own_seat(table, entry)
    if table.seats[number].bot is None:
        raise NotNow("the seat is yours already")
    return _take_back(table, number)


def _seats(table: Table, entry: Entry) -> Said:
    _host_only(table, entry)
    _before_start(table)
    count = entry.body["count"]
    _check_seats(table.variant, count)
    if any(seat.kind == "human" for seat in table.seats[count:]):
        raise SeatTaken("somebody sits on a seat that would go")
    seats = (*table.seats[:count], *[Seat()] * (count - len(table.seats)))
    return table._replace(seats=seats), [{"kind": "seats_changed", "count": count}]


def _pad(table: Table, entry: Entry) -> Said:
    _host_only(table, entry)
    _before_start(table)
    variant = _variant(entry.body["variant"], entry.body["text"])
    _check_seats(variant, len(table.seats))
    return table._replace(variant=variant), [{"kind": "pad_changed", "variant": variant.name}]


def _kick(table: Table, entry: Entry) -> Said:
    _host_only(table, entry)
    player, facts = entry.body["player"], list[Plain]()
    if player == table.host:
        raise NotHost("the host cannot be sent away")
    if not table.seats_of(player) and not entry.body.get("name"):
        raise NoSuchPlayer("there is no such player at this table")
    name = entry.body.get("name") or table.seats[table.seats_of(player)[0]].name
    facts.append({"kind": "kicked", "name": name})
    for number in table.seats_of(player):
        if table.state == "playing":
            bot = entry.body["bot"]
            table = table.with_seat(number, Seat("bot", table.seats[number].name, bot=bot))
            facts.append({"kind": "stood_in", "seat": number, "bot": bot, "why": "kicked"})
        else:
            table = table.with_seat(number, Seat())
    return table._replace(banned=table.banned | {player}), facts


def _settings(table: Table, entry: Entry) -> Said:
    _host_only(table, entry)
    changes = entry.body
    if changes.get("dice", table.settings.dice) != table.settings.dice:
        _before_start(table)
    settings = table.settings._replace(**changes)
    fact = {"kind": "settings_changed", "settings": settings._asdict()}
    # a timer that is switched on begins now, not when the action began
    return table._replace(settings=settings, since=entry.at), [fact]


def _seed(table: Table, entry: Entry) -> Said:
    number = _own_seat(table, entry)
    _before_start(table)
    seat = table.seats[number]._replace(seed=entry.body["seed"])
    return table.with_seat(number, seat), [{"kind": "seeded", "seat": number}]


def _host(table: Table, entry: Entry) -> Said:
    """The house hands the table on, when its host has been away for long."""
    if entry.player is not None:
        _host_only(table, entry)
    name = entry.body["name"]
    return table._replace(host=entry.body["player"], host_name=name), [{"kind": "host_changed", "name": name}]


def _start(table: Table, entry: Entry) -> Said:
    _host_only(table, entry)
    if table.state != "open":
        raise AlreadyStarted("the game has begun")
    if any(seat.kind == "bot" for seat in table.seats):
        _check_dice_for_bots(table)
    free = [s for s, seat in enumerate(table.seats) if seat.kind == "open"]
    if free:
        raise SeatsOpen(f"nobody sits on seat {', '.join(map(str, free))}")
    return _begin(table, entry.body["start"], entry.at)


def _begin(table: Table, start: int, at: float) -> Said:
    started = table._replace(
        state="playing",
        game=new_game(table.variant, len(table.seats), start),
        names=tuple(seat.name or "" for seat in table.seats),
        seeds=tuple(seat.seed for seat in table.seats),
        rolls=0,
        since=at,
        said=(),
        late=new_pad(table.variant, len(table.seats)).late,
        erased=frozenset(),
        proposal=None,
    )
    return started, [{"kind": "started", "game": table.game_number, "start": start}]


def _roll(table: Table, entry: Entry) -> Said:
    """The house's roll, or what real dice show: entered by who rolled or the host, corrected until the next.

    A correction takes back everything that was said in that turn.
    """
    game = table.game
    if game is None or table.state != "playing":
        raise NotStarted("the game is not on")
    if entry.player is not None:
        if table.settings.dice != "real":
            raise ServerDice("the server rolls the dice of this table")
        game = _game_to_roll(table, entry.body["turn"])
        if entry.player not in (table.host, table.seats[game.active].player):
            raise NotYourSeat("the dice are entered by who rolled them, or by the host")
    dice = parse_roll(entry.body["dice"])
    step = apply(game, dice)
    corrects = game is not table.game
    if corrects:
        table = table._replace(said=table.said[: _last_roll(table)], proposal=None)
    rolled = table._replace(
        game=step.game,
        said=remember(table, None, format_roll(dice)),
        rolls=table.rolls + (not corrects),
        since=entry.at,
        passed=(),
    )
    corrected: list[Plain] = [{"kind": "corrected", "seat": game.active}] if corrects else []
    return rolled, corrected + [plain_fact(fact) for fact in step.facts]


def _game_to_roll(table: Table, turn: int) -> Game:
    """The game that a roll for this turn continues; for the last roll, the game before it, marks and all."""
    now = table.game
    assert now is not None
    if turn == now.turn and now.phase is Phase.ROLL:
        return now
    before = game_before(table, _last_roll(table)) if table.said else now
    if table.said and turn == before.turn:
        return before
    raise Stale(f"turn {now.turn} is on")


def _last_roll(table: Table) -> int:
    """Where the last real roll stands among what was said."""
    return max(place for place, said in enumerate(table.said) if said.seat is None)


def _move(table: Table, entry: Entry) -> Said:
    number, body = _seat_number(table, entry), entry.body
    if entry.player is not None:
        _own_seat(table, entry)
    game = table.game
    if game is None or table.state != "playing":
        raise NotStarted("the game is not on")
    if table.settings.dice == "none":
        return mark_on_pad(table, number, parse_move(body["move"]))
    if body["turn"] != game.turn or body["phase"] != game.phase.value:
        raise Stale(f"turn {game.turn} is on, {game.phase.value} action")
    move = parse_move(body["move"])
    step = apply(game, move, number)
    table = table._replace(said=remember(table, number, format_move(move)))
    table, before = _note_how(table, number, entry, step)
    after = step.game
    goes_on = after.phase is game.phase and after.turn == game.turn
    moved = table._replace(
        game=after,
        state="over" if after.phase is Phase.OVER else "playing",
        since=table.since if goes_on else entry.at,
        passed=table.passed if goes_on else (),
    )
    return moved, before + _plain_facts(step, table.passed)


def _plain_facts(step: Step, passed: tuple[int, ...]) -> list[Plain]:
    """What followed; what the house has announced already is marked, so that nobody tells it twice."""
    facts = [plain_fact(fact) for fact in step.facts]
    for fact in facts if passed else ():
        if fact["kind"] in ANNOUNCED and fact["seat"] in passed:
            fact["by_house"] = True
    return facts


def _note_how(table: Table, number: int, entry: Entry, step: Step) -> Said:
    """The house announces its passes; skips are counted, until a hand of one's own ends them."""
    seat, why = table.seats[number], entry.body.get("why")
    if kind := HOUSE_PASSES.get(why or ""):
        count = next((fact.count for fact in step.facts if isinstance(fact, Penalised)), None)
        table = table._replace(passed=(*table.passed, number))
        if why == "skip":
            table = table.with_seat(number, seat._replace(skips=seat.skips + 1))
        return table, [{"kind": kind, "seat": number, "penalty": count}]
    if number in table.passed:
        table = table._replace(passed=tuple(other for other in table.passed if other != number))
    if entry.player is not None and seat.bot is not None:
        return _take_back(table, number)
    if seat.skips:
        return table.with_seat(number, seat._replace(skips=0)), []
    return table, []


def _chat(table: Table, entry: Entry) -> Said:
    if not table.settings.chat:
        raise ChatOff("the host has switched the chat off")
    if not table.is_member(entry.player) or entry.player in table.banned:
        raise NotYourSeat("only those at the table may talk")
    held = table.seats_of(entry.player)
    line = {
        "number": entry.number,
        "player": entry.player,
        "name": table.seats[held[0]].name if held else table.host_name,
        "seat": held[0] if held else None,
        "text": entry.body.get("text"),
        "phrase": entry.body.get("phrase"),
        "at": entry.at,
    }
    return table._replace(chat=(*table.chat, line)[-CHAT_KEPT:]), [{"kind": "chat", **line}]


def _nudge(table: Table, entry: Entry) -> Said:
    number = _seat_number(table, entry)
    if entry.player is not None and not table.is_member(entry.player):
        raise NotYourSeat("only those at the table may nudge")
    if table.game is None or table.state != "playing" or number not in waiting_for(table.game):
        raise NotNow(f"nobody waits for seat {number}")
    held = table.seats_of(entry.player)
    by = table.seats[held[0]].name if held else table.host_name if entry.player else None
    return table, [{"kind": "nudged", "seat": number, "by": by}]


def _rematch(table: Table, entry: Entry) -> Said:
    """A vote: the next game begins when all who sit there agree; the host may open the table instead."""
    if table.state != "over":
        raise NotOver("the game is not over")
    if entry.body.get("lobby"):
        _host_only(table, entry)
    if entry.body.get("lobby") or "start" not in entry.body:  # in older logs the word of one was enough
        again = next_game(table, entry.body["secret"])
        seats = tuple(
            seat if seat.kind == "bot" else seat._replace(bot=None, why=None) for seat in again.seats
        )
        return again._replace(seats=seats), [{"kind": "rematch", "game": again.game_number}]
    held = table.seats_of(entry.player)
    if not held:
        raise NotYourSeat("only those who sit at the table may ask for a rematch")
    seats = tuple(seat._replace(agreed=seat.agreed or s in held) for s, seat in enumerate(table.seats))
    table, fact = table._replace(seats=seats), {"kind": "agreed", "seat": held[0]}
    if not all(seat.agreed or seat.is_played_by_bot for seat in seats):
        return table, [fact]
    again = next_game(table, entry.body["secret"])
    started, begun = _begin(again, entry.body["start"], entry.at)
    return started, [fact, {"kind": "rematch", "game": again.game_number}, *begun]


def next_game(table: Table, secret: str) -> Table:
    """The table after its game, for another one: the same people, other dice, the wins counted."""
    result = outcome(table.game) if table.game else None
    won = result.winners if result else ()
    seats = tuple(
        seat._replace(seed="", skips=0, agreed=False, wins=seat.wins + (s in won))
        for s, seat in enumerate(table.seats)
    )
    return table._replace(
        state="open",
        game=None,
        game_number=table.game_number + 1,
        secret=secret,
        seats=seats,
        seeds=(),
    )


def _house_stands_in(table: Table, entry: Entry) -> Said:
    number = _seat_number(table, entry)
    if entry.player is not None or table.state != "playing" or table.seats[number].kind != "human":
        raise NotNow("nobody can stand in there")
    return _stand_in(table, number, entry.body["bot"], entry.body["why"])


def _stand_in(table: Table, number: int, bot: str, why: str) -> Said:
    seat = table.seats[number]._replace(bot=bot, why=why, skips=0)
    return table.with_seat(number, seat), [{"kind": "stood_in", "seat": number, "bot": bot, "why": why}]


def _take_back(table: Table, number: int) -> Said:
    seat = table.seats[number]._replace(bot=None, why=None, skips=0)
    return table.with_seat(number, seat), [{"kind": "took_back", "seat": number}]


def _seat_number(table: Table, entry: Entry) -> int:
    number: int = entry.body["seat"]
    if not 0 <= number < len(table.seats):
        raise NoSuchSeat(f"there is no seat {number}; seats are 0 to {len(table.seats) - 1}")
    return number


def _own_seat(table: Table, entry: Entry) -> int:
    number = _seat_number(table, entry)
    if entry.player is None or table.seats[number].player != entry.player:
        raise NotYourSeat(f"seat {number} is not yours")
    return number


def _host_only(table: Table, entry: Entry) -> None:
    if entry.player != table.host:
        raise NotHost("only the host of the table may do that")


def _before_start(table: Table) -> None:
    if table.state == "playing":
        raise AlreadyStarted("the game has begun")


def _check_dice_for_bots(table: Table) -> None:
    if table.settings.dice == "none":
        raise NoBotsHere("a score pad has no dice that a bot could see; let people enter the dice instead")


def _check_seats(variant: Variant, count: int) -> None:
    least, most = variant.players
    if not least <= count <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {count}")


def open_table(entry: Entry) -> Said:
    """A new table from the first entry of its log."""
    body = entry.body
    variant = _variant(body["variant"], body["text"])
    _check_seats(variant, len(body["seats"]))
    table = Table(
        variant=variant,
        seats=tuple(Seat(**seat) for seat in body["seats"]),
        settings=Settings(**body["settings"]),
        id=body["table"],
        host=entry.player or "",
        host_name=body["name"],
        secret=body["secret"],
        number=entry.number,
        since=entry.at,
        at=entry.at,
    )
    return table, []


@lru_cache(maxsize=256)
def _variant(name: str, text: str) -> Variant:
    """The table's own copy of its rules, so that a log reads the same after an upgrade."""
    return recognise(parse_variant(text, name))


SAYINGS: dict[str, Callable[[Table, Entry], Said]] = {
    "sit": _sit,
    "leave": _leave,
    "bot": _bot,
    "open": _open,
    "back": _back,
    "seats": _seats,
    "pad": _pad,
    "kick": _kick,
    "settings": _settings,
    "seed": _seed,
    "host": _host,
    "start": _start,
    "roll": _roll,
    "move": _move,
    "chat": _chat,
    "phrase": _chat,
    "nudge": _nudge,
    "propose": propose,
    "consent": consent,
    "count": count,
    "rematch": _rematch,
    "stand_in": _house_stands_in,
}
"""Every kind of entry but the first, and what it does."""
