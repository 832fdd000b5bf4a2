"""Views as plain data: what they hold, key by key. The page's types are made from these.

Displays draw what is here and know no mechanism by its name: frames on cells, strips of fields, legend
lines, badges.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from rowlock.engine.facts import EndReason

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
Fact = dict[str, Any]
"""What followed from an input; `kind` says which other keys there are (see `facts`)."""


class Cell(TypedDict):
    """A cell as it is printed."""

    number: int
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
    closers: int
    counts_for: list[str]
    """The rows that its crosses bring points to: itself, or those that it lies between."""
    cells: list[Cell]


class Field(TypedDict):
    """A field of a strip."""

    colour: str
    text: str


class Strip(TypedDict):
    """A strip of fields that are crossed from left to right."""

    name: str
    fields: list[Field]


class LegendLine(TypedDict):
    """A line that explains a frame; `text` is where catalogues have its `title` and `line`."""

    id: str
    text: str
    frame: str
    cells: list[CellName]
    """The cells that it is about, each as row and number."""


class Badge(TypedDict):
    """Numbers printed on single sheets, dealt from the start player on."""

    name: str
    sheets: list[list[int]]


class Penalties(TypedDict):
    boxes: int
    points: int


class Variant(TypedDict):
    """Everything needed to draw a variant's sheet and to explain it."""

    name: str
    title: str
    rules: int
    players: Two
    played_with: Literal["dice", "cards"]
    faces: int
    rows: list[Row]
    points: list[int]
    penalties: Penalties
    end_rows: int
    closes_for: Literal["table", "player"]
    ends_by: Literal["table", "player"]
    options: dict[str, str]
    mechanisms: list[str]
    """The keys of its mechanisms: which parts of the rules are about this pad."""
    strips: list[Strip]
    legend: list[LegendLine]
    badges: list[Badge]
    frames: list[FrameAt]
    """Frames of the start player's sheet that others do not have: what a picture of the pad shows."""
    links: list[Link]
    """Pairs of cells that are joined by a line on that sheet."""


class Crosses(TypedDict):
    """A row of somebody's sheet."""

    row: str
    crossed: list[int]
    again: list[int]
    """The numbers with more than one cross."""
    skipped: list[int]
    locked: bool
    closed: bool
    count: int


class Score(TypedDict):
    rows: list[int]
    penalties: int
    bonus: int
    total: int


class Sheet(TypedDict):
    """Somebody's sheet."""

    text: str
    """All of it in one line (docs/notation.md): what programs parse it from."""
    rows: list[Crosses]
    penalties: int
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


class Roll(TypedDict):
    white: Two
    coloured: dict[str, int]
    total: int
    text: str


class Move(TypedDict):
    """A legal move with what it would do."""

    move: str
    cell: CellName | None
    """The cell that the move itself crosses, as row and number; the first of them if there are several."""
    cells: list[CellName]
    """All cells that the move itself crosses: a play of cards may cross up to three."""
    skips: int
    locks: list[str]
    gain: int
    facts: list[Fact]
    strips: list[list[FieldState]]
    """The states of strips and legend afterwards."""
    legend: list[LineState]
    again: list[CellName]
    """Cells that it brings a second cross, or two at once."""


class Outcome(TypedDict):
    scores: list[int]
    winners: list[int]
    reason: EndReason


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
    rules: int
    seat: int | None
    turn: int
    start: int
    active: int
    phase: PhaseName
    roll: Roll | None
    dice: str
    cards: Cards | None
    """The cards, in a game that is played with them."""
    waiting: list[int]
    out: list[int]
    """The seats that have given up."""
    choice: str | None
    crossed: bool
    sheets: list[Sheet]
    moves: list[Move]
    over: Outcome | None
