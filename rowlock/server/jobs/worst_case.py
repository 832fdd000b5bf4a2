"""The cost of a pad at its worst: positions in which one cross earns as much as can be.

Games played at random hardly ever meet them, and one is enough to stall a server. The search is
the same every time, so that a pad that was let in once is let in again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from rowlock.engine.game import Game, Phase, legal_moves, new_game, preview
from rowlock.engine.moves import make_roll
from rowlock.engine.sheet import Sheet, can_cross, cross, empty_sheet, pick_lists
from rowlock.engine.variant import Place, Variant

MOST_WORK = 1_500
"""Moves, and facts that follow from them, that one seat may be shown at once; classic shows some 20.

A view of so many costs some 50 ms of a processor.
"""
PATIENCE = 20_000
"""Moves and facts that the search may look at in each of its parts."""
KEPT = 6
"""How many of the worst sheets are put on a table and shown."""


class Loaded(NamedTuple):
    """A sheet, the cell to cross on it, and how much that earns."""

    work: int
    sheet: Sheet
    place: Place


def heaviest(variant: Variant) -> int:
    """The moves and facts of the heaviest view that is found, or of the first one beyond `MOST_WORK`."""
    if variant.turns is not None:
        return 0  # a cross earns nothing there, and the format limits hands and plays
    chance = Random(0)
    kept = _worst(_built(variant, chance))
    kept = _worst([*kept, *(_climb(variant, one, chance) for one in kept)])
    most = 0
    for game in _tables(variant, [empty_sheet(variant), *(one.sheet for one in kept)]):
        seat = game.active
        most = max(most, sum(1 + len(preview(game, seat, move)[1]) for move in legal_moves(game, seat)))
        if most > MOST_WORK:
            break
    return most


def _worst(found: Iterable[Loaded]) -> list[Loaded]:
    """The heaviest of them, after looking at as many as time allows."""
    seen, spent = [], 0
    for one in found:
        seen.append(one)
        spent += 1 + one.work
        if spent > PATIENCE:
            break
    return sorted(seen, key=lambda one: -one.work)[:KEPT]


def _built(variant: Variant, chance: Random) -> Iterator[Loaded]:
    """Sheets on which nearly all that belongs together is crossed, for every cell that earns something."""
    places = [Place(r, c) for r, row in enumerate(variant.rows) for c in range(len(row.cells))]
    loud = [place for place in places if any(m.touches(place) for m in variant.earners)] or places
    for share in (1.0, 0.7, 0.4, 0.0):
        for place in loud:
            others = [other for other in loud if other != place and chance.random() < share]
            yield _load(variant, _evened(variant, place, others, chance), place)


def _evened(variant: Variant, place: Place, others: list[Place], chance: Random) -> Sheet:
    """These cells crossed, and others until, with the cell itself, all rows have the same count: a tie."""
    crosses = [0] * len(variant.rows)
    for row, cell in others:
        if cell < (place.cell if row == place.row else variant.rows[row].first_closer):
            crosses[row] |= 1 << cell
    most = max(bits.bit_count() + (row == place.row) for row, bits in enumerate(crosses))
    for row, line in enumerate(variant.rows):
        last = place.cell if row == place.row else line.first_closer
        for cell in range(last):
            if crosses[row].bit_count() + (row == place.row) < most:
                crosses[row] |= 1 << cell
    return empty_sheet(variant, chance.randrange(variant.players[1]))._replace(crosses=tuple(crosses))


def _climb(variant: Variant, best: Loaded, chance: Random) -> Loaded:
    """Change one cross after the other, and keep what does not make it lighter."""
    spent = 0
    while spent < PATIENCE // KEPT:
        row = chance.randrange(len(variant.rows))
        cell = chance.randrange(max(1, variant.rows[row].first_closer))
        crosses = [bits ^ (1 << cell) * (r == row) for r, bits in enumerate(best.sheet.crosses)]
        tried = _load(variant, best.sheet._replace(crosses=tuple(crosses)), best.place)
        spent += 10 + tried.work
        if tried.work >= best.work:
            best = tried
    return best


def _load(variant: Variant, sheet: Sheet, place: Place) -> Loaded:
    if not can_cross(variant, sheet, *place):
        return Loaded(0, sheet, place)
    work = 0
    for picks in pick_lists(variant, sheet, place):
        work += 1 + len(cross(variant, sheet, place, picks)[1])
        if work > MOST_WORK:
            break
    return Loaded(work, sheet, place)


def _tables(variant: Variant, sheets: list[Sheet]) -> Iterator[Game]:
    """Full tables with these sheets, for every sum, in both actions."""
    seats, faces = variant.players[1], variant.faces
    for sheet in sheets:
        game = new_game(variant, seats)._replace(sheets=(sheet,) * seats, choices=(None,) * seats)
        for total in range(2, 2 * faces + 1):
            low = total // 2
            roll = make_roll((low, total - low), dict.fromkeys(game.dice, low))
            yield game._replace(roll=roll, phase=Phase.WHITE)
            yield game._replace(roll=roll, phase=Phase.COLOUR, choices=())
