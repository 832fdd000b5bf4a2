"""The results rating: OpenSkill's Plackett–Luce over places, one day at a time.

Every game of a day is weighed against the skills with which the day began, and moves the skill of a seat by
what OpenSkill says, as two gains: of precision (1 / σ²) and of precision times skill. A day's skill is the
morning's with the sum of its gains. Gains are whole numbers of a small unit, so that their sum is the same in
every order and on every machine. Bots stay where mass play has put them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from rowlock.community.ratings.constants import (
    A_DAY,
    A_SEASON,
    BETA,
    DIGITS,
    KAPPA,
    KNOWN,
    MU,
    NEWCOMER,
    POINTS,
    SIGMA,
    TAU,
    Ladder,
    Z,
    measured,
)

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

UNIT = 1 << 40
"""Parts of one in which gains are counted."""
BOT = "bot:"
"""How the names of bots begin among those of people."""
GONE = "gone:"
"""And how those of people begin who were forgotten."""
LEAST_DOUBT = 1e-3


class Skill(NamedTuple):
    """Somebody's skill on a ladder."""

    mu: float = MU
    sigma: float = SIGMA


class ShownSkill(NamedTuple):
    """A skill as people read it: the number, the interval of the skill itself, and whether it is certain."""

    number: int
    low: int
    high: int
    is_known: bool


class RatedSeat(NamedTuple):
    """Who sat there, a person's id or `bot:` and a name, how many points they got, and whether they left."""

    who: str
    score: int
    left: bool = False

    @property
    def is_bot(self) -> bool:
        return self.who.startswith(BOT)


class RatedGame(NamedTuple):
    """A finished game that counts."""

    key: str
    """Table and number of the game: no two have the same."""
    day: str
    pad: str
    seats: tuple[RatedSeat, ...]


class Gain(NamedTuple):
    """A game's effect on a skill, in units: precision, and precision times skill."""

    precision: int
    pull: int


def places(seats: Sequence[RatedSeat]) -> list[int]:
    """The places, 1 the best: equal points share one, and whoever left comes behind all who stayed."""
    keys = [(seat.left, 0 if seat.left else -seat.score) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def shown(skill: Skill) -> ShownSkill:
    return ShownSkill(
        _points(skill.mu - 3 * skill.sigma),
        _points(skill.mu - Z * skill.sigma),
        _points(skill.mu + Z * skill.sigma),
        skill.sigma <= KNOWN,
    )


def _points(skill: float) -> int:
    return min(9999, max(0, round(NEWCOMER + POINTS * skill)))


def bot_skill(ladder: Ladder, who: str) -> Skill:
    """The rating of a bot; raises `KeyError` for one that was never measured."""
    return Skill(measured().bots[ladder][who.removeprefix(BOT)], LEAST_DOUBT)


def rate_day(
    ladder: Ladder,
    morning: Mapping[str, Skill],
    games: Iterable[RatedGame],
    met: Mapping[tuple[str, str], int] | None = None,
) -> dict[str, Skill]:
    """The skills in the evening of all who played; `met` is how often two had met before in the season."""
    played = list(games)
    people = sorted({seat.who for game in played for seat in game.seats if not seat.is_bot})
    return {one: rate_person(ladder, one, morning, played, met or {}) for one in people}


def rate_person(
    ladder: Ladder,
    one: str,
    morning: Mapping[str, Skill],
    games: Iterable[RatedGame],
    met: Mapping[tuple[str, str], int],
) -> Skill:
    """One person's skill in the evening, from their own games of the day and the skills of the morning."""
    own = [game for game in games if any(seat.who == one for seat in game.seats)]
    today = Counter(seat.who for game in own for seat in game.seats)
    precision = pull = 0
    for game in own:
        gain = _gain(ladder, one, game, morning)
        weight = _weight(one, game, today, met)
        precision, pull = precision + gain.precision * weight // UNIT, pull + gain.pull * weight // UNIT
    return _evening(morning.get(one, Skill()), precision, pull)


def _evening(skill: Skill, precision: int, pull: int) -> Skill:
    before = _awake(skill)
    was = 1 / before.sigma**2
    now = was + precision / UNIT
    return Skill(round((before.mu * was + pull / UNIT) / now, DIGITS), round(1 / sqrt(now), DIGITS))


def _awake(skill: Skill) -> Skill:
    """A skill at the beginning of a day of play."""
    return Skill(skill.mu, min(SIGMA, sqrt(skill.sigma**2 + TAU**2)))


def _weight(one: str, game: RatedGame, today: Mapping[str, int], met: Mapping[tuple[str, str], int]) -> int:
    """How much a game counts, in units: less against people who were met often, today or in the season."""
    others = [seat for seat in game.seats if seat.who != one]
    return sum(UNIT if seat.is_bot else _of_person(one, seat.who, today, met) for seat in others) // len(
        others
    )


def _of_person(one: str, other: str, today: Mapping[str, int], met: Mapping[tuple[str, str], int]) -> int:
    room = max(0, A_SEASON - met.get((one, other), 0))
    return UNIT * min(today[other], A_DAY, room) // today[other]


def _gain(ladder: Ladder, one: str, game: RatedGame, morning: Mapping[str, Skill]) -> Gain:
    """The gain of somebody from one game, before it is weighed."""
    seats = sorted(game.seats)  # the order of the seats must not matter, to the last digit
    before = [_of(ladder, seat, morning) for seat in seats]
    model = _model()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    after = model.rate(teams, ranks=[float(place) for place in places(seats)])
    at = next(n for n, seat in enumerate(seats) if seat.who == one)
    old, new = before[at], after[at][0]
    now, was = 1 / new.sigma**2, 1 / old.sigma**2
    return Gain(round((now - was) * UNIT), round((new.mu * now - old.mu * was) * UNIT))


def _of(ladder: Ladder, seat: RatedSeat, morning: Mapping[str, Skill]) -> Skill:
    return bot_skill(ladder, seat.who) if seat.is_bot else _awake(morning.get(seat.who, Skill()))


def prepare() -> None:
    """Load OpenSkill, which takes a moment the first time."""
    _model()


@lru_cache(maxsize=1)
def _model() -> PlackettLuce:
    """OpenSkill's model; doubt shrinks by as much as a result says, and does not grow within a day."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, gamma=_whole, tau=0.0)


def _whole(*_: object) -> float:
    return 1.0
