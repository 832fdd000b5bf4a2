"""A tutor at the keyboard: a calm word before a move that loses much. It never stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.analysis.review.review_types import Grade
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.engine.view_types import View
from rowlock.locale import Catalogue, text
from rowlock.locale.reasons import tell_drop, tell_reasons
from rowlock.locale.words import labelled
from rowlock.terminal.telling import tell_typed

if TYPE_CHECKING:
    from rowlock.terminal.table_screen import PlayedTable

LEVELS: tuple[Grade | None, ...] = (None, "inaccuracy", "mistake", "blunder")


class Tutor:
    """How large a mistake must be for it to speak, and what it has warned about: repeated, a move is made."""

    def __init__(self, level: Grade | None = None) -> None:
        self.level = level
        self.about: tuple[object, ...] = ()

    def turn_on(self, catalogue: Catalogue) -> str:
        """The next level, the last one followed by silence; what it is now."""
        self.level = LEVELS[(LEVELS.index(self.level) + 1) % len(LEVELS)]
        return self.tell(catalogue)

    def tell(self, catalogue: Catalogue) -> str:
        level = text(catalogue, f"page.settings.tutors.{self.level or 'off'}")
        return labelled(catalogue, text(catalogue, "page.hint.tutor"), level)

    def word(self, catalogue: Catalogue, table: PlayedTable, move: str) -> str:
        """Its word before a move; empty where little is lost, nobody can tell, or it has said so."""
        seen = table.look()
        about = (seen["turn"], seen["phase"], seen["seat"], move)
        if self.level is None or about == self.about or len(seen["moves"]) < 2:
            return ""
        try:
            told = _tell_better(catalogue, table.rules, seen, table.names_in(catalogue), move, self.level)
            if told:
                table.note_hint()
        except RowlockError:
            return ""
        self.about = about if told else ()
        return told


def _tell_better(
    catalogue: Catalogue, rules: Variant, seen: View, names: list[str], move: str, level: Grade
) -> str:
    from rowlock.analysis.hints.hint import better

    found, variant = better(rules, seen, move, level), plain_variant(rules)
    if found is None:
        return ""
    best = next(legal for legal in seen["moves"] if legal["move"] == found["move"])
    mine = next(option for option in found["options"] if option["move"] == move)
    drop = tell_drop(catalogue, variant, mine, len(names))
    told = text(catalogue, "terminal.tutor", drop=drop, move=tell_typed(catalogue, variant, best))
    return " ".join([told, *tell_reasons(catalogue, variant, names, found["reasons"], mine)])
