"""One word for one thing: the glossaries, what the check of a catalogue finds, and its command."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from rowlock.cli import main
from rowlock.locale import Catalogue, languages, load_catalogue
from rowlock.locale.checking import check, forms_of, glossary, texts_of
from rowlock.locale.labels import PLACES, fits, place_of
from rowlock.printing.fonts import button_width


def changed(lang: str, key: str, value: Any) -> list[str]:
    """The findings of the check for a catalogue with one text changed, or without it."""
    texts = deepcopy(dict(load_catalogue(lang).texts))
    *path, last = key.split(".")
    section = texts
    for name in path:
        section = section[name]
    section[last] = value
    if value is None:
        del section[last]
    return [what for found, what in check(Catalogue(lang, texts), button_width) if found == key]


@pytest.mark.parametrize("lang", languages())
def test_nothing_is_to_be_looked_at(lang: str) -> None:
    assert check(load_catalogue(lang), button_width) == []


@pytest.mark.parametrize("lang", languages())
def test_every_glossary_has_the_same_concepts_and_its_words_are_in_use(lang: str) -> None:
    concepts = glossary(lang)["concepts"]
    assert list(concepts) == list(glossary("en")["concepts"])
    said = " ".join(form for text in texts_of(load_catalogue(lang)).values() for form in forms_of(text))
    for name, concept in concepts.items():
        assert any(word in said for word in (concept["word"], *concept.get("forms", []))), name


@pytest.mark.parametrize(
    ("lang", "key", "value", "what"),
    [
        ("de", "page.rules", None, "has no text"),
        ("de", "page.end.share", "Ergebnis mit allen anderen Leuten teilen", "too long"),
        ("de", "page.bots.steady.name", "Ruhepolarstern", "too long for a chip"),
        ("it", "page.front.first_drawn", "Si estrae a sorte", "too long for an entry of a list beside"),
        ("pl", "people.clubs.won", "Zwycięstwa", "too long for the head of a column"),
        ("de", "game.moves.pass", "Vorübergehen", "too long for the row at the thumb"),
        ("en", "page.settings.looks.auto", "The same as on the rest of this device", "too long for an entry"),
        ("it", "page.end.share", "{n} %", "percent"),
        ("de", "page.lobby.seats", "”Wer“ spielt mit", "quotation marks"),
        ("pl", "page.connecting", "Chwileczkę …", "dots otherwise"),
        ("en", "page.connecting", "One moment…", "dots otherwise"),
        ("fr", "page.lobby.seats", "Vous êtes prêt", "one gender"),
        ("de", "people.meet.title", "Mitspieler finden", "one gender"),
        ("pl", "people.strangers.why", "Co napisał(a) {name}?", "one gender"),
        ("pl", "page.errors.phrases_only", "Tu są tylko gotowe zwroty.", "say “gotowymi zdaniami”"),
        ("fr", "page.lobby.seats", "C’est ton tour", "addresses the reader otherwise"),
        ("pl", "page.rules", "Stół", "say “stolik”"),
        ("de", "study.phases.call", "Genannte Zahl", "say “angesagte Zahl”"),
        ("fr", "page.why.closed", "{cell} : {row} est verrouillée.", "say “clôturer”"),
        ("pl", "page.rules", "Zasady na arkuszu", "say “karta”"),
        ("de", "page.your_turn", "Du bist an der Reihe", "say “Reihe”"),
        ("pl", "game.points", {"one": "{n} punkt", "other": "{n} punktu"}, "has no form for “few”"),
        ("en", "game.asks.roll", "Somebody rolls.", "placeholders name"),
    ],
)
def test_what_is_wrong_is_found(lang: str, key: str, value: Any, what: str) -> None:
    assert any(what in found for found in changed(lang, key, value))


def test_labels_are_measured_by_their_letters_and_not_counted() -> None:
    place = place_of("page.end.rematch")
    assert place is not None
    narrow, wide = "i" * 40, "W" * 20
    assert fits(narrow, place, button_width)
    assert not fits(wide, place, button_width)
    assert changed("en", "page.end.rematch", narrow) == []
    assert changed("en", "page.end.rematch", wide)


def test_labels_break_between_words_only() -> None:
    half = next(place for place in PLACES if place.name == "one of two side by side")
    word = "m" * int(half.room / half.size / button_width("m"))
    assert fits(f"{word} {word}", half, button_width)
    assert not fits(f"{word} {word} {word}", half, button_width)
    assert not fits(word + "mm", half, button_width)


def test_every_place_has_labels() -> None:
    keys = texts_of(load_catalogue("en"))
    assert {place.name for place in PLACES} == {p.name for key in keys if (p := place_of(key))}


def test_the_command_says_that_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locale", "check"]) == 0
    assert capsys.readouterr().out == "Nothing to look at.\n"
    assert main(["locale", "check", "pl", "fr"]) == 0
