"""A game at one moment, as a frozen value, and what can be read off it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rowlock.engine import given
from rowlock.engine.errors import NoSuchSeat
from rowlock.engine.facts import EndReason
from rowlock.engine.moves import Choice, Roll
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, count_locks, empty_sheet
from rowlock.engine.variant import Variant

if TYPE_CHECKING:
    from rowlock.engine.cards.lay import Lay


class Phase(Enum):
    """The choice that the table is waiting for."""

    ROLL = "roll"
    WHITE = "white"
    COLOUR = "colour"
    SHUFFLE = "shuffle"
    TAKE = "take"
    CALL = "call"
    PLAY = "play"
    OVER = "over"

    @property
    def is_chance(self) -> bool:
        """Whether dice or cards must come before anybody can say anything."""
        return self is Phase.ROLL or self is Phase.SHUFFLE

    @property
    def is_shared(self) -> bool:
        """Whether all seats choose at the same time, hidden from each other (R4.2, R26.2)."""
        return self is Phase.WHITE or self is Phase.CALL


ROLL, WHITE, COLOUR, OVER = Phase.ROLL, Phase.WHITE, Phase.COLOUR, Phase.OVER
SHUFFLE, TAKE, CALL, PLAY = Phase.SHUFFLE, Phase.TAKE, Phase.CALL, Phase.PLAY


class Game(NamedTuple):
    """A game at one moment; seats count from 0."""

    variant: Variant
    sheets: tuple[Sheet, ...]
    start: int = 0
    """The seat that was active first (R3.1)."""
    turn: int = 1
    phase: Phase = Phase.ROLL
    roll: Roll | None = None
    choices: tuple[Choice | None, ...] = ()
    """The choice of each seat in the white action, hidden until the last has spoken (R4.2)."""
    crossed: bool = False
    """Whether the active seat has crossed anything this turn (R6.1)."""
    out: tuple[int, ...] = ()
    """The seats that have given up (R8.5)."""
    aborted: bool = False
    """Whether the table has broken the game off (R8.6)."""
    lay: Lay | None = None
    """Where the cards are, in a game that is played with cards (R24)."""

    @classmethod
    def from_text(cls, position: str) -> Game:
        """The game at a position in one line of text (docs/notation.md), on any bundled pad."""
        found: Game = given.read(position)
        return found

    def __str__(self) -> str:
        return given.drawn(self, "text")

    def _repr_html_(self) -> str:
        return given.drawn(self, "html")

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.start + self.turn - 1) % len(self.sheets)

    @property
    def closed(self) -> int:
        """A bit for every row that is closed for somebody."""
        return union(self.sheets) if self.variant.closes_for == "player" else self.sheets[0].closed

    @property
    def dice(self) -> str:
        """The colours whose dice are in play now (R7.5); none in a game without dice."""
        for mechanism in self.variant.die_keepers:
            if (said := mechanism.dice(self)) is not None:
                return said
        return open_colours(self.variant, self.closed)


class Outcome(NamedTuple):
    """How a game ended: totals by seat, the seats that share the win, if any (R9.3), and why it ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: EndReason


def union(sheets: tuple[Sheet, ...]) -> int:
    """A bit for every row that is closed on one of the sheets."""
    closed = 0
    for sheet in sheets:
        closed |= sheet.closed
    return closed


def open_colours(variant: Variant, closed: int) -> str:
    """The colours whose dice are left when these rows are closed, in the order of the colours (R7.5)."""
    if not closed or variant.closes_for == "player":
        return variant.colours
    return "".join([c for c in variant.colours if not closed >> variant.locks[c] & 1])


def new_game(variant: Variant, seats: int, start: int = 0) -> Game:
    """A fresh game; the caller chooses the start seat at random (R3.1). One seat is solo (R10)."""
    least, most = variant.players
    if not least <= seats <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {seats}")
    if not 0 <= start < seats:
        raise NoSuchSeat(f"the start seat must be 0 to {seats - 1}, not {start}")
    sheets = tuple(empty_sheet(variant, (seat - start) % seats) for seat in range(seats))
    return Game(variant, sheets, start, phase=variant.turns.first if variant.turns else ROLL)


def waiting_for(game: Game) -> tuple[int, ...]:
    """The seats that still have to choose; none while chance is awaited or the game is over."""
    if game.variant.turns is not None:
        return game.variant.turns.waiting_for(game)
    if game.phase is WHITE:
        return tuple([seat for seat, choice in enumerate(game.choices) if choice is None])
    return (game.active,) if game.phase is COLOUR else ()


def all_rolls(game: Game) -> Iterator[Roll]:
    """Every roll of the dice in play, each as likely as any other (R3.2)."""
    faces, dice = range(1, game.variant.faces + 1), game.dice
    for first, second, *coloured in product(faces, repeat=2 + len(dice)):
        yield Roll((first, second), tuple(zip(dice, coloured, strict=True)))


def outcome(game: Game) -> Outcome | None:
    """Totals, winners and reason once the game is over; None before."""
    if game.phase is not Phase.OVER:
        return None
    scores = tuple(score(game.variant, sheet).total for sheet in game.sheets)
    if game.aborted:
        return Outcome(scores, (), "aborted")
    stayed = {seat: total for seat, total in enumerate(scores) if seat not in game.out}
    winners = tuple(seat for seat, total in stayed.items() if total == max(stayed.values()))
    reason = end_reason(game.variant, game.sheets) or ("resigned" if game.out else "rows")
    return Outcome(scores, winners, reason)


def is_given_up(game: Game) -> bool:
    """Whether so many have given up that nobody has an opponent left (R8.5)."""
    return len(game.out) >= max(len(game.sheets) - 1, 1)


def end_reason(variant: Variant, sheets: tuple[Sheet, ...]) -> EndReason | None:
    """The reason for which a game with these sheets is over, if it is (R8.1, R8.2)."""
    for sheet in sheets:
        if sheet.penalties >= variant.penalty_boxes:
            return "penalties"
    if variant.ends_by == "table":
        return "rows" if union(sheets).bit_count() >= variant.end_rows else None
    most = max(count_locks(variant, sheet) for sheet in sheets)
    return "rows" if most >= variant.end_rows else None
