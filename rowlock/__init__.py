"""Rowlock: play, understand and extend the dice game Qwixx and its family of pads.

from rowlock import apply, legal_moves, load_variant, new_game, parse_roll, parse_move

game = new_game(load_variant("classic"), seats=2)
game = apply(game, parse_roll("4+1 r6 y2 g3 b6")).game
game = apply(game, parse_move("r5"), seat=0).game

Beside the rules there is a library (docs/library.md), loaded when it is asked for:

from rowlock import analyse, contest, hint, iter_games, review, simulate, solve

simulate("classic", ["cautious", lambda crosses, skips, gain: gain], games=100_000).scores
solve("classic").options("4+1 r6 y2 g3 b6")
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from rowlock.engine.cards.deck import Card, Shuffle, parse_shuffle, shuffled
from rowlock.engine.cards.moves import Play, Take
from rowlock.engine.errors import (
    BadNotation,
    BadRecord,
    BadRoll,
    BadShuffle,
    BadVariant,
    IllegalMove,
    NoSuchSeat,
    NoSuchVariant,
    NotNow,
    NotYourTurn,
    RowlockError,
)
from rowlock.engine.facts import Fact, plain_fact
from rowlock.engine.game import (
    Game,
    Outcome,
    Phase,
    Step,
    all_rolls,
    apply,
    legal_moves,
    new_game,
    outcome,
    preview,
    waiting_for,
)
from rowlock.engine.given import Form as _Form
from rowlock.engine.given import give as _give
from rowlock.engine.knowledge import known_to
from rowlock.engine.mechanisms.lucky import Lucky
from rowlock.engine.moves import PASS, WITHDRAW, Cross, Pass, Roll, Withdraw, make_roll
from rowlock.engine.notation import (
    format_move,
    format_roll,
    format_sheet,
    parse_move,
    parse_roll,
    parse_sheet,
)
from rowlock.engine.position import format_position
from rowlock.engine.record import Input, Record, format_record, replay
from rowlock.engine.scoring import Score, score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.engine.view import plain_variant, view
from rowlock.engine.view_types import View
from rowlock.variants import load_variant, variant_names
from rowlock.variants.reading import parse_position, parse_record, read_record

if _TYPE_CHECKING:
    from rowlock.library.analysing import analyse, hint
    from rowlock.library.contesting import Contested, contest
    from rowlock.library.displays import DrawnSheet
    from rowlock.library.games import Games, iter_games
    from rowlock.library.reviewing import Reviewed, review
    from rowlock.library.simulating import Simulated, simulate
    from rowlock.library.solving import Solved, solve

_LIBRARY = {
    "Contested": "contesting",
    "DrawnSheet": "displays",
    "Games": "games",
    "Reviewed": "reviewing",
    "Simulated": "simulating",
    "Solved": "solving",
    "analyse": "analysing",
    "contest": "contesting",
    "hint": "analysing",
    "iter_games": "games",
    "review": "reviewing",
    "simulate": "simulating",
    "solve": "solving",
}
"""Names that are loaded when they are first used, by file: the rules alone are light."""


def __getattr__(name: str) -> _Any:
    if name not in _LIBRARY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_import_module(f"{__name__}.library.{_LIBRARY[name]}"), name)


def _draw(value: object, form: _Form) -> str:
    from rowlock.library.displays import draw

    return draw(value, form)


_give(_draw, parse_position)


def __dir__() -> list[str]:
    return sorted(__all__)


__version__ = "0.2.0"

__all__ = [
    "PASS",
    "WITHDRAW",
    "BadNotation",
    "BadRecord",
    "BadRoll",
    "BadShuffle",
    "BadVariant",
    "Card",
    "Contested",
    "Cross",
    "DrawnSheet",
    "Fact",
    "Game",
    "Games",
    "IllegalMove",
    "Input",
    "Lucky",
    "NoSuchSeat",
    "NoSuchVariant",
    "NotNow",
    "NotYourTurn",
    "Outcome",
    "Pass",
    "Phase",
    "Play",
    "Record",
    "Reviewed",
    "Roll",
    "RowlockError",
    "Score",
    "Sheet",
    "Shuffle",
    "Simulated",
    "Solved",
    "Step",
    "Take",
    "Variant",
    "View",
    "Withdraw",
    "all_rolls",
    "analyse",
    "apply",
    "contest",
    "format_move",
    "format_position",
    "format_record",
    "format_roll",
    "format_sheet",
    "format_variant",
    "hint",
    "iter_games",
    "known_to",
    "legal_moves",
    "load_variant",
    "make_roll",
    "new_game",
    "outcome",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_roll",
    "parse_sheet",
    "parse_shuffle",
    "parse_variant",
    "plain_fact",
    "plain_variant",
    "preview",
    "read_record",
    "replay",
    "review",
    "score",
    "shuffled",
    "simulate",
    "solve",
    "variant_names",
    "view",
    "waiting_for",
]
