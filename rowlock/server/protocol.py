"""The edge: every message that comes in over a socket is parsed here; `told` describes those that go out.

Version 1. docs/protocol.md is generated from these models; behind this file the server trusts its values.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError

from rowlock.server.fields import (
    BotName,
    DiceSource,
    MessageId,
    Model,
    Name,
    PlayerId,
    SeatNumber,
    Timer,
    Token,
    explain,
)
from rowlock.table.errors import BadMessage
from rowlock.table.texts import CHAT_LONGEST, SEED_LONGEST, Phrase, one_line, seed_text
from rowlock.table.told import PROTOCOL


class Message(Model):
    """What all messages of a client may have."""

    id: MessageId | None = None


class Hello(Message):
    """The first message: who you are; without a token you watch.

    With `one_hand`, of several seats of yours at most one hand of cards is told: `look` says whose.
    """

    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=1, le=1, description="version of the protocol")] = PROTOCOL
    token: Token | None = None
    one_hand: bool = False


class Sit(Message):
    """Take an open seat before the start; several seats on one token are pass-and-play."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Name | None = None


class Leave(Message):
    """Leave a seat of yours; during play a bot plays on for you."""

    type: Literal["leave"]
    seat: SeatNumber


class Resign(Message):
    """Give the game up with a seat of yours: its sheet stays, it passes from now on and cannot win (R8.5)."""

    type: Literal["resign"]
    seat: SeatNumber


class AskToAbort(Message):
    """Break the game off, or (`wish` false) rather not: it ends without a winner when all who play agree.

    Who is away or has given up is not asked; whoever moves on takes the wish back.
    """

    type: Literal["abort"]
    wish: bool = True


class Bot(Message):
    """Give a seat to a bot (host, or its player); during play it stands in and `back` ends that."""

    type: Literal["bot"]
    seat: SeatNumber
    bot: BotName


class Open(Message):
    """Make a seat open again before the start (host)."""

    type: Literal["open"]
    seat: SeatNumber


class Back(Message):
    """Take your seat back from the bot that stands in."""

    type: Literal["back"]
    seat: SeatNumber


class Seats(Message):
    """More or fewer seats before the start (host)."""

    type: Literal["seats"]
    count: Annotated[int, Field(ge=1, le=10)]


class ChangePad(Message):
    """Play another pad, before the start (host); it must have room for the seats there are.

    Options follow the name: `cards;jokers=on`.
    """

    type: Literal["pad"]
    variant: Annotated[str, Field(min_length=1, max_length=64)]


class Kick(Message):
    """Send a player away (host); for good, or with `ban` false only from their seats.

    During play a bot takes over.
    """

    type: Literal["kick"]
    player: PlayerId
    ban: bool = True


class Pardon(Message):
    """Let a player back who was sent away (host)."""

    type: Literal["pardon"]
    player: PlayerId


class Mute(Message):
    """A player may not talk at this table, or (`muted` false) may again (host)."""

    type: Literal["mute"]
    player: PlayerId
    muted: bool = True


class HandOn(Message):
    """Make another player who sits there the host (host)."""

    type: Literal["host"]
    player: PlayerId


class ChangeSettings(Message):
    """Change any of the settings (host); `dice` only before the start."""

    type: Literal["settings"]
    timer: Timer | None = None
    auto_pass: bool | None = None
    listed: bool | None = None
    spectators: bool | None = None
    chat: bool | None = None
    dice: DiceSource | None = None
    hints: bool | None = None


class Seal(Message):
    """Your part of the dice, sealed: the SHA-256 that docs/protocol.md describes.

    It may be replaced until `table.waiting` asks for seeds.
    """

    type: Literal["seal"]
    seat: SeatNumber
    seal: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Seed(Message):
    """What you sealed, when `table.waiting` asks for it."""

    type: Literal["seed"]
    seat: SeatNumber
    seed: Annotated[str, Field(min_length=1, max_length=SEED_LONGEST), AfterValidator(seed_text)]


class Start(Message):
    """Begin the game (host); no seat may be open."""

    type: Literal["start"]


class Move(Message):
    """A move for the present turn and action: `r8`, `r8>y`, `*g`, `-` (pass), `<` (take back).

    With cards also `@2` (take), `=b12.9:12` (play); several cards are taken one by one, in one action.

    `seat` chooses among your own seats and is needed only if you hold several.
    """

    type: Literal["move"]
    turn: Annotated[int, Field(ge=1, le=100_000)]
    phase: Literal["white", "colour", "take", "call", "play"]
    move: Annotated[str, Field(min_length=1, max_length=32)]
    seat: SeatNumber | None = None


class AskHint(Message):
    """Note that you take a hint for a seat that is to choose; `POST …/hint` does so, and gives it."""

    type: Literal["hint"]
    seat: SeatNumber | None = None


class RealRoll(Message):
    """What the real dice show (who rolled, or the host); again for the same turn, it corrects the roll.

    A correction takes back what was marked since; it is possible until the next roll.
    """

    type: Literal["roll"]
    turn: Annotated[int, Field(ge=1, le=100_000)]
    dice: Annotated[str, Field(min_length=3, max_length=64, examples=["4+1 r6 y2 g3 b6"])]


class Propose(Message):
    """Put something right that was rolled or marked lately at a real table; `GET …/past` says what there is.

    `move` stands there instead: a roll, a move, or on a score pad nothing; with `added` it comes before what
    was marked, which stays. All who sit there must consent. After the end it changes the result, or the game
    goes on.
    """

    type: Literal["propose"]
    place: Annotated[int, Field(ge=0, le=100_000)]
    move: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    added: bool = False


class Consent(Message):
    """Yes or no to the correction that somebody proposes; one no ends it, also by who proposed it."""

    type: Literal["consent"]
    agree: bool


class Count(Message):
    """On a score pad that is full: you have made your last cross; when all have, the sheets are counted."""

    type: Literal["count"]


class Chat(Message):
    """Say something in your own words."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LONGEST), AfterValidator(one_line)]


class SayPhrase(Message):
    """Say one of the quick phrases; everybody reads it in their own language."""

    type: Literal["phrase"]
    phrase: Phrase


class Nudge(Message):
    """A friendly poke to a seat that everybody waits for."""

    type: Literal["nudge"]
    seat: SeatNumber


class Rematch(Message):
    """Once more with the same people, after the end: a vote; the game begins when all who sit there agree.

    With `lobby` the host opens the table again, to change it first.
    """

    type: Literal["rematch"]
    lobby: bool = False


class Look(Message):
    """Which of your seats sees its hand of cards on this connection (null: none); `welcome` answers.

    It is for connections whose `hello` said `one_hand`: several people share the device.
    """

    type: Literal["look"]
    seat: SeatNumber | None = None


class Sync(Message):
    """Ask for everything again; `welcome` answers."""

    type: Literal["sync"]


class Ping(Message):
    """Ask whether the server is there; `pong` answers."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | Sit | Leave | Resign | AskToAbort | Bot | Open | Back | Seats | ChangePad | Kick | Pardon | Mute
    | HandOn | ChangeSettings | Seal | Seed | Start | Move | AskHint | RealRoll | Propose | Consent | Count
    | Chat | SayPhrase | Nudge | Rematch | Look | Sync | Ping,
    Field(discriminator="type"),
]  # fmt: skip
_CLIENT: TypeAdapter[Message] = TypeAdapter(ClientMessage)


def parse(text: str | bytes) -> Message:
    """A client's message; raises `BadMessage` with the place of the mistake."""
    try:
        return _CLIENT.validate_json(text)
    except ValidationError as error:
        raise BadMessage(explain(error)) from None


def kind_of(message: Message) -> str:
    kind: str = message.type  # type: ignore[attr-defined]
    return kind


def said_in(message: Message) -> dict[str, Any]:
    """What a message says, key by key, without what was left out."""
    return {key: value for key, value in message if value is not None and key not in ("id", "type")}


class _WithId(BaseModel):
    id: MessageId | None = None


def id_of(text: str) -> str | None:
    """The id of a message that cannot be parsed otherwise, so that its refusal finds home."""
    try:
        return _WithId.model_validate_json(text).id
    except ValidationError:
        return None
