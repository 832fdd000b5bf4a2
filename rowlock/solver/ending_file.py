"""Solved joint positions in a file: a whole game for two is solved in steps, and goes on after a stop.

The file holds the entries of the hash table, three words each, in no order, with the fingerprint of the
pad's tables and whether rows that play alike were exchanged. It appears in one step.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from rowlock.engine.game import new_game
from rowlock.solver.ending_store import COUNT, ENTRY, MIX, SHIFT, STIR, EndingStore
from rowlock.solver.endings import Endings, joint_of

Words = npt.NDArray[np.uint64]
LAST_SHIFT = np.uint64(20)
ONE = np.uint64(1)


def solve_whole(
    endings: Endings, file: Path, most: int, step: int, heard: Callable[[int], None] = lambda _: None
) -> float | None:
    """The chance of whoever begins; None if more than `most` joint positions had to be solved.

    After every `step` positions the file is written, and `heard` called with how many are known.
    """
    load_endings(endings, file)
    start = joint_of(endings.tables, new_game(endings.tables.variant, 2), 1)
    found = None
    while found is None and endings.count < most:
        found = endings.after(start, min(step, most - endings.count))
        save_endings(endings, file)
        heard(endings.count)
    return None if found is None else 1.0 - found


def save_endings(endings: Endings, file: Path) -> None:
    """Write all that is known."""
    words = endings.store.words.reshape(-1, ENTRY)
    part = file.with_suffix(".part")
    with part.open("wb") as target:
        np.savez(target, kind=_kind(endings), entries=words[words[:, 0] != 0])
    part.replace(file)


def load_endings(endings: Endings, file: Path) -> bool:
    """Know what a file knows; False if there is none, or one of another pad, or a damaged one."""
    try:
        with file.open("rb") as source, np.load(source) as found:
            if str(found["kind"]) != _kind(endings):
                return False
            entries: Words = found["entries"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return False
    if len(entries) > endings.kept:
        return False
    _fill(endings.store, entries)
    return True


def _kind(endings: Endings) -> str:
    return f"{endings.tables.fingerprint} {endings.board.twins}"


def _fill(store: EndingStore, entries: Words) -> None:
    """Put entries where the kernels look for them: at their place, or the next one that is free."""
    table = store.words.reshape(-1, ENTRY)
    with np.errstate(over="ignore"):
        mixed = (entries[:, 0] ^ (entries[:, 1] * STIR)) * MIX
        mixed ^= mixed >> SHIFT
        place = (mixed * STIR >> LAST_SHIFT) & store.mask
    left = np.arange(len(entries))
    while len(left):
        free = left[table[place[left], 0] == 0]
        _, first = np.unique(place[free], return_index=True)
        put = free[first]
        table[place[put]] = entries[put]
        left = np.setdiff1d(left, put, assume_unique=True)
        moved = left[(table[place[left], 0] != 0)]
        place[moved] = (place[moved] + ONE) & store.mask
    store.counts[COUNT] += len(entries)
