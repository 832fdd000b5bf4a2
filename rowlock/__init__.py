"""Rowlock: play, understand and extend the dice game Qwixx and its family of pads.

from rowlock import apply, legal_moves, load_variant, new_game, parse_roll, parse_move

game = new_game(load_variant("classic"), seats=2)
game = apply(game, parse_roll("4+1 r6 y2 g3 b6")).game
game = apply(game, parse_move("r5"), seat=0).game
"""

from rowlock.engine.errors import (
    BadNotation,
    BadRecord,
    BadRoll,
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
from rowlock.engine.position import format_position, parse_position
from rowlock.engine.record import Input, Record, format_record, parse_record, read_record, replay
from rowlock.engine.scoring import Score, score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.engine.view import plain_variant, view
from rowlock.variants import load_variant, variant_names

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "WITHDRAW",
    "BadNotation",
    "BadRecord",
    "BadRoll",
    "BadVariant",
    "Cross",
    "Fact",
    "Game",
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
    "Record",
    "Roll",
    "RowlockError",
    "Score",
    "Sheet",
    "Step",
    "Variant",
    "Withdraw",
    "all_rolls",
    "apply",
    "format_move",
    "format_position",
    "format_record",
    "format_roll",
    "format_sheet",
    "format_variant",
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
    "parse_variant",
    "plain_fact",
    "plain_variant",
    "preview",
    "read_record",
    "replay",
    "score",
    "variant_names",
    "view",
    "waiting_for",
]
