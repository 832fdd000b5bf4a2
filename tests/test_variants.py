"""The bundled variants are the pads of the rules, cell by cell; and how files are found."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from extras import bonus_pairs, lucky_numbers
from small_pad import GOOD

from rowlock import Input, Record, format_record, parse_record, parse_roll
from rowlock.engine.errors import BadVariant, NoSuchVariant
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant, parse_variant
from rowlock.variants import load_variant, variant_names

UP, DOWN = range(2, 13), range(12, 1, -1)
TRIANGULAR = tuple(n * (n + 1) // 2 for n in range(16))


def cells(variant: Variant) -> list[str]:
    return [" ".join(f"{c.colours}{c.number}" for c in row.cells) for row in variant.rows]


def one_colour(**rows: range | str) -> list[str]:
    spelled = {c: n.split() if isinstance(n, str) else map(str, n) for c, n in rows.items()}
    return [" ".join(colour + number for number in numbers) for colour, numbers in spelled.items()]


def named(variant: Variant, places: object) -> str:
    assert isinstance(places, tuple)
    return " ".join(f"{variant.rows[r].name}{variant.rows[r].cells[i].number}" for r, i in places)


CLASSIC_ROWS = one_colour(r=UP, y=UP, g=DOWN, b=DOWN)


def test_the_pads_are_there() -> None:
    leaflets = {"classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b"}
    later = {"double-a", "double-b", "big-points", "connected-steps", "connected-chain", "x-change"}
    assert leaflets | later <= set(variant_names())


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_is_named_after_its_file_and_comes_back_from_its_text(name: str) -> None:
    variant = load_variant(name)
    assert variant.name == name
    assert load_variant(name) is variant
    assert parse_variant(format_variant(variant), name) == variant


@pytest.mark.parametrize("name", ["classic", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
def test_R1_what_the_pads_share(name: str) -> None:
    variant = load_variant(name)
    assert [row.name for row in variant.rows] == ["r", "y", "g", "b"]
    assert {(row.needs, row.closers) for row in variant.rows} == {(5, 1)}
    assert (variant.faces, variant.players, variant.end_rows) == (6, (1, 5), 2)
    assert (variant.penalty_boxes, variant.penalty_points) == (4, -5)
    assert variant.points == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert not {"die_stays", "lucky"} & set(variant.features)


def test_R1_classic() -> None:
    variant = load_variant("classic")
    assert cells(variant) == CLASSIC_ROWS
    assert variant.mechanisms == ()


def test_R11_longo() -> None:
    variant = load_variant("longo")
    up, down = range(2, 17), range(16, 1, -1)
    assert cells(variant) == one_colour(r=up, y=up, g=down, b=down)
    assert {(row.needs, row.closers, row.most_crosses) for row in variant.rows} == {(6, 2, 15)}
    assert variant.points == TRIANGULAR
    assert variant.points[15] == 120
    assert variant.faces == 8
    assert lucky_numbers(variant) == ((5, 10), (6, 11), (7, 12), (8, 13), (4, 9))
    assert (variant.penalty_boxes, variant.penalty_points, variant.end_rows) == (4, -5, 2)


def test_R13_mixx_a() -> None:
    assert cells(load_variant("mixx-a")) == [
        "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
        "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
        "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
        "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
    ]


def test_R13_each_number_stands_once_in_each_colour() -> None:
    every = [(c.colours, c.number) for row in load_variant("mixx-a").rows for c in row.cells]
    assert sorted(every) == sorted((colour, number) for colour in "rygb" for number in UP)


def test_R14_mixx_b() -> None:
    variant = load_variant("mixx-b")
    assert cells(variant) == one_colour(
        r="10 6 2 8 3 4 12 5 9 7 11",
        y="9 12 4 6 7 2 5 8 11 3 10",
        g="8 2 10 12 6 9 7 4 5 11 3",
        b="5 7 11 9 12 3 8 10 2 6 4",
    )
    assert [row.cells[-1].number for row in variant.rows] == [11, 10, 3, 4]


def test_R15_bonus_a() -> None:
    variant = load_variant("bonus-a")
    assert cells(variant) == CLASSIC_ROWS
    bar = variant.find(BonusBar)
    assert bar is not None
    assert "".join(bar.fields) == "rygbgrbyrybg"
    expected = "r3 r6 r9 y5 y8 y11 g11 g7 g4 b10 b8 b5"
    assert named(variant, bar.cells) == expected
    assert variant.mechanisms == (bar,)


def test_R16_bonus_b() -> None:
    variant = load_variant("bonus-b")
    assert cells(variant) == CLASSIC_ROWS
    assert variant.features == ("bonus_pairs",)
    assert {pair.kind: named(variant, pair.cells) for pair in bonus_pairs(variant)} == {
        "two-in-fewest": "y11 g9",
        "one-in-each": "y7 b7",
        "double-fewest": "r8 b10",
        "thirteen": "r6 b4",
        "no-penalties": "y3 g5",
    }


def test_an_option_can_be_chosen_and_the_name_stays() -> None:
    variant = load_variant("classic", die_leaves="turn")
    assert (variant.name, variant.features) == ("classic", ("die_stays",))
    assert load_variant("classic").features == ()


def test_an_unknown_option_is_told_all_there_are() -> None:
    with pytest.raises(BadVariant, match=r"options\.dice: .*the options are die_leaves \(action or"):
        load_variant("classic", dice="turn")
    with pytest.raises(BadVariant, match=r"no choice 'trun'; did you mean 'turn'\?"):
        load_variant("classic", die_leaves="trun")


@pytest.mark.parametrize("name", ["clasic", "Classic", "nowhere/clasic.toml"])
def test_an_unknown_name_is_told_the_nearest(name: str) -> None:
    with pytest.raises(NoSuchVariant, match=r"did you mean 'classic'\?"):
        load_variant(name)


def test_an_unknown_name_is_told_that_a_path_works_too() -> None:
    with pytest.raises(NoSuchVariant, match=r"or the path of a \.toml file"):
        load_variant("nothing-like-it")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000, "", "a\nb"])
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(NoSuchVariant) as caught:
        load_variant(name)
    assert "\n" not in str(caught.value)


def test_a_file_is_named_after_its_stem(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_variant(path).name == "mine"
    assert load_variant(str(path), die_leaves="turn").features == ("die_stays",)


def test_a_path_is_never_taken_for_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoSuchVariant):
        load_variant(Path("classic"))


def test_a_parent_is_a_known_name_or_a_file_beside_the_child(tmp_path: Path) -> None:
    (tmp_path / "classic.toml").write_text("never read")
    (tmp_path / "middle.toml").write_text('parent = "classic"\ntitle = "Middle"\n')
    for name in ("middle", "middle.toml"):
        (tmp_path / "mine.toml").write_text(f'parent = "{name}"\n[end]\nclosed_rows = 3\n')
        variant = load_variant(tmp_path / "mine.toml")
        assert (variant.title, variant.end_rows, cells(variant)) == ("Middle", 3, CLASSIC_ROWS)


def test_a_file_may_bear_the_name_of_its_parent(tmp_path: Path) -> None:
    (tmp_path / "classic.toml").write_text('parent = "classic"\n[end]\nclosed_rows = 3\n')
    assert load_variant(tmp_path / "classic.toml").end_rows == 3


def test_mistakes_around_parents_in_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('\nparent = "longgo"\n')
    with pytest.raises(BadVariant, match=r"mine\.toml:2: parent: .*did you mean 'longo'\?"):
        load_variant(path)
    path.write_text('parent = "mine"\n')
    with pytest.raises(BadVariant, match=r"parents of each other: mine -> mine"):
        load_variant(path)
    (tmp_path / "other.toml").write_bytes(b"title = 'a'\n\xff")
    path.write_text('parent = "other"\n')
    with pytest.raises(BadVariant, match=r"other\.toml:2: file: byte 12 \(0xff\) is not UTF-8"):
        load_variant(path)
    (tmp_path / "folder.toml").mkdir()
    path.write_text('parent = "folder"\n')
    with pytest.raises(BadVariant, match=r"mine\.toml:1: parent: .*is a folder"):
        load_variant(path)


def test_a_folder_is_no_variant(tmp_path: Path) -> None:
    with pytest.raises(NoSuchVariant, match=r"is a folder; name a \.toml file in it"):
        load_variant(tmp_path)


def test_a_file_of_another_kind_is_no_variant(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(GOOD)
    with pytest.raises(NoSuchVariant, match=r"name a file ending in \.toml"):
        load_variant(tmp_path / "notes.txt")
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(NoSuchVariant, match="is not a variant"):
        load_variant(tmp_path / "pipe.toml")


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(NoSuchVariant, match="cannot be read: Permission denied"):
        load_variant(path)


def test_a_file_that_is_not_utf_8_is_told_where(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(GOOD.replace("Small", "Für").encode("latin-1"))
    with pytest.raises(BadVariant) as caught:
        load_variant(path)
    what = "byte 10 (0xfc) is not UTF-8; save the file as UTF-8"
    assert caught.value.mistakes == (f"{path}:1: file: {what}",)


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.setattr(Path, "open", None)
    with pytest.raises(BadVariant, match="50000000 bytes are too many; at most 64 KiB"):
        load_variant(path)


def test_the_name_of_a_file_becomes_one_word(tmp_path: Path) -> None:
    path = tmp_path / "our own; pad.toml"
    path.write_text('parent = "classic"\ntitle = "Own"\nrules = 1\n', encoding="utf-8")
    assert load_variant(path).name == "our-own-pad"


def test_a_file_never_passes_for_the_pad_whose_name_it_bears(tmp_path: Path) -> None:
    path = tmp_path / "classic.toml"
    path.write_text('parent = "longo"\ntitle = "Own"\n', encoding="utf-8")
    assert load_variant(path).name == "own-classic"
    path.write_text(format_variant(load_variant("classic")), encoding="utf-8")
    assert load_variant(path) == load_variant("classic")


def test_the_variant_without_a_parent_comes_first() -> None:
    assert variant_names()[0] == "classic"


def record_of(variant: Variant) -> Record:
    return Record(variant, ("Ada",), 0, (Input(None, parse_roll("1+1 r1 y1 g1 b1")),))


def test_a_record_decides_itself_what_it_must_hold(tmp_path: Path) -> None:
    classic = load_variant("classic")
    own = tmp_path / "own.toml"
    own.write_text('parent = "classic"\ntitle = "Own"\nrules = 1\n[penalties]\npoints = -6\n', "utf-8")
    names = {
        "variant: classic": classic,
        "variant: classic;die_leaves=turn": load_variant("classic", die_leaves="turn"),
    }
    for line, variant in names.items():
        text = format_record(record_of(variant))
        assert text.splitlines()[1] == line
        assert "variant {" not in text
        assert parse_record(text, load_variant).variant == variant
    strangers = (load_variant(own), load_variant(own, die_leaves="turn"), replace(classic, penalty_points=-6))
    for variant in strangers:
        text = format_record(record_of(variant))
        assert "variant {" in text
        assert parse_record(text, load_variant).variant == variant
        assert format_record(parse_record(text, load_variant)) == text


def test_a_copy_of_a_bundled_file_is_that_pad(tmp_path: Path) -> None:
    copy = tmp_path / "classic.toml"
    copy.write_text(format_variant(load_variant("classic")), "utf-8")
    assert load_variant(copy).is_known
