"""`rowlock review` and `rowlock analyse`: a game and a position, in words, as data, as pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.locale import languages, load_catalogue, text
from rowlock.locale.words import bot_name

GAMES = Path(__file__).parent.parent / "golden"
GAME = str(GAMES / "classic.rowlock")
TINY = str(Path(__file__).parent.parent / "tiny" / "tiny.toml")
POSITION = "classic 7/0 roll . . r2.3,y,g,b,p0 r,y,g12,b,p1 r,y,g,b,p0"


def test_a_game_is_reviewed_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", GAME, "--rollouts", "0"]) == 0
    out = capsys.readouterr().out
    assert "Judged by the champion’s network" in out
    for name in ("Ada", "Ben", "Cleo"):
        assert f"\n{name}: " in out
        assert f"With even luck {name} would have won " in out
    assert out.count("The champion with the same dice") == 3
    assert "blue 5 (better: red 5): 21.5% → 10.5% (Blunder)" in out


@pytest.mark.parametrize("pad", ["classic", "cards"])
@pytest.mark.parametrize("lang", languages())
def test_reports_are_in_the_readers_language(
    lang: str, pad: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Text, report and picture: nothing of another language is left, and bots have their names."""
    record = (GAMES / f"{pad}.rowlock").read_text(encoding="utf-8")
    first = re.search(r"^seat: (.*)$", record, re.M)
    assert first
    file, html, plot = tmp_path / "game.rowlock", tmp_path / "report.html", tmp_path / "chances.svg"
    file.write_text(record.replace(first[0], f"{first[0]}\nbot 1: champion", 1), encoding="utf-8")
    files = ["--html", str(html), "--plot", str(plot)]
    assert main(["review", str(file), "--rollouts", "0", "--language", lang, *files]) == 0
    catalogue, said = load_catalogue(lang), (capsys.readouterr().out, html.read_text(encoding="utf-8"))
    bot, title = bot_name(catalogue, "champion"), text(catalogue, f"game.variants.{pad}.title")
    for told in said:
        assert bot in told
        assert title in told
        assert text(catalogue, "study.sum.title") in told
        assert "{" not in told.split("</style>")[-1]
        assert text(catalogue, f"terminal.report.{'call' if pad == 'cards' else 'roll'}") in told
        assert (f"{bot}: " in told) == (lang != "fr")
        assert (f"{bot}\u00a0: " in told) == (lang == "fr")
        assert "au lieu de le" not in told
    if pad == "cards":
        assert text(catalogue, "study.without.none", name="Ada") in said[0]
    assert f'<html lang="{lang}">' in said[1]
    if lang != "en":
        assert not re.findall(r"luck|instead|Own decisions|Turn \d|given away", "".join(said))
    assert bot in plot.read_text(encoding="utf-8")


def test_a_language_that_nobody_speaks_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", GAME, "--language", "xx"]) == 1
    assert "xx" in capsys.readouterr().err


def test_one_seat_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", GAME, "--rollouts", "0", "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "Ben: " in out
    assert "Ada" not in out
    assert main(["review", GAME, "--seat", "3"]) == 1
    assert "--seat must be 0 to 2" in capsys.readouterr().err


def test_data_a_picture_and_a_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot, report = tmp_path / "chances.svg", tmp_path / "report.html"
    said = ["review", GAME, "--rollouts", "0", "--json", "--plot", str(plot), "--html", str(report)]
    assert main(said) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["turns"]) == found["turns"][-1]["turn"]
    assert "<svg" in plot.read_text(encoding="utf-8")
    text = report.read_text(encoding="utf-8")
    assert "Ada" in text
    assert 'role="img"' in text
    assert "<script" not in text
    assert "http" not in text  # it is self-contained


def test_the_axis_of_the_picture_has_whole_turns(tmp_path: Path) -> None:
    file, plot = tmp_path / "short.rowlock", tmp_path / "short.svg"
    lines = Path(GAME).read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text(
        "".join(lines[: next(i for i, line in enumerate(lines) if line.startswith("3."))]), "utf-8"
    )
    assert main(["review", str(file), "--rollouts", "0", "--plot", str(plot)]) == 0
    axis = plot.read_text("utf-8").split('id="matplotlib.axis_2"')[0]
    ticks = re.findall(r"<!-- ([\d.]+) -->", axis)
    assert "1" in ticks
    assert not [tick for tick in ticks if "." in tick]


def test_names_are_text_in_the_report(tmp_path: Path) -> None:
    record = Path(GAME).read_text(encoding="utf-8").replace("seat: Ada", "seat: <b>&\"'")
    file, report = tmp_path / "game.rowlock", tmp_path / "report.html"
    file.write_text(record, encoding="utf-8")
    assert main(["review", str(file), "--rollouts", "0", "--html", str(report)]) == 0
    assert "<b>" not in report.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (["--rollouts", "1"], "--rollouts must be 0, or 2 to"),
        (["--processes", "0"], "--processes must be 1 or more"),
        (["--plot", "x.doc"], "a plot is a file ending in"),
        (["--html", f"{GAME}/x.html"], "cannot be written"),  # a file is no folder, whoever asks
    ],
)
def test_what_cannot_be_is_said_before_the_work(
    wrong: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", GAME, *wrong]) == 1
    assert word in capsys.readouterr().err


def test_a_position_is_analysed_for_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", POSITION]) == 0
    assert "Options of" not in capsys.readouterr().out
    assert main(["analyse", POSITION, "--roll", "4+1 r6 y2 g3 b6"]) == 0
    out = capsys.readouterr().out
    assert out.count("Options of Player") == 3
    assert main(["analyse", POSITION, "--roll", "4+1 r6 y2 g3 b6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["options"][0][0]["move"] == "r5"
    assert sum(found["worth"]) == pytest.approx(1)


def test_how_much_is_solved_for_an_exact_answer_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    late = (
        "classic 33/0 roll . . r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3 "
        "r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3"
    )
    for most, told in (("0", "the champion’s network"), ("200000", "exact")):
        assert main(["analyse", late, "--most", most]) == 0
        assert told in capsys.readouterr().out
    assert main(["analyse", late, "--most", "-1"]) != 0


@pytest.mark.parametrize("phase", ["colour", "colour+"])
def test_in_the_colour_action_one_seat_has_options(phase: str, capsys: pytest.CaptureFixture[str]) -> None:
    position = f"classic 7/0 {phase} 4+1,r6,y2,g3,b6 . r2.3,y,g,b,p0 r,y,g12,b,p1"
    assert main(["analyse", position, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["options"][0]
    assert not found["options"][1]
    assert found["worth"][0] == pytest.approx(found["options"][0][0]["worth"], abs=0.03)


def test_an_own_pad_is_analysed_by_games_of_steady(capsys: pytest.CaptureFixture[str]) -> None:
    said = ["analyse", "own 1/0 roll . . r,y,g,p0 r,y,g,p0", "--variant", TINY, "--rollouts", "50"]
    assert main(said) == 0
    assert "Steady played on from every position" in capsys.readouterr().out
