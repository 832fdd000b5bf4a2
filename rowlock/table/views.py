"""What a listener is told: the table and the game as their seats may see them, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rowlock.engine.game import Game, legal_moves, waiting_for
from rowlock.engine.notation import format_move
from rowlock.engine.pad import ScorePad, may_count, pad_view
from rowlock.engine.scoring import score
from rowlock.engine.view import plain_move, view
from rowlock.table.dice import commitment, dice_of
from rowlock.table.table import Plain, Table


class Present:
    """Who is at the table right now; the room keeps it up to date."""

    def __init__(self) -> None:
        self.players: frozenset[str] = frozenset()
        self.watchers = 0
        self.parked = False


PROGRAM_MARK = "x"
"""How the ids of programs begin; those of people begin otherwise."""


def is_parked(table: Table, players: Collection[str]) -> bool:
    """Whether the game waits because none of its people is there."""
    if not table.has_begun:
        return False
    members = {table.host} | {seat.player for seat in table.seats if seat.player}
    people = {member for member in members if not member.startswith(PROGRAM_MARK)} or members
    return people.isdisjoint(players)


def plain_table(table: Table, present: Present, timer: Plain | None) -> Plain:
    """The table as everybody may see it."""
    return {
        "id": table.id,
        "link": f"/t/{table.id}",
        "state": table.state,
        "variant": table.variant.name,
        "title": table.variant.title,
        "host": table.host,
        "host_name": table.host_name,
        "game": table.game_number,
        "settings": table.settings._asdict(),
        "seats": [_plain_seat(table, number, present) for number in range(len(table.seats))],
        "waiting": _waiting(table),
        "timer": timer,
        "parked": present.parked,
        "watchers": present.watchers,
        "dice": _plain_dice(table),
        "proposal": _plain_proposal(table) if table.state != "open" else None,
        "banned": [{"player": player, "name": name} for player, name in table.banned.items()],
    }


def _plain_seat(table: Table, number: int, present: Present) -> Plain:
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
        "away": human and seat.why in ("away", "slow", "left"),
        "agreed": seat.agreed,
        "ending": seat.player in table.ending,
        "muted": seat.player in table.muted,
        "wins": seat.wins,
    }


def _plain_proposal(table: Table) -> Plain | None:
    """The correction that waits for consent, if there is one."""
    proposal = table.proposal
    if proposal is None:
        return None
    asked = [seat for seat in table.people if seat not in proposal.agreed]
    return {**proposal.told, "by": proposal.by, "agreed": sorted(proposal.agreed), "asked": asked}


def online(table: Table, present: Present) -> list[bool]:
    return [seat.kind == "bot" or seat.player in present.players for seat in table.seats]


def _waiting(table: Table) -> Plain:
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


def _plain_dice(table: Table) -> Plain:
    """The commitment from the beginning, the seeds when all are there, the secret after the end."""
    server = table.settings.dice == "server"
    seals = table.seals if table.seals is not None else [seat.seal for seat in table.seats]
    is_sealed = server and table.seals is not None
    return {
        "source": table.settings.dice,
        "commitment": shown_commitment(table),
        "secret": table.secret if server and table.state == "over" else None,
        "seals": [seal or None for seal in seals],
        "fingerprint": dice_of(table).fingerprint if is_sealed else None,
        "seeds": [seed or None for seed in table.seeds] if table.state != "open" else [None] * len(seals),
        "label": table.label,
    }


def shown_commitment(table: Table) -> str | None:
    """What the house has promised about its part of the present game's dice."""
    return commitment(table.secret) if table.settings.dice == "server" else None


def plain_you(table: Table, player: str | None, name: str | None) -> Plain:
    return {
        "player": player,
        "name": name,
        "host": player is not None and player == table.host,
        "seats": table.seats_of(player),
    }


Pack = Callable[[Any], Any]
"""What is done once to a part that many are told: nothing, or encoding it."""


def as_it_is(part: Any) -> Any:
    return part


class Moves:
    """What each seat may do, packed; worked out once for as long as nothing changes but who has chosen."""

    def __init__(self, pack: Pack = as_it_is) -> None:
        self._pack = pack
        self._position: Game | None = None
        self._of_seat: dict[int, Any] = {}

    def of(self, game: Game, seat: int) -> Any:
        position = game._replace(choices=())
        if position != self._position:
            self._position, self._of_seat = position, {}
        if seat not in self._of_seat:
            moves = [plain_move(game, seat, move) for move in legal_moves(game, seat)]
            self._of_seat[seat] = self._pack(moves)
        return self._of_seat[seat]


def seat_view(table: Table, moves: Moves) -> Callable[[int | None], Plain]:
    """The game's view by seat; what lies open to all is worked out once."""
    game = table.game
    if game is None:
        return lambda seat: {}
    if table.settings.dice == "none":
        return lambda seat: dict(pad_view(ScorePad(game, table.late), seat))
    if game.variant.turns is not None:  # there little lies open to all
        return lambda seat: dict(view(game, seat if seat is not None and seat < len(game.sheets) else None))
    common: Plain = dict(view(game, None))

    def of_seat(seat: int | None) -> Plain:
        if seat is None or seat >= len(game.sheets):  # a seat that came after the game
            return common
        choice = game.choices[seat] if game.choices else None
        return {
            **common,
            "seat": seat,
            "choice": format_move(choice) if choice else None,
            "moves": moves.of(game, seat),
        }

    return of_seat


def closed_view(seen: Plain) -> Plain:
    """A view without its hand of cards and the plays that would tell it; after the end all is open."""
    cards = seen.get("cards")
    if not cards or seen["over"] or cards["hand"] is None:
        return seen
    hands, *others = cards["text"].split(";")
    backs = "/".join(".".join(f"?{number}" for number in hand) for hand in cards["hands"])
    text = ";".join([backs, *others]) if others else hands
    moves = [] if seen["phase"] == "play" else seen["moves"]
    return {**seen, "cards": {**cards, "hand": None, "text": text}, "moves": moves}


def table_summary(table: Table) -> Plain:
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
            "spectators": table.settings.spectators,
            "dice": table.settings.dice,
            "hints": table.settings.hints,
        },
    }


def table_standing(table: Table) -> Plain:
    """How a game stands that anybody may watch: points by seat, and the seats that everybody waits for."""
    if table.game is None or not table.settings.spectators:
        return {"scores": None, "waiting": []}
    scores = [score(table.variant, sheet).total for sheet in table.game.sheets]
    return {"scores": scores, "waiting": list(_waiting(table)["for"])}
