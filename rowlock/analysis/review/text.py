"""A review, or the analysis of a position, in words and columns."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis.review import review_types
from rowlock.analysis.review.report_words import ReportWords

JUDGES: dict[review_types.JudgedBy, str] = {
    "solved": "exact values of the solved game",
    "network": "the champion's network",
    "own_network": "the network that was trained on this machine",
    "rollouts": "games played out by steady, as this pad has been neither solved nor learnt",
    "evaluation": "the champion's evaluation, by what each seat could see",
}
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
    yield f"     {words.word('roll'):<23}{heads}"
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
    return f"{words.names[decision['seat']]}: {chosen} ({', '.join(told)})"


def _exactly(words: ReportWords, decision: review_types.Decision) -> list[str]:
    """That a decision is judged exactly, where not all of them are."""
    return (
        [words.say("study.moment.exact")] if decision["exact"] and not words.review["judge"]["exact"] else []
    )


def _seat(words: ReportWords, seat: int) -> Iterator[str]:
    total, name = words.review["totals"][seat], words.names[seat]
    counts = [
        ("inaccuracy", total["inaccuracies"]),
        ("mistake", total["mistakes"]),
        ("blunder", total["blunders"]),
    ]
    told = [words.word("decisions", n=total["decisions"])]
    told += [f"{words.word('accuracy')} {words.accuracy(total)}"] if total["accuracy"] is not None else []
    told += [words.say(f"study.counts.{grade}", n=number) for grade, number in counts]
    yield f"{name}: {', '.join(told)}"
    key = "lost" if words.unit == "points" else "given"
    yield "  " + words.say(f"study.balance.{key}", part=words.interval(total))
    ends = {"without": words.worth(total["fair"]), "result": words.worth(total["result"])}
    key = "points" if words.unit == "points" else "part"
    yield "  " + words.say(f"study.without.{key}", name=name, **ends)
    *parts, (result, sum_) = words.account(seat)
    shown = ", ".join(f"{word} {value}" for word, value in parts)
    yield f"  {words.say('study.sum.title')}: {shown} = {result} {sum_}"
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


def format_analysis(found: review_types.Analysis, names: list[str]) -> str:
    """Worth by seat, and every option."""
    unit = found["judge"]["unit"]
    options = [[(one["move"], one["worth"], one["share"]) for one in seat] for seat in found["options"]]
    head = [found["position"], f"judged by {judge_line(found['judge'])}"]
    return format_worths(head, unit, names, found["worth"], options)


def format_worths(
    head: list[str],
    unit: review_types.Unit,
    names: list[str],
    worths: list[float],
    options: list[list[Weighed]],
) -> str:
    """Some lines, worth by seat, and every option with its worth and how often best play chooses it."""
    lines = [
        *head,
        "",
        *[f"{name:<12} {worth(value, unit)}" for name, value in zip(names, worths, strict=True)],
    ]
    for name, weighed in zip(names, options, strict=True):
        if weighed:
            lines += ["", f"{name} could choose"]
            lines += [
                f"  {move:<10} {worth(value, unit):>8}{_often(share)}" for move, value, share in weighed
            ]
    return "\n".join(lines) + "\n"


def _often(share: float | None) -> str:
    """How often best play chooses an option, where it is mixed."""
    return "" if share is None else f"  in {share:.1%} of cases"


def judge_line(judge: review_types.Judge) -> str:
    line = JUDGES[judge["by"]]
    if judge["rollouts"]:
        line += f": {judge['rollouts']} each, standard error {worth(judge['error'], judge['unit'])}"
    return line


def worth(value: float, unit: review_types.Unit) -> str:
    """A chance in percent, or points."""
    return f"{100 * value:.1f}%" if unit == "chance" else f"{value:.2f}"
