"""A single position: what it is worth to every seat, and every option of those who are asked."""

from __future__ import annotations

from rowlock.analysis.budgets import AT_ONCE
from rowlock.analysis.hints.hint import next_best
from rowlock.analysis.hints.reason import Reason
from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.selection import find_judge, find_knowing
from rowlock.analysis.judges.verdict import Heard, Judge, Judged
from rowlock.analysis.review import review_types
from rowlock.analysis.review.decisions import ranked
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.analysis.version import ANALYSIS
from rowlock.engine.game import Game, Phase, apply, outcome
from rowlock.engine.knowledge import known_to
from rowlock.engine.moves import Roll
from rowlock.engine.notation import parse_move
from rowlock.engine.position import format_position


def analyse(
    game: Game,
    rollouts: int | None = None,
    judge: Judge | None = None,
    most: int = AT_ONCE,
    solved: Heard | None = None,
) -> review_types.Analysis:
    """The worth of a position of any number of seats, and what everybody could do in it.

    Exactly where at most so many joint positions of two seats can follow; `solved` hears of every few more.
    In the white action every seat's options are listed, even if it has chosen: nobody may see who has.
    """
    if game.variant.turns is not None:
        return _analyse_cards(game)
    seats = len(game.sheets)
    judge = judge or find_judge(game.variant, seats, rollouts)
    if isinstance(judge, ByNetwork):
        judge.look_ahead(most, solved)
    judged = _judged(judge, game)
    options: list[list[review_types.Option]] = [[] for _ in range(seats)]
    if game.phase is Phase.WHITE:
        mixes = judged.mixes or [{}] * seats
        options = [ranked(game, seat, worths, mixes[seat]) for seat, worths in enumerate(judged.white)]
    elif game.phase is Phase.COLOUR:
        options[game.active] = ranked(game, game.active, judged.colour)
    others = [_other(ranks, seats == 1) for ranks in options]
    return {
        "analysis": ANALYSIS,
        "judge": {**judge.about, "by": "solved", "exact": True} if judged.exact else judge.about,
        "position": format_position(game),
        "worth": _worth(judge, game, judged, options),
        "options": options,
        "others": others,
        "reasons": [_reasons(game, seat, options[seat], other) for seat, other in enumerate(others)],
        "joint": judge.foretell(game) if isinstance(judge, ByNetwork) else None,
    }


def foretell(game: Game) -> int | None:
    """About how many joint positions an exact answer asks for; None where there is no such answer."""
    judge = find_knowing(game.variant, len(game.sheets)) if game.variant.turns is None else None
    return judge.foretell(game) if isinstance(judge, ByNetwork) else None


def _analyse_cards(game: Game) -> review_types.Analysis:
    """The same with cards, by what each seat sees; nothing where its hand is not in the position."""
    judge, seats = ByCards(game.variant, len(game.sheets)), range(len(game.sheets))
    asked = seats if game.phase is Phase.CALL else [game.active]
    worths = {seat: judge.eyes.options(game, seat) for seat in asked}
    options = [ranked(known_to(game, seat), seat, worths[seat]) if worths.get(seat) else [] for seat in seats]
    others = [_other(ranks, len(game.sheets) == 1) for ranks in options]
    return {
        "analysis": ANALYSIS,
        "judge": judge.about,
        "position": format_position(game),
        "worth": judge.worth(game),
        "options": options,
        "others": others,
        "reasons": [
            _reasons(known_to(game, seat), seat, options[seat], other) for seat, other in enumerate(others)
        ],
        "joint": None,
    }


def _reasons(game: Game, seat: int, options: list[review_types.Option], other: str | None) -> list[Reason]:
    return reasons_for(game, seat, options[0]["move"], other) if other else []


def _other(options: list[review_types.Option], alone: bool) -> str | None:
    worths = {option["move"]: option["worth"] for option in options}
    return next_best(worths, options[0]["move"], alone) if options else None


def _judged(judge: Judge, game: Game) -> Judged:
    roll = game.roll or _any_roll(game)
    thinking = (None,) * len(game.sheets)
    before = game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    rolled = before._replace(phase=Phase.WHITE, roll=roll, choices=thinking)
    acting = game if game.phase is Phase.COLOUR else None
    return judge.judge([PlayedTurn(before, roll, rolled, list(thinking), acting)], lambda _: None)[0]


def _any_roll(game: Game) -> Roll:
    """Before the roll only the mean over all of them is asked for: which one is looked at does not matter."""
    return Roll((1, 1), tuple((colour, 1) for colour in game.dice))


def _worth(judge: Judge, game: Game, judged: Judged, options: list[list[review_types.Option]]) -> list[float]:
    """Worth by seat, with best play from here."""
    if game.phase is Phase.WHITE:
        return judged.rolled
    if game.phase is Phase.ROLL:
        return judged.before
    ended = outcome(game)
    if ended is None:
        best = parse_move(options[game.active][0]["move"])
        return _worth_after(judge, game, apply(game, best, game.active).game)
    if len(ended.scores) == 1:
        return [float(ended.scores[0])]
    return [(seat in ended.winners) / max(1, len(ended.winners)) for seat in range(len(ended.scores))]


def _worth_after(judge: Judge, game: Game, after: Game) -> list[float]:
    roll = game.roll or _any_roll(game)
    before = game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    rolled = before._replace(phase=Phase.WHITE, roll=roll, choices=(None,) * len(game.sheets))
    found = judge.judge([PlayedTurn(before, roll, rolled, [], None, None, after)], lambda _: None)[0].after
    assert found is not None
    return found
