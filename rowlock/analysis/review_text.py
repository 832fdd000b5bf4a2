"""A review, or the analysis of a position, in words and columns."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis import plain

JUDGES: dict[plain.JudgedBy, str] = {
    "solved": "exact values of the solved game",
    "network": "the champion's network",
    "own_network": "the network that was trained on this machine",
    "rollouts": "games played out by steady, as this pad has been neither solved nor learnt",
}
MARKS: dict[plain.Grade | None, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", None: ""}


def format_review(review: plain.Review, seat: int | None = None) -> str:
    """The turns, the costliest decisions and what it all comes to; of one seat alone, if it is named."""
    seats = range(len(review["seats"])) if seat is None else [seat]
    lines = [f"{review['title']}, judged by {judge_line(review['judge'])}", ""]
    lines += _turns(review, list(seats))
    for one in seats:
        lines += ["", *_seat(review, one)]
    if not review["whole"]:
        lines += ["", "The record does not lead to the end of the game: it is reviewed as far as it goes."]
    return "\n".join(lines) + "\n"


def format_analysis(found: plain.Analysis, names: list[str]) -> str:
    """Worth by seat, and every option."""
    unit = found["judge"]["unit"]
    lines = [found["position"], f"judged by {judge_line(found['judge'])}", ""]
    lines += [f"{name:<12} {worth(value, unit)}" for name, value in zip(names, found["worth"], strict=True)]
    for name, options in zip(names, found["options"], strict=True):
        if options:
            lines += ["", f"{name} could choose"]
            lines += [f"  {option['move']:<10} {_option(option, unit)}" for option in options]
    return "\n".join(lines) + "\n"


def judge_line(judge: plain.Judge) -> str:
    line = JUDGES[judge["by"]]
    if judge["rollouts"]:
        line += f": {judge['rollouts']} each, standard error {worth(judge['error'], judge['unit'])}"
    return line


def worth(value: float, unit: plain.Unit) -> str:
    """A chance in percent, or points."""
    return f"{100 * value:.1f} %" if unit == "chance" else f"{value:.2f}"


def signed(value: float, unit: plain.Unit) -> str:
    value += 0.0  # no minus before a zero
    return f"{100 * value:+.1f} %" if unit == "chance" else f"{value:+.2f}"


def _option(option: plain.Option, unit: plain.Unit) -> str:
    loss = f"  loses {worth(option['loss'], unit)}" if option["loss"] > 0 else ""
    return f"{worth(option['worth'], unit):>8}{loss}"


def _turns(review: plain.Review, seats: list[int]) -> Iterator[str]:
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


def _fault(decision: plain.Decision, names: list[str], unit: plain.Unit) -> str:
    chosen = f"{decision['chosen']}{MARKS[decision['grade']]}"
    return f"{names[decision['seat']]} {chosen} (better {decision['best']}: {worth(decision['loss'], unit)})"


def _seat(review: plain.Review, seat: int) -> Iterator[str]:
    unit, total, name = review["judge"]["unit"], review["totals"][seat], review["seats"][seat]
    accuracy = "" if total["accuracy"] is None else f", accuracy {total['accuracy']:.0f} %"
    counts = [
        _count(total["inaccuracies"], "inaccuracy", "inaccuracies"),
        _count(total["mistakes"], "mistake", "mistakes"),
        _count(total["blunders"], "blunder", "blunders"),
    ]
    yield f"{name}: {total['decisions']} decisions{accuracy}; {', '.join(counts)}"
    yield f"  {_sum(total, unit, len(review['seats']))}"
    what = "points" if unit == "points" else "of the win"
    result = worth(total["result"], unit)
    yield f"  without luck {worth(total['without_luck'], unit)} {what} instead of {result}"
    if review["ghosts"]:
        yield f"  the champion with {name}'s dice: {review['ghosts'][seat]['score']} points"
    for n, k in review["costliest"][seat]:
        yield f"  turn {review['turns'][n]['turn']}: {_costly(review['turns'][n]['decisions'][k], unit)}"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _sum(total: plain.Total, unit: plain.Unit, seats: int) -> str:
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


def _costly(decision: plain.Decision, unit: plain.Unit) -> str:
    line = f"{decision['chosen']} instead of {decision['best']} lost {worth(decision['loss'], unit)}"
    if decision["played"] and decision["loss_played"] is not None and decision["loss_error"] is not None:
        line += (
            f"; played on {decision['played']} times {worth(decision['loss_played'], unit)}"
            f" ± {worth(decision['loss_error'], unit)}"
        )
    return f"{line} ({decision['grade']})"
