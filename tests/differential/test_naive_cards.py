"""The engine and the naive card game agree after every input, over whole games, and on a tiny deck."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, permutations
from pathlib import Path

import pytest
from naive_cards import NaiveCards
from playing import CARDS, TINY_CARDS
from random_pads import card_pad

from rowlock import (
    Phase,
    apply,
    format_move,
    format_variant,
    legal_moves,
    load_variant,
    new_game,
    outcome,
    parse_move,
    parse_shuffle,
    parse_variant,
    waiting_for,
)
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.notation import format_sheet
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant

PERFTS = sorted((Path(__file__).parent.parent / "perft").glob("cards*.perft"))
STYLES = ("random", "eager", "idle")


class Both:
    """The same game at both tables."""

    def __init__(self, variant: Variant, seats: int, start: int) -> None:
        self.game: Game = new_game(variant, seats, start)
        self.naive = NaiveCards(variant, seats, start)
        self.happened: Counter[str] = Counter()

    def shuffle(self, order: list[str]) -> None:
        self.happened["reshuffled"] += bool(self.naive.display)
        self.naive.shuffle(order)
        self.game = apply(self.game, parse_shuffle(" ".join(["%", *order]))).game
        self.compare()

    def say(self, seat: int, text: str) -> None:
        self.game = apply(self.game, parse_move(text), seat).game

    def compare(self) -> None:
        game, naive = self.game, self.naive
        assert game.phase.value == naive.phase
        assert (game.turn, game.active) == (naive.turn, naive.active)
        lay, variant = game.lay, game.variant
        assert lay is not None
        assert [sorted(card.text for card in hand) for hand in lay.hands] == [sorted(h) for h in naive.hands]
        assert [card.text if card else None for card in lay.display] == naive.display
        assert [card.text for card in lay.pile] == naive.pile
        assert sorted(card.text for card in lay.played) == sorted(naive.played)
        seats = range(len(game.sheets))
        assert [format_sheet(variant, game.sheets[seat]) for seat in seats] == [
            naive.sheet_text(seat) for seat in seats
        ]
        assert [score(variant, sheet).total for sheet in game.sheets] == [naive.score(seat) for seat in seats]
        if naive.phase == "over":
            result = outcome(game)
            assert result
            assert result.reason == naive.end_reason
            self.happened[f"end by {result.reason}"] += 1
        for seat in seats:
            found = [format_move(move) for move in legal_moves(game, seat)]
            assert len(set(found)) == len(found)
            assert sorted(found) == sorted(naive.legal(seat))

    def refuse(self, seat: int, text: str) -> None:
        """Plays that the naive game does not list are refused, and nothing changes."""
        if text not in self.naive.legal(seat):
            with pytest.raises(RowlockError):
                apply(self.game, parse_move(text), seat)


def pick(both: Both, seat: int, style: str, rng: random.Random) -> str:
    legal = both.naive.legal(seat)
    crossing = [text for text in legal if text != "-" and (text[0] != "=" or ":" in text)]
    if style == "eager" and crossing:
        most = max(text.count(".") for text in crossing)
        return rng.choice([text for text in crossing if text.count(".") == most])
    still = [text for text in legal if text not in crossing]
    return rng.choice(still if style == "idle" and still and rng.random() < 0.8 else legal)


def play(
    variant: Variant, seats: int, rng: random.Random, style: str, order: list[str] | None = None
) -> Counter[str]:
    both = Both(variant, seats, rng.randrange(seats))
    naive = both.naive
    while naive.phase != "over":
        if naive.phase == "shuffle":
            cards = order if order and not naive.display else naive.to_shuffle
            both.shuffle(cards if cards is order else rng.sample(cards, len(cards)))
        elif naive.phase == "call":
            choices = [pick(both, seat, style, rng) for seat in range(seats)]
            both.refuse(rng.randrange(seats), f"{rng.choice('rygb')}{rng.randint(2, 12)}")
            for seat in rng.sample(range(seats), seats):
                both.say(seat, choices[seat])
            naive.choose(choices)
            both.compare()
        else:
            seat, taking = naive.active, naive.phase == "take"
            wild = ["@1", "@7", "-", "r5", f"=r{rng.randint(2, 12)}", "=b12.11.10.9", "=g5:6", "=yj3:3"]
            both.refuse(seat, rng.choice(wild))
            text = pick(both, seat, style, rng)
            both.happened["play with crosses" if ":" in text else "play without"] += text[0] == "="
            both.happened["several crosses"] += ":" in text and "." in text.partition(":")[2]
            both.happened["joker"] += "j" in text
            both.say(seat, text)
            naive.take(text) if taking else naive.play(text)
            both.compare()
    assert waiting_for(both.game) == ()
    assert both.game.phase is Phase.OVER
    both.happened["lock"] += sum(len(paper.locks) for paper in naive.papers)
    return both.happened


@pytest.mark.parametrize("jokers", ["off", "on"])
@pytest.mark.parametrize("name", [*CARDS, *TINY_CARDS], ids=lambda name: str(name).split("/")[-1])
def test_both_play_the_same_games(name: str, jokers: str) -> None:
    variant = load_variant(name, jokers=jokers)
    rng, happened = random.Random(f"{variant.name} {jokers}"), Counter[str]()
    least, most = variant.players
    for seats in range(least, most + 1):
        for style in (*STYLES, "eager"):
            happened += play(variant, seats, rng, style)
    wanted = {"end by penalties", "play with crosses", "play without", "several crosses"}
    wanted |= {"joker"} if jokers == "on" else set()
    wanted |= {"end by rows", "lock"} if name in TINY_CARDS else set()
    for extra in range(60):  # what chance alone brings about rarely
        if wanted | {"reshuffled"} <= {kind for kind, count in happened.items() if count}:
            break
        happened += play(variant, 2, rng, STYLES[extra % 3])
    else:
        pytest.fail(f"never happened: {wanted - happened.keys()}, {happened}")


@pytest.mark.parametrize("seed", range(24))
def test_R27_both_play_the_same_games_on_own_pads_for_cards(seed: int) -> None:
    pad = card_pad(seed)
    assert parse_variant(format_variant(pad), pad.name) == pad
    play(pad, min(pad.players[1], 1 + seed % 5), random.Random(seed), STYLES[seed % 3])


def best_alone(game: Game, order: list[str]) -> int:
    """The most points that one player can make when all cards are known, by trying everything."""
    if game.phase is Phase.OVER:
        return score(game.variant, game.sheets[0]).total
    if game.phase is Phase.SHUFFLE:
        cards = sorted(card.text for card in game.lay.played) if game.lay else order
        return best_alone(apply(game, parse_shuffle(" ".join(["%", *cards]))).game, order)
    return max(best_alone(apply(game, move, 0).game, order) for move in legal_moves(game, 0))


def best_alone_naively(game: NaiveCards, order: list[str]) -> int:
    if game.phase == "over":
        return game.score(0)
    said = game.legal(0) or [""]
    best = []
    for text in said:
        after = game.copy()
        if game.phase == "shuffle":
            after.shuffle(game.to_shuffle if game.display else order)
        elif game.phase == "call":
            after.choose([text])
        elif game.phase == "take":
            after.take(text)
        else:
            after.play(text)
        best.append(best_alone_naively(after, order))
    return max(best)


@pytest.mark.parametrize("seed", range(3))
def test_a_tiny_deck_is_solved_alike(seed: int) -> None:
    """Whoever crosses nothing has lost, and so has every line of play an end: all of them are looked at."""
    variant = parse_variant(SMALLEST, "smallest")
    deck = NaiveCards(variant, 1).deck
    order = random.Random(seed).sample(deck, len(deck))
    assert best_alone(new_game(variant, 1), order) == best_alone_naively(NaiveCards(variant, 1), order)


def test_both_play_many_deals_of_a_tiny_deck() -> None:
    variant = load_variant(TINY_CARDS[0])
    rng = random.Random(5)
    deals = islice(permutations(NaiveCards(variant, 2).deck), 0, None, 1999)
    for order in deals:
        play(variant, 2, rng, "random", list(order))


def counts_by_depth(game: NaiveCards, shuffles: list[list[str]], said: list[str], depth: int) -> list[int]:
    """Decision sequences of 0, 1 … depth choices; one that ends earlier counts at every greater depth."""
    if game.phase == "shuffle" and shuffles:
        game = game.copy()
        game.shuffle(shuffles[0])
        shuffles = shuffles[1:]
    if depth == 0 or game.phase in ("shuffle", "over"):
        return [1] * (depth + 1)
    below = [0] * depth
    for text in game.legal(len(said) if game.phase == "call" else game.active):
        after, words = game.copy(), []
        if game.phase == "call":
            words = [*said, text]
            if len(words) == len(game.papers):
                after.choose(words)
                words = []
        elif game.phase == "take":
            after.take(text)
        else:
            after.play(text)
        deeper = counts_by_depth(after, shuffles, words, depth - 1)
        below = [total + more for total, more in zip(below, deeper, strict=True)]
    return [1, *below]


@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_both_count_the_same_sequences(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    name, turn, _, _, _, *sheets = lines[0].split()
    variant = load_variant(name.split(";")[0], jokers="on" if "jokers" in name else "off")
    game = NaiveCards(variant, len(sheets), int(turn.split("/")[1]))
    shuffles = [line.split()[1:] for line in lines if line.startswith("%")]
    expected = {int(depth): int(n) for depth, n in (line.split() for line in lines[1:] if line[0].isdigit())}
    found = counts_by_depth(game, shuffles, [], max(expected))
    assert {depth: found[depth] for depth in expected} == expected


SMALLEST = """
title = "Smallest cards"
rules = 1
players = [1, 1]
points = [0, 1, 3, 6, 10]
[dice]
faces = 2
[closing]
needs = 1
cells = 1
for = "player"
[penalties]
boxes = 1
points = -5
[end]
closed_rows = 1
of = "player"
[cards]
hand = 1
display = 2
play = 2
gap = 0
[[rows]]
lock = "r"
cells = "r2 r3 r4"
[[rows]]
lock = "y"
cells = "y4 y3 y2"
"""
