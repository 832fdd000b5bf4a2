"""A review, or the analysis of a position, in words and columns."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis.review import review_types
from rowlock.analysis.review.report_words import ReportWords
from rowlock.engine.view_types import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.figures import tell_figure
from rowlock.locale.letters import spell
from rowlock.locale.options import tell_option
from rowlock.locale.words import percent

Weighed = tuple[str, float, float | None]
"""A move, its worth, and how often best play chooses it where that is mixed."""
MARKS: dict[review_types.Grade | None, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", None: ""}


def format_review(words: ReportWords, seat: int | None = None) -> str:
    """The turns, the costliest decisions and what it all comes to; of one seat alone, if it is named."""
    review = words.review
    seats = range(len(review["seats"])) if seat is None else [seat]
    lines = [words.title, words.judge(), "", *_turns(words, list(seats))]
    for one in seats:
        lines += ["", *_seat(words, one)]
    if not review["whole"]:
        lines += ["", words.say("study.part", n=len(review["turns"]))]
    return "\n".join(lines) + "\n"


def _turns(words: ReportWords, seats: list[int]) -> Iterator[str]:
    luck, wide = words.word("luck"), 10
    heads = "".join(f"{words.names[seat][:wide]:>{wide}} {luck:>{max(8, len(luck))}}" for seat in seats)
    yield f"     {words.chance():<23}{heads}"
    for turn in words.review["turns"]:
        chances = "".join(
            f"{words.worth(turn['before'][s]):>{wide}} {words.signed(turn['luck'][s]):>{max(8, len(luck))}}"
            for s in seats
        )
        faults = "  ".join(_fault(words, d) for d in turn["decisions"] if d["grade"] and d["seat"] in seats)
        yield f"{turn['turn']:>3}. {words.roll(turn['roll']):<23}{chances}  {faults}".rstrip()
    if since := _exact_from(words.review):
        yield f"     {words.word('exact_from', turn=since)}"


def _exact_from(review: review_types.Review) -> int | None:
    """The first turn from which on every decision is judged exactly; None if the whole game is, or none."""
    since = None
    for turn in review["turns"]:
        if turn["decisions"]:
            exact = all(decision["exact"] for decision in turn["decisions"])
            since = (since or turn["turn"]) if exact else None
    return None if review["judge"]["exact"] else since


def _fault(words: ReportWords, decision: review_types.Decision) -> str:
    chosen = f"{words.move(decision, decision['chosen'])} {MARKS[decision['grade']]}"
    better = words.word("better", move=words.move(decision, decision["best"]))
    told = [better, words.change(decision), *_exactly(words, decision)]
    return words.labelled(words.names[decision["seat"]], f"{chosen} ({', '.join(told)})")


def _exactly(words: ReportWords, decision: review_types.Decision) -> list[str]:
    """A note that a decision is judged exactly, where not all of them are."""
    return (
        [words.say("study.moment.exact")] if decision["exact"] and not words.review["judge"]["exact"] else []
    )


def _seat(words: ReportWords, seat: int) -> Iterator[str]:
    total = words.review["totals"][seat]
    counts = [
        ("inaccuracy", total["inaccuracies"]),
        ("mistake", total["mistakes"]),
        ("blunder", total["blunders"]),
    ]
    told = [words.word("decisions", n=total["decisions"])]
    told += [f"{words.word('accuracy')} {words.accuracy(total)}"] if total["accuracy"] is not None else []
    told += [words.say(f"study.counts.{grade}", n=number) for grade, number in counts]
    yield words.labelled(words.names[seat], ", ".join(told))
    key = "lost" if words.unit == "points" else "given"
    yield "  " + words.say(f"study.balance.{key}", part=words.interval(total))
    if without := words.without_luck(seat):
        yield "  " + without
    *parts, (result, sum_) = words.account(seat)
    shown = ", ".join(f"{word} {value}" for word, value in parts)
    yield "  " + words.labelled(words.say("study.sum.title"), f"{shown} = {result} {sum_}")
    if words.review["ghosts"]:
        key = "ended" if words.review["ghosts"][seat]["ended"] else "open"
        yield "  " + words.say(f"study.ghost.{key}", points=words.champion(seat))
    for n, k in words.review["costliest"][seat]:
        turn = words.review["turns"][n]
        yield "  " + words.word("at", turn=turn["turn"], told=_costly(words, turn["decisions"][k]))


def _costly(words: ReportWords, decision: review_types.Decision) -> str:
    verdict = ", ".join([words.verdict(decision), *_exactly(words, decision)])
    told = f"{words.instead(decision)} ({verdict})."
    return f"{told} {words.played(decision)}".rstrip()


def format_analysis(catalogue: Catalogue, variant: Variant, found: review_types.Analysis) -> str:
    """Worth by seat, and every option."""
    judge = found["judge"]
    told = text(catalogue, f"study.judge.{judge['by']}")
    if judge["rollouts"]:
        error = tell_figure(catalogue, judge["error"], judge["unit"])
        told += " " + text(catalogue, "study.judge.error", n=judge["rollouts"], error=error)
    options = [
        [(_name(catalogue, variant, one), one["worth"], one["share"]) for one in seat]
        for seat in found["options"]
    ]
    return format_worths(catalogue, [found["position"], told], judge["unit"], found["worth"], options)


def _name(catalogue: Catalogue, variant: Variant, option: review_types.Option) -> str:
    """An option in words, and as it is typed."""
    return f"{tell_option(catalogue, variant, option)} [{spell(catalogue, variant, option['move'])}]"


def format_worths(
    catalogue: Catalogue,
    head: list[str],
    unit: review_types.Unit,
    worths: list[float],
    options: list[list[Weighed]],
) -> str:
    """Some lines, worth by seat, and every option with its worth and how often best play chooses it."""
    names = [text(catalogue, "terminal.player", n=seat + 1) for seat in range(len(worths))]
    told = [
        f"{name:<12} {tell_figure(catalogue, value, unit):>8}"
        for name, value in zip(names, worths, strict=True)
    ]
    lines = [*head, "", *told]
    for name, weighed in zip(names, options, strict=True):
        if weighed:
            lines += ["", text(catalogue, "study.board.options", name=name)]
            lines += [
                f"  {tell_figure(catalogue, value, unit):>8}  {move}{_often(catalogue, share)}"
                for move, value, share in weighed
            ]
    return "\n".join(lines) + "\n"


def _often(catalogue: Catalogue, share: float | None) -> str:
    """How often best play chooses an option, where it is mixed."""
    if share is None:
        return ""
    return "  " + text(catalogue, "terminal.analysis.cases", percent=percent(catalogue, share))
