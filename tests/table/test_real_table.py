"""Real dice: what was entered or marked wrongly is put right, with everybody's consent."""

from __future__ import annotations

import pytest

from rowlock import format_record, load_variant
from rowlock.engine.errors import NotNow
from rowlock.engine.state import outcome
from rowlock.engine.variant_text import format_variant
from rowlock.table.bot_game import start_table
from rowlock.table.choices import DiceSource
from rowlock.table.errors import CannotStand, NoBotsHere, NotOver, NotYourSeat
from rowlock.table.history import plain_past, view_at
from rowlock.table.log.records import read_game, record_of
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Settings, Table

MIA, BEN, CLEO = Seat("human", "Mia", "m"), Seat("human", "Ben", "b"), Seat("human", "Cleo", "c")


def real_table(*seats: Seat, dice: DiceSource = "real") -> Table:
    started = start_table(load_variant("classic"), seats, 0, "m")
    return started._replace(settings=Settings(dice=dice, auto_pass=False))


def hear(table: Table, player: str, kind: str, **body: object) -> Table:
    return say(table, Entry(table.number + 1, 0.0, player, kind, body))[0]


def facts(table: Table, player: str, kind: str, **body: object) -> list[str]:
    return [fact.kind for fact in say(table, Entry(table.number + 1, 0.0, player, kind, body))[1]]


def play(table: Table, *said: str) -> Table:
    """`m 4+1 r6 …` is a roll, `m r5` a mark; turn and action are the present ones."""
    for one in said:
        player, text = one.split(" ", 1)
        game = table.game
        assert game is not None
        if "+" in text:
            table = hear(table, player, "roll", turn=game.turn, dice=text)
        else:
            seat = table.seats_of(player)[0]
            table = hear(table, player, "move", seat=seat, turn=game.turn, phase=game.phase.value, move=text)
    return table


TWO_TURNS = (
    "m 4+1 r6 y2 g3 b6", "b y5", "b <", "b r5", "m r5", "m -",
    "b 6+6 r1 y2 g3 b4", "m g12", "b -", "b -",
)  # fmt: skip


def place_of(table: Table, seat: int | None, turn: int) -> int:
    return next(one["place"] for one in plain_past(table) if (one["seat"], one["turn"]) == (seat, turn))


def crossed(table: Table, seat: int, row: int) -> int:
    assert table.game is not None
    return table.game.sheets[seat].crosses[row]


def test_a_mark_of_an_earlier_turn_is_replaced_when_all_consent_and_the_record_shows_it() -> None:
    table = play(real_table(MIA, BEN), *TWO_TURNS)
    place = place_of(table, 1, 1)
    assert "y5" in [move["move"] for move in view_at(table, place)["moves"]]
    table = hear(table, "m", "propose", place=place, move="y5")
    assert crossed(table, 1, 0)  # nothing changes before everybody has consented
    assert table.proposal
    assert table.proposal.told["new_move"]["cell"] == ["y", 5]
    assert facts(table, "b", "consent", agree=True) == ["consented", "amended"]
    table = hear(table, "b", "consent", agree=True)
    assert (crossed(table, 1, 0), crossed(table, 1, 1)) == (0, 1 << 3)
    assert table.proposal is None
    record = format_record(record_of(table, []))
    assert "y5" in record
    assert record.count("r5") == 1


def test_one_no_leaves_everything_as_it_is() -> None:
    table = play(real_table(MIA, BEN, CLEO), "m 4+1 r6 y2 g3 b6", "m r5", "b y5", "c -", "m -")
    table = hear(table, "m", "propose", place=place_of(table, 1, 1), move="-")
    with pytest.raises(NotNow, match="another correction"):
        hear(table, "c", "propose", place=place_of(table, 1, 1), move="r5")
    table = hear(table, "c", "consent", agree=True)
    before = table.game
    table = hear(table, "b", "consent", agree=False)
    assert (table.game, table.proposal) == (before, None)


def test_a_corrected_roll_takes_back_what_no_longer_fits_in_its_turn() -> None:
    table = play(real_table(MIA, BEN), *TWO_TURNS)
    table = hear(table, "m", "propose", place=place_of(table, None, 1), move="4+2 r6 y2 g3 b6")
    table = hear(table, "b", "consent", agree=True)
    assert crossed(table, 0, 0) == crossed(table, 1, 0) == 0
    assert crossed(table, 0, 2) == 1  # the later turn stands
    assert table.game
    assert [sheet.penalties for sheet in table.game.sheets] == [1, 1]


def test_what_later_marks_stand_on_cannot_be_taken_away() -> None:
    table = play(real_table(MIA, dice="none"), *[f"m r{n}" for n in (2, 3, 4, 5, 6, 12)])
    with pytest.raises(CannotStand, match="needs 5 crosses"):
        hear(table, "m", "propose", place=2)


def test_choices_that_wait_for_others_are_not_among_what_can_be_looked_at() -> None:
    table = play(real_table(MIA, BEN), "m 4+1 r6 y2 g3 b6", "m r5")
    assert [one["seat"] for one in plain_past(table)] == [None]
    with pytest.raises(NotNow):
        view_at(table, 1)


def test_on_one_device_the_word_of_who_holds_it_is_enough() -> None:
    table = play(real_table(MIA, MIA, dice="none"), "m r5")
    table = hear(table, "m", "propose", place=0)
    assert table.game
    assert crossed(table, 0, 0) == 0


def test_who_does_not_sit_there_has_no_say() -> None:
    table = play(real_table(MIA, BEN, dice="none"), "m r5")
    for kind, body in (("propose", {"place": 0}), ("consent", {"agree": True}), ("count", {})):
        with pytest.raises(NotYourSeat):
            hear(table, "x", kind, **body)


def test_only_the_last_turns_can_be_put_right() -> None:
    table = real_table(MIA, dice="none")
    table = play(table, *[f"m {row}{n}" for row in "ry" for n in range(2, 9)])
    assert len(plain_past(table)) == 12
    with pytest.raises(NotNow, match="last turns"):
        hear(table, "m", "propose", place=1)


def test_a_game_with_the_house_s_dice_has_nothing_to_put_right() -> None:
    table = real_table(MIA, dice="server")
    assert plain_past(table) == []
    with pytest.raises(NotNow):
        hear(table, "m", "propose", place=0, move="r5")


def test_a_score_pad_is_counted_when_all_have_made_their_last_cross() -> None:
    fives = [f"m r{n}" for n in (2, 3, 4, 5, 6)] + [f"b r{n}" for n in (2, 3, 4, 5, 6)]
    table = play(real_table(MIA, BEN, CLEO, dice="none"), *fives, *["c -"] * 4)
    with pytest.raises(NoBotsHere):
        hear(table, "m", "bot", seat=2, bot="random")
    table = hear(table, "m", "count")
    table = play(table, "m r12", "b r12")
    table = hear(table, "c", "leave", seat=2, bot="random")
    assert table.state == "playing"
    table = hear(table, "b", "count")
    assert table.state == "over"
    assert not any(seat.agreed for seat in table.seats)


def test_a_lock_that_is_taken_back_takes_the_count_back_too() -> None:
    table = play(real_table(MIA, BEN, dice="none"), *["m -"] * 4)
    table = hear(table, "b", "count")
    table = play(table, "m <")
    assert not any(seat.agreed for seat in table.seats)
    with pytest.raises(NotNow):
        hear(table, "m", "count")


def test_one_takes_back_one_s_last_mark_alone_and_no_more() -> None:
    table = play(real_table(MIA, BEN, dice="none"), "m r4", "m r5", "b b7", "m <")
    assert crossed(table, 0, 0) == 1 << 2
    with pytest.raises(NotNow, match="consent"):
        play(table, "m <")
    assert crossed(play(table, "m r6", "m <"), 0, 0) == 1 << 2


def test_no_bot_sits_down_at_a_score_pad() -> None:
    table = real_table(MIA, BEN, dice="none")._replace(state="open", game=None)
    with pytest.raises(NoBotsHere):
        hear(table, "m", "bot", seat=1, bot="random")
    with pytest.raises(NoBotsHere):
        hear(table.with_seat(1, Seat("bot", "Random", bot="random")), "m", "start", start=0)


def ended_pad() -> Table:
    """Mia has taken four penalties, and both have counted."""
    table = play(real_table(MIA, BEN, dice="none"), "m r5", "b b7", *["m -"] * 4)
    table = hear(hear(table, "m", "count"), "b", "count")
    assert table.state == "over"
    return table


def test_a_mark_on_a_counted_pad_is_put_right_and_the_result_with_it() -> None:
    table = hear(ended_pad(), "b", "propose", place=1, move="b8", added=True)
    assert facts(table, "m", "consent", agree=True) == ["consented", "amended"]
    table = hear(table, "m", "consent", agree=True)
    assert table.state == "over"
    assert table.game is not None
    result = outcome(table.game)
    assert result is not None
    assert result.scores == (-19, 3)


def test_a_last_penalty_that_was_none_opens_the_pad_again() -> None:
    table = hear(ended_pad(), "m", "rematch", start=0, secret="s")
    table = hear(table, "m", "propose", place=5)
    table = hear(table, "b", "consent", agree=True)
    assert table.state == "playing"
    assert not any(seat.agreed for seat in table.seats)  # the wish for a rematch was about another result
    table = play(table, "m r6", "m -")
    table = hear(hear(table, "m", "count"), "b", "count")
    assert table.state == "over"


def test_a_game_with_entered_dice_ends_by_a_correction_or_goes_on() -> None:
    table = play(real_table(MIA), *["m 1+1 r1 y1 g1 b1", "m -", "m -"] * 4)
    assert table.state == "over"
    last = max(place for place, said in enumerate(table.said) if said.seat is not None)
    on = hear(table, "m", "propose", place=last, move="y2")
    assert on.state == "playing"
    again = hear(on, "m", "propose", place=last, move="-")
    assert again.state == "over"
    assert plain_past(again)


def test_the_record_of_a_corrected_game_is_that_of_its_last_end() -> None:
    def entry(number: int, kind: str, **body: object) -> Entry:
        return Entry(number, 0.0, "m", kind, body)

    seats = [{"kind": "human", "name": "Mia", "player": "m"}]
    text = format_variant(load_variant("classic"))
    log = [
        entry(1, "created", variant="classic", text=text, seats=seats, settings={"dice": "real"},
              edition=2, table="t", name="Mia", secret="s"),
        entry(2, "start", start=0),
    ]  # fmt: skip
    for turn in range(1, 5):
        roll = entry(len(log) + 1, "roll", turn=turn, dice="1+1 r1 y1 g1 b1")
        log.append(roll)
        for phase in ("white", "colour"):
            log.append(entry(len(log) + 1, "move", seat=0, turn=turn, phase=phase, move="-"))
    log.append(entry(len(log) + 1, "propose", place=1, move="r2"))
    table, said = read_game(log[:-1], 1)
    assert len(table.said) == 12
    with pytest.raises(NotOver):
        read_game(log, 1)
    roll = entry(len(log) + 1, "roll", turn=5, dice="1+1 r1 y1 g1 b1")
    moves = [
        entry(len(log) + 2 + i, "move", seat=0, turn=5, phase=phase, move="-")
        for i, phase in enumerate(("white", "colour"))
    ]
    table, said = read_game([*log, roll, *moves], 1)
    assert len(record_of(table, said).inputs) == 15


def test_a_correction_that_waits_when_the_game_ends_is_no_more() -> None:
    table = play(real_table(MIA, BEN), *["m 1+1 r1 y1 g1 b1", "m -", "b -", "m -"][:3])
    table = hear(table, "b", "propose", place=0, move="1+2 r1 y1 g1 b1")
    assert table.proposal
    table = hear(table, "m", "resign", seat=0)
    assert (table.state, table.proposal) == ("over", None)
