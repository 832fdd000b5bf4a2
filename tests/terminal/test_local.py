"""Games at this keyboard: bots and people at one table, dice, taking back, going on later."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from company import BOTS, Eager, Timid, keeper_in
from playing import EVERY_VARIANT

from rowlock import format_record, load_variant, parse_record, replay
from rowlock.bots import Bot
from rowlock.engine.errors import IllegalMove, NoSuchSeat, NotNow
from rowlock.engine.game import Phase
from rowlock.engine.variant import Variant
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.dice import LocalDice
from rowlock.terminal.local import LocalTable, Sitter, resume
from rowlock.terminal.telling import tell_event

ENGLISH = load_catalogue("en")


def advance(table: LocalTable) -> None:
    while table.step():
        pass


def bot_of(kind: Any) -> Any:
    """A bot of the tests: it has no more of a bot than is asked for."""
    return kind()


def told(table: LocalTable) -> list[dict[str, object]]:
    """The inputs in the log; in which order hidden choices were made is not kept."""
    return [fact for fact in table.facts if fact["kind"] != "chose"]


def two_people(seed: str = "3") -> LocalTable:
    table = LocalTable(load_variant("classic"), [Sitter("Mia"), Sitter("Ben")], LocalDice(seed), start=0)
    advance(table)
    return table


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_a_game_with_people_and_bots_comes_to_its_end(name: str) -> None:
    variant, chance = load_variant(name), random.Random(5)
    seats = [Sitter("Mia"), Sitter("eager", bot_of(Eager))]
    table = LocalTable(variant, seats, LocalDice("1"))
    while not table.is_over:
        advance(table)
        if table.seat is not None:
            assert table.seat == 0
            table.say(chance.choice(table.look()["moves"])["move"])
    record = parse_record(format_record(table.record()), load_variant)
    assert record.variant == variant
    assert replay(record)[-1].game == table.game
    assert table.facts[-1]["kind"] == "ended"


def test_seeded_dice_repeat_and_others_do_not() -> None:
    game = LocalTable(load_variant("longo"), [Sitter("Mia")], LocalDice("x")).game
    assert LocalDice("x").roll(game) == LocalDice("x").roll(game)
    assert LocalDice("x").roll(game) != LocalDice("x").roll(game._replace(turn=2))
    assert len({LocalDice().roll(game) for _ in range(20)}) > 10
    assert {LocalDice(str(i)).draw_start(3) for i in range(30)} == {0, 1, 2}


def test_R3_2_dice_show_what_their_faces_can() -> None:
    game = LocalTable(load_variant("longo"), [Sitter("Mia")], LocalDice("x")).game
    rolls = [LocalDice(str(i)).roll(game) for i in range(200)]
    shown = {value for roll in rolls for value in (*roll.white, *dict(roll.coloured).values())}
    assert shown == set(range(1, 9))


def test_R4_3_a_choice_can_be_taken_back_until_the_last_has_chosen() -> None:
    table = two_people()
    assert not table.take_back()
    first = table.look()["moves"][0]["move"]
    table.say(first)
    assert table.seat == 1
    assert table.take_back()
    assert table.seat == 0
    table.say("-")
    table.say("-")
    assert table.game.phase is Phase.COLOUR
    assert not table.take_back()


def test_nobody_sees_the_other_ones_choice() -> None:
    table = two_people()
    table.say(table.look()["moves"][0]["move"])
    view = table.look()
    assert view["seat"] == 1
    assert view["choice"] is None
    assert all(not row["crossed"] for row in view["sheets"][0]["rows"])


def test_refusals_change_nothing() -> None:
    table = two_people()
    before = table.game
    with pytest.raises(IllegalMove):
        table.say("r13")
    assert table.game == before
    with pytest.raises(NotNow):
        LocalTable(load_variant("classic"), [Sitter("Mia")], LocalDice("3")).say("-")


@pytest.mark.parametrize("lang", languages())
def test_who_can_only_pass_is_passed_for_by_the_house_which_says_why(lang: str) -> None:
    """At no cost, or into a penalty (R6.1): nobody is asked what has one answer, everybody hears it once."""
    table = LocalTable(load_variant("classic"), [Sitter("Mia")], LocalDice("1"), start=0)
    while not table.is_over:
        advance(table)
        if table.seat is not None:
            assert len(table.look()["moves"]) > 1
            table.say(table.look()["moves"][0]["move"])
    catalogue = load_catalogue(lang)
    told = {
        kind: [
            tell_event(catalogue, table.variant, table.names, fact)
            for fact in table.facts
            if fact["kind"] == kind
        ]
        for kind in ("auto_passed", "passed", "penalised")
    }
    counts = [fact["penalty"] for fact in table.facts if fact["kind"] == "auto_passed"]
    assert set(counts) == {None, 1, 2, 3, 4}
    assert told["auto_passed"] == [
        text(catalogue, f"page.happened.auto_passed{'_penalty' if count else ''}", name="Mia", count=count)
        for count in counts
    ]
    assert set(told["penalised"]) == {""}
    assert "" in told["passed"]


def test_a_game_goes_on_where_it_was_left() -> None:
    table = LocalTable(
        load_variant("bonus-b"), [Sitter("Mia"), Sitter("timid", bot_of(Timid))], LocalDice("9")
    )
    for _ in range(5):
        advance(table)
        table.say(table.look()["moves"][0]["move"])
    left = parse_record(format_record(table.record()), load_variant)
    again = resume(left, lambda name, variant, seats: bot_of(BOTS[name]))
    assert again.game == table.game
    assert again.names == table.names
    assert told(again) == told(table)
    advance(table)
    advance(again)
    assert again.game == table.game, "the dice go on as they would have"


def test_a_choice_made_while_others_think_is_kept_too() -> None:
    table = two_people()
    table.say("-")
    kept = parse_record(format_record(table.record()), load_variant)
    again = resume(kept, lambda name, variant, seats: bot_of(BOTS[name]))
    assert again.seat == 1


def test_own_variants_travel_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    path.write_text('parent = "classic"\ntitle = "The attic"\nrules = 1\n[end]\nclosed_rows = 1\n')
    table = LocalTable(load_variant(str(path)), [Sitter("Mia")], LocalDice("1"))
    advance(table)
    path.unlink()
    assert parse_record(format_record(table.record()), load_variant).variant.end_rows == 1


def test_a_keeper_sets_names_apart(tmp_path: Path) -> None:
    table = keeper_in(tmp_path, names=["Eager"]).new_table("classic", 2, ["eager", "eager"], ENGLISH)
    assert table.names == ["Eager", "Player 2", "Eager 2", "Eager 3"]


def test_too_many_at_a_table_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoSuchSeat, match="1 to 5 players, not 6"):
        keeper_in(tmp_path).new_table("classic", 1, ["eager"] * 5, ENGLISH)


def test_a_rematch_has_the_same_people_and_other_dice(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, names=["Mia"], seed="4")
    first = keeper.new_table("classic", 1, ["eager"], ENGLISH)
    second = keeper.rematch(first)
    assert second.names == first.names
    advance(first)
    advance(second)
    assert first.game.roll != second.game.roll


def no_bot(name: str, variant: Variant, seats: int) -> Bot:
    raise AssertionError(f"nobody called {name} sits here")


def test_R8_5_a_person_gives_up_and_the_record_goes_on_where_it_stood() -> None:
    table = LocalTable(
        load_variant("classic"), [Sitter("Mia"), Sitter("Ben"), Sitter("Ann")], LocalDice("7"), 0
    )
    advance(table)
    table.resign()
    assert table.game.out == (0,)
    again = resume(table.record(), no_bot)
    assert again.game == table.game
    table.abort()
    advance(table)
    assert table.is_over
    assert format_record(table.record()).endswith("aborted\n")
    assert resume(table.record(), no_bot).is_over


def test_against_bots_choices_are_taken_back_and_the_dice_stay() -> None:
    """Step by step to the first choice and forward again: the same dice, and the same game."""
    for seed, choices in ((None, 3), ("7", 6)):  # by chance, a game may end before the sixth choice
        sitters = [Sitter("Mia"), Sitter("Ben", bot_of(Eager))]
        table = LocalTable(load_variant("classic"), sitters, LocalDice(seed), start=0)
        seen = []
        for _ in range(choices):
            while table.step():
                pass
            seen.append((table.game, table.look()["moves"][0]["move"]))
            table.say(seen[-1][1])
        while table.step():
            pass
        rolls = [entry.body["dice"] for entry in table.said if entry.kind == "roll"]
        for game, _ in reversed(seen):
            assert table.take_back()
            assert table.game == game
            assert table.seat == 0
        assert not table.take_back()
        for game, move in seen:
            while table.step():
                pass
            assert table.game == game
            table.say(move)
        while table.step():
            pass
        assert [entry.body["dice"] for entry in table.said if entry.kind == "roll"] == rolls


def test_a_game_that_was_left_and_one_with_others_know_how_far_back_they_go() -> None:
    table = LocalTable(load_variant("classic"), [Sitter("Mia"), Sitter("Ben", bot_of(Eager))], start=0)
    while table.step():
        pass
    table.say("-")
    while table.step():
        pass
    again = resume(table.record(), lambda *_: bot_of(Eager))
    while again.step():
        pass
    assert again.take_back()
    assert again.game.turn == 1
    both = LocalTable(load_variant("classic"), [Sitter("Mia"), Sitter("Ben")], start=0)
    while both.step():
        pass
    both.say("-")
    both.say("-")
    assert not both.take_back()
