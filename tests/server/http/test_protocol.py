"""The protocol as it is written down, and as it is parsed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.server.edge.headers import is_own_origin
from rowlock.server.http.protocol_document import fill
from rowlock.table import dice
from rowlock.table.errors import BadMessage
from rowlock.table.messages.reading import id_of, read_message

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_the_document_says_what_the_code_does() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert fill(text) == text, "run: python -m rowlock.server.http.protocol_document docs/protocol.md"
    assert "| `move` |" in text
    assert "| `POST /api/tables` |" in text


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        read_message(text)
    except BadMessage as error:
        assert "\n" not in str(error)
    id_of(text)


def test_the_place_of_a_mistake_is_named() -> None:
    with pytest.raises(BadMessage, match=r"move\.turn"):
        read_message('{"type":"move","turn":0,"phase":"white","move":"-"}')


def test_the_dice_follow_from_secret_label_and_seeds_as_documented() -> None:
    # written out by hand from the document, with nothing of rowlock.table.dice in it
    import hashlib
    import hmac

    secret, label, seeds = "07" * 32, "k3v9/1", ("", "lucky")
    sealed = hashlib.sha256(b"rowlock seal 2\nk3v9/1\n1\nlucky").hexdigest()
    promised = hashlib.sha256(bytes([7] * 32)).hexdigest()
    fingerprint = hashlib.sha256(f"rowlock seals 2\nk3v9/1\n{promised}\n\n{sealed}".encode()).hexdigest()

    def faces(purpose: str, count: int, sides: int) -> list[int]:
        shown, block = list[int](), 0
        while len(shown) < count:
            message = "\n".join(["rowlock dice 2", fingerprint, label, purpose, str(block), *seeds])
            for byte in hmac.new(bytes.fromhex(secret), message.encode(), hashlib.sha256).digest():
                if byte < 256 - 256 % sides and len(shown) < count:
                    shown.append(byte % sides + 1)
            block += 1
        return shown

    given_dice = dice.SecretDice(secret, label, seeds, ("", dice.seal(label, 1, "lucky")))
    assert dice.commitment(secret) == promised
    assert dice.start_seat(given_dice, 5) == faces("start", 1, 5)[0] - 1
    for number in range(1, 50):
        roll = dice.roll(given_dice, number, "ryb", 6)
        assert [*roll.white, *[value for _, value in roll.coloured]] == faces(f"roll {number}", 5, 6)


def test_every_face_is_as_likely_as_any_other() -> None:
    count = dict.fromkeys(range(1, 7), 0)
    for number in range(1, 4001):
        for value in dice.roll(dice.SecretDice("ab" * 32, "t/1", ()), number, "rygb", 6).white:
            count[value] += 1
    expected = 8000 / 6
    chi_squared = sum((seen - expected) ** 2 / expected for seen in count.values())
    assert chi_squared < 20.5  # five degrees of freedom: one in a thousand lies above


def test_origins() -> None:
    assert is_own_origin(None, "h:1", ())
    assert is_own_origin("http://h:1", "h:1", ())
    assert is_own_origin("https://H", "h", ())
    assert is_own_origin("https://other", "h", ("https://other",))
    for wrong in ("https://other", "null", "", "http://h:2", "http://h:1.evil", "h:1"):
        assert not is_own_origin(wrong, "h:1", ())
