"""Games as the engine plays them, as JSON for the tests of the page: `python web/tests/make_fixtures.py`.

For every bundled pad, for those of the examples and the tests and for some random ones, a whole game at
random with the views of both seats; the sentences that Python makes of it in all languages; and the dice of a
server to verify; and a game that is reviewed.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from random_pads import card_pad, mixed_pad, wide_pad
from recorded import bots_game

from rowlock.analysis.puzzles.puzzle import shipped, solution
from rowlock.analysis.review.game import review
from rowlock.engine.cards.deck import shuffled
from rowlock.engine.facts import plain_fact
from rowlock.engine.game import apply, legal_moves, new_game, waiting_for
from rowlock.engine.moves import make_roll
from rowlock.engine.notation import format_roll
from rowlock.engine.record import RecordReading, replay
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant, view
from rowlock.locale import languages, load_catalogue, words
from rowlock.locale.reasons import tell_drop, tell_reason, tell_reasons
from rowlock.table import dice
from rowlock.table.replay import plain_replay
from rowlock.variants import load_variant, variant_names

HERE = Path(__file__).parent
TESTS = HERE.parent.parent / "tests"
NAMES = ["Mia", "Zoë"]


def play(variant: Variant, seed: int) -> list[dict[str, Any]]:
    """A game at random; after every input what happened and what both seats and a spectator see."""
    chance, game, steps = random.Random(seed), new_game(variant, 2), []
    while True:
        if game.phase.value == "over":
            return steps
        if game.phase.value == "roll":
            shows = [chance.randint(1, variant.faces) for _ in range(2 + len(game.dice))]
            step = apply(game, make_roll((shows[0], shows[1]), dict(zip(game.dice, shows[2:], strict=True))))
        elif game.phase.value == "shuffle":
            assert variant.turns is not None
            step = apply(game, shuffled(variant.turns.to_shuffle(game), chance.randrange))
        else:
            seat = chance.choice(waiting_for(game))
            moves = legal_moves(game, seat)
            step = apply(game, chance.choice(moves[:-1] or moves), seat)
        game = step.game
        facts = [plain_fact(fact) for fact in step.facts]
        steps.append({"facts": facts, "views": [view(game, 0), view(game, 1), view(game, None)]})


def tell(variant: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, dict[str, list[str]]]:
    """Python's sentences about the game in every language: facts, questions, effects, the result."""
    told = {}
    for lang in languages():
        catalogue = load_catalogue(lang)
        seen = [step["views"][0] for step in steps]
        moves = [move for shown in seen for move in shown["moves"]]
        told[lang] = {
            "facts": [
                words.tell_fact(catalogue, variant, NAMES, fact) for step in steps for fact in step["facts"]
            ],
            "asks": [words.tell_ask(catalogue, variant, NAMES, shown) for shown in seen],
            "moves": [words.tell_move(catalogue, variant, move) for move in moves],
            "effects": [words.tell_effects(catalogue, variant, move) for move in moves],
        }
    return told


def reviewed() -> dict[str, Any]:
    """A reviewed game of three on a pad with lucky numbers, its replay, and its reasons in every language."""
    record = bots_game(load_variant("bonus-b"), ("greedy", "cautious", "steady"), 1)
    found, shown = review(record, rollouts=0), plain_replay(RecordReading(record, replay(record), None))
    reasons = [
        why for turn in found["turns"] for decision in turn["decisions"] for why in decision["reasons"]
    ]
    told = {
        lang: [tell_reason(load_catalogue(lang), shown["variant"], record.seats, why) for why in reasons]
        for lang in languages()
    }
    return {"review": found, "replay": shown, "told": told}


def proof(*, is_sealed: bool) -> dict[str, Any]:
    """Dice as the server gives them after a game; of three players one has not shown what was sealed."""
    seeds, label = ("my lucky words", "", "żółw"), "k3v9x2m7qa/1"
    seals = [
        dice.seal(label, seat, seed or "withheld") if is_sealed else "" for seat, seed in enumerate(seeds)
    ]
    thrown = dice.SecretDice("5a" * 32, label, seeds, tuple(seals) if is_sealed else None)
    rolls = [
        {"number": n, "dice": colours, "text": format_roll(dice.roll(thrown, n, colours, 6))}
        for n, colours in enumerate(["rygb"] * 30 + ["rgb"] * 10, start=1)
    ]
    return {
        "source": "server",
        "label": thrown.label,
        "commitment": dice.commitment(thrown.secret),
        "secret": thrown.secret,
        "fingerprint": thrown.fingerprint if is_sealed else None,
        "seals": seals,
        "seeds": list(thrown.seeds),
        "faces": 6,
        "start": dice.start_seat(thrown, 3),
        "rolls": rolls,
    }


def proof_of_cards() -> dict[str, Any]:
    """Two shuffles of a server: all cards, and later some that were played."""
    given = proof(is_sealed=True)
    thrown = dice.SecretDice(given["secret"], given["label"], tuple(given["seeds"]), tuple(given["seals"]))
    deck = load_variant("cards-mixx-a", jokers="on").turns.to_shuffle(  # type: ignore[union-attr]
        new_game(load_variant("cards-mixx-a", jokers="on"), 3)
    )
    some = tuple(sorted(dice.shuffle(thrown, 1, deck).cards[:20]))
    shuffles = [dice.shuffle(thrown, 1, deck), dice.shuffle(thrown, 2, some)]
    rolls = [{"number": n, "dice": "", "text": one.text} for n, one in enumerate(shuffles, 1)]
    return {**given, "rolls": rolls}


def puzzles() -> list[dict[str, Any]]:
    """Puzzles with what speaks against the next best move or the worst, told by Python in all languages."""
    found = []
    for n, one in enumerate(shipped()[:80]):
        hint, variant = solution(one, [*one.worths][-1] if n % 2 else None), plain_variant(one.game.variant)
        names = [*NAMES, "Ada", "Bo", "Cy"][: len(one.game.sheets)]
        other = next(option for option in hint["options"] if option["move"] == hint["other"])
        told = {}
        for catalogue in map(load_catalogue, languages()):
            reasons = tell_reasons(catalogue, variant, names, hint["reasons"], other)
            told[catalogue.lang] = [tell_drop(catalogue, variant, other, len(names)), *reasons]
        found.append({"variant": variant, "names": names, "hint": hint, "told": told})
    return found


def main() -> None:
    folder = HERE / "fixtures"
    folder.mkdir(exist_ok=True)
    pads = [load_variant(name) for name in variant_names()]
    pads += [replace(load_variant("cards", jokers="on"), name="cards-jokers")]
    for folder_of_pads in (TESTS / "tiny", TESTS / "browser" / "pads"):
        pads += [load_variant(path) for path in sorted(folder_of_pads.glob("*.toml"))]
    pads += [mixed_pad(seed) for seed in (5, 14, 17)]
    pads += [wide_pad(seed) for seed in (1, 9)] + [card_pad(seed) for seed in (5, 9, 11)]
    for seed, pad in enumerate(pads):
        variant, steps = plain_variant(pad), play(pad, seed)
        whole = {"variant": variant, "names": NAMES, "steps": steps, "told": tell(variant, steps)}
        (folder / f"game-{pad.name}.json").write_text(json.dumps(whole, ensure_ascii=False), "utf-8")
    proofs = {"sealed": proof(is_sealed=True), "older": proof(is_sealed=False), "cards": proof_of_cards()}
    (folder / "proofs.json").write_text(json.dumps(proofs, ensure_ascii=False), "utf-8")
    (folder / "reviewed.json").write_text(json.dumps(reviewed(), ensure_ascii=False), "utf-8")
    (folder / "puzzles.json").write_text(json.dumps(puzzles(), ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
