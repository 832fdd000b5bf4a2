"""Where the bots stand on the scales of the two ratings: writes `rowlock/community/ratings/measured.py`.

    python bench/community/anchors.py [--games 400] [--pads classic …]

Results: the skills under which Plackett and Luce's model gives the shares of the wins that the bots had in
the arena (`rowlock/arena/measured.json`), by least squares of the logits, steady at 25. Play: games of steady
among itself with every choice judged, on pads whose judge is calibrated within 1.2 points at that size
(docs/review.md has the figures).
"""

from __future__ import annotations

import argparse
import json
import sys
from math import log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from graded import judging, play_bots

from rowlock.arena.ladder import read_measured
from rowlock.bots import ladder as bots_of
from rowlock.community.ratings import measured
from rowlock.community.ratings.constants import BETA, ERROR, MILLIONTHS, MU

MEASURED = Path(measured.__file__)

FAMILIES = {
    "classic": ["classic"],
    "mixx": ["mixx-a", "mixx-b"],
    "longo": ["longo"],
    "bonus": ["bonus-a", "bonus-b"],
    "double": ["double-a", "double-b"],
    "big-points": ["big-points"],
    "connected": ["connected-steps", "connected-chain"],
    "x-change": ["x-change"],
    "cards": ["cards", "cards-mixx-a", "cards-mixx-b"],
}
KINDS = {"two": (2,), "several": (3, 4, 5)}
ERRORS = {
    "classic": (0.85, 0.76, 0.98, 1.16),
    "mixx-a": (1.01, 1.18, 2.26, 0.57),
    "mixx-b": (0.84, 0.67, 0.74, 1.50),
    "longo": (0.83, 0.37, 0.83, 1.09),
    "bonus-a": (0.40, 0.37, 1.22, 1.95),
    "bonus-b": (0.44, 0.54, 1.21, 1.38),
    "double-a": (0.80, 1.46, 2.29, 2.44),
    "double-b": (0.87, 2.07, 0.98, 1.31),
    "big-points": (0.49, 3.22, 1.11, 2.52),
    "connected-steps": (0.43, 0.63, 1.40, 1.56),
    "connected-chain": (1.09, 0.76, 1.51, 1.36),
    "x-change": (1.16, 1.59, 2.71, 2.74),
}
"""By pad, with two to five seats: the largest error of a tenth (bench/analysis/calibration.py)."""
SURE = 0.999
"""Shares nearer to one say only "always"; they are taken as this."""


def fit_bots(family: str, sizes: tuple[int, ...]) -> dict[str, float]:
    """The bots' skills on one ladder, from all contests of its pads and sizes."""
    names, known = bots_of(), read_measured()["variants"]
    equations, sides = [], []
    for pad in FAMILIES[family]:
        for step in known[pad]["steps"]:
            if step["seats"] not in sizes:
                continue
            seats, share = step["seats"], min(SURE, max(1 - SURE, step["mean"]))
            gap = log(share * (seats - 1) / (1 - share)) * BETA * sqrt(seats)
            weight = sqrt(step["games"] * share * (1 - share)) / sqrt(seats)
            line = np.zeros(len(names))
            line[names.index(step["bot"])], line[names.index(step["among"])] = weight, -weight
            equations.append(line)
            sides.append(gap * weight)
    found = np.linalg.lstsq(np.array(equations), np.array(sides), rcond=None)[0]
    found += MU - found[names.index("steady")]
    return {name: round(float(skill), 3) for name, skill in zip(names, found, strict=True)}


def level_of(pad: str, seats: int, games: int) -> list[float]:
    """Mean and deviation of what steady loses by an unforced decision, in millionths."""
    found = play_bots(judging(pad, seats), ["steady"] * seats, games, 26)
    count = found.decisions.sum()
    mean = found.lost.sum() / count
    deviation = sqrt(found.squares.sum() / count - mean**2)
    return [round(float(mean) * MILLIONTHS, 1), round(float(deviation) * MILLIONTHS, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="of every pad and number of seats, for play")
    parser.add_argument("--pads", nargs="*", default=list(ERRORS), help="those whose play is measured again")
    parser.add_argument("--out", type=Path, default=MEASURED)
    args = parser.parse_args()
    errors = {f"{pad} {n}": error for pad, told in ERRORS.items() for n, error in enumerate(told, 2)}
    levels = dict(measured.LEVELS)
    for place, error in errors.items():
        pad, seats = place.split()
        if pad in args.pads and error <= ERROR:
            levels[place] = level_of(pad, int(seats), args.games)
            print(place, levels[place], flush=True)
    bots = {f"{f} {kind}": fit_bots(f, sizes) for f in FAMILIES for kind, sizes in KINDS.items()}
    write(args.out, args.games, bots, errors, {place: levels[place] for place in errors if place in levels})
    print(bots["classic two"], bots["classic several"])


def write(out: Path, games: int, bots: Any, errors: Any, levels: Any) -> None:
    """The constants as a module: nothing has to be read from a file. `ruff format` breaks its lines."""
    parts = [
        (FAMILIES, "FAMILIES: dict[str, list[str]]", "The pads of every family."),
        (bots, "BOTS: dict[str, dict[str, float]]", "By ladder, the skills of the bots; steady's is 25."),
        (
            errors,
            "ERRORS: dict[str, float]",
            "By pad and seats, how far off the judge's chances were, in points.",
        ),
        (
            levels,
            "LEVELS: dict[str, list[float]]",
            "By pad and seats, mean and deviation of steady's losses.",
        ),
    ]
    text = f'"""Measured constants. Written by `python bench/community/anchors.py --games {games}`."""\n\n'
    text += "from __future__ import annotations\n\n"
    for value, name, said in parts:
        text += f"{name} = {{\n"
        text += "".join(f"    {json.dumps(key)}: {json.dumps(entry)},\n" for key, entry in value.items())
        text += f'}}\n"""{said}"""\n'
    out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
