"""Are certain wins and losses seen? Every white choice of many games is followed by the engine.

    python bench/analysis/certainties.py [--games 60] [--variants classic …] [--seats 2 3] [--bots steady …]

A move is a certain win if the game is over and won by this seat alone whatever the others choose, a certain
loss if it is over and this seat has no part in the win. Of each: how many decisions had one, how often the
judge told another chance than 1 and 0, and how often the champion passed a win by or took a loss although
there was another move. The exit status is 1 if there was any of these.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.review.turns import turns_of
from rowlock.arena.table import dice_of_deal
from rowlock.bots import load_bot
from rowlock.engine.game import Game, apply, end_reason, legal_moves, outcome, preview
from rowlock.engine.moves import Choice
from rowlock.engine.notation import format_move
from rowlock.engine.view import view
from rowlock.table.bot_game import play_out
from rowlock.table.log.records import record_of
from rowlock.variants import load_variant, variant_names

SEED = 26
MOST_REPLIES = 2000
"""Where the others can reply in more ways, the choice is left out and counted as such."""
NEAR = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    dice = [name for name in variant_names() if load_variant(name).turns is None]
    parser.add_argument("--games", type=int, default=60, help="of every pad and number of seats (60)")
    parser.add_argument("--variants", nargs="+", default=dice)
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3])
    parser.add_argument("--bots", nargs="+", default=["steady", "champion"], help="who plays, seat by seat")
    asked, total = parser.parse_args(), Counter[str]()
    for name in asked.variants:
        for seats in asked.seats:
            found = scan(name, seats, asked.games, asked.bots)
            total += found
            print(f"{name:<16} {seats}  {told(found)}", flush=True)
    print(f"{'all':<18}  {told(total)}")
    sys.exit(any(total[wrong] for wrong in ("told less", "passed by", "told more", "taken")))


def told(found: Counter[str]) -> str:
    return (
        f"{found['wins']} certain wins: {found['told less']} told less, {found['passed by']} passed by; "
        f"{found['losses']} certain losses: {found['told more']} told more, {found['taken']} taken; "
        f"{found['left out']} left out"
    )


def scan(name: str, seats: int, games: int, bots: list[str]) -> Counter[str]:
    """The counts of one pad and number of seats."""
    variant, found = load_variant(name), Counter[str]()
    champion, judge = load_bot("champion", variant, seats), find_judge(variant, seats)
    assert isinstance(judge, ByNetwork)
    for game in rolls(name, seats, games, bots):
        for seat in range(seats):
            if not _may_end(game, seat):
                continue
            sure = certain_moves(game, seat)
            if sure is None:
                found["left out"] += 1
            elif sure:
                worths = judge.options(game, seat)
                moves = [format_move(move) for move in legal_moves(game, seat)]
                found += weigh(sure, worths, champion.choose(view(game, seat), moves))
    return found


def rolls(name: str, seats: int, games: int, bots: list[str]) -> Iterator[Game]:
    """The tables of games after every roll."""
    variant = load_variant(name)
    names = tuple(bots[seat % len(bots)] for seat in range(seats))
    players = [load_bot(bot, variant, seats) for bot in names]

    def choose(game: Game, seat: int) -> str:
        return players[seat].choose(view(game, seat), [format_move(move) for move in legal_moves(game, seat)])

    for deal in range(games):
        played = play_out(variant, names, deal % seats, dice_of_deal(SEED, deal), choose)
        yield from (turn.rolled for turn in turns_of(record_of(*played)))


def _may_end(game: Game, seat: int) -> bool:
    """Whether one of this seat's own white moves ends the game when the others pass: a cheap first look."""
    sheets = game.sheets
    for move in legal_moves(game, seat):
        after, _ = preview(game, seat, move)
        others = [sheet._replace(closed=sheet.closed | after.closed) for sheet in sheets]
        if end_reason(game.variant, (*others[:seat], after, *others[seat + 1 :])):
            return True
    return False


def certain_moves(game: Game, seat: int) -> dict[str, float] | None:
    """The moves of a seat that win or lose whatever the others choose; None where these can do too much."""
    others = [other for other in range(len(game.sheets)) if other != seat]
    replies = [legal_moves(game, other) for other in others]
    if prod(map(len, replies)) > MOST_REPLIES:
        return None
    found = {}
    for move in legal_moves(game, seat):
        shares = {_share(game, seat, move, others, reply) for reply in product(*replies)}
        if shares in ({1.0}, {0.0}):
            found[format_move(move)] = shares.pop() or 0.0
    return found


def _share(game: Game, seat: int, move: Choice, others: list[int], reply: tuple[Choice, ...]) -> float | None:
    """The seat's part of the win after these choices: 1, 0 or less than one; None if the game goes on."""
    now = apply(game, move, seat).game
    for other, answer in zip(others, reply, strict=True):
        now = apply(now, answer, other).game
    ended = outcome(now)
    return None if ended is None else (seat in ended.winners) / len(ended.winners)


def weigh(sure: dict[str, float], worths: dict[str, float], chosen: str) -> Counter[str]:
    """One decision with certain moves: how they were told, and what the champion did."""
    wins = {move for move, share in sure.items() if share == 1}
    losses = set(sure) - wins
    found = Counter[str]()
    if wins:
        found["wins"] += 1
        found["told less"] += any(worths[move] < 1 - NEAR for move in wins)
        found["passed by"] += chosen not in wins
    if losses:
        found["losses"] += 1
        found["told more"] += any(worths[move] > NEAR for move in losses)
        found["taken"] += chosen in losses and len(worths) > len(losses)
    return found


if __name__ == "__main__":
    main()
