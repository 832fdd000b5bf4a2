"""Unfinished and finished games on disk, and disks that refuse them."""

from __future__ import annotations

from pathlib import Path

import pytest
from company import keeper_in

from rowlock import parse_record
from rowlock.engine.errors import BadRecord
from rowlock.locale import load_catalogue
from rowlock.terminal.keeper import NothingSaved
from rowlock.terminal.storage import CannotStore
from rowlock.variants import load_variant

ENGLISH = load_catalogue("en")


def test_saved_resumed_finished(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, names=["Mia"], seed="2")
    table = keeper.new_table("classic", 1, ["eager"], ENGLISH)
    assert not keeper.save(table), "nothing has happened yet"
    with pytest.raises(NothingSaved):
        keeper.resume()
    while table.step():
        pass
    assert keeper.save(table)
    again = keeper.resume()
    assert again.game == table.game
    while not again.is_over:
        if not again.step():
            again.say("-")
    assert not keeper.save(again)
    path = keeper.finish(again)
    record = parse_record(path.read_text("utf-8"), load_variant)
    assert record.seats == ("Mia", "Eager")
    assert dict(record.headers)["bot 1"] == "eager"
    assert keeper.storage.left() == []
    assert keeper.finish(again) != path, "an earlier record is never overwritten"


def test_a_new_game_leaves_the_unfinished_ones_alone(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, names=["Mia"], seed="2")
    tables = [keeper.new_table(pad, 1, ["eager"], ENGLISH) for pad in ("classic", "longo", "classic")]
    for table in tables:
        while table.step():
            pass
        assert keeper.save(table)
    again = keeper_in(tmp_path, names=["Mia"], seed="2")
    assert [line.split(" · ")[1:] for line in again.left(ENGLISH)] == [
        [title, "Mia, Eager", "Turn 1"] for title in ("Classic", "Longo", "Classic")
    ]
    middle = again.resume(2)
    assert middle.game == tables[1].game
    while not middle.is_over:
        if not middle.step():
            middle.say("-")
        again.save(middle)
    again.finish(middle)
    assert [line.split(" · ")[1] for line in again.left(ENGLISH)] == ["Classic", "Classic"]
    assert again.resume(1).game == tables[2].game
    assert again.resume(2).game == tables[0].game
    with pytest.raises(NothingSaved, match="there is no unfinished game 3"):
        again.resume(3)


def test_the_game_that_an_earlier_version_kept_is_found(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path, names=["Mia"], seed="2")
    table = keeper.new_table("classic", 1, ["eager"], ENGLISH)
    while table.step():
        pass
    keeper.storage.save(table.record(), keeper.storage.earlier)
    again = keeper_in(tmp_path).resume()
    assert again.game == table.game


def test_a_damaged_save_is_told_with_its_place(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path)
    keeper.storage.earlier.write_text("rowlock game 1\nvariant: classic\nseat: Mia\n\n1. 9+9 r1\n")
    with pytest.raises(BadRecord, match=r"saved\.rowlock.*line 5"):
        keeper.resume()
    assert "line 5" in keeper.left(ENGLISH)[0]
    keeper.storage.earlier.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        keeper.resume()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "place").write_text("a file where a folder should be")
    keeper = keeper_in(tmp_path / "place")
    table = keeper.new_table("classic", 1, [], ENGLISH)
    table.step()
    with pytest.raises(CannotStore, match="cannot be written"):
        keeper.save(table)
