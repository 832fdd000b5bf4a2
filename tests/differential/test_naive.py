"""The engine and a naive implementation of the same rules play the same games, input by input."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from extras import bonus_pairs, lucky_numbers
from hypothesis import given
from hypothesis import strategies as st
from naive import NaiveGame, split_move
from own_variants import own_variants
from playing import EVERY_VARIANT, TINY, random_roll
from random_pads import mixed_pad, wide_pad
from tries import tries

from rowlock import (
    Game,
    IllegalMove,
    Variant,
    apply,
    format_move,
    format_roll,
    format_sheet,
    format_variant,
    legal_moves,
    load_variant,
    new_game,
    outcome,
    parse_move,
    parse_roll,
    parse_variant,
    score,
    view,
    waiting_for,
)
from rowlock.engine.mechanisms.between import Between
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.double import DoubleCells
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.variant_text import choose_options

PERFTS = [
    path
    for path in sorted((Path(__file__).parent.parent / "perft").glob("*.perft"))
    if not path.stem.startswith("cards")
]


def next_field(strips: Any) -> int | None:
    """The field of the bar that comes next, from 1."""
    return strips[0].index("next") + 1 if strips and "next" in strips[0] else None


def told_by_engine(game: Game) -> dict[str, Any]:
    """Everything in a game that the rules talk about, as plain words."""
    seats = range(len(game.sheets))
    seen = view(game, None)
    result = outcome(game)
    return {
        "phase": game.phase.value,
        "turn": game.turn,
        "active": seen["active"],
        "dice": sorted(seen["dice"]),
        "sheets": [format_sheet(game.variant, sheet) for sheet in game.sheets],
        "counts": [[row["count"] for row in sheet["rows"]] for sheet in seen["sheets"]],
        "closed": [[row["row"] for row in sheet["rows"] if row["closed"]] for sheet in seen["sheets"]],
        "next field": [next_field(sheet["strips"]) for sheet in seen["sheets"]],
        "lucky": [
            sorted(number for badge in sheet["badges"] for number in badge) for sheet in seen["sheets"]
        ],
        "totals": [score(game.variant, sheet).total for sheet in game.sheets],
        "legal": {seat: sorted(map(format_move, legal_moves(game, seat))) for seat in waiting_for(game)},
        "not asked": [seat for seat in seats if seat not in waiting_for(game)],
        "end": result and (result.reason, list(result.winners)),
    }


def told_by_naive(game: NaiveGame, chosen: dict[int, str]) -> dict[str, Any]:
    """The same in the same words; `chosen` are the white choices that await the others."""
    seats = range(len(game.sheets))
    legal = {seat: sorted(game.legal(seat)) for seat in seats if seat not in chosen}
    asked = [seat for seat in legal if legal[seat]]
    free = [[i + 1 for i, word in enumerate(sheet.bar) if word == "free"] for sheet in game.sheets]
    return {
        "phase": game.phase,
        "turn": game.turn,
        "active": game.active,
        "dice": sorted(game.dice),
        "sheets": [game.sheet_text(seat) for seat in seats],
        "counts": [[sheet.count(row) for row in game.pad.rows] for sheet in game.sheets],
        "closed": [[row for row in game.pad.rows if row in game.closed_for(sheet)] for sheet in game.sheets],
        "next field": [fields[0] if fields else None for fields in free],
        "lucky": [sorted(game.lucky_numbers(seat)) for seat in seats],
        "totals": [game.score(seat) for seat in seats],
        "legal": {seat: legal[seat] for seat in asked},
        "not asked": [seat for seat in seats if seat not in asked],
        "end": game.end_reason and (game.end_reason, game.winners()),
    }


class BothTables:
    """One game on two tables; every input is said at both, and both are looked at after it."""

    def __init__(self, variant: Variant, seats: int, start: int) -> None:
        self.engine = new_game(variant, seats, start)
        self.naive = NaiveGame(variant, seats, start)
        self.chosen: dict[int, str] = {}
        self.legal: dict[int, list[str]] = {}
        self.said: list[str] = []
        self.happened: Counter[str] = Counter()
        self.compare()

    def compare(self) -> None:
        engine, naive = told_by_engine(self.engine), told_by_naive(self.naive, self.chosen)
        different = {
            key: {"engine": engine[key], "naive": naive[key]} for key in naive if engine[key] != naive[key]
        }
        self.legal = naive["legal"]
        assert not different, f"after {self.said[-6:]} of {len(self.said)} inputs"

    def roll(self, rng: random.Random) -> None:
        roll = random_roll(self.engine, rng)
        self.said.append(format_roll(roll))
        self.engine = apply(self.engine, roll).game
        self.naive.roll(roll.white, dict(roll.coloured))
        self.compare()

    def refuse(self, seat: int, rng: random.Random) -> None:
        """A move made up at random is refused by the engine unless the naive table allows it."""
        row = rng.choice(self.naive.pad.rows)
        head = rng.choice([f"*{row}", *[f"{row}{number}" for number in self.naive.pad.numbers[row]]])
        picks = rng.choices(self.naive.pad.rows, k=rng.choice([0, 0, 1]))
        text = ">".join([head, *picks])
        if text not in self.legal[seat]:
            with pytest.raises(IllegalMove):
                apply(self.engine, parse_move(text), seat)

    def choose(self, seat: int, text: str) -> None:
        self.said.append(f"{seat} {text}")
        self.engine = apply(self.engine, parse_move(text), seat).game
        before = self.naive.copy()
        if self.naive.phase == "colour":
            self.naive.choose_colour(text)
        else:
            self.chosen[seat] = text
            if len(self.chosen) == len(self.naive.sheets):
                self.naive.choose_white([self.chosen[each] for each in sorted(self.chosen)])
                self.chosen = {}
        self.note(before, text)
        self.compare()

    def note(self, before: NaiveGame, text: str) -> None:
        """Count what the naive table went through, so that a test can demand it."""
        head, picks = split_move(text)
        after = self.naive
        locks = [
            row for old, new in zip(before.sheets, after.sheets, strict=True) for row in new.locks - old.locks
        ]
        self.happened["lucky"] += head.startswith("*")
        self.happened["swap"] += "~" in head
        self.happened["row between"] += head[0] in self.naive.pad.between
        self.happened["tie"] += bool(picks)
        self.happened["lock"] += bool(locks)
        self.happened["locked together"] += len(locks) > len(set(locks))
        self.happened["two rows at once"] += len(after.closed - before.closed) > 1
        self.happened["closed for others"] += bool(locks) and len(locks) < len(after.sheets)
        self.happened["second cross"] += any(sheet.second for sheet in after.sheets)
        self.happened["bar crossed"] += any("crossed" in sheet.bar for sheet in after.sheets)
        self.happened["bar struck"] += any("struck" in sheet.bar for sheet in after.sheets)
        if after.phase == "over":
            self.happened[f"{after.end_reason} in {before.phase}"] += 1

    def pick(self, seat: int, style: str, rng: random.Random) -> str:
        """A legal choice of the seat, in a style of play."""
        crosses = [text for text in self.legal[seat] if text != "-"]
        if style == "random":
            return rng.choice(self.legal[seat])
        if not crosses or (style == "idle" and rng.random() < 0.8):
            return "-"
        if style == "near":
            least = min(self.skipped(seat, text) for text in crosses)
            crosses = [text for text in crosses if self.skipped(seat, text) == least]
            if least > 2 and rng.random() < 0.8:
                return "-"
        return rng.choice(crosses)

    def skipped(self, seat: int, text: str) -> int:
        head, _ = split_move(text)
        cell = head.rpartition("~")[2].strip("*")
        free = self.naive.hand(seat).free_numbers(cell[0])
        return free.index(int(cell[1:])) if cell[1:] and int(cell[1:]) in free else 0


def play(variant: Variant, seats: int, rng: random.Random, style: str) -> Counter[str]:
    """Play a game to its end on both tables; what happened in it."""
    tables = BothTables(variant, seats, start=rng.randrange(seats))
    while tables.naive.phase != "over":
        if tables.naive.phase == "roll":
            tables.roll(rng)
        elif tables.naive.phase == "white":
            for seat in rng.sample(range(seats), seats):
                tables.refuse(seat, rng)
                tables.choose(seat, tables.pick(seat, style, rng))
        else:
            active = tables.naive.active
            tables.refuse(active, rng)
            tables.choose(active, tables.pick(active, style, rng))
    return tables.happened


STYLES = ("random", "eager", "near", "idle")


@pytest.mark.parametrize("name", EVERY_VARIANT, ids=lambda name: Path(name).stem)
def test_both_play_the_same_games(name: Any) -> None:
    variant = load_variant(name)
    rng = random.Random(variant.name)
    rounds = 2 if name in map(str, TINY) else 1
    happened: Counter[str] = Counter()
    for die_leaves in ("action", "turn"):
        for seats in range(1, 6):
            for style in (*STYLES * rounds, "near"):
                happened += play(choose_options(variant, {"die_leaves": die_leaves}), seats, rng, style)
    wanted = {"lock", "closed for others", "rows in white", "rows in colour", "penalties in colour"}
    wanted |= {"lucky"} if lucky_numbers(variant) else set()
    wanted |= {"bar crossed", "bar struck"} if variant.find(BonusBar) else set()
    wanted |= {"tie"} if any(pair.kind == "two-in-fewest" for pair in bonus_pairs(variant)) else set()
    wanted |= {"swap"} if variant.find(Swaps) else set()
    wanted |= {"second cross"} if variant.find(Twice) or variant.find(DoubleCells) else set()
    wanted |= {"row between"} if variant.find(Between) else set()
    assert wanted <= happened.keys(), happened


@tries(250)
@given(own_variants(), st.integers(1, 5), st.sampled_from(STYLES), st.integers(0, 2**32))
def test_both_play_the_same_games_on_own_variants(
    variant: Variant, seats: int, style: Any, seed: int
) -> None:
    play(variant, seats, random.Random(seed), style)


@pytest.mark.parametrize("make", [mixed_pad, wide_pad], ids=["mixed", "wide"])
@pytest.mark.parametrize("seed", range(24))
def test_R17_1_both_play_the_same_games_on_pads_with_several_mechanisms(seed: int, make: Any) -> None:
    pad = make(seed)
    assert parse_variant(format_variant(pad), pad.name) == pad
    for seats, style in ((1 + seed % 5, "near"), (2, "eager")):
        play(pad, seats, random.Random(seed), style)


def counts_by_depth(game: NaiveGame, rolls: list[Any], said: list[str], depth: int) -> list[int]:
    """Decision sequences of 0, 1 … depth choices; one that ends earlier counts at every greater depth."""
    if game.phase == "roll" and rolls:
        roll, *rolls = rolls
        game = game.copy()
        game.roll(roll.white, {colour: value for colour, value in roll.coloured if colour in game.dice})
    if depth == 0 or game.phase in ("roll", "over"):
        return [1] * (depth + 1)
    below = [0] * depth
    seat = len(said) if game.phase == "white" else game.active
    for text in game.legal(seat):
        after, words = game, [*said, text]
        if game.phase == "colour":
            after, words = game.copy(), []
            after.choose_colour(text)
        elif len(words) == len(game.sheets):
            after = game.copy()
            after.choose_white(words)
            words = []
        deeper = counts_by_depth(after, rolls, words, depth - 1)
        below = [total + more for total, more in zip(below, deeper, strict=True)]
    return [1, *below]


@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_both_count_the_same_sequences(path: Any) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    name, turn_and_start, _, _, _, *sheets = lines[0].split()
    turn, start = map(int, turn_and_start.split("/"))
    game = NaiveGame(load_variant(name), len(sheets), start)
    game.turn = turn
    for seat, text in enumerate(sheets):
        game.read_sheet(seat, text)
    rolls = [parse_roll(line.removeprefix("roll ")) for line in lines if line.startswith("roll ")]
    expected = {int(depth): int(n) for depth, n in (line.split() for line in lines[1:] if line[0].isdigit())}
    found = counts_by_depth(game, rolls, [], max(expected))
    assert {depth: found[depth] for depth in expected} == expected
