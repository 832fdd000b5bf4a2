"""Arrays in plain Python answer as numpy does, with every function and every kind of key that bots use."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy
import pytest

from rowlock import arrays
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.shelf import SHELF
from rowlock.engine.errors import Unsupported
from rowlock.fast.chance import choose, game_key, roll_dice
from rowlock.variants import load_variant, variant_names

GRID = [[[(5 * a + 7 * b + 3 * c) % 11 - 4 for c in range(4)] for b in range(3)] for a in range(2)]
LINE = [3, -1, 2, 0]
MASK = [[True, False, True], [False, True, True]]
HALVES = [[0.5, -2.25, 3.0], [1.5, 0.25, -1.0]]


def both(make: Any) -> Any:
    """The value of an expression with either library: plain lists with shape and kind."""
    told = []
    for library in (numpy, arrays):
        found = make(library, *map(library.array, (GRID, LINE, MASK, HALVES)))
        for one in found if isinstance(found, tuple) else (found,):
            plain = one.tolist() if hasattr(one, "tolist") else one
            told.append((plain, getattr(one, "shape", ()), _kind(one)))
    half = len(told) // 2
    return told[:half], told[half:]


def _kind(one: Any) -> Any:
    """Integers, booleans or floats: sizes differ where numpy keeps to small ones."""
    return one.dtype.str[1] if hasattr(one, "dtype") else type(one).__name__[0]


def changed(one: Any, key: Any, value: Any) -> Any:
    one[key] = value
    return one


GIVEN = {
    "sums": lambda np, g, k, m, h: g + k,
    "a column": lambda np, g, k, m, h: g * np.array([[2], [3], [4]]),
    "from the left": lambda np, g, k, m, h: 7 - k,
    "shares": lambda np, g, k, m, h: k / 4,
    "one over": lambda np, g, k, m, h: 1 / np.array([1, 2, 4]),
    "whole parts": lambda np, g, k, m, h: g // 3,
    "rests": lambda np, g, k, m, h: g % 3,
    "bits": lambda np, g, k, m, h: (g & 3) | (k ^ 1),
    "not": lambda np, g, k, m, h: ~m,
    "not of numbers": lambda np, g, k, m, h: ~k,
    "minus": lambda np, g, k, m, h: -k,
    "shifts": lambda np, g, k, m, h: (1 << np.array([0, 3])) + (np.array([9, 8]) >> 1),
    "shifted truths": lambda np, g, k, m, h: m << np.array([0, 1, 2]),
    "powers": lambda np, g, k, m, h: 0.5 ** np.array([0, 2]),
    "truths times numbers": lambda np, g, k, m, h: m * 3,
    "compared": lambda np, g, k, m, h: (g >= 0, k == 2, k != k),
    "products": lambda np, g, k, m, h: h @ np.array([[1.0, 2.0], [0.5, 0.25], [4.0, -1.0]]),
    "products with a line": lambda np, g, k, m, h: h @ np.array([1.0, 2.0, 3.0]),
    "a cell": lambda np, g, k, m, h: int(g[1, 2, 3]),
    "the last": lambda np, g, k, m, h: g[..., -1],
    "a part": lambda np, g, k, m, h: g[:, 1:3],
    "a part of a part": lambda np, g, k, m, h: g[1:, :, :2],
    "every other": lambda np, g, k, m, h: k[::2],
    "new dimensions": lambda np, g, k, m, h: (k[None], g[..., None, :], g[:, None]),
    "one and a new dimension": lambda np, g, k, m, h: k[:1, None],
    "a mask": lambda np, g, k, m, h: (h[m], g[np.array([True, False])]),
    "places": lambda np, g, k, m, h: g[np.array([1, 0, 1])],
    "places side by side": lambda np, g, k, m, h: g[np.array([0, 1]), 2, np.array([3, 0])],
    "places within": lambda np, g, k, m, h: g[:, np.array([[0], [2]]), np.array([1, 3])],
    "places, then a part": lambda np, g, k, m, h: g[:, np.array([2, 0]), -1:],
    "places and a new dimension": lambda np, g, k, m, h: k[np.array([2, 1]), None],
    "a list of places": lambda np, g, k, m, h: g[:, [2, 0]],
    "a tuple of places": lambda np, g, k, m, h: (g[:, (2, 0)], changed(g, (slice(None), (0, 2)), k)),
    "set a cell": lambda np, g, k, m, h: changed(g, (1, 2, 3), 50),
    "set a column": lambda np, g, k, m, h: changed(g, (slice(None), 0), k),
    "set by a mask": lambda np, g, k, m, h: changed(h, m, np.array([9.0, 8.0, 7.0, 6.0])),
    "set places": lambda np, g, k, m, h: changed(k, np.array([3, 0]), np.array([1, 2])),
    "set places from a list": lambda np, g, k, m, h: changed(g, (slice(2), 1, 0), [7, 8]),
    "set pairs of places": lambda np, g, k, m, h: changed(g, (..., np.array([0, 1]), np.array([2, 3])), 0),
    "taken": lambda np, g, k, m, h: k.take(np.array([[1, 3], [0, 0]])),
    "rows taken": lambda np, g, k, m, h: h.take(np.array([1, 0, 1]), axis=0),
    "reshaped": lambda np, g, k, m, h: (g.reshape(4, -1), g.ravel()),
    "folded": lambda np, g, k, m, h: tuple(
        getattr(g, name)(axis)
        for name, axis in product(("sum", "max", "min", "argmax", "any", "all", "mean"), (0, 1, -1))
    ),
    "folded to one": lambda np, g, k, m, h: (int(g.sum()), int(g.max()), bool(m.any())),
    "kept dimensions": lambda np, g, k, m, h: (g.sum(-1, keepdims=True), h.max(-1, keepdims=True)),
    "products of lines": lambda np, g, k, m, h: h.prod(-1),
    "counted truths": lambda np, g, k, m, h: m.sum(1),
    "spread of numbers": lambda np, g, k, m, h: h.std(1, ddof=1),
    "running sums": lambda np, g, k, m, h: g.cumsum(-1),
    "clipped": lambda np, g, k, m, h: (k.clip(max=2), np.clip(g, -2, 3)),
    "cast": lambda np, g, k, m, h: (np.array([1.7, 2.0]).astype(np.int64), k.astype(bool)),
    "made": lambda np, g, k, m, h: (
        np.zeros((2, 3)),
        np.full(4, -1),
        np.full((2, 2), 5, np.int16),
        np.eye(3, dtype=bool),
    ),
    "made of nothing": lambda np, g, k, m, h: (np.zeros(0, bool), np.array([], np.int64), np.arange(2, 6)),
    "put together": lambda np, g, k, m, h: (
        np.concatenate([g, g[:, :1]], 1),
        np.concatenate([g[..., :1], g], -1),
        np.concatenate([np.zeros((2, 0)), h], -1),
    ),
    "stacked": lambda np, g, k, m, h: (np.stack([k, k]), np.stack([k] * 3, -1)),
    "appended": lambda np, g, k, m, h: np.append(k, 5),
    "broadcast": lambda np, g, k, m, h: np.broadcast_to(np.array([[1], [2]]), (3, 2, 2)),
    "repeated": lambda np, g, k, m, h: (np.repeat(h, 2, 0), np.repeat(g, 2, -1), np.repeat(k, 3)),
    "tiled": lambda np, g, k, m, h: (
        np.tile(k, 2),
        np.tile(h, (2, 1)),
        np.tile(h, 2),
        np.tile(h, (0, 1)),
    ),
    "rolled": lambda np, g, k, m, h: (np.roll(k, 1), np.roll(g, -1, 1)),
    "chosen": lambda np, g, k, m, h: np.where(m, h, -1.0),
    "larger": lambda np, g, k, m, h: (np.maximum(k, 0), np.maximum(1, k), np.minimum(g, k)),
    "largest": lambda np, g, k, m, h: (np.amax(g, -1), np.amin(g, -1)),
    "powers of e": lambda np, g, k, m, h: np.exp(np.array([0.0, 1.0])),
    "parts and rests": lambda np, g, k, m, h: np.divmod(np.array([7, 12]), 5),
    "where": lambda np, g, k, m, h: (*np.nonzero(m), np.flatnonzero(m), np.argwhere(m)),
    "along": lambda np, g, k, m, h: np.take_along_axis(g, np.array([[[1, 0]], [[3, 3]]]), -1),
    "along another": lambda np, g, k, m, h: np.take_along_axis(
        g, np.array([[[2, 0, 1, 0]], [[0, 0, 2, 1]]]), 1
    ),
    "sorted": lambda np, g, k, m, h: (np.sort(g, -1), np.argsort(g, -1, kind="stable")),
    "sorted by two": lambda np, g, k, m, h: np.lexsort((np.array([3, 1, 2]), np.array([1, 1, 0]))),
    "joined": lambda np, g, k, m, h: np.union1d(np.array([3, 1]), np.array([2, 3])),
    "searched": lambda np, g, k, m, h: np.searchsorted(np.array([1, 3, 5]), np.array([3, 4, 0])),
    "sums by place": lambda np, g, k, m, h: np.bincount(np.array([0, 2, 0]), np.array([0.5, 1.0, 0.25]), 4),
    "differences": lambda np, g, k, m, h: np.diff(g, prepend=-1, axis=-1),
    "dice": lambda np, g, k, m, h: roll_dice(game_key(5, np.array([1, 2, 3], np.uint64)), 2, 6, 4),
    "lots": lambda np, g, k, m, h: choose(
        game_key(5, np.array([1, 2], np.uint64)), np.array([3, 4], np.uint64)
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_it_answers_as_numpy_does(name: Any) -> None:
    theirs, ours = both(GIVEN[name])
    for (plain, shape, kind), (other, wide, sort) in zip(theirs, ours, strict=True):
        assert wide == shape
        assert sort == kind or {sort, kind} == {"i", "u"}
        assert numpy.allclose(other, plain, rtol=1e-12, atol=0)


def test_added_in_place_and_by_place() -> None:
    for np in (numpy, arrays):
        table = np.zeros((3, 2))
        np.add.at(table, np.array([0, 2, 0]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
        np.add(table, np.array([1.0, 1.0]), out=table)
        np.maximum(table, 4, out=table)
        assert table.tolist() == [[7.0, 9.0], [4.0, 4.0], [4.0, 5.0]]


@pytest.mark.parametrize("key", [(2, 0, 0), (0, 3), (slice(None), 5), ([7],)], ids=str)
def test_places_that_do_not_exist_are_refused(key: Any) -> None:
    for np in (numpy, arrays):
        with pytest.raises(IndexError):
            np.array(GRID)[key]


def test_shapes_that_do_not_go_together_are_refused() -> None:
    for np in (numpy, arrays):
        with pytest.raises(ValueError, match=r"shape|reshape|broadcast|fill"):
            np.array(GRID) + np.array([1, 2, 3])
        with pytest.raises(ValueError, match=r"shape|reshape|fill"):
            np.array(LINE).reshape(3, 2)


def test_networks_are_read_from_numpys_archives() -> None:
    with numpy.load(SHELF / "classic.npz") as theirs, arrays.load(SHELF / "classic.npz") as ours:
        assert sorted(ours.files) == sorted(theirs.files)
        assert ours["fingerprint"] == str(theirs["fingerprint"])
        for name in set(ours.files) - {"fingerprint"}:
            assert ours[name].shape == theirs[name].shape
            assert ours[name].tolist() == theirs[name].astype(float).tolist()


STANDING_IN = """
import sys
from rowlock import arrays

sys.modules["numpy"], sys.modules["numpy.typing"] = arrays, arrays.typing
from rowlock.bots.kit.batch import pad_of
from rowlock.variants import load_variant

for name in sys.argv[1:]:
    print(pad_of(load_variant(name)).tables.fingerprint)
assert "numba" not in sys.modules
"""


def test_tables_written_with_them_have_the_same_fingerprints() -> None:
    names, known = [], []
    for name in variant_names():
        try:
            known.append(pad_of(load_variant(name)).tables.fingerprint)
            names.append(name)
        except Unsupported:
            continue
    told = subprocess.run(
        [sys.executable, "-c", STANDING_IN, *names],
        capture_output=True, text=True, check=True, cwd=Path(arrays.__file__).parents[2],
    )  # fmt: skip
    assert told.stdout.split() == known
