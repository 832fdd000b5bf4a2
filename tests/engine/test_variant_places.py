"""The scanner of places; and no text may bring anything but a variant or our error."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from hypothesis import given
from hypothesis import strategies as st
from small_pad import FULL, ONE_MISTAKE, family
from tries import tries

from rowlock.engine.errors import BadVariant
from rowlock.engine.variant import Variant
from rowlock.engine.variant_places import find_places
from rowlock.engine.variant_text import format_variant, parse_variant

PLACES = '''\
a = 1
"b c" = 2
d."e f".g = 3   # d = 99
text = """
k = 5 """ # 4
ends = """ "quoted" """" # 6
raw = \'\'\'
[no.table]
\'\'\' # 7
list = [ # 10
  11,
  [12, 12], # [ "
  { x = 13, y = { z = 13 } },
]
date = 1979-05-27 07:32:00 # 15
[ t . u ]
a = 17
b = '[x] = 3' # 18
[[rows]]
n = 20
[[rows]]
n = 22
[rows.sub]
n = 24
[[rows.inner]]
n = 26
in = { p.q = 27, r = [] } # 27
'''


def leaves(node: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from leaves(value, (*path, key))
    elif isinstance(node, list) and node:
        for i, value in enumerate(node):
            yield from leaves(value, (*path, i))
    else:
        yield path


def test_the_scanner_finds_the_line_of_every_key() -> None:
    lines = find_places(PLACES).lines
    expected = {"text": 4, "ends": 6, "raw": 7, "date": 15, "b": 18, "r": 27}
    for path in leaves(tomllib.loads(PLACES)):
        node: object = tomllib.loads(PLACES)
        for part in path:
            node = node[part]  # type: ignore[index]
        assert lines[path] == (node if isinstance(node, int) else expected[str(path[-1])]), path
    assert (lines["list",], lines["rows", 0], lines["rows", 1], lines["rows", 1, "sub"]) == (10, 19, 21, 23)


SCRAPS = """[ ] { } = " \\ . , # rows \x00 é 1979-05-27 nan 1e999 true [[rows.x]] rows=3 lucky=3"""
PIECES = st.sampled_from(
    [
        *FULL.splitlines(keepends=True),
        *SCRAPS.split(),
        *['"""', "'''", "\n", "\r", "\n\n", "9" * 5000],
        *["points = [[]]\n", "[bonus_bar.cells]\n", "bonus_pairs = [1]\n", 'parent = "top"\n'],
    ]
)


def read(text: str) -> Variant | None:
    try:
        return parse_variant(text, "any", None, family(any=text, top=FULL))
    except BadVariant as error:
        mistakes = error.mistakes
    assert mistakes
    assert all(ONE_MISTAKE.fullmatch(mistake) for mistake in mistakes)
    return None


@tries(300)
@given(st.lists(PIECES, max_size=40).map("".join) | st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    read(text)


@tries(300)
@given(st.data())
def test_no_damage_to_a_good_text_breaks_the_parser(data: st.DataObject) -> None:
    text = FULL
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(PIECES | st.text(max_size=3)) + text[end:]
    variant = read(text)
    if variant:
        assert parse_variant(format_variant(variant), "any") == variant


SCALARS = st.none() | st.integers(-3, 30) | st.sampled_from(["r", "r2 y3", "x", "turn", "thirteen"])
TABLES = st.dictionaries(st.sampled_from("abc"), SCALARS, max_size=2)
VALUES = SCALARS | TABLES | st.lists(SCALARS | TABLES | st.lists(SCALARS | TABLES, max_size=3), max_size=5)


def as_toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else "1.5" if value is None else str(value)


@tries(300)
@given(st.integers(0, FULL.count(" = ") - 1), VALUES)
def test_no_value_of_another_type_breaks_the_parser(which: int, value: object) -> None:
    lines = FULL.replace("[\n    [2, 3],\n    [3],\n    [4],\n]", "[[2], [3], [4]]").splitlines()
    at = [i for i, line in enumerate(lines) if " = " in line][which]
    lines[at] = lines[at].split(" = ")[0] + " = " + as_toml(value)
    read("\n".join(lines))
