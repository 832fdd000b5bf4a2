"""A player's own part of the dice: the client draws and seals it, and shows it when no seal can change."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rowlock.engine.json_object import JsonObject
from rowlock.table.dice import seal


class OwnSeed(NamedTuple):
    """A seed for one seat in one game."""

    seed: str
    commitment: str
    """The promise of the house when it was sealed."""
    is_shown: bool = False


class LuckNote(NamedTuple):
    """Something to say about the dice: a message, and its fields."""

    kind: str
    fields: JsonObject


class Luck:
    """The seeds of one client at one table; none is sealed again after it was shown, whoever asks."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, int], OwnSeed] = {}
        self.fingerprints: dict[str, str] = {}
        """By game, as the table first showed it: what `rowlock verify --fingerprint` takes."""

    def parts(self, table: JsonObject, seats: Iterable[int]) -> Iterator[LuckNote]:
        """Our messages about the dice now, for our own seats."""
        dice, waiting = table["dice"], table["waiting"]
        if dice["fingerprint"]:
            self.fingerprints.setdefault(dice["label"], dice["fingerprint"])
        if table["state"] != "open" or dice["source"] != "server":
            return
        for seat in seats:
            if waiting["what"] != "seeds" and dice["seals"][seat] is None:
                yield LuckNote("seal", {"seat": seat, "seal": self._seal(dice, seat)})
            elif waiting["what"] == "seeds" and seat in waiting["for"] and self._may_show(dice, seat):
                key = (dice["label"], seat)
                self._drawn[key] = self._drawn[key]._replace(is_shown=True)
                yield LuckNote("seed", {"seat": seat, "seed": self._drawn[key].seed})

    def _seal(self, dice: JsonObject, seat: int) -> str:
        key = (dice["label"], seat)
        known = self._drawn.get(key)
        if known is None or known.is_shown or known.commitment != dice["commitment"]:
            known = self._drawn[key] = OwnSeed(secrets.token_hex(16), dice["commitment"])
        return seal(*key, known.seed)

    def _may_show(self, dice: JsonObject, seat: int) -> bool:
        """Only what we sealed ourselves, and for the promise that the house had made by then."""
        key = (dice["label"], seat)
        known = self._drawn.get(key)
        if known is None or known.commitment != dice["commitment"]:
            return False
        return bool(seal(*key, known.seed) == dice["seals"][seat])
