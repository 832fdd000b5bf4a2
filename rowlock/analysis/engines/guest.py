"""Somebody else's engine: a program that is asked about positions, and trusted with nothing.

Its faults have names: `engine_late`, `engine_ended`, `engine_nonsense`, and `engine_refused` where it says
itself that it cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from time import monotonic
from typing import NotRequired, TypedDict, TypeGuard

from rowlock.analysis.engines.options import MOST, BadOption, EngineOption, read_option
from rowlock.analysis.review.review_types import Unit
from rowlock.bots.kit.process import Fault, LineProcess
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, legal_moves, without_choice
from rowlock.engine.json_object import JsonObject
from rowlock.engine.knowledge import known_to
from rowlock.engine.notation import format_move
from rowlock.engine.position import format_position
from rowlock.engine.variant_text import format_variant

GRACE = 10.0
"""Seconds that an engine has for its last word after `stop`, or after the time it was given."""


class EngineLate(RowlockError):
    """An engine said nothing in time."""

    code = "engine_late"


class EngineEnded(RowlockError):
    """An engine ended, or closed its output."""

    code = "engine_ended"


class EngineNonsense(RowlockError):
    """An engine wrote something that is no answer."""

    code = "engine_nonsense"


class EngineRefused(RowlockError):
    """An engine said itself that it cannot do this."""

    code = "engine_refused"


FAULTS: dict[Fault, type[RowlockError]] = {
    "late": EngineLate,
    "ended": EngineEnded,
    "nonsense": EngineNonsense,
}


class GuestOption(TypedDict):
    """A move of a seat and its worth; `share` is how often best play chooses it, where that is mixed."""

    move: str
    worth: float
    share: NotRequired[float | None]


class GuestAnalysis(TypedDict):
    """A position, judged by an engine."""

    engine: str
    position: str
    unit: Unit
    exact: bool
    done: float
    """The part of its work that it had done, from 0 to 1: less where it was stopped."""
    error: float
    worth: list[float]
    options: list[list[GuestOption]]
    """By seat, the best one first; none for seats that are not asked."""


class GuestEngine(LineProcess):
    """An engine behind `exec:COMMAND`."""

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        super().__init__(command, seconds)
        self.name = command
        self.options: dict[str, EngineOption] = {}

    def __enter__(self) -> GuestEngine:
        """Start it, and hear its name and its options."""
        self.start()
        try:
            self.send({"type": "about"})
            told = self._hear("about", monotonic() + self.seconds)
            self.name = (
                " ".join(str(told.get(key, ""))[:60] for key in ("name", "version")).strip() or self.name
            )
            listed = told.get("options", [])
            if not isinstance(listed, list):
                raise EngineNonsense("its options are not a list")
            found = map(read_option, listed[:MOST])
            self.options = {option.name: option for option in found}
        except BadOption as error:
            self.close()
            raise EngineNonsense(str(error)) from None
        except RowlockError:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fault(self, kind: Fault, reason: str) -> RowlockError:
        return FAULTS[kind](f"the engine {reason}")

    def set(self, name: str, text: str) -> None:
        """Set an option, from its text."""
        if name not in self.options:
            there = ", ".join(self.options) or "none"
            raise BadOption(f"{self.name} has no option {name!r}; there are: {there}")
        self.send({"type": "set", "name": name, "value": self.options[name].parse(text)})
        self._hear("set", monotonic() + self.seconds)

    def analyse(
        self, game: Game, seconds: float = 10.0, heard: Callable[[float], None] = lambda _: None
    ) -> GuestAnalysis:
        """Return its word on a position after so many seconds; Ctrl-C stops it and takes what there is."""
        game = _nobody_has_chosen(game)
        pad = {"variant_text": format_variant(game.variant)}
        self.send({"type": "analyse", "id": 1, "position": format_position(game), "seconds": seconds, **pad})
        deadline, self.late = (
            monotonic() + seconds + GRACE,
            f"gave no analysis in {seconds:g} s and {GRACE:g} more",
        )
        try:
            return self._checked(game, self._await(deadline, heard))
        except KeyboardInterrupt:
            self.send({"type": "stop"})
            return self._checked(game, self._await(monotonic() + GRACE, heard))
        except RowlockError:
            self.close()
            raise

    def _await(self, deadline: float, heard: Callable[[float], None]) -> JsonObject:
        while True:
            if monotonic() > deadline:
                raise self.fault("late", self.late)
            told = self._hear("analysis", deadline, "progress")
            if told["type"] == "analysis":
                return told
            done = told.get("done", 0.0)
            heard(min(1.0, max(0.0, float(done))) if _is_number(done) else 0.0)

    def _hear(self, kind: str, deadline: float, other: str = "") -> JsonObject:
        """Its next message, of one kind or another."""
        told = self.read(deadline, alone=not other)
        name = told.get("type") if isinstance(told, dict) else None
        if name == "error":
            raise EngineRefused(f"{self.name} says: {str(told.get('message', told.get('code')))[:200]}")
        if name not in (kind, other or kind):
            raise EngineNonsense(f"the engine answered {str(told)[:60]!r} instead of {kind}")
        assert isinstance(told, dict)
        return told

    def _checked(self, game: Game, told: JsonObject) -> GuestAnalysis:
        """Its analysis, if it makes sense: a number for every seat, legal moves with numbers."""
        seats = len(game.sheets)
        unit: Unit = "chance" if seats > 1 else "points"
        worth, options = told.get("worth"), told.get("options")
        if not isinstance(worth, list) or len(worth) != seats or not all(_fits(one, unit) for one in worth):
            raise EngineNonsense(f"the engine's worth is not {_wanted(seats, unit)}: {str(worth)[:60]}")
        if not isinstance(options, list) or len(options) != seats:
            raise EngineNonsense(f"the engine's options are not a list for each of {seats} seats")
        found = [_options(game, seat, options[seat], unit) for seat in range(seats)]
        done, error = told.get("done", 1.0), told.get("error", 0.0)
        return {
            "engine": self.name,
            "position": format_position(game),
            "unit": unit,
            "exact": told.get("exact") is True,
            "done": float(done) if _is_number(done) else 1.0,
            "error": float(error) if _is_number(error) else 0.0,
            "worth": [float(one) for one in worth],
            "options": found,
        }


def _options(game: Game, seat: int, told: object, unit: str) -> list[GuestOption]:
    if not isinstance(told, list):
        raise EngineNonsense(f"the engine's options of seat {seat} are not a list")
    legal = {format_move(move) for move in legal_moves(known_to(game, seat), seat)} if told else set()
    found: list[GuestOption] = []
    for option in told:
        move = option.get("move") if isinstance(option, dict) else None
        if move not in legal:
            said = str(option if move is None else move)[:40]
            raise EngineNonsense(
                f"the engine named {said!r} for seat {seat}, which is not legal: {_list(legal)}"
            )
        legal.discard(move)
        if not _fits(option.get("worth"), unit):
            raise EngineNonsense(
                f"the engine's worth of {move} is no {unit}: {str(option.get('worth'))[:40]}"
            )
        share = option.get("share")
        found.append(
            {"move": move, "worth": float(option["worth"]), "share": share if _is_number(share) else None}
        )
    return sorted(found, key=lambda one: (-round(one["worth"], 9), -(one.get("share") or 0)))


def _nobody_has_chosen(game: Game) -> Game:
    """The same game with everybody's choice open: nobody may know who has chosen what."""
    return game._replace(choices=without_choice(game)) if game.choices else game


def _list(moves: set[str]) -> str:
    return " ".join(sorted(moves)) or "nothing is asked of it"


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _fits(value: object, unit: str) -> bool:
    return _is_number(value) and (unit == "points" or 0 <= value <= 1)


def _wanted(seats: int, unit: str) -> str:
    return (
        f"a list of {seats} chances from 0 to 1" if unit == "chance" else "a list with one number of points"
    )
