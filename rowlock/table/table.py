"""A table as a frozen value: who sits where, how it is played, and the game on it.

It follows from what was said at it, entry by entry, and from nothing else (`sayings.say`): a restart is a
replay. Like the engine it knows no clock and no chance; both come with the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from rowlock.engine.facts import Fact
from rowlock.engine.game import Game, Phase
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.table.choices import DiceFrom as DiceFrom
from rowlock.table.choices import DiceSource as DiceSource
from rowlock.table.choices import SeatKind, State
from rowlock.table.choices import Timer as Timer
from rowlock.table.shapes.lines import ChatLine, SettingsTold

Drawing = Literal["", "seals", "seeds"]

EDITION = 2
"""Which edition of the sayings new logs are written in. In the first, bots sat at score pads, and these were
counted at once when rows or penalties ended the game; its logs are still read that way."""
CHAT_KEPT = 50
"""How many chat lines a newcomer is shown."""


class Entry(NamedTuple):
    """One thing said at a table, as the log has it."""

    number: int
    """Its place in the table's log, from 1."""
    at: float
    """When, in seconds since 1970."""
    player: str | None
    """Who said it; None is the house: dice, bots and timers."""
    kind: str
    body: JsonObject
    key: str | None = None
    """The client's own id of the message, so that saying it again changes nothing."""
    secret: str | None = None
    """The house's part of the dice, with the entries that bring one. A server keeps it apart from the log."""


class Seat(NamedTuple):
    """A place at the table. A human's seat stays theirs while a bot stands in."""

    kind: SeatKind = "open"
    name: str | None = None
    player: str | None = None
    bot: str | None = None
    """The bot that sits here, or stands in for the human."""
    why: str | None = None
    """Why a bot stands in: asked, left, away, slow, or host: the host wanted it so."""
    cause: str | None = None
    """The reason that the host gave for it."""
    owner: str | None = None
    """Whose sheet it still is, when the host has sent its player away during a game."""
    seed: str = ""
    """The seed that its player named in a game of the older scheme, before the start."""
    seal: str = ""
    """Its player's seal for the dice of the next game."""
    skips: int = 0
    """How many actions in a row the timer has passed for this seat."""
    agreed: bool = False
    """Whether its player wants a rematch."""
    wins: int = 0
    """Games won in this series, by whoever sits here."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.bot is not None


def bot_seat(bot: str) -> Seat:
    """A bot in a place of its own; its name is a word of ours and begins with a capital."""
    return Seat("bot", bot.capitalize(), bot=bot)


class Settings(NamedTuple):
    """How a table wants to be played."""

    timer: Timer = "off"
    auto_pass: bool = True
    listed: bool = False
    spectators: bool = True
    chat: bool = True
    dice: DiceSource = "server"
    """server, real (entered at the table), or none: a score pad, where everybody crosses what they rolled."""
    hints: bool = False
    """Whether players may ask for hints; the record says who did."""
    grows: bool = False
    """Whether there is always one more open seat until the start, as far as the pad has room."""
    rated: bool = False
    """Whether its games count for the ratings: no hints, sealed dice, whole games on a pad of the house."""
    phrases: bool = False
    """Whether people talk in phrases alone, because strangers may sit here; the house says so, for good."""

    @property
    def told(self) -> SettingsTold:
        return {
            "timer": self.timer,
            "auto_pass": self.auto_pass,
            "listed": self.listed,
            "spectators": self.spectators,
            "chat": self.chat,
            "dice": self.dice,
            "hints": self.hints,
            "grows": self.grows,
            "rated": self.rated,
            "phrases": self.phrases,
        }


class GivenDice(NamedTuple):
    """Dice on which others play as well: a day's (`community.daily`), or a duel's (`community.duels`).

    Everybody plays on them by themselves, without help and without somebody in their place.
    """

    label: str
    """Which game they belong to, as in the record of every game on them."""
    seeds: tuple[str, ...] = ()
    """The players' part of them, if they were drawn for an earlier game."""
    seals: tuple[str, ...] | None = None

    def parts(self, seats: int) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
        """Seeds and seals by seat."""
        return self.seeds or ("",) * seats, self.seals


class Spoken(NamedTuple):
    """A roll or a mark of the present game, as text."""

    seat: int | None
    text: str


class Proposal(NamedTuple):
    """A correction that somebody proposes: another text in place of what was said, or none."""

    place: int
    """Which of the things that were said."""
    text: str | None
    added: bool
    """On a score pad: it goes before what was said, which stays."""
    by: int
    """The seat that proposes it."""
    told: JsonObject
    """The change it would make, for everybody to see."""
    agreed: frozenset[int]


class Table(NamedTuple):
    """A table at one moment."""

    variant: Variant
    seats: tuple[Seat, ...]
    settings: Settings = Settings()
    edition: int = EDITION
    offline: bool = False
    """Whether it stands on a player's own device, or its game was played on one: its dice prove nothing."""
    position: str = ""
    """Where its games begin, as text; empty for games from the start."""
    given: GivenDice | None = None
    """The dice of a day or a duel, which others play on by themselves; None for all other games."""
    shared: str = ""
    """The dice that its first game shares with other tables, by their name; their secret is not told here."""
    id: str = ""
    host: str = ""
    host_name: str = ""
    secret: str = ""
    """The secret that a server's dice of the present game follow from; shown to nobody before its end."""
    number: int = 0
    """How many entries of the log are in here."""
    state: State = "open"
    game_number: int = 1
    game: Game | None = None
    names: tuple[str, ...] = ()
    """The names of the seats when the game began: those of the record."""
    drawing: Drawing = ""
    """The parts that everybody waits for between start and first roll: seals, then the seeds in them."""
    seals: tuple[str, ...] | None = None
    """The players' seals for the present game's dice, seat by seat; None in the older scheme."""
    seeds: tuple[str, ...] = ()
    """The players' part of the present game's dice; an empty text where there is none."""
    hints: tuple[int, ...] = ()
    """How many hints each seat has asked for in the present game."""
    rolls: int = 0
    since: float = 0.0
    """When the present action began."""
    at: float = 0.0
    """When something was last said."""
    banned: Mapping[str, str] = {}
    """Players who were sent away, with their names."""
    asking: tuple[str, ...] = ()
    """Players without a seat who would like one, before the start."""
    muted: frozenset[str] = frozenset()
    """Players whom the host does not let talk."""
    ending: frozenset[str] = frozenset()
    """Players who want to break the game off."""
    chat: tuple[ChatLine, ...] = ()
    said: tuple[Spoken, ...] = ()
    """The rolls and marks of this game, where real dice are played with: for corrections."""
    late: tuple[frozenset[int], ...] = ()
    """On a score pad, by row: the seats that may still join a lock."""
    erased: frozenset[int] = frozenset()
    """On a score pad: the seats that have taken back their last mark, and made none since."""
    proposal: Proposal | None = None
    """A correction that waits for everybody's consent."""
    corrections: int = 0
    """How often something was put right after the end of a game."""
    passed: tuple[int, ...] = ()
    """Seats for which the house has passed in the present action."""

    @property
    def label(self) -> str:
        """Which game its dice belong to: no two have the same, but for given and shared dice."""
        return self.given.label if self.given else self.shared or f"{self.id}/{self.game_number}"

    @property
    def is_for_one(self) -> bool:
        """Whether its game is played by oneself: no bot may play on."""
        return self.given is not None or (bool(self.shared) and len(self.seats) == 1)

    @property
    def is_watched(self) -> bool:
        """Whether others than its members may watch; where dice are shared, they would tell them on."""
        return self.settings.spectators and not self.shared

    @property
    def has_begun(self) -> bool:
        """Whether a game is on, or its dice are being drawn: seats, pad and dice stay as they are."""
        return self.state == "playing" or bool(self.drawing)

    def has_finished(self, game: int) -> bool:
        """Whether this game of the table is over: another begins only then."""
        return game < self.game_number or (game == self.game_number and self.state == "over")

    @property
    def seats_to_draw(self) -> list[int]:
        """The seats whose part of the dice has still to come; bots have none."""
        if self.drawing == "seals":
            return [s for s in self.people if not self.seats[s].seal]
        if self.drawing == "seeds" and self.seals is not None:
            return [s for s in self.people if self.seals[s] and not self.seeds[s]]
        return []

    @property
    def awaits_roll(self) -> bool:
        """Whether dice or a shuffle are awaited."""
        return self.state == "playing" and self.game is not None and self.game.phase.is_chance

    @property
    def dice_from(self) -> DiceFrom:
        """Where the dice come from, for records and lists: server, device, real, or none.

        Given ones follow from their secret wherever they are played, and can be verified like a server's.
        """
        own = self.offline and self.settings.dice == "server" and not self.given
        return "device" if own else self.settings.dice

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that this player holds, in order."""
        if player is None:
            return []
        return [s for s, seat in enumerate(self.seats) if seat.player == player]

    def is_member(self, player: str | None) -> bool:
        return player is not None and (player == self.host or bool(self.seats_of(player)))

    @property
    def people(self) -> list[int]:
        """The seats whose players are asked for consent: nobody plays for them, and they have not gone."""
        out = self.game.out if self.game else ()
        human = [s for s, seat in enumerate(self.seats) if seat.kind == "human" and s not in out]
        return [s for s in human if self.seats[s].bot is None and self.seats[s].why != "left"]

    def name_of(self, player: str | None) -> str:
        """The name of somebody at the table: that of the first of their seats, or as its host."""
        held = self.seats_of(player)
        return (self.seats[held[0]].name if held else None) or self.host_name

    def with_game(self, game: Game, at: float) -> Table:
        """The table after a step of its game; a new action begins at this time."""
        before = self.game
        goes_on = before is not None and (game.phase, game.turn) == (before.phase, before.turn)
        return self._replace(
            game=game,
            state="over" if game.phase is Phase.OVER else "playing",
            proposal=None if game.phase is Phase.OVER else self.proposal,
            since=self.since if goes_on else at,
            passed=self.passed if goes_on else (),
        )

    def with_seat(self, number: int, seat: Seat) -> Table:
        return self._replace(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


Said = tuple[Table, list[Fact]]
"""A table after something was said at it, and what followed."""
