"""Parents of variants: what is inherited, what is replaced, and whose line a mistake has."""

from __future__ import annotations

from extras import lucky_numbers
from small_pad import BAR, FULL, GOOD, PAIR, family, mistakes_in

from rowlock.engine.errors import BadVariant
from rowlock.engine.variant_text import parse_variant


def test_a_child_merges_tables_and_replaces_lists() -> None:
    child = (
        'parent = "middle"\n[penalties]\npoints = -1\n[[rows]]\nlock = "g"\ncells = "g2 g3 g4"\n'
        "[end]\nclosed_rows = 1\n"
    )
    middle = 'parent = "top"\ntitle = "Middle"\n[penalties]\nboxes = 2\n'
    variant = parse_variant(
        child, "child", None, family(middle=middle, top=FULL.replace(BAR, "").replace(PAIR, ""))
    )
    assert (variant.name, variant.title) == ("child", "Middle")
    assert (variant.penalty_boxes, variant.penalty_points) == (2, -1)
    assert [row.name for row in variant.rows] == ["g"]
    assert lucky_numbers(variant) == ((2, 3), (3,), (4,))


def test_an_empty_list_takes_away_what_the_parent_has() -> None:
    child = 'parent = "top"\nbonus_pairs = []\n[lucky]\nnumbers = []\n'
    variant = parse_variant(child, "child", None, family(top=FULL))
    assert variant.features == ("bonus_bar",)


def test_an_inherited_mistake_is_told_with_the_parents_line() -> None:
    child = 'parent = "top"\n[closing]\nneeds = 2\n'
    told = mistakes_in(child, parents=family(top=GOOD.replace("faces = 2", "faces = 0")))
    assert told == ("top.toml:7: dice.faces: 0 is out of range; a whole number from 2 to 20",)


def test_what_a_child_replaces_is_told_with_the_childs_line() -> None:
    child = '# a small one\nparent = "top"\n\n[[rows]]\nlock = "r"\ncells = "r2 r9"\n'
    told = mistakes_in(child, parents=family(top=GOOD))
    assert told[0].startswith("small.toml:6: rows[1].cells: two dice cannot make 9, which r9 needs")
    told = mistakes_in('parent = "top"\n\n[[rows]]\nlock = "r"\n', parents=family(top=GOOD))
    assert told[0].startswith("small.toml:3: rows[1].cells: is missing")
    told = mistakes_in('parent = "top"\n[closing]\nneeds = 9\n', parents=family(top=GOOD))
    assert told[0].startswith("small.toml:3: closing.needs: row r can never")


def test_a_missing_parent_is_told_and_the_rest_still_read() -> None:
    told = mistakes_in('title = "S"\nparent = "smal"\nrules = 0\n', parents=family())
    assert told[0] == "small.toml:2: parent: there is no variant 'smal'; did you mean 'small'?"
    assert told[1].startswith("small.toml:3: rules: 0 is out of range")
    assert len(told) == 2


def test_a_parent_that_is_no_toml_is_told_with_its_own_line() -> None:
    told = mistakes_in('parent = "top"\n', parents=family(top="title = 'a'\nx\n"))
    assert told[0].startswith("top.toml:2: file: this is not TOML")


def test_a_parent_that_its_finder_refuses_is_told_as_the_finder_says() -> None:
    def parents(name: str) -> tuple[str, str]:
        raise BadVariant([f"{name}.toml:3: file: byte 9 is not UTF-8; save it as UTF-8"])

    assert mistakes_in('parent = "top"\n', parents=parents)[0].startswith("top.toml:3: file: byte 9")


def test_a_circle_of_parents_is_shown() -> None:
    first, second = 'parent = "b"\n', '\nparent = "small"\n'
    told = mistakes_in(first, parents=family(small=first, b=second))
    assert told[0].startswith("b.toml:2: parent: these are parents of each other: small -> b -> small;")


def test_a_line_of_parents_without_end_is_cut_off() -> None:
    told = mistakes_in('parent = "0"\n', parents=lambda n: (f'parent = "{int(n) + 1}"\n', n))
    assert "too many parents: small -> 0 -> 1" in told[0]
