"""Views as plain data: what they hold, key by key. The page's types are made from these.

Displays draw what is here and know no mechanism by its name: frames on cells, strips of fields, legend
lines, badges.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from rowlock.engine.facts import EndReason
from rowlock.engine.json_object import JsonObject

FieldState = Literal["open", "next", "crossed", "struck"]
LineState = Literal["open", "half", "done", "lost"]
PhaseName = Literal["roll", "white", "colour", "shuffle", "take", "call", "play", "over"]

Two = Annotated[list[int], tuple[int, int]]
"""Two entries."""
CellName = Annotated[list[Any], tuple[str, int]]
"""A cell as row and number."""
FrameAt = Annotated[list[Any], tuple[str, int, str]]
"""A frame around a cell: row, number, the frame's name."""
Link = Annotated[list[Any], tuple[CellName, CellName]]
"""Two cells that are joined by a line."""
Fact = JsonObject
"""A fact that followed from an input; `kind` says which other keys there are (see `facts`)."""


class Cell(TypedDict):
    """A cell as it is printed."""

    number: int
    """The printed number: what a sum of dice, or a card, must show."""
    colours: str
    """The letters of its colours; most cells have one."""
    frames: list[str]
    """The frames around it, by the names that the legend and the drawings know."""


class Row(TypedDict):
    """A row as it is printed."""

    row: str
    """Its name, as in the move `r8`."""
    lock: str | None
    """The colour of its lock."""
    needs: int
    """How many crosses the row must have before a closing cell may be crossed."""
    closers: int
    """How many of its last cells close it: one, or two on Longo; none for a row without a lock."""
    counts_for: list[str]
    """The rows that its crosses bring points to: itself, or those that it lies between."""
    cells: list[Cell]
    """Its cells from left to right."""


class Field(TypedDict):
    """A field of a strip."""

    colour: str
    """The letter of its colour; empty where it has none."""
    text: str
    """The text printed in it, such as `8/5`; empty for a coloured field."""


class Strip(TypedDict):
    """A strip of fields that are crossed from left to right."""

    name: str
    """Its name: `bar` for a bonus bar, `swaps` for swap fields."""
    fields: list[Field]
    """Its fields from left to right."""


class LegendLine(TypedDict):
    """A line that explains a frame; `text` is where catalogues have its `title` and `line`."""

    id: str
    """A name of its own within the pad."""
    text: str
    """Where catalogues have its words."""
    frame: str
    """The frame that marks its cells."""
    cells: list[CellName]
    """The cells that it is about, each as row and number."""


class Badge(TypedDict):
    """Numbers printed on single sheets, dealt from the start player on."""

    name: str
    """Its name: `lucky` for lucky numbers."""
    sheets: list[list[int]]
    """The numbers of each sheet, in the order in which sheets are dealt."""


class Penalties(TypedDict):
    boxes: int
    """How many penalty boxes a sheet has; crossing the last one ends the game."""
    points: int
    """The points that each of them costs, as a negative number."""


class Variant(TypedDict):
    """Everything needed to draw a variant's sheet and to explain it."""

    name: str
    """Its name, as commands and tables know it."""
    title: str
    """Its title in English."""
    rules: int
    """The version of its rules: it changes only when the game plays differently."""
    players: Two
    """The least and the greatest number of players."""
    played_with: Literal["dice", "cards"]
    """Dice, or the cards of the card game."""
    faces: int
    """How many faces each die has; it means nothing with cards."""
    rows: list[Row]
    """Its rows from top to bottom."""
    points: list[int]
    """The points of a row by its number of crosses: `points[4]` is what four crosses score."""
    penalties: Penalties
    """The penalty boxes."""
    end_rows: int
    """How many closed rows end the game."""
    closes_for: Literal["table", "player"]
    """Whether a row closes for everybody, or for its owner alone (cards)."""
    ends_by: Literal["table", "player"]
    """Whether closed rows are counted over the table, or on one sheet (cards)."""
    options: dict[str, str]
    """Its options by name, each as it is chosen."""
    mechanisms: list[str]
    """The keys of its mechanisms: which parts of the rules are about this pad."""
    strips: list[Strip]
    """Strips of fields below the rows: a bonus bar, swap fields."""
    legend: list[LegendLine]
    """Lines that explain the frames of cells, such as the bonus pairs."""
    badges: list[Badge]
    """Numbers that differ from sheet to sheet, such as lucky numbers."""
    frames: list[FrameAt]
    """Frames of the start player's sheet that others do not have: what a picture of the pad shows."""
    links: list[Link]
    """Pairs of cells that are joined by a line on that sheet."""


class Crosses(TypedDict):
    """A row of somebody's sheet."""

    row: str
    """The row's name."""
    crossed: list[int]
    """The numbers with a cross, from left to right; the lock is not among them."""
    again: list[int]
    """The numbers with more than one cross."""
    skipped: list[int]
    """The numbers that were passed over and can no longer be crossed."""
    locked: bool
    """Whether this seat has crossed the lock, which counts as a cross."""
    closed: bool
    """Whether nothing more can be crossed here, by this seat's lock or another's."""
    count: int
    """How many crosses count in this row, the lock included."""


class Score(TypedDict):
    rows: list[int]
    """The points of each row, from top to bottom."""
    penalties: int
    """The points that penalties cost so far, zero or negative."""
    bonus: int
    """Points from elsewhere: bonuses, steps."""
    total: int
    """The sum: what the seat would score if the game ended now."""


class Sheet(TypedDict):
    """Somebody's sheet."""

    text: str
    """All of it in one line (docs/notation.md): what programs parse it from."""
    rows: list[Crosses]
    """The rows from top to bottom, in the order of the variant's."""
    penalties: int
    """How many penalty boxes are crossed."""
    strips: list[list[FieldState]]
    """For each strip the states of its fields: open, next, crossed or struck."""
    legend: list[LineState]
    """The states of the legend's lines: open, half, done or lost."""
    badges: list[list[int]]
    """For each badge the numbers on this sheet."""
    frames: list[FrameAt]
    """Frames that are on this sheet but not on every one."""
    links: list[Link]
    """Pairs of cells that are joined by a line on this sheet."""
    score: Score
    """The score as it stands."""


class Roll(TypedDict):
    white: Two
    """The two white dice."""
    coloured: dict[str, int]
    """The coloured dice that are still in the game, by the letter of their colour."""
    total: int
    """The sum of the white dice: what everybody may cross."""
    text: str
    """The roll in one line, such as `4+1 r6 y2 g3 b6`."""


class Move(TypedDict):
    """A legal move with what it would do."""

    move: str
    """The move as text: this is what a bot answers with."""
    cell: CellName | None
    """The cell that the move itself crosses, as row and number; the first of them if there are several."""
    cells: list[CellName]
    """All cells that the move itself crosses: a play of cards may cross up to three."""
    skips: int
    """How many open cells it passes over, which are lost with it."""
    locks: list[str]
    """The rows that it locks."""
    gain: int
    """How many points it adds at once; a penalty that it brings is in it."""
    facts: list[Fact]
    """The facts that would follow from it, in order: crosses, bonuses, locks."""
    strips: list[list[FieldState]]
    """The states of strips and legend afterwards."""
    legend: list[LineState]
    """The states of the legend's lines afterwards."""
    again: list[CellName]
    """Cells that it brings a second cross, or two at once."""


class Outcome(TypedDict):
    scores: list[int]
    """The final score of each seat."""
    winners: list[int]
    """The seats with the highest score: several share a win."""
    reason: EndReason
    """Why the game ended."""


class Cards(TypedDict):
    """The cards of a game as one seat sees them; a card is a text, `r5`, `j5` for a joker."""

    text: str
    """All of it in one line (docs/notation.md), backs for what the seat does not see."""
    hand: list[str] | None
    """The seat's own cards; none for spectators."""
    hands: list[list[int]]
    """The numbers in every hand: the backs, which everybody sees."""
    display: list[int | None]
    """The numbers in the display, slot by slot; none where a card has been taken."""
    top: int | None
    """The number on top of the pile."""
    pile: int
    """How many cards lie in the pile."""
    called: int | None
    """The called number, from the call to the end of the turn."""
    played: list[str]
    """The cards that were played since the last shuffle."""
    open: list[list[str]] | None
    """Every hand, after the end."""


class View(TypedDict):
    """The game as one seat sees it."""

    variant: str
    """The pad's name; its sheet is told apart from views, once (`hello` for programs, `GET
    /api/variants/NAME`).
    """
    rules: int
    """The version of the pad's rules."""
    seat: int | None
    """Whose eyes these are; none for a spectator."""
    turn: int
    """The number of the turn, from 1."""
    start: int
    """The seat that had the first turn."""
    active: int
    """The seat whose turn it is: the one that rolled."""
    phase: PhaseName
    """The phase of the turn: `roll` or `shuffle` (chance is awaited), `white`, `colour`, `take`, `call`,
    `play`, `over`.
    """
    roll: Roll | None
    """The dice on the table; none before the roll and in the card game."""
    dice: str
    """The letters of the coloured dice that are still in the game."""
    cards: Cards | None
    """The cards, in a game that is played with them."""
    waiting: list[int]
    """The seats that still have to choose in this phase."""
    out: list[int]
    """The seats that have given up."""
    choice: str | None
    """This seat's own choice that is held until everybody has chosen; nobody else sees it."""
    crossed: bool
    """Whether the active seat has crossed something in this turn: if not, passing the last action costs a
    penalty.
    """
    sheets: list[Sheet]
    """Everybody's sheet, by seat."""
    moves: list[Move]
    """This seat's legal moves with what each would do; empty when it has nothing to choose."""
    over: Outcome | None
    """How the game ended, once it has."""
