"""The first entry of a table's log, as it is stored and read."""

from __future__ import annotations

import json

from rowlock.engine.variant_text import format_variant
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opened import Opened
from rowlock.table.table import Entry, GivenDice, Seat, Settings
from rowlock.variants import load_variant

SEATS = (Seat("human", "Mia", "m"), Seat("bot", "Steady", bot="steady"))
TEXT = format_variant(load_variant("classic"))
PLAIN = Opened("t1", "Mia", "classic", TEXT, Settings(hints=True), SEATS)


def test_it_is_stored_and_read_again() -> None:
    shared = GivenDice("duel x", ("a", ""), ("b", ""))
    for opened in (PLAIN, PLAIN._replace(offline=True), PLAIN._replace(given=shared)):
        assert Opened.of(json.loads(json.dumps(opened.body))) == opened


def test_what_is_empty_is_left_out_of_the_log() -> None:
    assert not {"position", "given", "offline"} & PLAIN.body.keys()
    assert PLAIN._replace(offline=True).body["offline"] is True


def test_a_log_of_the_first_edition_names_none() -> None:
    body = {name: value for name, value in PLAIN.body.items() if name != "edition"}
    table, facts = open_table(Entry(1, 5.0, "m", "created", {**body, "secret": "ab" * 32}))
    assert (table.edition, table.secret, table.host, table.seats, facts) == (1, "ab" * 32, "m", SEATS, [])


def test_older_logs_have_the_label_of_a_day_alone() -> None:
    body = {**PLAIN.body, "daily": "daily 2026-11-18 classic"}
    assert Opened.of(body).given == GivenDice("daily 2026-11-18 classic")
