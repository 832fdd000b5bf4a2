"""Looking texts up, counting in five languages, and choosing one."""

from __future__ import annotations

import pytest

from rowlock.locale import (
    NoSuchLanguage,
    choose_language,
    has_text,
    language_name,
    languages,
    load_catalogue,
    plural_category,
    text,
)


@pytest.mark.parametrize(
    ("lang", "n", "words"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("de", 1, "1 Punkt"),
        ("de", 70, "70 Punkte"),
        ("fr", 0, "0 point"),
        ("fr", 1, "1 point"),
        ("fr", 2, "2 points"),
        ("it", 1, "1 punto"),
        ("it", 0, "0 punti"),
        ("pl", 1, "1 punkt"),
        ("pl", 3, "3 punkty"),
        ("pl", 5, "5 punktów"),
        ("pl", 12, "12 punktów"),
        ("pl", 22, "22 punkty"),
        ("pl", 112, "112 punktów"),
        ("pl", 21, "21 punktów"),
        ("en", -5, "−5 points"),
        ("pl", -3, "−3 punkty"),
    ],
)
def test_numbers_take_the_right_form(lang: str, n: int, words: str) -> None:
    assert text(load_catalogue(lang), "game.points", n=n) == words


def test_fractions_take_the_form_for_the_rest() -> None:
    assert [plural_category(lang, 1.5) for lang in ("en", "fr", "pl")] == ["other", "one", "other"]


def test_the_printed_words_for_a_penalty() -> None:
    told = {lang: text(load_catalogue(lang), "game.penalty", n=1) for lang in ("de", "fr", "it", "pl")}
    assert told == {
        "de": "1 Fehlwurf",
        "fr": "1 coup manqué",
        "it": "1 lancio a vuoto",
        "pl": "1 nietrafienie",
    }


def test_a_key_that_is_not_there() -> None:
    english = load_catalogue("en")
    assert not has_text(english, "game.variants.of-my-own.title")
    assert not has_text(english, "game.and.more")
    with pytest.raises(KeyError, match=r"game\.nothing"):
        text(english, "game.nothing")


@pytest.mark.parametrize(
    ("wanted", "environment", "lang"),
    [
        ("pl", {"LANG": "de_DE.UTF-8"}, "pl"),
        ("FR", {}, "fr"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "de_DE.UTF-8", "LC_ALL": "it_IT"}, "it"),
        (None, {"LC_ALL": "C", "LANG": "fr"}, "fr"),
        (None, {"ROWLOCK_LANG": "pl", "LC_ALL": "it_IT"}, "pl"),
        (None, {"LANG": "fi_FI.UTF-8"}, "en"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_choosing_a_language(wanted: str | None, environment: dict[str, str], lang: str) -> None:
    assert choose_language(wanted, environment) == lang


def test_a_language_without_texts_is_an_error_in_words() -> None:
    with pytest.raises(NoSuchLanguage, match=f"known: {', '.join(languages())}"):
        choose_language("tlh", {})


def test_languages_name_themselves() -> None:
    assert language_name("fr") == "Français"
