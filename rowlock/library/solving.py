"""The solo game solved exactly: `solve`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.analysis.solved_text import format_answer
from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.game import Game, apply, new_game
from rowlock.engine.json_object import JsonObject
from rowlock.engine.notation import parse_roll
from rowlock.engine.position import format_variant_name, parse_position
from rowlock.engine.variant import Variant
from rowlock.library.arguments import Pad, Shown, Tabular, frame, pad_of, showing
from rowlock.solver.dynamic import load_values, plan_solution
from rowlock.solver.dynamic import solve as solve_plan
from rowlock.solver.insight import insights
from rowlock.solver.values import Option, Values

if TYPE_CHECKING:
    import pandas


def game_at(variant: Variant, position: str | None = None, roll: str | None = None) -> Game:
    """A solo game: at its start, with the sheet or position of a text, and with a roll on the table."""
    game = new_game(variant, 1)
    if position:
        name, *fields = position.split()
        if fields and name != format_variant_name(variant):
            raise BadNotation(f"the position is of {shown(name)}, not of {variant.title}")
        text = " ".join(fields) or f"1/0 roll . . {name}"
        game = parse_position(f"solo {text}", lambda *_, **__: variant)
        if len(game.sheets) != 1:
            raise BadNotation(f"the position has {len(game.sheets)} sheets; the solo game has one")
    return apply(game, parse_roll(roll)).game if roll else game


class Solved(Tabular):
    """The exact values of a solo game: for its start, every position and every option."""

    def __init__(self, variant: Variant, values: Values) -> None:
        self.variant, self.values = variant, values

    @property
    def value(self) -> float:
        """The expected final score from the start, with best play."""
        return self.values.start

    @property
    def error_bound(self) -> float:
        """How far off it can be, given the bits in which numbers are stored."""
        return self.values.error_bound

    @property
    def states(self) -> int:
        """How many positions there are."""
        return self.values.states

    def value_of(self, position: str | Game) -> float:
        """The expected final score of a position, or of a sheet such as `r2.3.5,y3,g12.11,b10,p1`."""
        return self.values.value_of(self._game(position))

    def options(self, roll: str | None = None, position: str | Game | None = None) -> list[Option]:
        """Every way to play a roll, best first: the moves, what they lead to, what they lose."""
        return self.values.options(self._game(position, roll))

    def table(self) -> JsonObject:
        """The worth of first crosses, penalties and closing early, as `rowlock solve --table` says."""
        return insights(self.values)

    def to_pandas(self) -> pandas.DataFrame:
        """The worth of each cell as the first cross: a line for every row, a column for every number."""
        found = frame(
            {key: [one[key] for one in self.table()["first_crosses"]] for key in ("row", "number", "gain")}
        )
        return found.pivot(index="row", columns="number", values="gain")

    def _game(self, position: str | Game | None, roll: str | None = None) -> Game:
        if isinstance(position, Game):
            return apply(position, parse_roll(roll)).game if roll else position
        return game_at(self.variant, position, roll)

    def __str__(self) -> str:
        told = {"value": self.value, "states": self.states, "table": self.table()}
        fingerprint = self.values.layout.tables.fingerprint
        return format_answer(self.variant, {**told, "fingerprint": fingerprint, "from_file": True})

    def _repr_html_(self) -> str:
        """The worth of each cell as the first cross, the better the greener."""
        lines = [
            f"<tr><th>{escape(row)}</th>{''.join(_shade(gain) for gain in gains)}</tr>"
            for row, gains in self._gains().items()
        ]
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{''.join(lines)}</table>"

    def _gains(self) -> dict[str, list[tuple[int, float]]]:
        """Row by row, each number with what it is worth as the first cross."""
        rows: dict[str, list[tuple[int, float]]] = {}
        for one in self.table()["first_crosses"]:
            rows.setdefault(one["row"], []).append((one["number"], one["gain"]))
        return rows

    def __repr__(self) -> str:
        return f"<{self.variant.title}, solved: {self.value:.4f} points from {self.states:,} positions>"


def _shade(cell: tuple[int, float]) -> str:
    number, gain = cell
    green = f"rgba(58,154,91,{min(1.0, max(0.0, (gain + 5) / 10)):.2f})"
    return f'<td style="background:{green}"><b>{number}</b><br>{gain:+.2f}</td>'


def solve(
    variant: Pad = "classic",
    *,
    threads: int | None = None,
    folder: Path | None = None,
    progress: Shown = True,
) -> Solved:
    """Solve the solo game, or read the values that an earlier run left in the cache folder.

    A run stopped with Ctrl-C continues from there the next time.
    """
    pad = pad_of(variant)
    values = load_values(pad, folder)
    if values is None:
        plan = plan_solution(pad, folder)
        with showing(progress, plan.states, "positions") as told:
            values = solve_plan(plan, threads, told)
    return Solved(pad, values)
