"""A record as the steps to show: the start, and then for every turn its roll, white action and colour action.

A step belongs to the turn in which it was made: who was active and what the dice showed stays with it, also
when it ended the turn. The view is the table after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rowlock.engine import view_types
from rowlock.engine.cards.deck import in_order
from rowlock.engine.facts import Chose, Fact, Resigned, Withdrew, plain_fact
from rowlock.engine.game import Chance, Game, Step, outcome
from rowlock.engine.moves import Withdraw
from rowlock.engine.notation import format_chance
from rowlock.engine.position import format_position
from rowlock.engine.record import Input, Record, RecordReading, replay
from rowlock.engine.view import plain_outcome, plain_variant, view
from rowlock.table.shapes import answers as shapes


@dataclass(frozen=True)
class ShownStep:
    """One step of a replay."""

    game: Game
    """The game after it."""
    before: Game
    """The game in which it was said: turn, action and active seat of the step."""
    number: int = 0
    """How many inputs of the record come before it."""
    said: tuple[Input, ...] = ()
    """Its inputs, by seat; choices that were taken back are gone."""
    facts: tuple[Fact, ...] = ()

    @property
    def turn(self) -> int:
        return self.before.turn


@dataclass
class _Gathering:
    """A step in the making: choices wait for each other."""

    before: Game
    said: dict[int | None, Input] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)

    def add(self, said: Input, step: Step) -> None:
        self.said.pop(said.seat, None)
        if not isinstance(said.move, Withdraw):
            self.said[said.seat] = said
        self.facts += step.facts

    def shown(self, game: Game, number: int) -> ShownStep:
        said = tuple(self.said[seat] for seat in sorted(self.said, key=lambda seat: seat or 0))
        return ShownStep(game, self.before, number, said, tuple(self.facts))


def steps_to_show(record: Record, steps: Iterable[Step] | None = None) -> Iterator[ShownStep]:
    """The start of a record's game and every step of it; `steps` if it has been replayed already."""
    game = record.new_game()
    yield ShownStep(game, game)
    gathering, number = _Gathering(game), 0
    followed = replay(record) if steps is None else steps
    for number, (said, step) in enumerate(zip(record.inputs, followed, strict=False), 1):
        gathering.add(said, step)
        game = step.game
        waits = all(isinstance(fact, Chose | Withdrew | Resigned) for fact in step.facts)
        if not waits or not game.phase.is_shared:
            yield gathering.shown(game, number)
            gathering = _Gathering(game)
    if gathering.said:
        yield gathering.shown(game, number)  # a record may end while the table waits for somebody


def plain_replay(reading: RecordReading) -> shapes.Replay:
    """A whole replay as plain data, for page and programs alike."""
    shown = list(steps_to_show(reading.record, reading.steps))
    game = shown[-1].game
    result = outcome(game)
    return {
        "variant": plain_variant(reading.record.variant),
        "seats": list(reading.record.seats),
        "headers": list(reading.record.headers),
        "frames": list(_plain_steps(shown, is_over=result is not None)),
        "position": format_position(game),
        "outcome": plain_outcome(result) if result else None,
        "damage": str(reading.damage) if reading.damage else None,
    }


def _plain_steps(steps: Iterable[ShownStep], *, is_over: bool) -> Iterator[shapes.ReplayStep]:
    """Each step as plain data; `view` is the table after it, everything else tells the step itself.

    Of a game that is over all hands are shown, from the beginning (R24.4).
    """
    lay: view_types.View | None = None
    for step in steps:
        seen = view(step.game, None)
        if is_over and step.game.lay and seen["cards"]:
            open_hands = [[card.text for card in in_order(hand)] for hand in step.game.lay.hands]
            seen["cards"] = {**seen["cards"], "open": open_hands}
        dice = lay if lay and step.before.roll else seen
        yield {
            "number": step.number,
            "turn": step.turn,
            "phase": step.before.phase.value,
            "active": step.before.active,
            "roll": dice["roll"],
            "dice": dice["dice"],
            "said": [{"seat": said.seat, "move": format_input(said)} for said in step.said],
            "facts": [plain_fact(fact) for fact in step.facts],
            "view": seen,
        }
        lay = seen


def format_input(said: Input) -> str:
    return format_chance(said.move) if isinstance(said.move, Chance) else said.move.text
