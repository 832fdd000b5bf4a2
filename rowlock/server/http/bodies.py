"""The edge over HTTP: the bodies that come in; `answers` describes what is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from rowlock.server.http.fields import BesideIt, BotName, Model, Name, SeatNumber
from rowlock.table.messages.limits import DiceSource, Timer
from rowlock.table.texts import MESSAGE_LONGEST, RECORD_LONGEST, SHUFFLE_LONGEST, VARIANT_LONGEST, plain_id


class NewPlayer(Model):
    """A name, and whether a program plays under it."""

    name: Name
    program: bool = False


class Rename(Model):
    name: Name


class RecoveryCode(Model):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class NewBan(Model):
    """Whom the operator keeps out, and why; the reason is a note for the operator."""

    kind: Literal["player", "address"]
    value: Annotated[str, Field(min_length=1, max_length=64), AfterValidator(plain_id)]
    reason: Annotated[str, Field(max_length=200)] = ""


class SeatWanted(Model):
    """A seat of a new table: mine, open to whoever comes, or a bot's."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class NewTable(Model):
    """What the host wants."""

    variant: Annotated[str, Field(min_length=1, max_length=64)] = "classic"
    variant_text: Annotated[str, Field(max_length=VARIANT_LONGEST)] | None = None
    variant_parents: BesideIt = Field(default_factory=dict)
    seats: Annotated[list[SeatWanted], Field(min_length=1, max_length=10)]
    timer: Timer = "off"
    auto_pass: bool = True
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    dice: DiceSource = "server"
    hints: bool | None = None
    """Whether hints may be asked for; left out, they may where one person plays alone or with bots."""
    start: bool = False
    position: Annotated[str, Field(max_length=MESSAGE_LONGEST)] | None = None
    """Play on from a position (docs/notation.md), with a seat for every sheet: each game begins there."""


class VariantText(Model):
    """A variant of one's own, with the files beside it that it names as parents."""

    text: Annotated[str, Field(max_length=VARIANT_LONGEST)]
    parents: BesideIt = Field(default_factory=dict)


class RecordText(Model):
    text: Annotated[str, Field(max_length=RECORD_LONGEST)]


class GamePlayed(RecordText):
    """A game that was played on a device without a server: its record, and which seats were yours."""

    seats: Annotated[list[SeatNumber], Field(max_length=10)] = Field(default_factory=list)


class HintWanted(Model):
    """Which of your seats wants a hint; needed only if you hold several."""

    seat: SeatNumber | None = None


class TutorWanted(HintWanted):
    """A move that you are about to make, and from which mistake on you want to hear of a better one."""

    move: Annotated[str, Field(min_length=1, max_length=32)]
    grade: Literal["inaccuracy", "mistake", "blunder"] = "mistake"


class PositionText(Model):
    """A position as one line of text (docs/notation.md), with the file of its pad if that is one's own."""

    position: Annotated[str, Field(max_length=MESSAGE_LONGEST)]
    variant_text: Annotated[str, Field(max_length=VARIANT_LONGEST)] | None = None


class Change(Model):
    """A change of a position that is set up by hand; `what` says which of the other keys it needs.

    `cell` crosses the cell of `seat` by `row` and `number`, or takes its cross away; `penalty` gives `seat`
    one more, after the last none; `clear` empties its sheet; `active` makes it its turn; `seats` sets their
    `number`; `roll` puts the dice down, or deals by a shuffle, or takes all up if it is null; `action`
    says what the dice are for.
    """

    what: Literal["cell", "penalty", "clear", "active", "seats", "roll", "action"]
    seat: SeatNumber = 0
    row: Annotated[str, Field(pattern="^[a-z]?$")] = ""
    number: Annotated[int, Field(ge=0, le=99)] = 0
    roll: Annotated[str, Field(max_length=SHUFFLE_LONGEST)] | None = None
    action: Literal["white", "colour", "colour+"] = "white"


class PositionWanted(PositionText):
    """A position to be shown, after a change if there is one; a pad's name alone is the start of a game."""

    variant_parents: BesideIt = Field(default_factory=dict)
    change: Change | None = None
