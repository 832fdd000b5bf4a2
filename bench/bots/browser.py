"""The cost of a decision in the browser's Python, beside this one: processor time, both sides in one run.

python bench/bots/browser.py                # every pad: needs Node and web/node_modules (npm ci)
python bench/bots/browser.py classic longo

A phone is taken to be four times as slow as this machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/pyodide"))

PHONE = 4.0
ROOT = Path(__file__).resolve().parents[2]
THERE = ["node", str(ROOT / "tests/pyodide/run.mjs"), "/checkout/bench/bots/browser.py"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("variants", nargs="*", help="every pad where none is named")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = args.variants
    if args.answer:
        print(json.dumps(measure(names)))
        return
    here = [sys.executable, __file__, "--answer", *names]
    there, ours = (ask(command) for command in ([*THERE, "--answer", *names], here))
    print(f"{'':28}{'browser':>10}{'here':>10}{'ratio':>8}{'phone':>10}")
    for what, seconds in there.items():
        ratio = f"{seconds / ours[what]:.1f}×" if ours.get(what) else ""
        own = f"{1e3 * ours[what]:.1f} ms" if ours.get(what) else ""
        print(f"{what:28}{1e3 * seconds:>7.0f} ms{own:>10}{ratio:>8}{1e3 * PHONE * seconds:>7.0f} ms")


def ask(command: list[str]) -> dict[str, float]:
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    found: dict[str, float] = json.loads(told.stdout)
    return found


def measure(names: list[str]) -> dict[str, float]:
    """Seconds by what was done; decisions of networks as their mean and their worst."""
    found = dict[str, float]()
    if sys.platform == "emscripten":
        import clock as page

        clock, found["start Python"] = page.cpu, page.loaded
    else:
        from time import thread_time as clock
    began = clock()
    import answers

    found["import"] = clock() - began
    for name in names or answers.variant_names():
        found |= {f"{name}: {what}": seconds for what, seconds in measure_pad(answers, clock, name).items()}
    began = clock()
    answers.reviewed("classic", 10)
    found["review of ten turns"] = clock() - began
    return found


def measure_pad(answers: Any, clock: Any, name: str) -> dict[str, float]:
    variant = answers.load_variant(answers.OWN.get(name, name))
    began = clock()
    bots = answers.all_bots(variant, 3)[3:]
    found = {"bots made": clock() - began}
    games = answers.moments(variant, name, 12)
    for bot in bots:
        times = []
        for game in games:
            view, moves = answers.question(game, answers.waiting_for(game)[0])
            began = clock()
            bot.choose(view, moves)
            times.append(clock() - began)
        found[bot.name], found[f"{bot.name}, worst"] = sum(times) / len(times), max(times)
    return found


if __name__ == "__main__":
    main()
