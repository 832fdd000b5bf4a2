"""Statistics of somebody's play, from reviews: game by game and added up.

A digest is what the review of one game says of one seat, in a few numbers; progress adds digests up.
Losses and luck are in the review's unit, the chance to win, or points of the score alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict

from rowlock.analysis.review import review_types
from rowlock.engine.position import parse_position
from rowlock.engine.variant import Variant

Part = Literal["opening", "middle", "end"]
PARTS: tuple[Part, ...] = ("opening", "middle", "end")
"""The thirds of a game's turns."""
Sort = Literal["skip", "lock", "penalty", "second", "other"]
SORTS: tuple[Sort, ...] = ("skip", "lock", "penalty", "second", "other")
"""The subject of a decision: passing up cells, a lock, a penalty, the active seat's second action, others."""
MISTAKES = 3
"""Mistakes of a game that are kept to practise."""
PRACTISED = 20
"""Mistakes that are shown."""
MONTHS = 24


class Sum(TypedDict):
    """Decisions, and what they lost together."""

    decisions: int
    lost: float


class Mistake(TypedDict):
    """A costly choice: the position as text, what was chosen, what was better."""

    position: str
    seat: int
    chosen: str
    best: str
    loss: float
    worths: dict[str, float]
    """Every move's worth, as the review found it."""


class Digest(TypedDict):
    """One seat of a reviewed game, in a few numbers."""

    pad: str
    seats: int
    unit: review_types.Unit
    score: int | None
    place: int | None
    luck: float
    parts: dict[str, Sum]
    sorts: dict[str, Sum]
    others: list[str]
    """The bots at the table as `bot:NAME`, and people by their names."""
    won: float
    """The share of the win; alone 0."""
    mistakes: list[Mistake]


class Month(TypedDict):
    """A month of games in company: means of a game."""

    month: str
    games: int
    lost: float
    luck: float
    won: float


class LossLine(TypedDict):
    """One kind of decision, or part of a game, or pad."""

    name: str
    games: int
    decisions: int
    lost: float
    """The average loss of a decision; for a pad, of a game."""


class Best(TypedDict):
    """The best score on a pad, in company or alone."""

    pad: str
    alone: bool
    score: int
    games: int


class Against(TypedDict):
    """The record against a bot or a person: games above and below them, by the winner."""

    name: str
    games: int
    won: float


class OwnProgress(TypedDict):
    """All that is told about how somebody plays."""

    games: int
    months: list[Month]
    parts: list[LossLine]
    sorts: list[LossLine]
    pads: list[LossLine]
    bests: list[Best]
    against: list[Against]
    mistakes: list[Mistake]


def digest(review: review_types.Review, seat: int, variant: Variant) -> Digest:
    """One seat of a reviewed game, in a few numbers."""
    turns = review["turns"]
    parts: dict[str, Sum] = {part: _none() for part in PARTS}
    sorts: dict[str, Sum] = {sort: _none() for sort in SORTS}
    mistakes = list[Mistake]()
    for number, turn in enumerate(turns):
        for one in turn["decisions"]:
            if one["seat"] != seat:
                continue
            loss = max(0.0, one["loss"])
            for entry in (parts[PARTS[3 * number // len(turns)]], sorts[sort_of(one, turn, variant)]):
                entry["decisions"] += 1
                entry["lost"] = round(entry["lost"] + loss, 6)
            if one["grade"]:
                mistakes.append(_mistake(one, loss))
    result = review["result"]
    return {
        "pad": review["variant"],
        "seats": len(review["seats"]),
        "unit": review["judge"]["unit"],
        "score": result["scores"][seat] if result else None,
        "place": 1 + sum(other > result["scores"][seat] for other in result["scores"]) if result else None,
        "luck": round(sum(turn["luck"][seat] for turn in turns), 6),
        "parts": parts,
        "sorts": sorts,
        "others": _others(review, seat),
        "won": _won(review, seat),
        "mistakes": sorted(mistakes, key=lambda one: -one["loss"])[:MISTAKES],
    }


def sort_of(one: review_types.Decision, turn: review_types.Turn, variant: Variant) -> Sort:
    """The kind of a decision, by its best and its chosen option."""
    if "-" in (one["chosen"], one["best"]) and one["chosen"] != one["best"] and one["phase"] == "colour":
        game = parse_position(one["position"], lambda *_, **__: variant)
        if not game.crossed:
            return "penalty"
    cells = [option["cell"] for option in one["options"] if option["move"] in (one["chosen"], one["best"])]
    if any(cell is not None and _locks(cell, variant) for cell in cells):
        return "lock"
    if one["phase"] == "colour" and turn["choices"][one["seat"]] not in (None, "-"):
        return "second"
    if "-" in (one["chosen"], one["best"]):
        return "skip"
    return "other"


def _locks(cell: review_types.Cell, variant: Variant) -> bool:
    """Whether a cell closes its row."""
    name, number = cell
    row = next((row for row in variant.rows if row.name == name), None)
    return row is not None and row.index_of.get(number, -1) >= row.first_closer


def _none() -> Sum:
    return {"decisions": 0, "lost": 0.0}


def _mistake(one: review_types.Decision, loss: float) -> Mistake:
    return {
        "position": one["position"],
        "seat": one["seat"],
        "chosen": one["chosen"],
        "best": one["best"],
        "loss": round(loss, 4),
        "worths": {option["move"]: round(option["worth"], 4) for option in one["options"]},
    }


def _others(review: review_types.Review, seat: int) -> list[str]:
    named = zip(review["seats"], review["bots"], strict=True)
    return [f"bot:{bot}" if bot else name for n, (name, bot) in enumerate(named) if n != seat]


def _won(review: review_types.Review, seat: int) -> float:
    result = review["result"]
    if not result or len(review["seats"]) == 1 or seat not in result["winners"]:
        return 0.0
    return 1 / len(result["winners"])


def progress_of(digests: Sequence[tuple[str, Digest]]) -> OwnProgress:
    """Add up digests, each with the day of its game; months and mistakes are the latest."""
    company = [(day, one) for day, one in digests if one["unit"] == "chance"]
    return {
        "games": len(digests),
        "months": _months(company),
        "parts": [_line(part, [one["parts"][part] for _, one in company]) for part in PARTS],
        "sorts": [_line(sort, [one["sorts"][sort] for _, one in company]) for sort in SORTS],
        "pads": _pads([one for _, one in company]),
        "bests": _bests([one for _, one in digests]),
        "against": _against([one for _, one in company]),
        "mistakes": _mistakes(company),
    }


def lost_in(one: Digest) -> float:
    return sum(part["lost"] for part in one["parts"].values())


def _months(games: Iterable[tuple[str, Digest]]) -> list[Month]:
    found: dict[str, list[Digest]] = {}
    for day, one in games:
        found.setdefault(day[:7], []).append(one)
    return [
        {
            "month": month,
            "games": len(some),
            "lost": round(sum(map(lost_in, some)) / len(some), 4),
            "luck": round(sum(one["luck"] for one in some) / len(some), 4),
            "won": round(sum(one["won"] for one in some) / len(some), 4),
        }
        for month, some in sorted(found.items())[-MONTHS:]
    ]


def _line(name: str, sums: Sequence[Sum]) -> LossLine:
    decisions, lost = sum(one["decisions"] for one in sums), sum(one["lost"] for one in sums)
    mean = round(lost / decisions, 6) if decisions else 0.0
    return {"name": name, "games": len(sums), "decisions": decisions, "lost": mean}


def _pads(games: Sequence[Digest]) -> list[LossLine]:
    found: dict[str, list[Digest]] = {}
    for one in games:
        found.setdefault(one["pad"], []).append(one)
    return [
        {
            "name": pad,
            "games": len(some),
            "decisions": sum(part["decisions"] for one in some for part in one["parts"].values()),
            "lost": round(sum(map(lost_in, some)) / len(some), 6),
        }
        for pad, some in sorted(found.items())
    ]


def _bests(games: Iterable[Digest]) -> list[Best]:
    found: dict[tuple[str, bool], list[int]] = {}
    for one in games:
        if one["score"] is not None:
            found.setdefault((one["pad"], one["seats"] == 1), []).append(one["score"])
    return [
        {"pad": pad, "alone": alone, "score": max(scores), "games": len(scores)}
        for (pad, alone), scores in sorted(found.items())
    ]


def _against(games: Iterable[Digest]) -> list[Against]:
    found: dict[str, list[float]] = {}
    for one in games:
        for other in set(one["others"]):
            found.setdefault(other, []).append(one["won"])
    lines: list[Against] = [
        {"name": name, "games": len(won), "won": round(sum(won), 3)} for name, won in found.items()
    ]
    return sorted(lines, key=lambda line: (-line["games"], line["name"]))


def _mistakes(games: Sequence[tuple[str, Digest]]) -> list[Mistake]:
    """The costliest of the latest games."""
    latest = [
        mistake for _, one in sorted(games, key=lambda game: game[0])[-50:] for mistake in one["mistakes"]
    ]
    return sorted(latest, key=lambda one: -one["loss"])[:PRACTISED]
