"""Spoken codes: the same in every language, told apart by ear, understood in spite of slips."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

import pytest

from rowlock.locale import languages
from rowlock.locale.spoken_codes import (
    SPARSE,
    Words,
    draw_code,
    format_code,
    parse_code,
    plain_word,
    spoken_words,
)

LANGUAGES = sorted(spoken_words())
SOUNDS: dict[str, list[tuple[str, str]]] = {
    "en": [("ph", "f"), ("ck|qu", "k"), ("wh", "w"), ("c(?=[eiy])", "s"), ("e$", ""), ("x", "ks")],
    "de": [
        ("sch|^s(?=[pt])", "S"), ("chs|x", "ks"), ("ch", "x"), ("z", "ts"), ("v", "f"), ("w", "v"),
        ("ie", "i"),
    ],
    "fr": [
        ("eau|au", "o"), ("ou", "u"), ("ch", "S"), ("g(?=[ei])", "j"), ("qu", "k"), ("gn", "n"),
        ("c(?=[ei])", "s"), ("[sxtdpe]+$", ""), ("ph", "f"),
    ],
    "it": [("gh", "g"), ("ch|qu", "k"), ("gli", "li"), ("gn", "n"), ("sc(?=[ei])", "S"), ("c(?=[ei])", "C")],
    "pl": [("sz|rz", "S"), ("cz", "C"), ("ch", "h"), ("w", "v"), ("dz", "z")],
}  # fmt: skip
"""Letters that sound alike in a language, in order; everything after them is common to all."""
KIN = ["bp", "dt", "gkc", "vfw", "mn", "szSjC", "lr", "aeiouy"]
"""Sounds that are easily taken for each other, on a bad line or across a room."""


def sound(lang: str, word: str) -> str:
    """A word roughly as it is heard: one letter for one sound, nothing doubled, no h.

    In a language without sounds of its own here it is heard as it is written.
    """
    heard = plain_word(word)
    for pattern, become in SOUNDS.get(lang, ()):
        heard = re.sub(pattern, become, heard)
    return re.sub(r"(.)\1+", r"\1", heard.replace("h", "").replace("c", "k"))


def distance(one: str, other: str) -> float:
    """How far two words are apart by ear: a sound more or less counts 1, one taken for its kin a half."""
    row = [float(place) for place in range(len(other) + 1)]
    for number, here in enumerate(one, 1):
        before, row[0] = row[0], float(number)
        for place, there in enumerate(other, 1):
            kin = any(here in group and there in group for group in KIN)
            changed = before + (0.0 if here == there else 0.5 if kin else 1.0)
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, changed)
    return row[-1]


def test_every_language_has_the_same_number_of_words() -> None:
    assert sorted(languages()) == LANGUAGES
    assert {(len(words.colours), len(words.animals)) for words in spoken_words().values()} == {(10, 32)}


@pytest.mark.parametrize("kind", Words._fields)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_words_of_a_list_sound_alike(lang: str, kind: str) -> None:
    listed = getattr(spoken_words()[lang], kind)
    pairs = combinations(listed, 2)
    assert [pair for pair in pairs if distance(*(sound(lang, word) for word in pair)) < 2] == []


@pytest.mark.parametrize(("lang", "one", "other"), [
    ("en", "monkey", "donkey"), ("de", "blau", "grau"), ("fr", "zèbre", "chèvre"),
    ("it", "lupo", "topo"), ("pl", "komar", "homar"),
])  # fmt: skip
def test_the_measure_knows_words_that_are_confused(lang: str, one: str, other: str) -> None:
    assert distance(sound(lang, one), sound(lang, other)) < 2


def test_no_word_means_something_else_in_another_language() -> None:
    meant: dict[str, set[tuple[str, int]]] = {}
    for words in spoken_words().values():
        for kind in Words._fields:
            for place, word in enumerate(getattr(words, kind)):
                meant.setdefault(plain_word(word), set()).add((kind, place))
    assert {word: places for word, places in meant.items() if len(places) > 1} == {}


@pytest.mark.parametrize("in_use", [0, 40, 1_000, 50_000, 1_000_000, 10_000_000])
def test_a_code_is_read_back_in_every_language_and_order(in_use: int) -> None:
    chance = Random(in_use)
    for _ in range(200):
        code = draw_code(in_use, chance.randrange)
        for lang in LANGUAGES:
            said = format_code(code, lang)
            colour, *digits, animal = said.split()
            assert parse_code(said) == code
            assert parse_code(" ".join([*digits, animal.upper(), plain_word(colour)])) == code


def test_a_code_gets_longer_as_more_are_in_use_and_a_million_fit() -> None:
    drawn = {n: format_code(draw_code(n, Random(1).randrange), "en") for n in (0, 40, 41, 327, 10**6)}
    lengths = {n: sum(map(str.isdigit, code)) for n, code in drawn.items()}
    assert lengths == {0: 2, 40: 2, 41: 3, 327: 3, 10**6: 7}
    assert SPARSE * 10**6 <= 10 * 32 * 8**7


@pytest.mark.parametrize("said", [
    "red 47 fox", "Rot 47 Fuchs", "ROUGE 47 RENARD", "rosso 47 volpe", "czerwony 47 lis", "fox 47 red",
    "47, fox, red!", "red-47-fox", "red 4 7 fox", "rosso 47 Fuchs", "rossa 47 volpe",
    "czerwona 47 lis", "  red   47fox", "rouge 47 rennard",
])  # fmt: skip
def test_the_same_code_however_it_is_typed(said: str) -> None:
    assert parse_code(said) == parse_code("red 47 fox") is not None


@pytest.mark.parametrize("said", [
    "", "red", "47", "red fox", "red 47", "red 47 fox fox", "red blue 47", "fox wolf 47", "red 40 fox",
    "red 4 fox", "red 47 cow", "red 4747474747 fox", "red 47 fo", "red ٤٧ fox", "🦊 47 red", "x" * 10_000,
])  # fmt: skip
def test_what_is_no_code(said: str) -> None:
    assert parse_code(said) is None
