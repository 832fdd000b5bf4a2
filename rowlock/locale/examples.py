"""Worked examples for the rules of a pad: moments of games that the engine played, so that they are true.

Nothing is drawn up by hand. A game is played by a fixed seed and a cautious hand; the first moments that show
what a rule is about are kept, with the sheet as it is afterwards and the facts that followed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rowlock.engine import view_types
from rowlock.engine.cards.deck import shuffled
from rowlock.engine.facts import Fact, plain_fact
from rowlock.engine.game import apply
from rowlock.engine.json_object import JsonObject
from rowlock.engine.legal import legal_moves
from rowlock.engine.moves import PASS, Choice, Roll
from rowlock.engine.notation import format_move
from rowlock.engine.position import format_position
from rowlock.engine.state import Game, Phase, new_game, waiting_for
from rowlock.engine.variant import Place, Variant
from rowlock.engine.view import plain_move, plain_sheet
from rowlock.locale.pad_features import PadFeatures

NAME = "Mia"
"""The names of the players in the examples."""
GAMES, MORE_GAMES, TURNS, FARTHEST = 8, 40, 40, 2
"""How many games are looked through (more where a rule shows itself rarely), how many turns of each, and how
far the hand skips."""
TOLD = (
    *("rolled", "called", "played", "swapped", "crossed", "bar_crossed", "bonus_crossed", "bonus_lost"),
    *("pair_completed", "locked", "closed", "passed", "die_removed"),
)
"""The kinds of fact that an example tells."""
BY_KIND = {
    "bar_crossed": "bonus_bar",
    "pair_completed": "bonus_pairs",
    "locked": "closing",
    "swapped": "swaps",
}
BY_CAUSE = {"lucky": "lucky", "chain": "chain"}


class Example(NamedTuple):
    """A moment of a game: the sheet after it, the rows that show it, what happened, and what led to it."""

    sheet: view_types.Sheet
    rows: list[int]
    facts: list[JsonObject]
    position: str
    move: str
    """The move that showed it, and the game before it."""


@lru_cache(maxsize=64)
def examples_of(variant: Variant) -> dict[str, Example]:
    """An example for every topic of the pad that shows itself in a move."""
    missing = _wanted(variant)
    found: dict[str, tuple[int, Example]] = {}
    for seed in range(MORE_GAMES if _keeps_dice(PadFeatures(variant)) else GAMES):
        for topic, worth, example in _moments(variant, random.Random(seed), set(missing)):
            if topic not in found or worth > found[topic][0]:
                found[topic] = (worth, example)
        missing = {topic: worth for topic, worth in missing.items() if found.get(topic, (0,))[0] < worth}
        if not missing:
            break
    return {topic: example for topic, (_, example) in found.items()}


def _wanted(variant: Variant) -> dict[str, int]:
    """The topics that the pad's own rules are about, and how well each can be shown."""
    pad = PadFeatures(variant)
    own = {mechanism.key for mechanism in variant.mechanisms} - {"cards", "die_stays"}
    mixed = {"colours"} if pad.has_mixed_colours and pad.with_dice else set()
    topics = own | mixed | (set() if pad.with_dice else {"play"})
    return {**dict.fromkeys(topics, 2), "closing": 3 if _keeps_dice(pad) else 2}


def _keeps_dice(pad: PadFeatures) -> bool:
    return pad.closes_for_all and pad.has("die_stays")


def _moments(
    variant: Variant, chance: random.Random, missing: set[str]
) -> Iterator[tuple[str, int, Example]]:
    """The topics of the first player's moves in one game: topics, and how well each is shown."""
    game = new_game(variant, max(variant.players[0], 1))
    before: list[Fact] = []
    closed: list[Fact] = []
    while game.phase is not Phase.OVER and game.turn <= TURNS:
        if game.phase.is_chance:
            game, drawn = _draw(game, chance)
            before = [*drawn]
            continue
        seat = waiting_for(game)[0]
        move = _choose(game, seat, missing)
        told = plain_move(game, seat, move)
        step = apply(game, move, seat)
        facts = [*before, *step.facts]
        if seat == 0 and game.active == 0 and told["cell"]:
            topics = dict(_shown(game, told))
            for topic, worth in topics.items():
                yield topic, worth, _example(step.game, facts, topic, (game, move))
        if seat == 0 and closed:
            yield "closing", 3, _example(step.game, [*closed, *step.facts], "closing", (game, move))
        closed = facts if _leaves_a_die(step.game, facts) else []
        same = step.game.turn == game.turn
        before = [fact for fact in facts if same and fact.kind in ("rolled", "called")]
        game = step.game


def _leaves_a_die(game: Game, facts: list[Fact]) -> bool:
    """Whether the white dice closed a row whose die stays for the colour action."""
    is_closed = any(fact.kind == "closed" for fact in facts)
    return (
        is_closed
        and game.phase is Phase.COLOUR
        and game.active == 0
        and _keeps_dice(PadFeatures(game.variant))
    )


def _draw(game: Game, chance: random.Random) -> tuple[Game, tuple[Fact, ...]]:
    """The dice, or the cards, that come next."""
    if game.phase is Phase.SHUFFLE:
        assert game.variant.turns is not None
        return apply(game, shuffled(game.variant.turns.to_shuffle(game), chance.randrange))
    faces = game.variant.faces
    white = (chance.randint(1, faces), chance.randint(1, faces))
    return apply(game, Roll(white, tuple((colour, chance.randint(1, faces)) for colour in game.dice)))


def _choose(game: Game, seat: int, missing: set[str]) -> Choice:
    """A move that shows much of what is still missing and skips little; the other players only watch."""
    moves = legal_moves(game, seat)
    if game.phase is Phase.TAKE:
        return moves[0]
    if seat != 0:
        return PASS if PASS in moves else moves[0]

    def worth(move: Choice) -> tuple[float, int]:
        told = plain_move(game, seat, move)
        shown = sum(worth for topic, worth in _shown(game, told) if topic in missing)
        near = told["cell"] is not None and told["skips"] <= FARTHEST
        return (10 * shown if near else 3 * shown) + (2 if near else -1) * bool(told["cell"]), -told["skips"]

    return max(moves, key=worth)


def _shown(game: Game, told: view_types.Move) -> Iterator[tuple[str, int]]:
    """The topics that a move shows; 2 if it shows them well."""
    variant, facts = game.variant, told["facts"]
    bonuses = sum(fact["kind"] == "bonus_crossed" for fact in facts)
    for fact in facts:
        if fact["kind"] == "locked" and game.phase is Phase.COLOUR and _keeps_dice(PadFeatures(variant)):
            yield "closing", -1  # the die that stays shows itself only when the white dice close a row
        elif topic := BY_KIND.get(fact["kind"]):
            yield topic, 2 if topic != "bonus_bar" or bonuses > 1 else 1
        if topic := BY_CAUSE.get(str(fact.get("by"))):
            yield topic, 2
        if fact["kind"] == "played":
            yield from _shown_by_cards(told, fact)
    for row, number in told["cells"]:
        yield from _shown_by_cell(game, variant.places[row, number], told)
    if told["skips"] and len(facts) == 1:  # nothing that is explained later
        yield "left", 1 + (told["skips"] == 1)


def _shown_by_cards(told: view_types.Move, played: JsonObject) -> Iterator[tuple[str, int]]:
    if len(told["cells"]) > 1:
        yield "play", 2
    crossed = {number for _, number in told["cells"]}
    if crossed and played["jokers"]:
        yield "jokers", 1 + (not crossed.isdisjoint(played["jokers"]))


def _shown_by_cell(game: Game, place: Place, told: view_types.Move) -> Iterator[tuple[str, int]]:
    variant, sheet = game.variant, game.sheets[0]
    row, cell = variant.rows[place.row], variant.rows[place.row].cells[place.cell]
    pad = PadFeatures(variant)
    frames = [frame for mechanism in variant.mechanisms for frame in mechanism.frames(place)]
    own = [f for m in variant.mechanisms for at, f in m.sheet_frames(variant, sheet) if at == place]
    if "double" in frames:
        yield "double", 2
    if pad.has("twice") and sheet.crosses[place.row] >> place.cell & 1:
        yield "twice", 2
    if row.name in pad.bridges:
        yield "between", 2
    if pad.has("steps") and own:
        yield "steps", 2
    if row.lock and row.lock not in cell.colours and game.phase is Phase.COLOUR:
        yield "colours", 2


def _example(game: Game, facts: list[Fact], topic: str, made: tuple[Game, Choice]) -> Example:
    """The events of the first player, and the rows that they happened in."""
    told = [plain_fact(fact) for fact in facts if fact.kind in TOLD]
    told = [fact for fact in told if fact.get("seat", 0) == 0]
    pad = PadFeatures(game.variant)
    names = {fact["row"] for fact in told if fact.get("row")}
    if topic == "between":
        names |= {near for row in names & pad.bridges for near in _neighbours(game.variant, row)}
    rows = sorted(game.variant.row_of[name] for name in names)
    before, move = made
    return Example(plain_sheet(game, 0), rows, told, format_position(before), format_move(move))


def _neighbours(variant: Variant, row: str) -> tuple[str, ...]:
    return next((found for m in variant.mechanisms if (found := m.counts_for(row))), ())
