"""The game in words: every fact, prompt and result, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from playing import say, table

from rowlock import load_variant, plain_variant, view
from rowlock.engine.mechanisms import all_facts
from rowlock.locale import languages, load_catalogue
from rowlock.locale.words import (
    button,
    cell_name,
    join_names,
    row_name,
    tell_ask,
    tell_effects,
    tell_error,
    tell_fact,
    tell_move,
    tell_result,
    variant_line,
    variant_title,
)

NAMES = ["Mia", "Ben"]
VARIANT: Any = {
    "closes_for": "table",
    "strips": [{"name": "swaps", "fields": [{"colour": "", "text": "8/5"}, {"colour": "", "text": "9/7"}]}],
    "name": "classic",
    "title": "Classic",
    "penalties": {"boxes": 4, "points": -5},
    "rows": [
        {"row": "r", "lock": "r", "cells": [{"number": 8, "colours": "g"}, {"number": 9, "colours": "r"}]},
        {"row": "o", "lock": None, "cells": [{"number": 8, "colours": "ry"}]},
        *[{"row": row, "lock": row, "cells": [{"number": 7, "colours": row}]} for row in "ygb"],
        {"row": "s", "lock": None, "cells": [{"number": 5, "colours": "g"}]},
    ],
    "legend": [
        {"id": name, "text": f"game.pairs.{name.split('#')[0]}", "frame": name, "cells": []}
        for name in (
            "two-in-fewest",
            "one-in-each",
            "double-fewest",
            "thirteen",
            "no-penalties",
            "thirteen#2",
        )
    ],
    "badges": [{"name": "lucky", "sheets": [[5, 10], []]}],
}
DICE = {"white": [4, 1], "coloured": {"r": 6, "b": 2}}
FACT_EXAMPLES: list[dict[str, Any]] = [
    {"kind": "rolled", "seat": 0, "roll": DICE},
    {"kind": "rolled", "seat": 0, "roll": {"white": [4, 1], "coloured": {}}},
    {"kind": "chose", "seat": 1},
    {"kind": "withdrew", "seat": 1},
    {"kind": "passed", "seat": 1},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 8, "by": "white"},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "colour"},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "lucky"},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "swaps"},
    {"kind": "swapped", "seat": 0, "field": 3},
    {"kind": "shuffled", "count": 44},
    {"kind": "took", "seat": 1, "slot": 2, "number": 7},
    {"kind": "laid", "slot": 2, "number": 7},
    {"kind": "called", "number": 7},
    {"kind": "played", "seat": 0, "colour": "b", "numbers": [9, 12], "jokers": [11]},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "call"},
    {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "play"},
    {"kind": "bar_crossed", "seat": 0, "field": 3, "row": "g"},
    *[
        {"kind": "pair_completed", "seat": 0, "pair": pair}
        for pair in ("two-in-fewest", "one-in-each", "double-fewest", "thirteen", "no-penalties")
    ],
    {"kind": "bonus_crossed", "seat": 0, "row": "y", "number": 7, "by": "bar"},
    {"kind": "bonus_lost", "seat": 0, "row": "b", "by": "bar"},
    {"kind": "locked", "seat": 0, "row": "r"},
    {"kind": "closed", "row": "r", "seats": [0]},
    {"kind": "struck", "seat": 1, "row": "y", "fields": [2, 8, 10]},
    {"kind": "die_removed", "colour": "b"},
    {"kind": "penalised", "seat": 0, "count": 2},
    {"kind": "ended", "reason": "rows"},
    {"kind": "ended", "reason": "penalties"},
    {"kind": "ended", "reason": "resigned"},
    {"kind": "ended", "reason": "aborted"},
    {"kind": "resigned", "seat": 1},
]


def anything(told: dict[str, Any]) -> Any:
    """A part of what is told, as much of it as words are made of."""
    return told


def tell(lang: str, fact: dict[str, Any]) -> str:
    return tell_fact(load_catalogue(lang), VARIANT, NAMES, fact)


def test_the_examples_show_every_kind_of_fact() -> None:
    assert {fact["kind"] for fact in FACT_EXAMPLES} == {fact.kind for fact in all_facts()}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("fact", FACT_EXAMPLES, ids=lambda fact: fact["kind"])
def test_every_fact_is_a_sentence(lang: str, fact: dict[str, Any]) -> None:
    sentence = tell(lang, fact)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    if "seat" in fact:
        assert NAMES[fact["seat"]] in sentence


def test_some_sentences() -> None:
    assert tell("en", FACT_EXAMPLES[0]) == "Mia rolls 4 + 1 = 5, with ●6 ◆2."
    assert tell("de", {"kind": "die_removed", "colour": "b"}) == "Der blaue Würfel scheidet aus."
    struck = {"kind": "struck", "seat": 1, "row": "y", "fields": [2, 8, 10]}
    assert tell("pl", struck) == "Ben wykreśla 3 pola paska bonusów: żółty rząd."
    closed = {"kind": "closed", "row": "r", "seats": [0]}
    assert tell("fr", closed) == "La rangée rouge est clôturée pour tous."


def test_cards_in_words() -> None:
    played: Any = {"kind": "played", "seat": 0, "colour": "b", "numbers": [9, 12], "jokers": [11]}
    assert tell("en", played) == "Mia plays blue: 9, 12, joker 11."
    assert (
        tell("de", {"kind": "took", "seat": 1, "slot": 2, "number": 7}) == "Ben nimmt eine 7 aus der Auslage."
    )
    facts = [played, {"kind": "crossed", "seat": 0, "row": "b", "number": 12, "by": "play"}]
    move: Any = {"facts": facts, "cell": ["b", 12], "cells": [["b", 12], ["b", 11]]}
    english = load_catalogue("en")
    assert tell_move(english, VARIANT, move) == "Play blue: 9, 12, joker 11 · cross 12, 11"
    assert tell_move(english, VARIANT, anything({**move, "cells": []})) == "Play blue: 9, 12, joker 11"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("phase", ["shuffle", "take", "call", "play"])
def test_every_step_with_cards_asks_something(lang: str, phase: str) -> None:
    view: Any = {
        "over": None,
        "phase": phase,
        "active": 0,
        "seat": 0,
        "waiting": [0],
        "crossed": False,
        "cards": {"called": 7},
        "sheets": [{}, {}],
        "moves": [{"move": "@1"}],
    }
    asked = tell_ask(load_catalogue(lang), VARIANT, NAMES, view)
    assert asked.endswith(".")
    assert ("7" in asked) == (phase == "call")


def test_R13_1_a_cell_is_told_by_the_colour_printed_on_it() -> None:
    assert tell("en", {"kind": "crossed", "seat": 0, "row": "r", "number": 8, "by": "white"}) == (
        "Mia crosses green 8."
    )


@pytest.mark.parametrize(
    ("lang", "row", "words"),
    [
        ("en", "r", "the red row"),
        ("en", "o", "the red/yellow row"),
        ("en", "s", "row s"),
        ("de", "o", "die Reihe Rot/Gelb"),
        ("fr", "o", "la rangée rouge/jaune"),
        ("it", "s", "la riga s"),
        ("pl", "o", "rząd czerwony/żółty"),
    ],
)
def test_a_row_without_a_lock_is_told_by_the_colours_of_its_cells(lang: str, row: str, words: str) -> None:
    """Unless another row has the same colours: then by its letter."""
    assert row_name(load_catalogue(lang), VARIANT, row) == words


def test_a_cell_of_two_colours_is_told_by_both() -> None:
    assert cell_name(load_catalogue("en"), VARIANT, "o", 8) == "red/yellow 8"
    assert cell_name(load_catalogue("fr"), VARIANT, "o", 8) == "le 8 rouge/jaune"


def test_the_second_pair_of_a_kind_is_told_by_its_title() -> None:
    assert tell("en", {"kind": "pair_completed", "seat": 0, "pair": "thirteen#2"}) == (
        "Mia completes the pair “Thirteen”."
    )


def test_a_cross_by_something_new_is_told_as_a_cross() -> None:
    fact = {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "swap"}
    assert tell("en", fact) == "Mia crosses red 9."


def test_R9_3_results() -> None:
    english, polish = load_catalogue("en"), load_catalogue("pl")
    assert (
        tell_result(english, NAMES, anything({"scores": [70, 41], "winners": [0]}))
        == "Mia wins with 70 points."
    )
    shared = {"scores": [42, 42], "winners": [0, 1]}
    assert tell_result(english, NAMES, anything(shared)) == "Mia and Ben share the win with 42 points."
    assert tell_result(polish, ["Mia"], anything({"scores": [101], "winners": [0]})) == (
        "Mia kończy z wynikiem 101 punktów."
    )
    gave_up = {"scores": [70, 41], "winners": [1], "reason": "resigned"}
    assert tell_result(english, NAMES, anything(gave_up)) == "Ben wins with 41 points."
    aborted = {"scores": [70, 41], "winners": [], "reason": "aborted"}
    assert tell_result(english, NAMES, anything(aborted)) == "The game was broken off; nobody has won."
    assert join_names(english, ["Mia", "Ben", "Ann"]) == "Mia, Ben and Ann"


def ask(lang: str, **changes: Any) -> str:
    view: Any = {
        "seat": 0,
        "active": 1,
        "phase": "white",
        "roll": {"total": 5},
        "crossed": False,
        "waiting": [0, 1],
        "sheets": [{"badges": [[5, 10]]}, {"badges": [[]]}],
        "moves": [{}, {}],
        "over": None,
    }
    return tell_ask(load_catalogue(lang), VARIANT, NAMES, anything({**view, **changes}))


@pytest.mark.parametrize("lang", languages())
def test_prompts_say_what_passing_costs(lang: str) -> None:
    assert "5" in ask(lang, phase="colour", waiting=[0])
    assert ask(lang, phase="colour", waiting=[0]) != ask(lang, phase="colour", waiting=[0], crossed=True)


def test_prompts() -> None:
    assert "lucky number" in ask("en")
    assert "lucky" not in ask("en", seat=1)
    assert ask("en", phase="roll") == "Ben rolls."
    assert ask("en", waiting=[1]) == "Waiting for Ben."
    assert ask("de", moves=[{}], phase="colour").endswith("du kannst nur passen.")
    assert ask("en", over={"scores": [1, 0], "winners": [0]}) == "Mia wins with 1 point."


def test_a_move_and_its_effects() -> None:
    english = load_catalogue("en")
    move: Any = {
        "move": "r9>y",
        "cell": ["r", 9],
        "skips": 1,
        "locks": ["r"],
        "gain": 15,
        "facts": [{"kind": "bonus_crossed", "seat": 0, "row": "y", "number": 7, "by": "bar"}],
    }
    assert tell_move(english, VARIANT, move) == "red 9"
    assert tell_effects(english, plain_variant(load_variant("classic")), anything({**move, "again": []})) == (
        "choosing the yellow row · closes the red row · skips 1 cell · bonus: yellow 7 · +15 points"
    )
    lucky = {"kind": "crossed", "seat": 0, "row": "r", "number": 9, "by": "lucky"}
    assert tell_move(english, VARIANT, anything({**move, "facts": [lucky]})) == "Lucky: red 9"
    assert tell_move(english, VARIANT, anything({**move, "facts": [{**lucky, "by": "white"}]})) == "red 9"
    nothing = {
        "move": "-",
        "cell": None,
        "skips": 0,
        "locks": [],
        "gain": -5,
        "facts": [{"kind": "penalised", "seat": 0, "count": 1}],
    }
    assert tell_move(english, VARIANT, anything(nothing)) == "Pass"
    assert tell_effects(english, VARIANT, anything(nothing)) == "takes a penalty · −5 points"


def test_own_variants_keep_their_title() -> None:
    german = load_catalogue("de")
    assert variant_title(german, VARIANT) == "Klassisch"
    assert variant_line(german, VARIANT)
    own = {"name": "attic", "title": "The attic"}
    assert (variant_title(german, anything(own)), variant_line(german, anything(own))) == ("The attic", "")


def test_unknown_errors_still_get_a_sentence() -> None:
    english = load_catalogue("en")
    assert tell_error(english, "bad_roll") == "These dice cannot show that."
    assert tell_error(english, "never_heard_of") == "That did not work."


def test_small_words() -> None:
    assert button(load_catalogue("de"), "undo") == "Rückgängig"


PAD: Any = {
    **VARIANT,
    "rows": [
        {
            "row": row,
            "lock": row,
            "counts_for": [row],
            "cells": [{"number": n, "colours": row, "frames": []} for n in range(2, 13)],
        }
        for row in "rygb"
    ],
}


def test_R22_1_a_linked_cell_is_told_as_one() -> None:
    english = load_catalogue("en")
    linked = {"kind": "bonus_crossed", "seat": 0, "row": "y", "number": 6, "by": "chain"}
    assert tell_fact(english, PAD, NAMES, linked) == f"{NAMES[0]} crosses yellow 6 along with it."
    crossed: Any = {"kind": "crossed", "seat": 0, "row": "r", "number": 6, "by": "white"}
    move: Any = {
        "move": "r6",
        "cell": ["r", 6],
        "skips": 0,
        "locks": [],
        "gain": 2,
        "facts": [crossed, linked],
    }
    move["again"] = []
    assert tell_effects(english, PAD, move) == "also crosses yellow 6 · +2 points"


def test_R23_1_a_swap_names_its_field() -> None:
    swapped = {"kind": "swapped", "seat": 0, "field": 2}
    crossed: Any = {"kind": "crossed", "seat": 0, "row": "r", "number": 7, "by": "swaps"}
    move: Any = {
        "move": "2~r7",
        "cell": ["r", 7],
        "skips": 1,
        "locks": [],
        "gain": 0,
        "facts": [swapped, crossed],
    }
    move["again"] = []
    told = tell_effects(load_catalogue("en"), PAD, move)
    assert told == "with swap field 2 (9/7) · skips 1 cell"


def test_a_row_that_closes_for_its_owner_is_not_closed_for_everybody() -> None:
    closed = {"kind": "closed", "row": "r", "seats": [1]}
    own = {**VARIANT, "closes_for": "player"}
    assert tell_fact(load_catalogue("en"), VARIANT, NAMES, closed) == "The red row is closed for everybody."
    told = tell_fact(load_catalogue("en"), anything(own), NAMES, closed)
    assert told == f"The red row is closed, for {NAMES[1]} alone."


@pytest.mark.parametrize(
    ("pad", "sheet", "roll", "move", "told"),
    [
        ("double-b", "r2,y,g,b,p0", "2+1 r6 y6 g6 b6", "r3", "brings two crosses · +5 points"),
        ("double-a", "r5,y,g,b,p0,=", "4+1 r6 y6 g6 b6", "r5", "a second cross · +2 points"),
        (
            "big-points",
            "r5,o,y5,g,t,b,p0",
            "4+1 r6 y6 g6 b6",
            "o5",
            "skips 3 cells · counts for red and yellow · +4 points",
        ),
        ("connected-chain", "r5,y,g,b,p0,#A", "4+2 r6 y6 g6 b6", "r6", "also crosses yellow 6 · +3 points"),
        ("connected-steps", "r,y,g,b,p0,#A", "1+1 r6 y6 g6 b6", "y2", "+2 points"),
    ],
)
def test_R18_to_R22_a_move_says_what_will_follow(
    pad: str, sheet: str, roll: str, move: str, told: str
) -> None:
    game = say(table(pad, sheet), roll).game
    move_told = next(one for one in view(game, 0)["moves"] if one["move"] == move)
    assert tell_effects(load_catalogue("en"), plain_variant(game.variant), move_told) == told
    for language in languages():
        assert "game." not in tell_effects(load_catalogue(language), plain_variant(game.variant), move_told)
