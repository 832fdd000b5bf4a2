"""A review, or the analysis of a position, in words and columns."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis.review import review_types
from rowlock.locale import load_catalogue
from rowlock.locale.words import seat_names

JUDGES: dict[review_types.JudgedBy, str] = {
    "solved": "exact values of the solved game",
    "network": "the champion's network",
    "own_network": "the network that was trained on this machine",
    "rollouts": "games played out by steady, as this pad has been neither solved nor learnt",
    "evaluation": "the champion's evaluation, by what each seat could see",
}
MARKS: dict[review_types.Grade | None, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", None: ""}


def format_review(review: review_types.Review, seat: int | None = None) -> str:
    """The turns, the costliest decisions and what it all comes to; of one seat alone, if it is named."""
    review = with_names(review)
    seats = range(len(review["seats"])) if seat is None else [seat]
    lines = [f"{review['title']}, judged by {judge_line(review['judge'])}", ""]
    lines += _turns(review, list(seats))
    for one in seats:
        lines += ["", *_seat(review, one)]
    if not review["whole"]:
        lines += ["", "The record does not lead to the end of the game: it is reviewed as far as it goes."]
    return "\n".join(lines) + "\n"


def with_names(review: review_types.Review) -> review_types.Review:
    """The same review, with bots called as at the table."""
    return {**review, "seats": seat_names(load_catalogue("en"), review["seats"], review["bots"])}


def interval(total: review_types.Total, unit: review_types.Unit) -> str:
    """What decisions gave away, between what it is at least and at most: never more than there was."""
    given, doubt = total["given_away"], total["doubt"]
    low, high = max(0.0, given - doubt), given + doubt
    ends = [worth(end, unit) for end in (low, min(1.0, high) if unit == "chance" else high)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def format_analysis(found: review_types.Analysis, names: list[str]) -> str:
    """Worth by seat, and every option."""
    unit = found["judge"]["unit"]
    lines = [found["position"], f"judged by {judge_line(found['judge'])}", ""]
    lines += [f"{name:<12} {worth(value, unit)}" for name, value in zip(names, found["worth"], strict=True)]
    for name, options in zip(names, found["options"], strict=True):
        if options:
            lines += ["", f"{name} could choose"]
            lines += [f"  {option['move']:<10} {worth(option['worth'], unit):>8}" for option in options]
    return "\n".join(lines) + "\n"


def judge_line(judge: review_types.Judge) -> str:
    line = JUDGES[judge["by"]]
    if judge["rollouts"]:
        line += f": {judge['rollouts']} each, standard error {worth(judge['error'], judge['unit'])}"
    return line


def worth(value: float, unit: review_types.Unit) -> str:
    """A chance in percent, or points."""
    return f"{100 * value:.1f}%" if unit == "chance" else f"{value:.2f}"


def signed(value: float, unit: review_types.Unit) -> str:
    value += 0.0  # no minus before a zero
    return f"{100 * value:+.1f}%" if unit == "chance" else f"{value:+.2f}"


def change(decision: review_types.Decision, unit: review_types.Unit) -> str:
    """What a choice made of the chance or the score that there was: `17.2% → 7.4%`."""
    chosen = next(option for option in decision["options"] if option["move"] == decision["chosen"])
    return f"{worth(chosen['worth'] + decision['loss'], unit)} → {worth(chosen['worth'], unit)}"


def _turns(review: review_types.Review, seats: list[int]) -> Iterator[str]:
    unit, names = review["judge"]["unit"], review["seats"]
    yield "turn  roll                  " + "".join(f"{names[s][:10]:>10} {'luck':>8}" for s in seats)
    for turn in review["turns"]:
        chances = "".join(
            f"{worth(turn['before'][s], unit):>10} {signed(turn['luck'][s], unit):>8}" for s in seats
        )
        faults = "  ".join(
            _fault(d, names, unit) for d in turn["decisions"] if d["grade"] and d["seat"] in seats
        )
        yield f"{turn['turn']:>3}.  {turn['roll']:<22}{chances}  {faults}".rstrip()


def _fault(decision: review_types.Decision, names: list[str], unit: review_types.Unit) -> str:
    chosen = f"{decision['chosen']}{MARKS[decision['grade']]}"
    return f"{names[decision['seat']]} {chosen} (better {decision['best']}: {change(decision, unit)})"


def _seat(review: review_types.Review, seat: int) -> Iterator[str]:
    unit, total, name = review["judge"]["unit"], review["totals"][seat], review["seats"][seat]
    accuracy = "" if total["accuracy"] is None else f", accuracy {total['accuracy']:.0f} %"
    counts = [
        _count(total["inaccuracies"], "inaccuracy", "inaccuracies"),
        _count(total["mistakes"], "mistake", "mistakes"),
        _count(total["blunders"], "blunder", "blunders"),
    ]
    yield f"{name}: {total['decisions']} decisions{accuracy}; {', '.join(counts)}"
    what = ("points", "own decisions lost") if unit == "points" else ("of the win", "own decisions gave away")
    of = "" if unit == "points" else " of the chances there were"
    yield f"  {what[1]} {interval(total, unit)}{of}"
    yield f"  with even luck {worth(total['fair'], unit)} {what[0]} instead of {worth(total['result'], unit)}"
    yield f"  the account: {_sum(total, unit, len(review['seats']))}"
    if review["ghosts"]:
        yield f"  the champion with {name}'s dice: {review['ghosts'][seat]['score']} points"
    for n, k in review["costliest"][seat]:
        yield f"  turn {review['turns'][n]['turn']}: {_costly(review['turns'][n]['decisions'][k], unit)}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _sum(total: review_types.Total, unit: review_types.Unit, seats: int) -> str:
    """The identity, with its numbers."""
    parts = [
        f"start {worth(total['start'], unit)}",
        f"luck {signed(total['luck'], unit)}",
        f"lost {signed(-total['lost'], unit)}",
    ]
    if seats > 1:
        parts.append(f"others {signed(total['others'], unit)}")
    if abs(total["unexplained"]) > 1e-6:
        parts.append(f"unexplained {signed(total['unexplained'], unit)}")
    return f"{', '.join(parts)} = {worth(total['result'], unit)}"


def _costly(decision: review_types.Decision, unit: review_types.Unit) -> str:
    line = f"{decision['chosen']} instead of {decision['best']}: {change(decision, unit)}"
    if decision["played"] and decision["loss_played"] is not None and decision["loss_error"] is not None:
        line += (
            f"; played on {decision['played']} times it lost {worth(decision['loss_played'], unit)}"
            f" ± {worth(decision['loss_error'], unit)}"
        )
    return f"{line} ({'not clear' if decision['unclear'] else decision['grade']})"
