"""Every mechanism through every room: equal to the engine, or refused by name; never silently wrong.

Besides the bundled ones there is a toy mechanism that lives in the tests and answers every question.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from following import follow
from playing import eager_choice, play_out, random_roll
from toy import TEXT, stones

from rowlock import (
    Game,
    Input,
    Record,
    Roll,
    Variant,
    format_move,
    format_position,
    format_record,
    format_variant,
    load_variant,
    new_game,
    outcome,
    parse_position,
    parse_record,
    parse_variant,
    plain_variant,
    replay,
    view,
)
from rowlock.bots.net.pad import Pad
from rowlock.engine.errors import Unsupported
from rowlock.engine.features import CARRIED, carries
from rowlock.engine.mechanisms import kinds
from rowlock.engine.view import plain_sheet
from rowlock.fast.tables import compile_variant
from rowlock.printing import PrintOptions, render_record
from rowlock.solver.layout import make_layout
from rowlock.table.bot_game import play_out as play_through_table
from rowlock.table.log.records import record_of
from rowlock.table.table import Table
from rowlock.terminal.draw import draw_sheet
from rowlock.variants import find_variant

TINY = Path(__file__).parents[1] / "tiny"
SAMPLES = {
    "lucky": str(TINY / "tiny-lucky.toml"),
    "bonus_bar": str(TINY / "tiny-bar.toml"),
    "bonus_pairs": str(TINY / "tiny-pairs.toml"),
    "die_stays": "classic;die_leaves=turn",
    "double": "double-b",
    "twice": "double-a",
    "between": "big-points",
    "steps": "connected-steps",
    "chain": "connected-chain",
    "swaps": "x-change",
    "cards": str(TINY.parent / "cards" / "tiny-cards.toml"),
    "jokers": str(TINY.parent / "cards" / "tiny-cards-mixed.toml") + ";jokers=on",
}
FASTER: dict[str, Callable[[Variant], object]] = {
    "tables": compile_variant,
    "solver": lambda variant: make_layout(compile_variant(variant)),
    "networks": lambda variant: Pad(compile_variant(variant)),
}


@pytest.fixture
def toy() -> Iterator[Variant]:
    with stones() as variant:
        yield variant


def test_every_kind_of_mechanism_has_a_sample_here() -> None:
    assert {kind.key for kind in kinds()} == set(SAMPLES)
    mechanisms = {feature for feature in CARRIED if " " not in feature}  # others are the variant's own
    assert mechanisms <= set(SAMPLES), "nothing is carried that does not exist"


@pytest.mark.parametrize("key", SAMPLES)
def test_what_the_kernel_carries_it_plays_as_the_engine_does_and_refuses_the_rest(key: str) -> None:
    variant = find_variant(SAMPLES[key])
    assert key in variant.features
    assert carries("tables", key) or variant.played_with == "cards"
    if carries("kernels", key):
        follow(compile_variant(variant), ["greedy", "random"], 3, range(8))
    else:
        with pytest.raises(Unsupported, match=key):
            follow(compile_variant(variant), ["greedy", "random"], 3, range(8))


@pytest.mark.parametrize("room", FASTER)
def test_what_is_faster_refuses_a_mechanism_that_it_does_not_carry_by_name(room: str, toy: Variant) -> None:
    with pytest.raises(Unsupported, match=r"Stones.*stones"):
        FASTER[room](toy)


@pytest.mark.parametrize("room", FASTER)
@pytest.mark.parametrize(
    ("feature", "text"),
    [
        ("rows that close for their owner", '[closing]\nfor = "player"'),
        ("an end by one player's rows", '[end]\nof = "player"'),
    ],
)
def test_what_is_faster_refuses_rules_that_it_does_not_carry(room: str, feature: str, text: str) -> None:
    own = f'parent = "classic"\ntitle = "Own"\nrules = 1\n{text}\n'
    variant = parse_variant(own, "own", None, lambda name: (format_variant(load_variant(name)), name))
    with pytest.raises(Unsupported, match=feature):
        FASTER[room](variant)


def test_the_toy_is_read_written_and_its_mistakes_are_told(toy: Variant) -> None:
    assert parse_variant(format_variant(toy), toy.name) == toy
    with pytest.raises(Exception, match=r"stones\.number: 99 is out of range"):
        parse_variant(TEXT.replace("number = 7", "number = 99"), "toy", None, _known)
    with pytest.raises(Exception, match=r"stones\.size: there is no such key"):
        parse_variant(TEXT + "size = 1\n", "toy", None, _known)


def _known(name: str) -> tuple[str, str]:
    return format_variant(load_variant(name)), name


def test_every_text_and_view_of_the_toy_reads_back(toy: Variant) -> None:
    seen: set[str] = set()
    for seed in range(20):
        said = play_out(new_game(toy, 2), random.Random(seed), eager_choice)
        for _, move, step in said:
            game = step.game
            seen |= {fact.kind for fact in step.facts}
            seen |= {getattr(move, "text", "")[:1]}
            assert parse_position(format_position(game), lambda name, **options: toy) == game
            for seat in (0, 1, None):
                shown = view(game, seat)
                assert json.loads(json.dumps(shown)) == shown
        record = Record(toy, ("Ada", "Ben"), 0, tuple(Input(seat, move) for seat, move, _ in said))
        again = parse_record(format_record(record), load_variant)
        assert replay(again)[-1].game == said[-1][2].game
    assert {"thrown", "!", "bonus_crossed", "closed", "ended"} <= seen


def test_what_the_toy_shows_is_in_the_plain_form(toy: Variant) -> None:
    plain = plain_variant(toy)
    assert plain["mechanisms"] == ["stones"]
    assert [cell["frames"] for cell in plain["rows"][0]["cells"]][3] == ["stone"]
    assert plain["strips"][0]["fields"][0] == {"colour": "r", "text": "7"}
    assert plain["legend"][0]["id"] == "stone"
    assert plain["badges"][0]["sheets"] == [[7]]


def test_tables_records_print_and_terminal_take_the_toy(toy: Variant) -> None:
    """A game through the one authority, then on paper and on the screen."""
    rng = random.Random(5)

    def choose(game: Game, seat: int) -> str:
        return format_move(eager_choice(game, seat, rng))

    def rolls(table: Table) -> Roll:
        assert table.game is not None
        return random_roll(table.game, rng)

    record = record_of(*play_through_table(toy, ["Ada", "Ben"], 0, rolls, choose))
    game = replay(record)[-1].game
    assert outcome(game) is not None
    assert render_record(record, PrintOptions(per_page=2, form="svg")).startswith(b"<")
    drawn = draw_sheet(plain_variant(toy), plain_sheet(game, 0), colour=False)
    assert "Stones" in drawn
    assert "‹" in drawn
