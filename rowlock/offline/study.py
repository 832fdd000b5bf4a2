"""What games and positions teach, on this device: hints, the tutor, reviews, puzzles, the analysis board.

Networks are brought when somebody asks for their word: `Question.equip`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from rowlock.bots import plays_by
from rowlock.bots.kit.basis import HAND
from rowlock.engine.position import format_position
from rowlock.engine.record import parse_record
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant, view
from rowlock.offline.device import MARK
from rowlock.offline.errors import NeedsServer
from rowlock.offline.questions import Answer, Doors, Question, own_pad, read_position, texts
from rowlock.table.errors import BadMessage
from rowlock.table.messages.play import seat_for_hint
from rowlock.table.messages.reading import Key, default, maybe, one_of, read_keys, text, whole
from rowlock.table.table import Plain
from rowlock.table.texts import MESSAGE_LONGEST, SHUFFLE_LONGEST, VARIANT_LONGEST
from rowlock.variants import load_named

STRONGEST = "champion"
POSITION = {"position": Key(text(0, MESSAGE_LONGEST)), "variant_text": maybe(text(0, VARIANT_LONGEST))}
CHANGES = ("cell", "penalty", "clear", "active", "seats", "roll", "action")
CHANGE = {
    "what": Key(one_of(*CHANGES)),
    "seat": default(0, whole(0, 9)),
    "row": default("", text(0, 1, "[a-z]?")),
    "number": default(0, whole(0, 99)),
    "roll": maybe(text(0, SHUFFLE_LONGEST)),
    "action": default("white", one_of("white", "colour", "colour+")),
}
"""The keys of a change of a position, as the server's `Change` has them."""
SHOWN = {
    **POSITION,
    "variant_parents": default({}, texts),
    "change": maybe(lambda value: read_keys(value, CHANGE, "change")),
}


# hints


def _hint(asked: Question) -> Answer:
    from rowlock.analysis.hints.hint import hint

    game, seat = seat_for_hint(asked.table, asked.device.me.id, asked.body.get("seat"))
    asked.equip(game.variant)
    return Answer(dict(hint(game.variant, view(game, seat))), says=_noted(asked, seat))


def _tutor(asked: Question) -> Answer:
    from rowlock.analysis.hints.hint import better

    game, seat = seat_for_hint(asked.table, asked.device.me.id, asked.body.get("seat"))
    asked.equip(game.variant)
    found = better(game.variant, view(game, seat), _move(asked), asked.body.get("grade", "mistake"))
    told = {"better": dict(found) if found else None}
    return Answer(told, says=_noted(asked, seat) if found else None)


def _move(asked: Question) -> str:
    move = asked.body.get("move")
    if not isinstance(move, str):
        raise BadMessage("tutor.move: is missing")
    return move


def _noted(asked: Question, seat: int) -> tuple[str, str, Plain]:
    """The table notes that a hint was given."""
    return asked.parts[0], "hint", {"seat": seat}


# reviews


def _review(asked: Question) -> Answer:
    return Answer(_reviewed(asked, asked.record))


def _review_text(asked: Question) -> Answer:
    return Answer(_reviewed(asked, parse_record(asked.record_text(), load_named)))


def _reviewed(asked: Question, record: Any) -> Any:
    """Judged by a network: playing games on takes a device minutes, and hours on pads without a network."""
    from rowlock.analysis.review.game import review

    _check_learnt(asked, record.variant, len(record.seats))
    return review(record, 0)


def _check_learnt(asked: Question, variant: Variant, seats: int) -> None:
    asked.equip(variant)
    if variant.turns is None and plays_by(STRONGEST, variant, seats) == HAND:
        raise NeedsServer("no network has learnt this pad: it takes thousands of games to judge one")


# puzzles


def _puzzles(asked: Question) -> Answer:
    from rowlock.analysis.puzzles.puzzle import overview

    return Answer(overview(datetime.fromtimestamp(asked.device.clock(), UTC).date()))


def _puzzle(asked: Question) -> Answer:
    from rowlock.analysis.puzzles.puzzle import puzzle

    number = int(asked.parts[0])
    one = puzzle(number)
    game = one.game
    told = {"number": number, "variant": plain_variant(game.variant), "position": one.position}
    return Answer({**told, "seat": one.seat, "grade": one.grade, "view": view(game, one.seat)})


def _solution(asked: Question) -> Answer:
    from rowlock.analysis.puzzles.puzzle import puzzle, solution

    one = puzzle(int(asked.parts[0]))
    asked.equip(one.game.variant)
    return Answer(dict(solution(one, unquote(asked.parts[1].removeprefix("?answer=")) or None)))


# the analysis board


def _position(asked: Question) -> Answer:
    from rowlock.analysis.setup import changed

    body = read_keys(asked.body, SHOWN, "position")
    own = own_pad(body["variant_text"], body["variant_parents"]) if body["variant_text"] is not None else None
    game = read_position(body["position"], own)
    if body["change"] is not None:
        game = changed(game, **body["change"])
    told = {
        "position": format_position(game),
        "variant": plain_variant(game.variant),
        "variant_text": format_variant(own) if own is not None else None,
        "views": [view(game, seat) for seat in range(len(game.sheets))],
    }
    return Answer(told)


def _analyse(asked: Question) -> Answer:
    from rowlock.analysis.position import analyse

    body = read_keys(asked.body, POSITION, "position")
    own = own_pad(body["variant_text"], {}) if body["variant_text"] is not None else None
    game = read_position(body["position"], own)
    _check_learnt(asked, game.variant, len(game.sheets))
    return Answer(analyse(game))


TABLE = rf"/tables/({MARK}[0-9a-f]+)"
GAME = TABLE + r"/games/(\d{1,6})"
DOORS: Doors = [
    ("POST", TABLE + "/hint", _hint),
    ("POST", TABLE + "/tutor", _tutor),
    ("GET", GAME + "/review", _review),
    ("POST", "/review", _review_text),
    ("GET", "/puzzles", _puzzles),
    ("GET", r"/puzzles/(\d{1,7})", _puzzle),
    ("GET", r"/puzzles/(\d{1,7})/solution((?:\?answer=[^&]{1,96})?)", _solution),
    ("POST", "/position", _position),
    ("POST", "/analyse", _analyse),
]
"""What a device has to say about games; `door.py` has the rest."""
