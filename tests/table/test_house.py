"""The words of the house: the same at every table, wherever it is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playing import EVERY_VARIANT

from rowlock import format_record, load_variant, parse_record, replay
from rowlock.arena.table import dice_of_deal
from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import Passed
from rowlock.engine.game import legal_moves, waiting_for
from rowlock.engine.notation import format_move, parse_roll
from rowlock.engine.state import Game
from rowlock.table.bot_game import play_out, start_table
from rowlock.table.errors import AlreadyStarted, NotYourSeat, Stale
from rowlock.table.facts import fact_json
from rowlock.table.house import follow, move_for, next_of_house
from rowlock.table.log.records import record_of
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Settings, Table

TWELVES = parse_roll("6+6 r6 y6 g6 b6")
MIA, BEN = Seat("human", "Mia", "m"), Seat("human", "Ben", "b")


def table_of(*seats: Any, variant: str = "classic", **settings: Any) -> Any:
    started = start_table(load_variant(variant), seats, 0, "m")
    return started._replace(settings=Settings(**settings))


def due(table: Table) -> Entry:
    """The entry that the house owes, with twelves on the dice."""
    entry = next_of_house(table, lambda _: TWELVES)
    assert entry is not None
    return entry


def own(table: Any, player: str, seat: int, move: str) -> Any:
    body = {"seat": seat, "turn": table.game.turn, "phase": table.game.phase.value, "move": move}
    return Entry(table.number + 1, 0.0, player, "move", body)


def test_R6_1_a_forced_pass_and_a_forced_penalty_are_made_and_announced() -> None:
    table = table_of(MIA)
    table, _ = say(table, due(table))
    table, _ = say(table, own(table, "m", 0, "g12"))
    table, _, facts = follow(table, own(table, "m", 0, "b12"), lambda _: TWELVES)
    kinds = ("auto_passed", "passed", "penalised")
    told = [fact for fact in map(fact_json, facts) if fact["kind"] in kinds][:5]
    assert told == [
        {"kind": "auto_passed", "seat": 0, "penalty": None},
        {"kind": "passed", "seat": 0, "by_house": True},
        {"kind": "auto_passed", "seat": 0, "penalty": 1},
        {"kind": "passed", "seat": 0, "by_house": True},
        {"kind": "penalised", "seat": 0, "count": 1, "by_house": True},
    ]
    assert table.game is not None
    assert table.game.sheets[0].penalties == 4
    assert table.state == "over"


def test_a_pass_of_ones_own_is_told_as_ever() -> None:
    table = table_of(MIA)
    table, _ = say(table, due(table))
    _, facts = say(table, own(table, "m", 0, "-"))
    assert Passed(0) in facts


def test_a_table_may_want_to_pass_by_hand() -> None:
    table = table_of(MIA, auto_pass=False)
    table, _ = say(table, due(table))
    for move in ("g12", "b12"):
        table, _ = say(table, own(table, "m", 0, move))
    table, _ = say(table, due(table))
    assert next_of_house(table, lambda _: TWELVES) is None


def test_seats_speak_for_themselves_and_in_time() -> None:
    table = table_of(MIA, BEN)
    table, _ = say(table, due(table))
    with pytest.raises(NotYourSeat):
        say(table, own(table, "m", 1, "-"))
    with pytest.raises(IllegalMove):
        say(table, own(table, "m", 0, "r5"))
    with pytest.raises(Stale):
        say(table, Entry(table.number + 1, 0.0, "m", "move", {**own(table, "m", 0, "-").body, "turn": 2}))
    with pytest.raises(AlreadyStarted):
        say(table, Entry(table.number + 1, 0.0, "m", "start", {"start": 0}))


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_bots_are_asked_only_what_has_more_than_one_answer(name: Any) -> None:
    variant, chance = load_variant(name), random.Random(1)

    def choose(game: Game, seat: int) -> Any:
        moves = legal_moves(game, seat)
        assert len(moves) > 1
        return format_move(chance.choice(moves))

    seats = ["a", "b", "c"][: variant.players[1]]
    said = play_out(variant, seats, 0, dice_of_deal(7, 0), choose)
    record = record_of(*said)
    assert said.table.state == "over"
    assert replay(record)[-1].game == said.table.game
    assert parse_record(format_record(record), load_variant).variant == variant


def test_an_own_pad_travels_in_every_record(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    path.write_text('parent = "classic"\ntitle = "The attic"\nrules = 1\n[end]\nclosed_rows = 1\n')
    table = start_table(load_variant(str(path)), [Seat("bot", "a # b", bot="a")], 0)
    table, said, _ = follow(table, Entry(2, 0.0, "here", "settings", {"listed": True}), dice_of_deal(1, 0))
    while table.game and waiting_for(table.game) and len(said) < 9:
        table, more, _ = follow(table, move_for(table, 0, "-", "bot"), dice_of_deal(1, 0))
        said += more
    path.unlink()
    again = parse_record(format_record(record_of(table, said)), load_variant)
    assert again.variant.end_rows == 1
    assert again.seats == ("a ＃ b",)


def test_a_rematch_of_an_older_log_opens_the_table_again() -> None:
    """Before there was a vote, one member's request was enough, and the host then started."""
    table = table_of(MIA, BEN)._replace(state="over")
    table, _ = say(table, Entry(table.number + 1, 0.0, "b", "rematch", {"secret": "ab" * 32}))
    assert (table.state, table.game_number) == ("open", 2)
    table, _ = say(table, Entry(table.number + 1, 0.0, "m", "start", {"start": 1}))
    assert table.state == "playing"
