"""The lessons of a game, in a terminal: after the game, in its replay, and before a costly move."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from company import TestKeeper, keeper_in

from rowlock import parse_record
from rowlock.analysis.review import review_types
from rowlock.analysis.review.game import review
from rowlock.cli import main
from rowlock.engine.view import plain_variant
from rowlock.locale import languages, load_catalogue
from rowlock.table.errors import HintsOff
from rowlock.terminal.lines import Lines
from rowlock.terminal.online import OnlineTable, Tokens
from rowlock.terminal.review import draw_graph, review_lines
from rowlock.terminal.tutor import Tutor
from rowlock.variants import load_variant

GAME = Path(__file__).parent.parent / "golden" / "classic.rowlock"


@pytest.fixture(scope="module")
def found() -> review_types.Review:
    return review(parse_record(GAME.read_text("utf-8"), load_variant), rollouts=0)


def test_a_graph_is_as_high_as_its_values() -> None:
    assert draw_graph([0.0, 0.5, 1.0], 0.0, 1.0, 3, 2) == ["  █", " ██"]
    assert len(draw_graph([0.1] * 300, 0.0, 1.0, 70, 4)[0]) <= 70


@pytest.mark.parametrize("lang", languages())
def test_every_seat_sees_graph_luck_and_costly_choices_within_80_columns(
    lang: str, found: review_types.Review
) -> None:
    catalogue, variant = load_catalogue(lang), plain_variant(load_variant("classic"))
    for seat, name in enumerate(found["seats"]):
        lines = review_lines(catalogue, variant, found, seat, 70)
        assert name in lines[1]
        assert any("█" in line for line in lines)
        assert not [line for line in lines if "terminal." in line or "{" in line]
        marks = [line for line in lines if any(f" {mark} " in line for mark in ("?!", "?", "??"))]
        assert len(marks) == len(found["costliest"][seat])
        assert len(lines) <= 22  # of 24, with the keys
        assert all(len(line) <= 100 for line in lines)


def test_a_replay_shows_the_review_of_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME), "--turn", "3", "--review", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told.count("turn by turn") == len(parse_record(GAME.read_text("utf-8"), load_variant).seats)
    assert "Luck " in told


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


def end_of(keeper: TestKeeper, script: str) -> str:
    output, catalogue = io.StringIO(), load_catalogue("en")
    table = keeper.new_table("classic", 1, ["timid"], catalogue)
    assert Lines(table, keeper, catalogue, Keyboard(script), output).play() == 0
    return output.getvalue()


def test_plain_lines_offer_the_review_at_the_end(tmp_path: Path) -> None:
    told = end_of(keeper_in(tmp_path, seed="3"), "-\n!!\nv\n")
    assert "reviews the game" in told
    assert "turn by turn" in told
    assert "turn by turn" not in end_of(keeper_in(tmp_path, seed="3"), "-\n!!\n\n")


def test_a_tutor_speaks_once_before_a_costly_move_and_the_record_says_so(tmp_path: Path) -> None:
    keeper, catalogue = keeper_in(tmp_path, seed="3"), load_catalogue("en")
    table = keeper.new_table("classic", 1, ["timid"], catalogue)
    while table.step():
        pass
    moves = [move["move"] for move in table.look()["moves"]]
    tutor = Tutor("inaccuracy")
    words = {move: tutor.word(catalogue, table, move) for move in moves}
    costly = [move for move, word in words.items() if word]
    assert costly
    assert len(costly) < len(moves)
    assert "Better: " in words[costly[0]]
    assert tutor.word(catalogue, table, costly[0])
    assert tutor.word(catalogue, table, costly[0]) == ""  # said again, it is meant
    assert dict(table.record().headers)["hints 0"] == str(len(costly) + 1)
    assert Tutor(None).word(catalogue, table, costly[0]) == ""


def test_the_tutor_is_switched_in_the_game(tmp_path: Path) -> None:
    told = end_of(keeper_in(tmp_path, seed="3"), "p\np\np\np\n!!\n\n")
    assert [level in told for level in ("2%", "5%", "10%", ": Off")] == [True] * 4


def test_a_servers_table_that_allows_no_hints_gives_none(tmp_path: Path) -> None:
    table = OnlineTable("http://localhost:1/t/k3v9x2m7qa", "Ann", Tokens(tmp_path / "tokens"))
    with pytest.raises(HintsOff):
        table.note_hint()
