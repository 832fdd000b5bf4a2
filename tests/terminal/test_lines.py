"""The game in plain lines, driven by a script."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from company import Asked, TestKeeper, keeper_in

from rowlock import parse_record
from rowlock.locale import languages, load_catalogue
from rowlock.terminal.keeper import Keeper
from rowlock.terminal.lines import Lines
from rowlock.variants import load_variant, variant_names


def play(
    keeper: TestKeeper, script: str, lang: str = "en", variant: str = "classic", people: int = 1
) -> tuple[int, str]:
    catalogue, output = load_catalogue(lang), io.StringIO()
    table = keeper.new_table(variant, people, ["timid"] if people == 1 else [], catalogue)
    status = Lines(table, keeper, catalogue, io.StringIO(script), output).play()
    return status, output.getvalue()


@pytest.mark.parametrize("variant", variant_names())
def test_a_script_plays_a_whole_game(variant: str, tmp_path: Path) -> None:
    keeper, output, catalogue = keeper_in(tmp_path, seed="9"), io.StringIO(), load_catalogue("en")
    table = keeper.new_table(variant, 2, ["eager"], catalogue)
    assert Lines(table, keeper, catalogue, Asked(output), output).play() == 0
    told = output.getvalue()
    assert re.search(r"(wins|share the win) with \d+ points\.", told)
    path = re.findall(r"saved to (\S+\.rowlock)", told)[0]
    assert parse_record(Path(path).read_text("utf-8"), load_variant).seats == (
        "Player 1",
        "Player 2",
        "Eager",
    )
    assert keeper.storage.left() == []


def test_R25_1_a_card_is_taken_by_the_number_of_its_slot_and_help_shows_such_moves(tmp_path: Path) -> None:
    _, told = play(keeper_in(tmp_path, seed="9"), "?\n2\n", variant="cards")
    assert "Write a move (@2, r8, =r8.7:8, -)" in told
    assert re.search(r"Player 1 takes|You take|take the", told, re.IGNORECASE)
    assert "Possible: @1" not in told


def test_the_end_of_the_input_saves_the_game(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, seed="9")
    status, told = play(keeper, "-\n")
    assert status == 0
    assert told.endswith("Saved. `rowlock play --resume` continues this game.\n")
    assert keeper.resume().said


def test_what_is_no_move_is_told_and_asked_again(tmp_path: Path) -> None:
    status, told = play(keeper_in(tmp_path, seed="9"), "hello\nr99\n<\nq\n")
    assert status == 0
    assert "That is not a move" in told
    assert "r99 is not possible now. Possible: r6" in told
    assert "Not now" in told
    assert told.count("> ") == 4


def test_help_hint_sheets_and_taking_back(tmp_path: Path) -> None:
    _, told = play(keeper_in(tmp_path, seed="9"), "?\nh\ns\nu\n-\nu\nq\n", people=2)
    assert "Write a move" in told
    assert "Eager would choose: red 6" in told
    assert "There is nothing to undo." in told
    assert told.count("Player 2> ") == 1, "after the choice was taken back, the first player is asked again"


@pytest.mark.parametrize("lang", languages())
def test_every_language(lang: str, tmp_path: Path) -> None:
    status, told = play(keeper_in(tmp_path, seed="9"), "h\n?\n-\n-\n-\n", lang, "bonus-b")
    assert status == 0
    assert "{" not in told


def test_the_language_changes_in_the_middle(tmp_path: Path) -> None:
    _, told = play(keeper_in(tmp_path, seed="9"), "l de\nl xx\nl\nq\n")
    assert "Weiße Würfel" in told
    assert "In dieser Sprache gibt es keine Texte." in told
    assert "White dice" in told.split("In dieser Sprache")[1]


def test_ctrl_c_saves_and_says_so(tmp_path: Path) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    keeper, output, catalogue = keeper_in(tmp_path, seed="9"), io.StringIO(), load_catalogue("en")
    table = keeper.new_table("classic", 1, ["timid"], catalogue)
    assert Lines(table, keeper, catalogue, Interrupted(), output).play() == 130
    assert "Saved." in output.getvalue()


def test_what_a_bot_plays_an_own_pad_by_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = Path(__file__).parents[2] / "examples" / "shuffled.toml"
    for lang, hand in (("en", "the way Steady does"), ("de", "so wie Ruhepol")):
        keeper, catalogue, output = Keeper(keeper_in(tmp_path).storage), load_catalogue(lang), io.StringIO()
        table = keeper.new_table(str(own), 1, ["champion"], catalogue)
        Lines(table, keeper, catalogue, io.StringIO(""), output).play()
        assert hand in output.getvalue()


def test_R8_5_a_line_gives_up_and_another_breaks_off(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, seed="9")
    status, told = play(keeper, "!\n!!\n")
    assert status == 0
    assert "Player 1 gives up." in told
    assert "Timid wins with" in told
    status, told = play(keeper, "..\n")
    assert "The game was broken off; nobody has won." in told
