"""The wait of the first `rowlock simulate` and the first `rowlock solve`: compiling, once per installation.

    python bench/start.py
    python bench/start.py --against ../rowlock-before

Processor seconds of the whole command, in a fresh process, with nothing compiled before (`first`) and with
everything compiled (`again`); a small game each, so that little else is done. With --against, this checkout
and the other one take turns, and the ratio is printed, which hardly depends on the machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
TINY = HERE / "tests" / "tiny"
COMMANDS = {
    "simulate": ["simulate", "classic", "--bots", "random,random", "--games", "1000"],
    "solve": ["solve", str(TINY / "tiny.toml")],
    "solve bonuses": ["solve", str(TINY / "tiny-all.toml")],
}


def spent(folder: Path, command: list[str], cache: str) -> float:
    """Processor seconds of a command of a checkout."""
    env = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
    more = ["--folder", tempfile.mkdtemp(dir=cache)] if command[0] == "solve" else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    main = "import sys; from rowlock.cli import main; sys.exit(main(sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-c", main, *command, *more],
        env=env,
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(folder: Path, command: list[str]) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as cache:
        return spent(folder, command, cache), spent(folder, command, cache)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout to compare with")
    parser.add_argument("--rounds", type=int, default=1, help="repeat this often and take the best (1)")
    args = parser.parse_args()
    folders = [args.against.resolve(), HERE] if args.against else [HERE]
    print(f"{'command':<16}{'checkout':<10}{'first':>9}{'again':>9}{'ratio of first':>16}")
    for name, command in COMMANDS.items():
        found: list[tuple[float, float]] = [(1e9, 1e9)] * len(folders)
        for _ in range(args.rounds):
            for i, folder in enumerate(folders):
                one, two = measure(folder, command)
                found[i] = (min(one, found[i][0]), min(two, found[i][1]))
        for folder, (one, two) in zip(folders, found, strict=True):
            side = "now" if folder == HERE else "before"
            ratio = f"{one / found[0][0]:>15.2f}×" if len(folders) > 1 and folder == HERE else ""
            print(f"{name:<16}{side:<10}{one:>7.1f} s{two:>7.1f} s{ratio}")


if __name__ == "__main__":
    main()
