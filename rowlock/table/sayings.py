"""What can be said at a table, and what follows: `say(table, entry)` gives the next table and the facts.

One function per kind of entry. Rights are checked here, once, for live play and for replay alike: the
player of an entry comes from a token, never from the message.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rowlock.engine.cards.deck import parse_shuffle
from rowlock.engine.errors import NotNow
from rowlock.engine.facts import Penalised, plain_fact
from rowlock.engine.game import Game, Phase, Step, apply, outcome, waiting_for
from rowlock.engine.moves import RESIGN
from rowlock.engine.notation import format_move, format_roll, parse_move, parse_roll
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant
from rowlock.table.beginning import begin_drawn, close_seals, set_out, take_seal, take_seed
from rowlock.table.corrections import consent, count, mark_on_pad, propose, settle
from rowlock.table.errors import (
    AlreadyStarted,
    ChatOff,
    Kicked,
    Muted,
    NoBotsHere,
    NotOver,
    NotYourSeat,
    SeatsOpen,
    SeatTaken,
    ServerDice,
    Stale,
)
from rowlock.table.hints import ask_hint
from rowlock.table.hosting import hand_on, kick, mute, pardon
from rowlock.table.parting import (
    abort,
    ask_to_abort,
    game_on,
    house_stands_in,
    leave,
    resign,
    stand_in,
    take_back,
)
from rowlock.table.past import game_before, remember
from rowlock.table.rights import before_start, check_seats, host_only, own_seat, seat_number
from rowlock.table.table import CHAT_KEPT, Entry, Plain, Said, Seat, Settings, Table, bot_seat
from rowlock.variants import recognise

HOUSE_PASSES = {"auto": "auto_passed", "skip": "skipped"}
"""Why the house passes for a seat (nothing else is legal, or its time is up), and the fact that tells it."""
ANNOUNCED = {"passed", "penalised"}


def say(table: Table, entry: Entry) -> Said:
    """The table after an entry, and what followed; raises and changes nothing if it is not allowed."""
    after, facts = SAYINGS[entry.kind](table, entry)
    settled, more = settle(after)
    return settled._replace(number=entry.number, at=entry.at), facts + more


def _sit(table: Table, entry: Entry) -> Said:
    number = seat_number(table, entry)
    before_start(table)
    if entry.player is None or entry.player in table.banned:
        raise Kicked("the host has sent you away from this table")
    seat, name = table.seats[number], entry.body["name"]
    if seat.kind != "open" and seat.player != entry.player:
        raise SeatTaken(f"seat {number} is taken by {seat.name}")
    seated = Seat("human", name, entry.player, seed=seat.seed if seat.kind == "human" else "")
    return table.with_seat(number, seated), [{"kind": "sat", "seat": number, "name": name}]


def _bot(table: Table, entry: Entry) -> Said:
    number, bot = seat_number(table, entry), entry.body["bot"]
    if entry.player != table.host:
        own_seat(table, entry)
    _check_dice_for_bots(table)
    if table.has_begun and table.seats[number].kind == "human":
        return stand_in(table, number, bot, "asked")
    return table.with_seat(number, bot_seat(bot)), [{"kind": "bot_sat", "seat": number, "bot": bot}]


def _open(table: Table, entry: Entry) -> Said:
    number = seat_number(table, entry)
    host_only(table, entry)
    before_start(table)
    return table.with_seat(number, Seat()), [{"kind": "opened", "seat": number}]


def _back(table: Table, entry: Entry) -> Said:
    number = own_seat(table, entry)
    if table.seats[number].bot is None:
        raise NotNow("the seat is yours already")
    return take_back(table, number)


def _seats(table: Table, entry: Entry) -> Said:
    host_only(table, entry)
    before_start(table)
    count = entry.body["count"]
    check_seats(table.variant, count)
    if any(seat.kind == "human" for seat in table.seats[count:]):
        raise SeatTaken("somebody sits in a seat that would go")
    seats = (*table.seats[:count], *[Seat()] * (count - len(table.seats)))
    return table._replace(seats=seats, position=""), [{"kind": "seats_changed", "count": count}]


def _pad(table: Table, entry: Entry) -> Said:
    host_only(table, entry)
    before_start(table)
    variant = _variant(entry.body["variant"], entry.body["text"])
    check_seats(variant, len(table.seats))
    return table._replace(variant=variant, position=""), [{"kind": "pad_changed", "variant": variant.name}]


def _settings(table: Table, entry: Entry) -> Said:
    host_only(table, entry)
    changes = entry.body
    if changes.get("dice", table.settings.dice) != table.settings.dice:
        before_start(table)
    settings = table.settings._replace(**changes)
    fact = {"kind": "settings_changed", "settings": settings._asdict()}
    # a timer that is switched on begins now, not when the action began
    return table._replace(settings=settings, since=entry.at), [fact]


def _start(table: Table, entry: Entry) -> Said:
    host_only(table, entry)
    if table.state != "open" or table.drawing:
        raise AlreadyStarted("the game has begun")
    if any(seat.kind == "bot" for seat in table.seats):
        _check_dice_for_bots(table)
    free = [s for s, seat in enumerate(table.seats) if seat.kind == "open"]
    if free:
        raise SeatsOpen(f"nobody sits in seat {', '.join(map(str, free))}")
    if table.variant.turns is not None and table.settings.dice == "real":
        raise NotNow("with real cards play on a score pad: nobody else may know the hands (R24.4)")
    return set_out(table, entry)


def _roll(table: Table, entry: Entry) -> Said:
    """The house's roll, or what real dice show: entered by who rolled or the host, corrected until the next.

    A correction takes back everything that was said in that turn.
    """
    game = game_on(table)
    if entry.player is not None:
        if table.settings.dice != "real":
            raise ServerDice("the server rolls the dice of this table")
        game = _game_to_roll(table, entry.body["turn"])
        gone = game.active in game.out and table.is_member(entry.player)
        if entry.player not in (table.host, table.seats[game.active].player) and not gone:
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


def _shuffle(table: Table, entry: Entry) -> Said:
    """The house's order of the cards; nobody at the table may know it, so nobody says it."""
    game = game_on(table)
    if entry.player is not None:
        raise ServerDice("the house shuffles the cards of this table")
    step = apply(game, parse_shuffle(entry.body["cards"]))
    shuffled = table._replace(game=step.game, rolls=table.rolls + 1, since=entry.at, passed=())
    return shuffled, [plain_fact(fact) for fact in step.facts]


def _game_to_roll(table: Table, turn: int) -> Game:
    """The game that a roll for this turn continues; for the last roll, the game before it, marks and all."""
    now = table.game
    assert now is not None
    if turn == now.turn and now.phase is Phase.ROLL:
        return now
    if table.said and any(one.text == RESIGN.text for one in table.said[_last_roll(table) :]):
        raise Stale("somebody has given up since; the roll stands")
    before = game_before(table, _last_roll(table)) if table.said else now
    if table.said and turn == before.turn:
        return before
    raise Stale(f"turn {now.turn} is on")


def _last_roll(table: Table) -> int:
    """Where the last real roll stands among what was said."""
    return max(place for place, said in enumerate(table.said) if said.seat is None)


def _move(table: Table, entry: Entry) -> Said:
    number, body = seat_number(table, entry), entry.body
    if entry.player is not None:
        own_seat(table, entry)
    game = game_on(table)
    if table.settings.dice == "none":
        return mark_on_pad(table, number, parse_move(body["move"]))
    if body["turn"] != game.turn or body["phase"] != game.phase.value:
        raise Stale(f"turn {game.turn} is on, {game.phase.value} action")
    move = parse_move(body["move"])
    step = apply(game, move, number)
    table = table._replace(said=remember(table, number, format_move(move)))
    table, before = _note_how(table, number, entry, step)
    if entry.player in table.ending:  # whoever plays on does not want to break off
        table = table._replace(ending=table.ending - {entry.player})
    return table.with_game(step.game, entry.at), before + _plain_facts(step, table.passed)


def _plain_facts(step: Step, passed: tuple[int, ...]) -> list[Plain]:
    """What followed; what the house has announced already is marked, so that nobody tells it twice."""
    facts = [plain_fact(fact) for fact in step.facts]
    for fact in facts if passed else ():
        if fact["kind"] in ANNOUNCED and fact["seat"] in passed:
            fact["by_house"] = True
    return facts


def _note_how(table: Table, number: int, entry: Entry, step: Step) -> Said:
    """The house announces its passes; skips are counted until the player makes a move again."""
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
        return take_back(table, number)
    if seat.skips:
        return table.with_seat(number, seat._replace(skips=0)), []
    return table, []


def _chat(table: Table, entry: Entry) -> Said:
    if not table.settings.chat:
        raise ChatOff("the host has switched the chat off")
    if not table.is_member(entry.player) or entry.player in table.banned:
        raise NotYourSeat("only those at the table may talk")
    if entry.player in table.muted:
        raise Muted("the host has muted you at this table")
    held = table.seats_of(entry.player)
    line = {
        "number": entry.number,
        "player": entry.player,
        "name": table.name_of(entry.player),
        "seat": held[0] if held else None,
        "text": entry.body.get("text"),
        "phrase": entry.body.get("phrase"),
        "at": entry.at,
    }
    return table._replace(chat=(*table.chat, line)[-CHAT_KEPT:]), [{"kind": "chat", **line}]


def _nudge(table: Table, entry: Entry) -> Said:
    number = seat_number(table, entry)
    if entry.player is not None and not table.is_member(entry.player):
        raise NotYourSeat("only those at the table may nudge")
    if table.game is None or table.state != "playing" or number not in waiting_for(table.game):
        raise NotNow(f"nobody waits for seat {number}")
    by = table.name_of(entry.player) if entry.player else None
    return table, [{"kind": "nudged", "seat": number, "by": by}]


def _rematch(table: Table, entry: Entry) -> Said:
    """A vote: the next game begins when all who sit there agree; the host may open the table instead."""
    if table.state != "over":
        raise NotOver("the game is not over")
    if entry.body.get("lobby"):
        host_only(table, entry)
    # in older logs one vote was enough, and nothing was drawn
    if entry.body.get("lobby") or not entry.body.keys() & {"start", "draw"}:
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
    started, begun = set_out(again, entry)
    return started, [fact, {"kind": "rematch", "game": again.game_number}, *begun]


def next_game(table: Table, secret: str) -> Table:
    """The table after its game, for another one: the same people, other dice, the wins counted."""
    result = outcome(table.game) if table.game else None
    won = result.winners if result else ()
    seats = tuple(
        seat._replace(seed="", seal="", skips=0, agreed=False, wins=seat.wins + (s in won))
        for s, seat in enumerate(table.seats)
    )
    return table._replace(
        state="open",
        game=None,
        game_number=table.game_number + 1,
        secret=secret,
        seats=seats,
        seeds=(),
        seals=None,
        proposal=None,
    )


def _check_dice_for_bots(table: Table) -> None:
    if table.settings.dice == "none" and table.edition > 1:
        raise NoBotsHere("a score pad has no dice that a bot could see; let people enter the dice instead")


def open_table(entry: Entry) -> Said:
    """A new table from the first entry of its log."""
    body = entry.body
    variant = _variant(body["variant"], body["text"])
    check_seats(variant, len(body["seats"]))
    table = Table(
        variant=variant,
        seats=tuple(Seat(**seat) for seat in body["seats"]),
        settings=Settings(**body["settings"]),
        edition=body.get("edition", 1),
        offline=body.get("offline", False),
        position=body.get("position", ""),
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
    "leave": leave,
    "resign": resign,
    "abort": ask_to_abort,
    "aborted": abort,
    "bot": _bot,
    "open": _open,
    "back": _back,
    "seats": _seats,
    "pad": _pad,
    "kick": kick,
    "pardon": pardon,
    "mute": mute,
    "settings": _settings,
    "seal": take_seal,
    "seed": take_seed,
    "close_seals": close_seals,
    "drawn": begin_drawn,
    "host": hand_on,
    "start": _start,
    "hint": ask_hint,
    "roll": _roll,
    "shuffle": _shuffle,
    "move": _move,
    "chat": _chat,
    "phrase": _chat,
    "nudge": _nudge,
    "propose": propose,
    "consent": consent,
    "count": count,
    "rematch": _rematch,
    "stand_in": house_stands_in,
}
"""Every kind of entry but the first, and what it does."""
