"""Unfinished and finished games on disk, and disks that do not want them."""

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
    assert record.seats == ("Mia", "eager")
    assert dict(record.headers)["bot 1"] == "eager"
    assert not keeper.has_saved()
    assert keeper.finish(again) != path, "an earlier record is never overwritten"


def test_a_damaged_save_is_told_with_its_place(tmp_path: Path) -> None:
    keeper = keeper_in(tmp_path)
    keeper.storage.saved.write_text("rowlock game 1\nvariant: classic\nseat: Mia\n\n1. 9+9 r1\n")
    with pytest.raises(BadRecord, match=r"saved\.rowlock.*line 5"):
        keeper.resume()
    keeper.storage.saved.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        keeper.resume()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "place").write_text("a file where a folder should be")
    keeper = keeper_in(tmp_path / "place")
    table = keeper.new_table("classic", 1, [], ENGLISH)
    table.step()
    with pytest.raises(CannotStore, match="cannot be written"):
        keeper.save(table)
