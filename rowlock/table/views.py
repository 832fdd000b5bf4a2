"""The views of a listener: the table and the game as their seats may see them, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rowlock.engine.game import Game, legal_moves, waiting_for
from rowlock.engine.json_object import JsonObject
from rowlock.engine.notation import format_move
from rowlock.engine.pad import ScorePad, may_count, pad_view
from rowlock.engine.scoring import score
from rowlock.engine.view import plain_move, view
from rowlock.table.dice import commitment, dice_of
from rowlock.table.shapes.answers import Listed, Stands
from rowlock.table.table import Table


class Present:
    """The people who are at the table right now; the room keeps it up to date."""

    def __init__(self) -> None:
        self.players: frozenset[str] = frozenset()
        self.names: Mapping[str, str | None] = {}
        """The names of those who are connected here, sitting or not."""
        self.watchers = 0
        self.parked = False


PROGRAM_MARK = "x"
"""How the ids of programs begin; those of people begin otherwise."""


def is_parked(table: Table, players: Collection[str]) -> bool:
    """Whether the game waits because none of its people is there."""
    if not table.has_begun or goes_on_alone(table):
        return False
    members = {player for player in (table.host, *(seat.player for seat in table.seats)) if player}
    people = {member for member in members if not member.startswith(PROGRAM_MARK)} or members
    return people.isdisjoint(players)


def people_at(table: Table) -> frozenset[str]:
    """The people who sit at a table; programs are none."""
    holders = (seat.player for seat in table.seats if seat.kind == "human" and seat.player)
    return frozenset(player for player in holders if not player.startswith(PROGRAM_MARK))


def goes_on_alone(table: Table) -> bool:
    """Whether a game goes on while nobody is there: with a day to think, while one of several plays on."""
    if table.settings.timer != "day" or table.state != "playing" or len(people_at(table)) < 2:
        return False
    return any(seat.kind == "human" and not seat.is_played_by_bot for seat in table.seats)


Pack = Callable[[object], object]
"""The packing of a part that may be told to many, once: nothing, or its encoding."""


def as_it_is(part: object) -> object:
    return part


class PackedParts:
    """Parts of what is told about one table; each is made again when what it is made of has changed."""

    def __init__(self, pack: Pack = as_it_is) -> None:
        self.pack = pack
        self._parts: dict[object, tuple[tuple[object, ...], object]] = {}

    def part(self, name: object, made_of: tuple[object, ...], make: Callable[[], object]) -> Any:
        """A part as it was made last, or anew."""
        known = self._parts.get(name)
        if known is None or known[0] != made_of:
            known = self._parts[name] = (made_of, make())
        return known[1]

    def packed(self, name: object, made_of: tuple[object, ...], make: Callable[[], object]) -> Any:
        return self.part(name, made_of, lambda: self.pack(make()))


def plain_table(
    table: Table, present: Present, timer: JsonObject | None, kept: PackedParts | None = None
) -> JsonObject:
    """The table as everybody may see it."""
    kept = kept or PackedParts()
    sitting = (table.seats, table.ending, table.muted, present.players)
    drawn = (
        table.label,
        table.settings.dice,
        table.state,
        table.secret,
        table.seals,
        table.seeds,
        table.seats,
    )
    return {
        "id": table.id,
        "link": f"/t/{table.id}",
        "state": table.state,
        "variant": table.variant.name,
        "title": table.variant.title,
        "host": table.host,
        "host_name": table.host_name,
        "game": table.game_number,
        "settings": kept.packed("settings", table.settings, lambda: table.settings.told),
        "seats": kept.packed("seats", sitting, lambda: _plain_seats(table, present)),
        "waiting": _waiting(table),
        "timer": timer,
        "parked": present.parked,
        "watchers": present.watchers,
        "dice": kept.packed("dice", drawn, lambda: _plain_dice(table)),
        "proposal": _plain_proposal(table) if table.state != "open" else None,
        "asking": [{"player": one, "name": present.names.get(one)} for one in table.asking],
        "banned": [{"player": player, "name": name} for player, name in table.banned.items()],
    }


def _plain_seats(table: Table, present: Present) -> list[JsonObject]:
    return [_plain_seat(table, number, present) for number in range(len(table.seats))]


def _plain_seat(table: Table, number: int, present: Present) -> JsonObject:
    seat = table.seats[number]
    human = seat.kind == "human"
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "player": seat.player,
        "bot": seat.bot if seat.kind == "bot" else None,
        "stand_in": seat.bot if human else None,
        "online": seat.player in present.players if human else seat.kind == "bot",
        "owner": seat.owner,
        "by_host": human and seat.why == "host",
        "cause": seat.cause if human else None,
        "away": human and seat.why in ("away", "slow", "left"),
        "agreed": seat.agreed,
        "ending": seat.player in table.ending,
        "muted": seat.player in table.muted,
        "wins": seat.wins,
    }


def _plain_proposal(table: Table) -> JsonObject | None:
    """The correction that waits for consent, if there is one."""
    proposal = table.proposal
    if proposal is None:
        return None
    asked = [seat for seat in table.people if seat not in proposal.agreed]
    return {**proposal.told, "by": proposal.by, "agreed": sorted(proposal.agreed), "asked": asked}


def online(table: Table, present: Present) -> list[bool]:
    return [seat.kind == "bot" or seat.player in present.players for seat in table.seats]


def _waiting(table: Table) -> JsonObject:
    """Whom everybody waits for, and for what."""
    if table.drawing:
        return {"for": table.seats_to_draw, "what": table.drawing}
    if table.state == "open":
        return {"for": table.seats_of(table.host), "what": "start"}
    if table.state == "over" or table.game is None:
        return {"for": [], "what": None}
    if table.settings.dice == "none":
        if may_count(table.game):
            return {"for": [s for s in table.people if not table.seats[s].agreed], "what": "count"}
        return {"for": [s for s in range(len(table.seats)) if s not in table.game.out], "what": None}
    if table.awaits_roll:
        return {"for": [table.game.active], "what": "dice"}
    return {"for": list(waiting_for(table.game)), "what": table.game.phase.value}


def _plain_dice(table: Table) -> JsonObject:
    """The commitment from the beginning, the seeds when all are there, the secret after the end."""
    server = table.settings.dice == "server"
    seals = table.seals if table.seals is not None else [seat.seal for seat in table.seats]
    is_sealed = server and table.seals is not None
    return {
        "source": table.settings.dice,
        "commitment": shown_commitment(table),
        "secret": table.secret if server and table.state == "over" and not table.shared else None,
        "seals": [seal or None for seal in seals],
        "fingerprint": dice_of(table).fingerprint if is_sealed else None,
        "seeds": [seed or None for seed in table.seeds] if table.state != "open" else [None] * len(seals),
        "label": table.label,
    }


def shown_commitment(table: Table) -> str | None:
    """The promise of the house about its part of the present game's dice."""
    return commitment(table.secret) if table.settings.dice == "server" else None


def plain_you(table: Table, player: str | None, name: str | None) -> JsonObject:
    return {
        "player": player,
        "name": name,
        "host": player is not None and player == table.host,
        "seats": table.seats_of(player),
    }


def seat_view(table: Table, kept: PackedParts) -> Callable[[int | None], JsonObject]:
    """The game's view by seat; what lies open to all is worked out once."""
    game = table.game
    if game is None:
        return lambda seat: {}
    if table.settings.dice == "none":
        return lambda seat: dict(pad_view(ScorePad(game, table.late), seat))
    if game.variant.turns is not None:  # there little lies open to all
        return lambda seat: dict(view(game, seat if seat is not None and seat < len(game.sheets) else None))
    position = game._replace(choices=())  # most of a view stays while one after the other chooses
    common = {
        **kept.part("common", position, lambda: _common(game, kept)),
        "waiting": list(waiting_for(game)),
    }

    def of_seat(seat: int | None) -> JsonObject:
        if seat is None or seat >= len(game.sheets):  # a seat that came after the game
            return common
        choice = game.choices[seat] if game.choices else None
        return {
            **common,
            "seat": seat,
            "choice": format_move(choice) if choice else None,
            "moves": kept.packed(("moves", seat), position, lambda: _moves(game, seat)),
        }

    return of_seat


def _common(game: Game, kept: PackedParts) -> JsonObject:
    """The public view; sheets that have not changed are not packed again."""
    told: JsonObject = dict(view(game, None))
    told["sheets"] = [_sheet(game, seat, sheet, kept) for seat, sheet in enumerate(told["sheets"])]
    return told


def _sheet(game: Game, seat: int, told: object, kept: PackedParts) -> Any:
    return kept.packed(("sheet", seat), (game.variant, game.sheets[seat], game.start), lambda: told)


def _moves(game: Game, seat: int) -> list[object]:
    return [plain_move(game, seat, move) for move in legal_moves(game, seat)]


def closed_view(seen: JsonObject) -> JsonObject:
    """A view without its hand of cards and the plays that would tell it; after the end all is open."""
    cards = seen.get("cards")
    if not cards or seen["over"] or cards["hand"] is None:
        return seen
    hands, *others = cards["text"].split(";")
    backs = "/".join(".".join(f"?{number}" for number in hand) for hand in cards["hands"])
    text = ";".join([backs, *others]) if others else hands
    moves = [] if seen["phase"] == "play" else seen["moves"]
    return {**seen, "cards": {**cards, "hand": None, "text": text}, "moves": moves}


def table_summary(table: Table) -> Listed:
    """A table in a few words, for lists and invitations."""
    return {
        "table": table.id,
        "variant": table.variant.name,
        "title": table.variant.title,
        "state": table.state,
        "host": table.host_name,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in table.seats],
        "game": table.game_number,
        "settings": {
            "timer": table.settings.timer,
            "auto_pass": table.settings.auto_pass,
            "spectators": table.is_watched,
            "dice": table.settings.dice,
            "hints": table.settings.hints,
            "rated": table.settings.rated,
        },
    }


def table_standing(table: Table) -> Stands:
    """How a game stands that anybody may watch: points by seat, and the seats that everybody waits for."""
    if table.game is None or not table.is_watched:
        return {"scores": None, "waiting": []}
    scores = [score(table.variant, sheet).total for sheet in table.game.sheets]
    return {"scores": scores, "waiting": list(_waiting(table)["for"])}
