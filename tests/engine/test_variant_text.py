"""Variants as text: every kind of mistake with its place, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from extras import bonus_pairs
from small_pad import FULL, GOOD, PAIR, mistakes_in

from rowlock.engine.mechanisms.bonus_pairs import BonusPair
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_reader import MOST_MISTAKES
from rowlock.engine.variant_text import choose_options, chosen_options, format_variant, parse_variant

# changes that rightly bring two mistakes: an unknown key, and then a missing one
SEVERAL = ("needs = 1", "[end]", "cells = 1\n")

# what the file says, what is written instead, the line, the key, and words of the mistake
MISTAKES = [
    ('title = "Small"', "title = Small", 1, "file", "this is not TOML: Invalid value"),
    ("[dice]\nfaces", "[dice\nfaces", 6, "file", "this is not TOML"),
    ("faces = 2", "faces = 2\nfaces = 3", 8, "file", "Cannot overwrite a value"),
    ("needs = 1", "need = 1", 10, "closing.need", "no such key; did you mean 'needs'?"),
    ("needs = 1", "need = 1", 9, "closing.needs", "is missing; a whole number from 0 to 24"),
    ("[end]", "[ending]", 17, "ending", "no such key; did you mean 'end'?"),
    ("rules = 1", "rules = 1\ncolour = 3", 3, "colour", "no such key; known: parent, title"),
    ('lock = "y"', 'lock = "y"\nclosing_cell = 1', 29, "rows[2].closing_cell", "'closing_cells'?"),
    ("faces = 2", 'faces = "two"', 7, "dice.faces", "'two' is not a whole number; a whole"),
    ("faces = 2", "faces = true", 7, "dice.faces", "true is not a whole number"),
    ("faces = 2", "faces = 2.0", 7, "dice.faces", "'2.0' is not a whole number"),
    ("faces = 2", "faces = 1", 7, "dice.faces", "1 is out of range; a whole number from 2 to 20"),
    ("faces = 2", "faces = 21", 7, "dice.faces", "21 is out of range"),
    ("faces = 2", f"faces = 0x{'f' * 9000}", 7, "dice.faces", "a huge number is out of range"),
    ("faces = 2", f"faces = {'9' * 5000}", 1, "file", "this is not TOML: Exceeds the limit"),
    ("[dice]\nfaces = 2", "\ndice = 2", 7, "dice", "2 is not a table; a table [dice] with faces"),
    ('title = "Small"', 'title = ""', 1, "title", "'' is not a title; a line of 1 to 60"),
    ('title = "Small"', "title = 7", 1, "title", "7 is not text"),
    ("rules = 1", "", 1, "rules", "is missing; a whole number from 1"),
    ("players = [1, 3]", "players = 3", 3, "players", "3 is not a list; the fewest and the most"),
    ("players = [1, 3]", "players = [1, 3, 5]", 3, "players", "this list has 3 entries; "),
    ("players = [1, 3]", "players = [1, 6]", 3, "players[2]", "6 is out of range"),
    ("players = [1, 3]", "players = [0, 3]", 3, "players[1]", "0 is out of range"),
    ("players = [1, 3]", "players = [3, 2]", 3, "players", "the fewest (3) are more than the most (2)"),
    ('"r2 r3 r4"', '"r2x r3 r4"', 25, "rows[1].cells", "'r2x' is not a cell; a cell is a small"),
    ('"r2 r3 r4"', '"r2 r3 r3"', 25, "rows[1].cells", "number 3 appears twice; each number once"),
    ('"r2 r3 r4"', '"r2 x3 r4"', 25, "rows[1].cells", "no colour x for 'x3'; the colours are r y"),
    (
        '"r2 r3 r4"',
        '"r2 b3 r4"',
        25,
        "rows[1].cells",
        "no row has the lock b, so no die makes b3",
    ),
    ('"r2 r3 r4"', '"r2 r3 r5"', 25, "rows[1].cells", "cannot make 5, which r5 needs; numbers from 2 to 4"),
    ('"r2 r3 r4"', '"r1 r3 r4"', 25, "rows[1].cells", "cannot make 1, which r1 needs"),
    ('"r2 r3 r4"', '"r4"', 25, "rows[1].cells", "1 cells; a row has 2 to 24"),
    ('"r2 r3 r4"', "[2, 3, 4]", 25, "rows[1].cells", "a list is not text; cells with blanks"),
    ('lock = "y"', 'lock = "r"', 28, "rows[2].lock", "row 1 has the lock r too; give each lock to one row"),
    ('lock = "y"', 'lock = "z"', 28, "rows[2].lock", "no colour 'z'; known: r, y, g, b"),
    ('lock = "y"', "", 27, "rows[2].lock", "is missing; one of r, y, g, b"),
    ("needs = 1", "needs = 3", 10, "closing.needs", "row r can never be closed: only 2 cells"),
    ('lock = "y"', 'lock = "y"\nneeds = 3', 29, "rows[2].needs", "row y can never be closed"),
    ("cells = 1", "cells = 0", 11, "closing.cells", "0 is out of range; a whole number from 1"),
    ("cells = 1", "cells = 4", 11, "closing.cells", "row r has only 3 cells; at most 3"),
    ('lock = "y"', 'lock = "y"\nclosing_cells = 4', 29, "rows[2].closing_cells", "at most 3"),
    ("6, 10]", "6]", 4, "points", "too short: 4 entries; 5 entries, for 0 to 4 crosses"),
    ("6, 10]", "6, 10, 15]", 4, "points", "too long: 6 entries; 5 entries"),
    ("6, 10]", '6, "10"]', 4, "points[5]", "'10' is not a whole number; a list of whole numbers"),
    ("6, 10]", "\n6,\n\n10.5]", 7, "points[5]", "'10.5' is not a whole number"),
    ("[0, 1, 3, 6, 10]", '"0 1 3"', 4, "points", "'0 1 3' is not a list"),
    ("boxes = 3", "boxes = 0", 14, "penalties.boxes", "0 is out of range; a whole number from 1 to 10"),
    ("boxes = 3", "boxes = 11", 14, "penalties.boxes", "11 is out of range"),
    ("points = -5", "points = 5", 15, "penalties.points", "5 is out of range"),
    ("closed_rows = 2", "closed_rows = 3", 18, "end.closed_rows", "from 1 to 2"),
    ('"action"', '"turns"', 21, "options.die_leaves", "no choice 'turns'; did you mean 'turn'?"),
    ("[3],\n", "[5],\n", 42, "lucky.numbers[2][1]", "5 is out of range; whole numbers from 2 to 4"),
    ("[3],\n", "[3, 3],\n", 42, "lucky.numbers[2]", "3 is listed twice"),
    ("[3],\n", "[],\n", 42, "lucky.numbers[2]", "is empty"),
    ("[3],\n", "3,\n", 42, "lucky.numbers[2]", "3 is not a list of lucky numbers"),
    ("    [3],\n", "", 40, "lucky.numbers", "2 sheets have lucky numbers, and 3 may play"),
    ('cells = "r2 y3"', 'cells = "r2 y5"', 33, "bonus_bar.cells", "y5 is not on the sheet; row y has 4 3 2"),
    ('cells = "r2 y3"', 'cells = "r2 g3"', 33, "bonus_bar.cells", "g3 is not on the sheet; the rows are r y"),
    ('cells = "r2 y3"', 'cells = "r2 r2"', 33, "bonus_bar.cells", "r2 is listed twice; name each cell once"),
    ('cells = "r2 y3"', 'cells = ""', 33, "bonus_bar.cells", "is empty; cells that cross the bar"),
    ('fields = "r y"', 'fields = "r g"', 32, "bonus_bar.fields", "no row 'g'; the rows are r y"),
    ('fields = "r y"', 'fields = ""', 32, "bonus_bar.fields", "there are 0 fields; 1 to 48"),
    ('"thirteen"', '"fourteen"', 36, "bonus_pairs[1].kind", "did you mean 'thirteen'?"),
    ('cells = "r3 y3"', 'cells = "r3"', 37, "bonus_pairs[1].cells", "a pair has at least two cells"),
    ('cells = "r3 y3"', 'cells = "r3 r3"', 37, "bonus_pairs[1].cells", "r3 is listed twice"),
    ("cells = 1\n", "cells = 2\n", 37, "bonus_pairs[1].cells", "two of these cells close the same row"),
    ("rules = 1", 'rules = 1\nparent = "../x"', 3, "parent", "'../x' is not a name; the name of a variant"),
    ("rules = 1", "rules = 1\nparent = 3", 3, "parent", "3 is not a name"),
    ("rules = 1", 'rules = 1\nparent = "gone"', 3, "parent", "'gone' cannot be looked up"),
    ("rules = 1", "rules = 1 # \x07", 2, "file", "a control character U+0007; plain text"),
    ("rules = 1", "rules = 1\n# \x00", 3, "file", "a control character U+0000"),
    ("rules = 1", f"deep = {'[' * 9000}", 2, "file", "nested too deeply"),
    ("rules = 1", f"{'a.' * 3000}b = 1", 2, "file", "nested too deeply"),
    ("rules = 1", f"[{'a.' * 3000}b]", 2, "file", "nested too deeply"),
]


@pytest.mark.parametrize("good", [GOOD, FULL])
def test_the_text_that_the_mistakes_are_put_into_is_good(good: str) -> None:
    assert parse_variant(good, "small").title == "Small"


@pytest.mark.parametrize(("old", "new", "line", "key", "words"), MISTAKES)
def test_a_mistake_is_told_with_line_key_and_advice(
    old: str, new: str, line: int, key: str, words: str
) -> None:
    assert old in FULL
    text = FULL.replace(old, new, 1)
    if "close the same row" in words:
        text = text.replace('"r3 y3"', '"r3 r4"')
    told = mistakes_in(text)
    assert [m for m in told if m.startswith(f"small.toml:{line}: {key}: ") and words in m], told
    assert len(told) == 1 or old in SEVERAL, told


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_told_how_to_start(text: str) -> None:
    (told,) = mistakes_in(text)
    assert told.startswith("small.toml:1: file: it is empty; start with parent")


def test_a_text_that_is_too_large_is_not_parsed() -> None:
    (told,) = mistakes_in("[" * (64 * 1024) + "é")
    assert told == "small.toml:1: file: 65538 bytes are too many; at most 64 KiB"


def test_row_counts() -> None:
    rows = '\n[[rows]]\nlock = "g"\ncells = "g2 g3 g4"\n'
    assert "there are 7; 1 to 6 tables [[rows]]" in mistakes_in(GOOD + rows * 5)[0]
    head = GOOD[: GOOD.index("[[rows]]")]
    assert mistakes_in(head) == ("small.toml:1: rows: is missing; 1 to 6 tables [[rows]]",)
    assert "'r2' is not a table" in mistakes_in("rows = ['r2']\n" + head)[0]


def test_every_mistake_is_told_not_only_the_first() -> None:
    text = GOOD.replace("faces = 2", "faces = 99").replace("r2", "q2").replace("-5", "5")
    lines = [int(told.split(":")[1]) for told in mistakes_in(text)]
    assert sorted(lines) == [7, 15, 25]


def test_a_mistake_in_the_rows_brings_no_others_after_it() -> None:
    assert len(mistakes_in(FULL.replace("r2 r3 r4", "r2 r3 r4x"))) == 1


def test_thousands_of_mistakes_end_in_a_word() -> None:
    told = mistakes_in("".join(f"k{i} = 1\n" for i in range(4000)))
    assert len(told) == MOST_MISTAKES + 1
    assert told[-1].endswith("more mistakes; fix these first")


TINY = sorted((Path(__file__).parents[1] / "tiny").glob("*.toml"))


def parse_tiny(path: Path) -> Variant:
    def parents(name: str) -> tuple[str, str]:
        beside = path.with_name(f"{name}.toml")
        return beside.read_text(encoding="utf-8"), beside.name

    return parse_variant(path.read_text(encoding="utf-8"), path.stem, path.name, parents)


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_a_tiny_variant_comes_back_from_its_text(path: Path) -> None:
    variant = parse_tiny(path)
    assert variant.players == (1, 5)
    assert parse_variant(format_variant(variant), variant.name) == variant


def test_the_tiny_variants_cover_every_mechanism() -> None:
    tiny = [parse_tiny(path) for path in TINY]
    assert len(tiny) >= 8
    assert {pair.kind for variant in tiny for pair in bonus_pairs(variant)} == {
        "two-in-fewest", "one-in-each", "double-fewest", "thirteen", "no-penalties"
    }  # fmt: skip
    assert any({"bonus_bar", "bonus_pairs"} <= set(variant.features) for variant in tiny)
    assert any(len({row.needs for row in variant.rows}) > 1 for variant in tiny)
    assert any(len({row.closers for row in variant.rows}) > 1 for variant in tiny)
    assert {chosen_options(variant)["die_leaves"] for variant in tiny} == {"action", "turn"}


def test_R16_a_bonus_cell_is_named_by_row_not_by_its_colour() -> None:
    mixed = GOOD.replace("r2 r3 r4", "r2 y3 r4") + PAIR
    pair = BonusPair("thirteen", (Place(0, 1), Place(1, 1)), "thirteen")
    assert bonus_pairs(parse_variant(mixed, "mixed")) == (pair,)


def test_quotes_in_a_title_come_back() -> None:
    variant = parse_variant(GOOD.replace('"Small"', "'a \"b\" \\ c'"), "small")
    assert variant.title == 'a "b" \\ c'
    assert parse_variant(format_variant(variant), "small") == variant


def test_R7_1_options_have_a_default_and_can_be_chosen() -> None:
    variant = parse_variant(GOOD.replace('[options]\ndie_leaves = "action"\n', ""), "small")
    assert chosen_options(variant) == {"die_leaves": "action"}
    assert chosen_options(choose_options(variant, {"die_leaves": "turn"})) == {"die_leaves": "turn"}
