"""Short ways to set a table and to speak at it, for tests of every room."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rowlock import (
    Game,
    Phase,
    Roll,
    Step,
    Variant,
    apply,
    legal_moves,
    load_variant,
    new_game,
    parse_move,
    parse_roll,
    parse_sheet,
    shuffled,
    variant_names,
)
from rowlock.engine.cards.deck import parse_cards
from rowlock.engine.cards.lay import Lay
from rowlock.engine.facts import Fact
from rowlock.engine.game import Chance
from rowlock.engine.moves import Choice

TINY = sorted((Path(__file__).parent / "tiny").glob("*.toml"))
CARDS = tuple(name for name in variant_names() if load_variant(name).played_with == "cards")
TINY_CARDS = tuple(map(str, sorted((Path(__file__).parent / "cards").glob("tiny-*.toml"))))[::-1]
"""Pads that are played with cards."""
BUNDLED = tuple(name for name in variant_names() if name not in CARDS)
"""Bundled pads that are played with dice."""
SIX = ("classic", "mixx-a", "mixx-b", "longo", "bonus-a", "bonus-b")
"""The pads of the leaflets: a cell is crossed once, and from left to right."""
EVERY_VARIANT = (*BUNDLED, *(str(path) for path in TINY))


def table(variant: str | Variant, *sheets: str, start: int = 0, turn: int = 1) -> Game:
    """A game that awaits a roll, with these sheets; an empty text is an empty sheet."""
    found = load_variant(variant) if isinstance(variant, str) else variant
    game = new_game(found, len(sheets), start)._replace(turn=turn)
    drawn = tuple(
        parse_sheet(found, text) if text else empty for text, empty in zip(sheets, game.sheets, strict=True)
    )
    return game._replace(sheets=drawn)


def say(game: Game, *inputs: str) -> Step:
    """Say several things, `4+1 r6` for a roll and `0 r8` for a move of seat 0; all facts together."""
    facts: list[Fact] = []
    for text in inputs:
        if "+" in text:
            step = apply(game, parse_roll(text))
        else:
            seat, move = text.split()
            step = apply(game, parse_move(move), int(seat))
        game = step.game
        facts += step.facts
    return Step(game, tuple(facts))


def cards_on_table(variant: Variant, phase: str, hand: str, *sheets: str, top: str = "") -> Game:
    """A game with cards in which seat 0 is active with this hand; the other cards have a fixed order."""
    assert variant.turns is not None
    fresh = new_game(variant, len(sheets))
    mine = parse_cards(hand)
    rest = [card for card in variant.turns.to_shuffle(fresh) if card not in mine]
    random.Random(7).shuffle(rest)
    hands = [mine, *[tuple(rest.pop() for _ in range(4)) for _ in sheets[1:]]]
    display = tuple(rest.pop() for _ in range(4))
    played = tuple(rest.pop() for _ in range(5))
    if top:
        rest.sort(key=lambda card: card.text != top)
    lay = Lay(tuple(tuple(sorted(held)) for held in hands), display, tuple(rest), played)
    choices = (None,) * len(sheets) if phase == "call" else ()
    drawn = tuple(parse_sheet(variant, text) for text in sheets)
    return fresh._replace(sheets=drawn, phase=Phase(phase), lay=lay, choices=choices)


def texts(step: Step, kind: type) -> list[Any]:
    """The facts of one kind."""
    return [fact for fact in step.facts if isinstance(fact, kind)]


def random_roll(game: Game, rng: random.Random) -> Roll:
    faces = game.variant.faces
    white = (rng.randint(1, faces), rng.randint(1, faces))
    return Roll(white, tuple((colour, rng.randint(1, faces)) for colour in game.dice))


def random_chance(game: Game, rng: random.Random) -> Chance:
    """A roll, or a shuffle."""
    turns = game.variant.turns
    return shuffled(turns.to_shuffle(game), rng.randrange) if turns else random_roll(game, rng)


Chooser = Callable[[Game, int, random.Random], Choice]


def random_choice(game: Game, seat: int, rng: random.Random) -> Choice:
    return rng.choice(legal_moves(game, seat))


def eager_choice(game: Game, seat: int, rng: random.Random) -> Choice:
    """Never pass when a cross is possible, so that rows fill and close."""
    return rng.choice(legal_moves(game, seat)[:-1] or legal_moves(game, seat))


def play_out(
    game: Game, rng: random.Random, choose: Chooser = random_choice
) -> list[tuple[int | None, Choice | Chance, Step]]:
    """Play to the end; every (seat, input) with its step, in order."""
    said = []
    inputs: list[tuple[int | None, Choice | Chance]]
    while game.phase is not Phase.OVER:
        if game.phase.is_chance:
            inputs = [(None, random_chance(game, rng))]
        elif game.phase.is_shared:
            seats = list(range(len(game.sheets)))
            rng.shuffle(seats)
            inputs = [(seat, choose(game, seat, rng)) for seat in seats]
        else:
            inputs = [(game.active, choose(game, game.active, rng))]
        for seat, move in inputs:
            step = apply(game, move, seat)
            said.append((seat, move, step))
            game = step.game
    return said
