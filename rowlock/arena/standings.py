"""The standings of a contest: wins, points, duels with intervals, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rowlock.arena.ratings import rate
from rowlock.bots import plays_by
from rowlock.engine.json_object import JsonObject
from rowlock.locale import load_catalogue
from rowlock.locale.words import Titled, tell_basis
from rowlock.simulation.intervals import Z, half, over_deals

if TYPE_CHECKING:
    from rowlock.arena.contest import Contest, Results

Z_DECIDED = 3.5
"""Standard errors that tell two bots apart, for those who look again and again."""


def summary(contest: Contest, results: Results) -> JsonObject:
    """Everything as plain data, bots in the order in which they were named."""
    names = list(dict.fromkeys(contest.names))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return {
        "variant": contest.variant.name,
        "seats": contest.seats,
        "seed": contest.seed,
        "deals": results.deals,
        "games": results.deals * contest.seats,
        "finished": results.finished,
        "complete": not results.stopped,
        "bots": _bots(contest, results, names),
        "duels": [duel(contest, results, a, b) for a, b in pairs] if results.finished else [],
        "forfeits": [str(forfeit) for forfeit in results.forfeits],
    }


def _places(contest: Contest, name: str) -> list[int]:
    return [i for i, other in enumerate(contest.names) if other == name]


def _bots(contest: Contest, results: Results, names: list[str]) -> list[JsonObject]:
    """The results of every bot: nothing without a game, and alone nothing about winning."""
    found = [_bot(contest, results, name) for name in names]
    if results.finished and contest.seats > 1:
        wins = [results.shares[:, :, _places(contest, name)].mean(2).sum(1) for name in names]
        for bot, rating in zip(found, rate(np.stack(wins, 1)), strict=True):
            bot |= _wins(contest, results, bot["bot"]) | {"rating": rating}
    return found


def _bot(contest: Contest, results: Results, name: str) -> JsonObject:
    at = _places(contest, name)
    moves, seconds = results.moves.get(name, (0, 0.0))
    return {
        "bot": name,
        "seats": len(at),
        "plays_by": plays_by(contest.bot(name), contest.variant, contest.seats),
        "points": over_deals(results.points[:, :, at].mean((1, 2))) if results.finished else None,
        "forfeits": sum(forfeit.bot == name for forfeit in results.forfeits),
        "ms_per_move": 1000 * seconds / moves if moves else None,
    }


def _wins(contest: Contest, results: Results, name: str) -> JsonObject:
    shares = results.shares[:, :, _places(contest, name)]
    return {
        "share": over_deals(shares.mean((1, 2))),
        "equal": 1 / contest.seats,
        "wins": over_deals((shares == 1).mean((1, 2))),
        "ties": over_deals(((shares > 0) & (shares < 1)).mean((1, 2))),
    }


def duel(contest: Contest, results: Results, a: str, b: str) -> JsonObject:
    """How often a sheet of the one ends above a sheet of the other; equal points count half."""
    mine, theirs = _places(contest, a), _places(contest, b)
    gap = results.points[:, :, mine][:, :, :, None] - results.points[:, :, theirs][:, :, None, :]
    above = (gap > 0) + 0.5 * (gap == 0)
    told = over_deals(above.mean((1, 2, 3)))
    decided = half(told) > 0 and abs(told["mean"] - 0.5) > half(told) / Z * Z_DECIDED
    return {"bot": a, "against": b, "above": told, "decided": bool(decided and results.deals >= 50)}


def is_decided(contest: Contest, results: Results) -> bool:
    """Whether every pair of bots can be told apart, even for somebody who has looked after each batch."""
    names = list(dict.fromkeys(contest.names))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return bool(pairs) and all(duel(contest, results, a, b)["decided"] for a, b in pairs)


def format_summary(told: JsonObject, title: str) -> str:
    """The results as tables for people."""
    parts = [_format_head(told, title), _format_bots(told)]
    if told["duels"]:
        parts.append(_columns([["ends above", "", "", ""], *map(_format_duel, told["duels"])]))
    if bases := _format_bases(told, title):
        parts.append(bases)
    if told["forfeits"]:
        parts.append(_format_forfeits(told["forfeits"]))
    return "\n\n".join(parts) + "\n"


def _format_forfeits(forfeits: list[str]) -> str:
    """The first of them; what a program wrote before it ended is quoted once, not for every game."""
    lines, heard = list[str](), set[str]()
    for forfeit in forfeits[:10]:
        line, _, wrote = forfeit.partition("\n")
        lines += [line] + ([wrote] if wrote and wrote not in heard else [])
        heard.add(wrote)
    more = len(forfeits) - 10
    return "\n".join(lines + ([f"… and {more} more"] if more > 0 else []))


def _format_bases(told: JsonObject, title: str) -> str:
    """The basis of the bots' play on this pad, where that does not go without saying."""
    variant, english = Titled(name=told["variant"], title=title), load_catalogue("en")
    lines = [tell_basis(english, bot["bot"], variant, bot["plays_by"]) for bot in told["bots"]]
    return "\n".join(line for line in lines if line)


def _format_head(told: JsonObject, title: str) -> str:
    seats, games = told["seats"], f"{told['games']:,} game{'s' * (told['games'] != 1)}"
    if seats == 1:
        return f"{title} · solo · {games} · seed {told['seed']}"
    deals = f"{told['deals']:,} deals, each in {seats} rotations"
    return f"{title} · {seats} seats · {deals} = {games} · seed {told['seed']}"


def _format_bots(told: JsonObject) -> str:
    """The best first: by its share of the wins, or by its points where there is nobody to beat."""
    if not told["finished"]:
        return "No game was played to the end."
    winning = told["seats"] > 1
    head = ["bot", *(["share", "", "wins", "ties"] * winning), "points", "", *(["rating", ""] * winning)]
    head += ["forfeits"] * bool(told["forfeits"]) + ["ms/move"]
    lines = [head]
    for bot in sorted(told["bots"], key=lambda bot: -bot["share" if winning else "points"]["mean"]):
        line = [bot["bot"], *(_format_wins(bot) if winning else [])]
        line += [f"{bot['points']['mean']:.2f}", f"±{half(bot['points']):.2f}"]
        line += [f"{bot['rating']['mean']:+.0f}", f"±{half(bot['rating']):.0f}"] if winning else []
        line += [f"{bot['forfeits']:,}"] * bool(told["forfeits"])
        lines.append([*line, "" if bot["ms_per_move"] is None else f"{bot['ms_per_move']:.3f}"])
    return _columns(lines)


def _format_wins(bot: JsonObject) -> list[str]:
    share = bot["share"]
    rest = [f"{bot[name]['mean']:.2%}" for name in ("wins", "ties")]
    return [f"{share['mean']:.2%}", f"±{half(share):.2%}", *rest]


def _format_duel(pair: JsonObject) -> list[str]:
    above = pair["above"]
    word = "decided" if pair["decided"] else "open"
    return [f"{pair['bot']} : {pair['against']}", f"{above['mean']:.2%}", f"±{half(above):.2%}", word]


def _columns(lines: list[list[str]]) -> str:
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
