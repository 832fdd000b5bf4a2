"""Backward induction over all positions of the solo game, on all cores, and what it needs beforehand.

Left halves that are equally far advanced do not depend on each other: a level of them is shared among
threads, the most advanced level first. Each half's values lie side by side, so that what is done can be
written down as it is, and taken up again after a stop.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import RowlockError
from rowlock.engine.position import format_variant_name
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.variant import Variant
from rowlock.fast.simulate import default_threads
from rowlock.fast.tables import compile_variant
from rowlock.folders import values_folder
from rowlock.solver.board import Array
from rowlock.solver.layout import Layout, Words, make_layout
from rowlock.solver.store import Damaged, Draft, FileShape, find_draft, open_values
from rowlock.solver.values import Ticks, Values, count_states, make_ticks

EXACT_BYTES = 2 << 30
"""Up to this size values take 64 bits each; beyond, 32."""
MOST_PLACES = (1 << 32) - 1
PAUSE = 10.0
"""Seconds of work that a stop may cost, roughly."""

Heard = Callable[[int, int], None]
"""Called with how many more positions are done, and how many there are to do in this run."""


class TooLarge(RowlockError):
    """A game with more positions than memory or disk can hold."""

    code = "too_large"


@dataclass(frozen=True)
class SolvePlan:
    """A game to be solved: its positions, and the room that they take."""

    layout: Layout
    shape: FileShape
    reached: Words
    first: Array
    path: Path
    resumed: bool

    @property
    def bytes(self) -> int:
        """Memory for values and tables."""
        return self.shape.payload + self.first.nbytes

    @property
    def states(self) -> int:
        return count_states(self.layout, self.first)

    @property
    def spans(self) -> Array:
        """[left halves + 1] the places at which the values of each left half begin."""
        index = self.layout.index
        begins = index.start + (np.arange(len(index.start)) if index.mirror else 0)
        frames = np.append(begins, self.layout.frames)
        return self.first[frames] if index.words else frames


def file_of(variant: Variant, folder: Path | None = None) -> Path:
    """The value file of a variant's solo game."""
    name = "".join(char if char.isalnum() else "-" for char in format_variant_name(variant))
    return (folder or values_folder()) / f"{name}-{compile_variant(variant).fingerprint[:12]}.values"


def load_values(variant: Variant, folder: Path | None = None) -> Values | None:
    """The values of a variant that has been solved; None if it has not, or its file is damaged."""
    path = file_of(variant, folder)
    if not path.exists():
        return None
    layout = make_layout(compile_variant(variant))
    try:
        shape, reached, table = open_values(path, layout.tables.fingerprint)
    except Damaged:
        return None
    first = _count_places(layout, reached)
    if shape != _shape(layout, reached, first, shape.bits):
        return None
    return Values(layout, make_ticks(layout.tables, shape.bits), shape.bits, reached, first, table)


def plan_solution(variant: Variant, folder: Path | None = None, bits: int | None = None) -> SolvePlan:
    """Number the positions, and see whether memory and disk are large enough; raises `TooLarge` if not."""
    layout, path = make_layout(compile_variant(variant)), file_of(variant, folder)
    _check_room(layout, layout.frames * layout.index.words * 8, layout.frames * layout.extras, path.parent)
    draft = find_draft(path, layout.tables.fingerprint)
    reached = draft[1] if draft else _reach(layout)
    first = _count_places(layout, reached)
    places = int(first[-1]) if layout.index.words else layout.frames
    exact = places * layout.board.lanes * 8 <= EXACT_BYTES
    shape = _shape(layout, reached, first, bits or (64 if exact else 32))
    resumed = draft is not None and draft[0] == shape
    plan = SolvePlan(layout, shape, reached, first, path, resumed)
    _check_room(layout, plan.bytes, places, path.parent)
    return plan


def solve(plan: SolvePlan, threads: int | None = None, heard: Heard = lambda done, total: None) -> Values:
    """Solve the game and keep its values in the plan's file. A stop leaves a draft to go on with."""
    ticks = make_ticks(plan.layout.tables, plan.shape.bits)
    table = np.zeros((plan.shape.places, plan.shape.lanes), plan.shape.dtype)
    draft = Draft(plan.path, plan.shape, plan.spans)
    if plan.resumed:
        draft.resume(table)
    else:
        draft.begin(plan.reached)
    _Work(plan, table, ticks, draft, heard).run(threads or default_threads())
    draft.finish()
    return Values(plan.layout, ticks, plan.shape.bits, plan.reached, plan.first, table)


def solve_in_memory(variant: Variant, bits: int = 64) -> Values:
    """Solve a small game, and keep nothing on disk."""
    layout = make_layout(compile_variant(variant))
    reached = _reach(layout)
    first = _count_places(layout, reached)
    shape = _shape(layout, reached, first, bits)
    plan = SolvePlan(layout, shape, reached, first, Path(), resumed=False)
    ticks = make_ticks(layout.tables, bits)
    table = np.zeros((shape.places, shape.lanes), shape.dtype)
    _Work(plan, table, ticks, None, lambda done, total: None).run(1)
    return Values(layout, ticks, bits, reached, first, table)


class _Work:
    """A solution under way."""

    def __init__(
        self, plan: SolvePlan, table: npt.NDArray[Any], ticks: Ticks, draft: Draft | None, heard: Heard
    ) -> None:
        self.plan = plan
        self.table = table
        self.ticks = np.array(ticks, np.int64)
        self.draft = draft
        self.heard = heard
        self.sizes = np.diff(plan.spans)
        self.left = 0
        self.unsaved: list[int] = []
        self.saved_at = monotonic()

    def run(self, threads: int) -> None:
        """Level by level; whatever stops it, what is done is saved."""
        levels = self.plan.layout.index.left_level
        done = self.draft.done if self.draft else {}
        self.left = int(self.sizes.sum()) - sum(int(self.sizes[half]) for half in done)
        self.report(0)
        pool = ThreadPoolExecutor(threads)
        try:
            for level in range(int(levels.max()), -1, -1):
                halves = [int(half) for half in np.flatnonzero(levels == level) if half not in done]
                if self.plan.layout.index.mirror:
                    self.share(pool, halves, tied=False)
                    self.share(pool, halves, tied=True)
                    self.keep(halves)
                else:
                    self.share(pool, halves, tied=False)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            self.keep([], at_once=True)

    def share(self, pool: ThreadPoolExecutor, halves: list[int], *, tied: bool) -> None:
        """Solve halves that do not depend on each other, largest first."""
        ordered = sorted(halves, key=lambda half: -int(self.sizes[half]))
        running: dict[Future[None], int] = {pool.submit(self.solve_half, h, tied): h for h in ordered}
        for half in _as_done(running):
            if not self.plan.layout.index.mirror:
                self.keep([half])
            self.report(int(self.sizes[half]) if not self.plan.layout.index.mirror or tied else 0)

    def solve_half(self, half: int, tied: bool) -> None:
        from rowlock.solver.kernel import solve_half
        from rowlock.solver.scratch import make_scratch

        plan = self.plan
        board, index = plan.layout.board, plan.layout.index
        work = make_scratch(plan.layout)
        more = True if plan.layout.tables.has_effects or board.swaps else None
        solve_half(board, index, plan.reached, plan.first, self.table, self.ticks, work, half, tied, more)

    def keep(self, halves: list[int], *, at_once: bool = False) -> None:
        """Save finished halves, with earlier ones, from time to time."""
        self.unsaved += halves
        if self.draft and self.unsaved and (at_once or monotonic() - self.saved_at > PAUSE):
            self.draft.save(self.table, self.unsaved)
            self.unsaved = []
            self.saved_at = monotonic()

    def report(self, places: int) -> None:
        boxes = self.plan.layout.board.boxes
        self.heard(places * boxes, self.left * boxes)


def _as_done(running: dict[Future[None], int]) -> Iterator[int]:
    """The halves in the order in which they are finished; an error in one is raised."""
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            future.result()
            yield running.pop(future)


def _reach(layout: Layout) -> Words:
    """The extras that play can reach, frame by frame: one cross leads from each to the next."""
    words = layout.index.words
    reached = np.zeros(layout.frames * words, np.uint64)
    if words:
        from rowlock.solver.reaching import reach_from
        from rowlock.solver.scratch import make_scratch

        sheet, work = empty_sheet(layout.tables.variant), make_scratch(layout)
        extra = layout.extra_of(sheet)
        reached[layout.frame_of(sheet) * words + extra // 64] = 1 << extra % 64
        for half in range(len(layout.index.left_states)):
            reach_from(layout.board, layout.index, reached, work, half)
    return reached


def _count_places(layout: Layout, reached: Words) -> Array:
    """[frames + 1] where the places of each frame begin; empty where a frame is a place."""
    if not layout.index.words:
        return np.zeros(0, np.int64)
    counts = np.bitwise_count(reached).reshape(layout.frames, -1).sum(axis=1, dtype=np.int64)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _shape(layout: Layout, reached: Words, first: Array, bits: int) -> FileShape:
    places = int(first[-1]) if layout.index.words else layout.frames
    return FileShape(layout.tables.fingerprint, len(reached), places, layout.board.lanes, bits)


def _check_room(layout: Layout, needed: int, places: int, folder: Path) -> None:
    """Report what is missing before the work starts."""
    states = places * layout.board.boxes
    what = f"{layout.tables.variant.title} has up to {states:,} positions and needs {format_bytes(needed)}"
    memory = free_memory()
    if layout.frames > MOST_PLACES or (memory is not None and needed > memory):
        raise TooLarge(f"{what} of memory; {format_bytes(memory or 0)} are free")
    here = folder
    while not here.exists():
        here = here.parent
    if needed > (free := shutil.disk_usage(here).free):
        raise TooLarge(f"{what} of disk space in {folder}; {format_bytes(free)} are free")


def free_memory() -> int | None:
    """Bytes of memory still available, where the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def format_bytes(count: int) -> str:
    """As in `120 MB` or `3.4 GB`."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:,.0f} MB"
