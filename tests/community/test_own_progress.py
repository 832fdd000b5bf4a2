"""Progress: what a review says of a seat, and how games add up."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from rowlock.analysis.review.game import review
from rowlock.commands.me import practise, profile_lines
from rowlock.community.progress import PARTS, SORTS, digest, lost_in, progress_of, sort_of
from rowlock.engine.record import parse_record
from rowlock.locale import languages, load_catalogue
from rowlock.locale.words import decimal
from rowlock.variants import load_variant

REPOSITORY = Path(__file__).parents[2]
CLASSIC = load_variant("classic")


@pytest.fixture(scope="module")
def told() -> Any:
    text = (REPOSITORY / "examples" / "classic.rowlock").read_text(encoding="utf-8")
    return review(parse_record(text, load_variant), 0)


def test_a_digest_has_every_decision_of_its_seat_once(told: Any) -> None:
    for seat in range(3):
        one = digest(told, seat, CLASSIC)
        mine = [choice for turn in told["turns"] for choice in turn["decisions"] if choice["seat"] == seat]
        for group in (one["parts"], one["sorts"]):
            assert sum(part["decisions"] for part in group.values()) == len(mine)
            assert sum(part["lost"] for part in group.values()) == pytest.approx(
                sum(choice["loss"] for choice in mine), abs=1e-4
            )
        assert one["luck"] == pytest.approx(told["totals"][seat]["luck"], abs=1e-5)
        assert len(one["others"]) == 2
        assert [mistake["loss"] for mistake in one["mistakes"]] == sorted(
            (mistake["loss"] for mistake in one["mistakes"]), reverse=True
        )


def test_a_mistake_is_practised_by_what_the_review_found(told: Any) -> None:
    mistakes = [mistake for seat in range(3) for mistake in digest(told, seat, CLASSIC)["mistakes"]]
    assert mistakes
    answers = iter(["\n", *(f"{one['best']}\n" for one in mistakes[1:])])
    out = StringIO()
    assert practise(load_catalogue("en"), mistakes, out, lambda: next(answers)) == 0
    assert f"{len(mistakes) - 1} of {len(mistakes)} solved." in out.getvalue()
    assert f"Practise 1/{len(mistakes)} · Classic" in out.getvalue()
    for one in mistakes:
        assert max(one["worths"], key=lambda move: one["worths"][move]) == one["best"]
        best, chosen = (one["worths"][move] for move in (one["best"], one["chosen"]))
        assert best - chosen == pytest.approx(one["loss"], abs=2e-4)
    out = StringIO()
    practise(load_catalogue("de"), [], out, lambda: "")
    assert out.getvalue() == "Noch keine Fehler zum Üben.\n"


def choice(chosen: str, best: str, phase: str = "white", crossed: str = "") -> Any:
    cells = {"r12": ["r", 12], "r5": ["r", 5], "-": None}
    position = f"classic 1/0 colour 2+5,r1,y3,g1,b4 {crossed}"
    return {
        "seat": 0,
        "phase": phase,
        "chosen": chosen,
        "best": best,
        "position": position,
        "options": [{"move": move, "cell": cells[move]} for move in dict.fromkeys((chosen, best))],
    }


def test_kinds_of_decisions() -> None:
    turn: Any = {"choices": ["r5", "-"]}
    assert sort_of(choice("r12", "r5"), turn, CLASSIC) == "lock"
    assert sort_of(choice("r5", "-"), turn, CLASSIC) == "skip"
    assert sort_of(choice("r5", "r5"), turn, CLASSIC) == "other"
    assert sort_of(choice("r5", "r5", "colour"), turn, CLASSIC) == "second"


def test_games_add_up_by_month_pad_and_opponent(told: Any) -> None:
    one, other = digest(told, 0, CLASSIC), digest(told, 1, CLASSIC)
    bots: Any = {**other, "others": ["bot:steady"], "won": 1.0, "score": 99}
    alone: Any = {**other, "unit": "points", "seats": 1, "score": 120, "others": []}
    found = progress_of([("2026-10-31", one), ("2026-11-01", bots), ("2026-11-02", alone)])
    assert found["games"] == 3
    assert [(month["month"], month["games"]) for month in found["months"]] == [("2026-10", 1), ("2026-11", 1)]
    assert found["months"][1]["lost"] == pytest.approx(lost_in(other), abs=1e-4)
    assert [line["name"] for line in found["parts"]] == list(PARTS)
    assert [line["name"] for line in found["sorts"]] == list(SORTS)
    assert {(best["pad"], best["alone"]): best["score"] for best in found["bests"]}["classic", True] == 120
    steady = next(line for line in found["against"] if line["name"] == "bot:steady")
    assert steady == {"name": "bot:steady", "games": 1, "won": 1.0}
    assert progress_of([])["games"] == 0


@pytest.mark.parametrize("language", languages())
def test_the_terminal_tells_a_profile_in_every_language(told: Any, language: str) -> None:
    ladder: Any = {
        "family": "mixx",
        "kind": "several",
        "pads": ["mixx-a", "mixx-b"],
        "results": {"number": 951, "low": 1268, "high": 2460, "known": False},
        "play": {"loss": 0.47, "low": 0.1, "high": 1.2, "decisions": 31},
        "games": 5,
        "opponents": 2,
        "listed": False,
        "days": [],
    }
    progress = progress_of([("2026-11-01", digest(told, 0, CLASSIC))])
    profile: Any = {"name": "Mia", "handle": None, "ladders": [ladder], "progress": progress}
    lines = profile_lines(load_catalogue(language), profile)
    shown = "\n".join(lines)
    loss = decimal(load_catalogue(language), 0.47, 2)
    assert loss == ("0.47" if language == "en" else "0,47")
    for part in ("Mia", "0951", "1268", loss, "2026-11", "█"):
        assert part in shown
    assert "people.me" not in shown
    assert max(map(len, (line for line in lines if "rowlock analyse" not in line))) <= 100
    unjudged: Any = {**profile, "ladders": [{**ladder, "play": None}]}
    assert profile_lines(load_catalogue(language), unjudged) != lines
