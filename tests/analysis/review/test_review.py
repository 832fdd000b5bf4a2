"""A reviewed game: exact alone where solved; in company all adds up, and nobody is judged by secrets."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from playing import BUNDLED, TINY
from recorded import bots_game

import rowlock.analysis.judges.selection as judging
from rowlock import Input, Phase, Record, all_rolls, apply, load_variant, parse_move, parse_record, parse_roll
from rowlock.analysis.judges.exact import Exact
from rowlock.analysis.review import review_types
from rowlock.analysis.review.game import review
from rowlock.analysis.review.grades import grade_of
from rowlock.analysis.review.report_words import ReportWords
from rowlock.analysis.review.text import format_review
from rowlock.analysis.review.turns import turns_of
from rowlock.bots.kit.batch import pad_of
from rowlock.engine.errors import Unsupported
from rowlock.engine.moves import RESIGN
from rowlock.engine.view import plain_variant
from rowlock.locale import load_catalogue
from rowlock.solver.dynamic import solve_in_memory
from rowlock.terminal.review import review_lines

TINY_PADS = [path for path in TINY if path.stem != "tiny-all"]
CLASSIC = load_variant("classic")


@pytest.fixture(autouse=True)
def nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has solved, the networks are asked."""
    monkeypatch.setattr(judging, "solved_values", lambda _: None)
    monkeypatch.setattr("rowlock.bots.planner.solved_values", lambda _: None)


def assert_adds_up(found: review_types.Review) -> None:
    """Every seat's sum is its result, for every turn and in total."""
    for seat, total in enumerate(found["totals"]):
        parts = total["start"] + total["luck"] - total["lost"] + total["others"] + total["unexplained"]
        assert parts == pytest.approx(total["result"], abs=1e-9)
        assert total["without_luck"] == pytest.approx(total["result"] - total["luck"])
        lost = [d["loss"] for turn in found["turns"] for d in turn["decisions"] if d["seat"] == seat]
        assert total["lost"] == pytest.approx(sum(lost))
        assert total["decisions"] == len(lost)
        assert all(loss >= 0 for loss in lost)


@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("path", TINY_PADS, ids=lambda path: path.stem)
def test_alone_on_a_solved_pad_the_score_is_explained_exactly(path: Path, bot: str) -> None:
    variant = load_variant(path)
    values = solve_in_memory(variant)
    for deal in range(3):
        found = review(bots_game(variant, (bot,), deal), judge=Exact(values))
        assert found["result"] is not None
        assert found["judge"]["exact"]
        (total,), (score,) = found["totals"], found["result"]["scores"]
        assert total["start"] == pytest.approx(values.start, abs=1e-6)
        assert score == pytest.approx(values.start + total["luck"] - total["lost"], abs=1e-6)
        assert total["unexplained"] == pytest.approx(0, abs=1e-6)
        assert total["others"] == 0


def test_alone_luck_is_nothing_on_average() -> None:
    variant = load_variant(TINY_PADS[0])
    judge = Exact(solve_in_memory(variant))
    turn = turns_of(bots_game(variant, ("steady",)))[0]
    rolls = list(all_rolls(turn.before))
    best = [max(judge.options(apply(turn.before, roll).game).values()) for roll in rolls]
    assert sum(best) / len(best) == pytest.approx(judge.values.value_of(turn.before), abs=1e-6)


def test_without_luck_nobody_has_fewer_points_than_a_sheet_can_have() -> None:
    """Whoever passes all the time would, with worse dice, have got even less."""
    rolls = ("6+3 r1 y2 g4 b6", "4+6 r6 y5 g5 b3", "3+1 r6 y2 g6 b6", "6+6 r2 y2 g5 b5")
    turns = "".join(f"{turn}. {roll} | - | -\n" for turn, roll in enumerate(rolls, start=1))
    head = "rowlock game 1\nvariant: classic\nseat: Mia\n"
    found = review(parse_record(f"{head}\n{turns}\n"), 0)
    (total,) = found["totals"]
    assert total["without_luck"] < -20 == total["fair"] == total["result"]
    english, pad = load_catalogue("en"), plain_variant(CLASSIC)
    told = [format_review(ReportWords(english, pad, found)), *review_lines(english, pad, found, 0)]
    assert not any("even luck" in one or "Without luck" in one for one in told), "it is the same"


def test_the_ghost_of_a_solved_game_plays_it_best(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_variant(TINY_PADS[0])
    values = solve_in_memory(variant)
    monkeypatch.setattr("rowlock.bots.planner.solved_values", lambda _: values)
    record = bots_game.__wrapped__(variant, ("champion",))
    found = review(record, judge=Exact(values))
    assert found["totals"][0]["lost"] == pytest.approx(0, abs=1e-9)
    assert found["result"]
    assert found["result"] is not None
    assert found["result"] is not None
    assert found["ghosts"][0]["score"] == found["result"]["scores"][0]


@pytest.mark.parametrize("name", BUNDLED)
def test_in_company_everything_adds_up_and_the_champion_loses_nothing(name: str) -> None:
    names = ("champion", "cautious", "steady")
    found = review(bots_game(load_variant(name), names), rollouts=0)
    assert found["judge"] == {"by": "network", "unit": "chance", "exact": False, "rollouts": 0, "error": 0.0}
    assert_adds_up(found)
    for turn in found["turns"]:
        assert turn["after"] is not None
        for chances in (turn["before"], turn["rolled"], turn["after"]):
            assert sum(chances) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in chances)
        assert sum(turn["luck"]) == pytest.approx(0, abs=1e-9)
    champion, cautious, _ = found["totals"]
    assert champion["lost"] == pytest.approx(0, abs=1e-6)
    assert champion["accuracy"] == pytest.approx(100)
    assert cautious["lost"] > 0.02
    assert cautious["accuracy"] is not None
    assert cautious["accuracy"] < 100
    assert found["result"] is not None
    assert found["ghosts"][0]["score"] == found["result"]["scores"][0]
    assert json.loads(json.dumps(found)) == found


def test_the_better_option_stands_first_and_the_chosen_one_among_them() -> None:
    found = review(bots_game(CLASSIC, ("random", "greedy")), rollouts=0)
    for decision in (decision for turn in found["turns"] for decision in turn["decisions"]):
        worths = [option["worth"] for option in decision["options"]]
        assert worths == sorted(worths, reverse=True)
        assert len(worths) > 1
        chosen = next(o for o in decision["options"] if o["move"] == decision["chosen"])
        assert chosen["loss"] == pytest.approx(decision["loss"])
        assert decision["options"][0]["worth"] == pytest.approx(worths[0])
        assert decision["grade"] == grade_of(decision["loss"], "chance")
    assert found["totals"][0]["blunders"] > 0


def test_a_white_choice_is_judged_by_what_the_seat_could_know() -> None:
    record = bots_game(CLASSIC, ("steady", "cautious"))
    game = record.new_game()
    for n, (seat, move) in enumerate(record.inputs):
        game = apply(game, move, seat).game
        if game.phase is Phase.WHITE and seat is None and n > 30:
            break
    known = record.inputs[: n + 1]
    moves = [parse_move("-"), *[said.move for said in record.inputs[n + 1 : n + 3] if said.seat == 1]]
    told = []
    for other in moves:
        said = (*known, Input(0, parse_move("-")), Input(1, other))
        found = review(replace(record, inputs=said), rollouts=0)
        told.append([d["options"] for d in found["turns"][-1]["decisions"] if d["seat"] == 0])
    assert told[0] == told[1]
    assert told[0]


def test_choices_that_were_taken_back_are_not_judged() -> None:
    said = [
        Input(None, parse_roll("4+1 r6 y2 g3 b6")),
        Input(0, parse_move("r5")),
        Input(0, parse_move("<")),
        Input(0, parse_move("y5")),
    ]
    found = review(Record(CLASSIC, ("Ann", "Ben"), 0, tuple(said)), rollouts=0)
    (turn,) = found["turns"]
    assert turn["choices"] == ["y5", None]
    assert turn["after"] is None
    assert found["result"] is None
    assert [decision["chosen"] for decision in turn["decisions"]] == ["y5"]
    assert_adds_up(found)


def test_a_game_is_reviewed_until_somebody_gives_up() -> None:
    whole = bots_game(CLASSIC, ("steady", "cautious"))
    said = (*whole.inputs[:21], Input(1, RESIGN))
    found = review(replace(whole, inputs=said), rollouts=0)
    assert found["result"] is not None
    assert (found["result"]["reason"], found["result"]["winners"]) == ("resigned", [0])
    assert not found["whole"]
    assert 0 < found["totals"][1]["result"] < 1
    assert_adds_up(found)
    assert review(whole, rollouts=0)["whole"]


def test_a_game_without_turns_has_a_review_too() -> None:
    found = review(Record(CLASSIC, ("Ann", "Ben")))
    assert found["turns"] == []
    assert found["totals"][0]["decisions"] == 0


def test_grades_have_their_limits() -> None:
    assert [grade_of(loss, "chance") for loss in (0.019, 0.02, 0.05, 0.1)] == [
        None,
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert [grade_of(loss, "points") for loss in (0.9, 1, 3, 6)] == [None, "inaccuracy", "mistake", "blunder"]
    assert grade_of(0.3, "chance", error=0.2) is None


@pytest.mark.parametrize("seats", [1, 2])
def test_a_pad_that_nobody_knows_is_judged_by_games_of_steady_and_says_so(seats: int) -> None:
    variant = load_variant(TINY_PADS[0])
    record = bots_game(variant, ("random", "steady")[:seats])
    found = review(record, rollouts=20)
    assert found["judge"]["by"] == "rollouts"
    assert found["judge"]["rollouts"] == 20
    assert found["judge"]["error"] > 0
    assert_adds_up(found)


def test_a_pad_that_arrays_do_not_hold_is_judged_through_the_engine() -> None:
    variant = load_variant(Path(__file__).parents[2] / "tiny" / "tiny-all.toml")
    with pytest.raises(Unsupported):
        pad_of(variant)
    found = review(bots_game(variant, ("random", "random")), rollouts=2)
    assert found["judge"]["by"] == "rollouts"
    assert_adds_up(found)


def test_options_name_their_cells_and_graded_decisions_their_reasons() -> None:
    found = review(bots_game(load_variant("bonus-b"), ("greedy", "random"), 1), rollouts=0)
    decisions = [decision for turn in found["turns"] for decision in turn["decisions"]]
    for decision in decisions:
        for option in decision["options"]:
            row, number = option["cell"] or ("", 0)
            assert (option["move"] == "-") == (option["cell"] is None)
            assert option["move"].split(">")[0] in ("-", f"*{row}", f"{row}{number}")
        assert len(decision["reasons"]) <= (2 if decision["grade"] else 0)
    assert any(decision["reasons"] for decision in decisions)


def test_the_text_says_from_where_on_it_is_exact_and_marks_what_is() -> None:
    record = bots_game(load_variant("classic"), ("steady", "random"), 1)
    found = review(record, rollouts=0)
    exact = [turn["turn"] for turn in found["turns"] if any(one["exact"] for one in turn["decisions"])]
    words = ReportWords(load_catalogue("en"), plain_variant(record.variant), found)
    assert f"exact from turn {exact[0]} on" in format_review(words)
    n, k = found["costliest"][1][0]
    found["turns"][n]["decisions"][k]["exact"] = True
    assert format_review(words).count(", exact)") == 2  # in its turn, and among the costliest
    for turn in found["turns"]:
        for one in turn["decisions"]:
            one["exact"] = False
    assert "exact" not in format_review(words)
