"""`rowlock print` as people call it, and what they read when it cannot be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.cli import main

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "sheets.pdf"
    assert main(["print", "classic", "--output", str(output), "--lang", "de"]) == 0
    assert capsys.readouterr().out == f"{output}\n"
    assert output.read_bytes().startswith(b"%PDF")


def test_several_pages_of_svg_go_to_several_files(tmp_path: Path) -> None:
    output = tmp_path / "sheets.svg"
    assert main(["print", "longo", "-o", str(output), "--pages", "2", "--rules"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"sheets-{n}.svg" for n in (1, 2, 3, 4)]


def test_a_record_gets_room_for_all_its_seats(tmp_path: Path) -> None:
    output = tmp_path / "game.svg"
    assert main(["print", "--record", str(GOLDEN / "classic.rowlock"), "-o", str(output)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.svg"]


def test_a_class_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "pack.pdf"
    assert main(["print", "--class-pack", "--lang", "de", "-o", str(output)]) == 0
    assert capsys.readouterr().out == f"{output}\n"
    assert output.read_bytes().startswith(b"%PDF")
    assert main(["print", "--class-pack", "--rules", "-o", str(tmp_path / "pack.svg")]) == 0
    assert len(list(tmp_path.glob("pack-*.svg"))) == 2 + 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["classic", "-o", "sheets.doc"], "must end in .pdf or .svg"),
        (["clasic", "-o", "sheets.pdf"], "there is no variant 'clasic'"),
        (["-o", "sheets.pdf"], "nothing to print"),
        (["classic", "--record", "x.rowlock", "-o", "sheets.pdf"], "not both"),
        (["--record", "missing.rowlock", "-o", "sheets.pdf"], "missing.rowlock cannot be read: No such file"),
        (["classic", "-o", "no/such/folder/sheets.pdf"], "cannot be written: No such file"),
        (["classic", "-o", "sheets.pdf", "--lang", "xx"], "no texts for language 'xx'"),
        (["classic", "--class-pack", "-o", "pack.pdf"], "brings its own sheets"),
        (["--class-pack", "--cards", "-o", "pack.pdf"], "brings its own sheets"),
        (["classic", "-o", "sheets.pdf", "--pages", "0"], "1 to 100 pages"),
    ],
)
def test_failures_are_sentences(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *arguments]) == 1
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
