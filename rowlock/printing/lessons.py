"""The two lessons of the class pack: tasks and solutions, with every figure that stands in them.

Chances and points are computed from the pad when the pack is printed. Results of many games are constants, so
that printing does not wait for them; a test plays those games again.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

from rowlock.engine.scoring import points_of
from rowlock.engine.variant import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.words import decimal, join_names, percent

PAD = "classic"
"""The pad that the lessons are about."""
GAMES, SEED = 20_000, 1
CAMPS = ("greedy", "cautious")
"""The bots that play as camp A and camp B."""
POINTS, PENALTIES, B_WINS = (21.503, 55.43385), (3.59695, 0.63875), 0.9239
"""Mean points and penalties of the camps, and how often B won, by `rowlock simulate`."""
MOST_SKIPPED = 2
"""Cells that camp B skips at most, unless a penalty would follow."""
DUELS = 200
EARLY_WINS = {6: 121, 8: 147, 10: 150}
"""Games that the program closing at once won, by the crosses for which the other waited."""
FEW, MANY, CALLED, ROLLS, THROWS, TRIES, PLAYED = 4, 8, 5, 10, 5, 10, 5
SIMULATE = f"rowlock simulate {PAD} --bots {','.join(CAMPS)} --games {GAMES} --seed {SEED}"
SOLVE = f"rowlock solve {PAD} --table"


class Paragraph(NamedTuple):
    """Words set in lines; `number` is that of a question."""

    words: str
    number: int = 0


class LessonTable(NamedTuple):
    """A small table: each line begins with its label."""

    lines: tuple[tuple[str, ...], ...]


class Blank(NamedTuple):
    """Lines to write on."""

    lines: int


Block = Paragraph | LessonTable | Blank


class Lesson(NamedTuple):
    """A lesson: its title, its task and the solution."""

    title: str
    task: list[Block]
    solution: list[Block]


def lessons(catalogue: Catalogue, variant: Variant) -> list[Lesson]:
    """Return the lessons in a language, all figures filled in."""
    return [_skipping(catalogue, variant), _closing(catalogue, variant)]


def sums(variant: Variant) -> Counter[int]:
    """In how many cases two dice show each sum."""
    return Counter(one + other for one, other in _thrown(variant, 2))


def closing_cases(variant: Variant, dice: int) -> int:
    """In how many cases two of so many dice add up to the number that closes the first row."""
    last = variant.rows[0].cells[-1].number
    return sum(any(sum(pair) == last for pair in combinations(roll, 2)) for roll in _thrown(variant, dice))


def _thrown(variant: Variant, dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, variant.faces + 1), repeat=dice))


def _told(catalogue: Catalogue, key: str, question: int = 0, **values: object) -> Paragraph:
    return Paragraph(text(catalogue, f"print.class_pack.{key}", **values), question)


def _skipping(catalogue: Catalogue, variant: Variant) -> Lesson:
    title = text(catalogue, "print.class_pack.skip.title")
    return Lesson(title, _skipping_task(catalogue, variant), _skipping_solution(catalogue, variant))


def _skipped(variant: Variant) -> list[int]:
    """The numbers that somebody skips who begins the first row with the number that was called."""
    return [cell.number for cell in variant.rows[0].cells if cell.number < CALLED]


def _skipping_task(catalogue: Catalogue, variant: Variant) -> list[Block]:
    counts = sums(variant)
    cases, skipped = counts.total(), join_names(catalogue, [str(number) for number in _skipped(variant)])
    return [
        _told(catalogue, "skip.intro"),
        _told(catalogue, "skip.sums", 1, cases=cases),
        _sums_grid(catalogue, counts, is_solved=False),
        _told(catalogue, "skip.points", 2, few=FEW, many=MANY),
        Blank(1),
        _told(catalogue, "skip.lost", 3, number=CALLED, cases=cases, skipped=skipped),
        Blank(2),
        _told(catalogue, "skip.camps", 4, most=MOST_SKIPPED, games=PLAYED),
        _blank_grid(
            catalogue, PLAYED, [text(catalogue, "print.class_pack.camp", name=name) for name in "AB"]
        ),
    ]


def _skipping_solution(catalogue: Catalogue, variant: Variant) -> list[Block]:
    counts = sums(variant)
    cases, lost = counts.total(), sum(counts[number] for number in _skipped(variant))
    often, most = counts.most_common(1)[0]
    ends = {"low": min(counts), "high": max(counts), "rare": min(counts.values())}
    points = {"few_points": points_of(variant, FEW), "many_points": points_of(variant, MANY)}
    within = percent(catalogue, 1 - (1 - lost / cases) ** ROLLS, 0)
    a, b = (decimal(catalogue, mean) for mean in POINTS)
    missed, b_missed = (decimal(catalogue, mean) for mean in PENALTIES)
    camps = {"a": a, "b": b, "a_penalties": missed, "b_penalties": b_missed}
    wins = percent(catalogue, B_WINS, 0)
    return [
        _told(catalogue, "skip.sums_answer", 1, often=often, most=most, cases=cases, **ends),
        _sums_grid(catalogue, counts, is_solved=True),
        _told(catalogue, "skip.points_answer", 2, few=FEW, many=MANY, **points),
        _told(catalogue, "skip.lost_answer", 3, lost=lost, cases=cases, rolls=ROLLS, within=within),
        _told(catalogue, "skip.camps_answer", 4, games=_grouped(GAMES), wins=wins, **camps),
        _told(catalogue, "skip.further"),
        Paragraph(SIMULATE),
    ]


def _closing(catalogue: Catalogue, variant: Variant) -> Lesson:
    title = text(catalogue, "print.class_pack.close.title")
    return Lesson(title, _closing_task(catalogue, variant), _closing_solution(catalogue, variant))


def _closing_task(catalogue: Catalogue, variant: Variant) -> list[Block]:
    row = variant.rows[0]
    needs, last = row.needs, row.cells[-1].number
    return [
        _told(catalogue, "close.intro", needs=needs, rows=variant.end_rows),
        _told(catalogue, "close.points", 1, needs=needs, last=last),
        Blank(1),
        _told(catalogue, "close.chance", 2, last=last, white=variant.faces**2, own=variant.faces**3),
        Blank(2),
        _told(catalogue, "close.throws", 3, last=last, tries=TRIES),
        _blank_grid(catalogue, TRIES, [text(catalogue, "print.class_pack.throws")]),
        _told(catalogue, "close.programs", 4, needs=needs),
        Blank(3),
    ]


def _closing_solution(catalogue: Catalogue, variant: Variant) -> list[Block]:
    row = variant.rows[0]
    needs, last = row.needs, row.cells[-1].number
    white, own = variant.faces**2, variant.faces**3
    hits, own_hits = closing_cases(variant, 2), closing_cases(variant, 3)
    points = {"before": points_of(variant, needs), "after": points_of(variant, needs + 2)}
    chances = {"chance": percent(catalogue, hits / white), "own_chance": percent(catalogue, own_hits / own)}
    mean = decimal(catalogue, own / own_hits)
    within = percent(catalogue, 1 - (1 - own_hits / own) ** THROWS, 0)
    return [
        _told(catalogue, "close.points_answer", 1, last=last, **points),
        _told(
            catalogue, "close.chance_answer", 2, hits=hits, white=white, own_hits=own_hits, own=own, **chances
        ),
        _told(catalogue, "close.throws_answer", 3, mean=mean, within=within, throws=THROWS),
        _told(catalogue, "close.programs_answer", 4, needs=needs, games=DUELS),
        _duels_grid(catalogue),
        _told(catalogue, "close.conclusion"),
        _told(catalogue, "close.alone"),
        Paragraph(SOLVE),
    ]


def _duels_grid(catalogue: Catalogue) -> LessonTable:
    waits, wins = (text(catalogue, f"print.class_pack.close.{key}") for key in ("waits", "wins"))
    return LessonTable(((waits, *map(str, EARLY_WINS)), (wins, *map(str, EARLY_WINS.values()))))


def _sums_grid(catalogue: Catalogue, counts: Counter[int], *, is_solved: bool) -> LessonTable:
    heads = (text(catalogue, "print.class_pack.sum"), *map(str, sorted(counts)))
    found = [str(counts[number]) if is_solved else "" for number in sorted(counts)]
    return LessonTable((heads, (text(catalogue, "print.class_pack.cases"), *found)))


def _blank_grid(catalogue: Catalogue, count: int, labels: list[str]) -> LessonTable:
    """A table to write into: so many results and their mean, with a line for each label."""
    attempt, mean = (text(catalogue, f"print.class_pack.{key}") for key in ("attempt", "mean"))
    heads = (attempt, *map(str, range(1, count + 1)), mean)
    return LessonTable((heads, *((label, *[""] * (count + 1)) for label in labels)))


def _grouped(number: int) -> str:
    """A large number with a narrow space between its thousands, which all our languages read."""
    return f"{number:,}".replace(",", "\u202f")
