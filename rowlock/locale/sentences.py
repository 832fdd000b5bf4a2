"""The sentences of the rules: under which heading, on which pads, and which numbered rules each tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rowlock.engine.mechanisms.cards import full_deck
from rowlock.locale.pad_features import FEWEST, PadFeatures

Shown = Callable[[PadFeatures], bool]
Number = Callable[[PadFeatures], int]


def _always(pad: PadFeatures) -> bool:
    return True


@dataclass(frozen=True)
class Sentence:
    """A text of the catalogues; `tells` names the rules that it tells, `n` gives the number in it."""

    key: str
    tells: str
    when: Shown = _always
    n: Number | None = None

    @property
    def topic(self) -> str:
        """The heading under which it stands."""
        return self.key.split(".")[0]

    @property
    def rules(self) -> frozenset[str]:
        return frozenset(self.tells.split())


def _dice(pad: PadFeatures) -> bool:
    return pad.with_dice


def _cards(pad: PadFeatures) -> bool:
    return not pad.with_dice


def _one_of(*keys: str) -> Shown:
    return lambda pad: pad.has(*keys)


def _kind(*kinds: str) -> Shown:
    return lambda pad: not set(kinds).isdisjoint(pad.pair_kinds)


def _closers(pad: PadFeatures) -> set[bool]:
    """Whether rows have one closing cell, several, or some the one and some the other."""
    return {closers > 1 for closers, _ in pad.closings}


def _differ(*several: bool) -> Shown:
    return lambda pad: len(pad.closings) > 1 and _closers(pad) == set(several)


def _card_number(name: str, more: int = 0) -> Number:
    return lambda pad: int(getattr(pad.cards, name, 0)) + more


def _needs(pad: PadFeatures) -> int:
    return max(needs for _, needs in pad.closings)


def _cost(pad: PadFeatures) -> int:
    return abs(pad.variant.penalty_points)


START = (
    Sentence("start.players", "R1.4"),
    Sentence("start.order", "R3.1", lambda pad: pad.with_company),
    Sentence("start.solo", "R10", lambda pad: pad.variant.players[0] == 1),
    Sentence("aim.text", "R9.3"),
    Sentence("aim.longer", "R9.1", lambda pad: pad.grows),
    Sentence("left.text", "R2.1 R2.2"),
    Sentence("left.place", "R14.1", lambda pad: pad.has_mixed_numbers),
    Sentence("deal.deck", "R24.1", _cards, lambda pad: sum(len(row.cells) for row in pad.variant.rows)),
    Sentence("deal.backs", "R24.2", _cards),
    Sentence("deal.hand", "R24.3", _cards, _card_number("hand")),
    Sentence("deal.display", "R24.3", _cards, _card_number("display")),
    Sentence("deal.seen", "R24.4", _cards),
    Sentence("deal.empty", "R28.1", _cards),
)
"""Before the game: who plays, who begins, what it is about."""

TURN = (
    Sentence("turn.roll", "R3.2", _dice),
    Sentence(
        "turn.faces",
        "R11.1",
        lambda pad: pad.with_dice and pad.variant.faces != 6,
        lambda pad: pad.variant.faces,
    ),
    Sentence("turn.actions", "R3.3", _dice),
    Sentence("white.text", "R4.1", _dice),
    Sentence("white.together", "R4.2", lambda pad: pad.with_dice and pad.with_company),
    Sentence("colour.text", "R5.1 R5.2", _dice),
    Sentence("colour.same_row", "R5.3", _dice),
    Sentence("card_turn.text", "R25.1 R26.1 R27.1", _cards),
    Sentence("take.text", "R25.1", _cards, _card_number("hand", 1)),
    Sentence("take.fill", "R25.2", _cards),
    Sentence("call.text", "R26.1", _cards),
    Sentence("call.together", "R26.2", lambda pad: not pad.with_dice and pad.with_company),
    Sentence("play.text", "R27.1", _cards, _card_number("play")),
    Sentence("play.cross", "R27.2", _cards),
    Sentence("play.gap", "R27.3", lambda pad: pad.has_gap, _card_number("gap")),
    Sentence("play.place", "R29.2", lambda pad: pad.has_gap and pad.has_mixed_numbers),
    Sentence("play.colours", "R29.1", lambda pad: not pad.with_dice and pad.has_mixed_colours),
    Sentence(
        "play.any_gap",
        "R29.3",
        lambda pad: pad.cards is not None and pad.cards.play > 1 and not pad.has_gap,
    ),
    Sentence("penalty.text", "R6.1 R9.2", _dice, _cost),
    Sentence("penalty.cards", "R27.4 R9.2", _cards, _cost),
    Sentence("penalty.others", "R6.2", lambda pad: pad.with_company),
)

CLOSING = (
    Sentence(
        "closing.needs", "R7.1", lambda pad: len(pad.closings) == 1 and _closers(pad) == {False}, _needs
    ),
    Sentence(
        "closing.early", "R11.2", lambda pad: len(pad.closings) == 1 and _closers(pad) == {True}, _needs
    ),
    Sentence("closing.differ", "R7.1", _differ(False)),
    Sentence("closing.differ", "R11.2", _differ(True)),
    Sentence("closing.differ", "R7.1 R11.2", _differ(False, True)),
    Sentence("closing.after", "R11.2", lambda pad: True in _closers(pad)),
    Sentence("closing.lock", "R7.4", lambda pad: bool(pad.locked)),
    Sentence("closing.table", "R7.5", lambda pad: pad.closes_for_all),
    Sentence("closing.at_once", "R7.6", lambda pad: pad.closes_for_all and not pad.has("die_stays")),
    Sentence("closing.die_stays", "R7.7", lambda pad: pad.closes_for_all and pad.has("die_stays")),
    Sentence("closing.together", "R7.2", lambda pad: pad.closes_for_all and pad.with_company),
    Sentence("closing.others", "R7.3", lambda pad: pad.closes_for_all and pad.with_company),
    Sentence("closing.player", "R17.3", lambda pad: pad.closes_for_one),
    Sentence("closing.cards", "R27.5", _cards),
    Sentence("closing.same_play", "R27.5", lambda pad: pad.cards is not None and pad.cards.play > 1),
)

SPECIAL = (
    Sentence("colours.text", "R13.1", lambda pad: pad.has_mixed_colours),
    Sentence("colours.dice", "R13.2", lambda pad: pad.has_mixed_colours and pad.with_dice),
    Sentence("colours.lock", "R13.3", lambda pad: pad.has_mixed_colours and pad.closes_for_all),
    Sentence("colours.score", "R13.4", lambda pad: pad.has_mixed_colours),
    Sentence("two_colours.text", "R17.2", lambda pad: pad.has_shared_cells),
    Sentence("open_rows.text", "R17.2", lambda pad: pad.has_open_rows),
    Sentence("next.text", "R2.3", lambda pad: pad.names_next_cell),
    Sentence("lucky.dealt", "R12.1", _one_of("lucky")),
    Sentence("lucky.text", "R12.2", _one_of("lucky")),
    Sentence("lucky.open", "R12.3", _one_of("lucky")),
    Sentence("lucky.barred", "R12.4", _one_of("lucky")),
    Sentence("lucky.when", "R12.5", _one_of("lucky")),
    Sentence("bonus_bar.text", "R15.1", _one_of("bonus_bar")),
    Sentence("bonus_bar.chain", "R15.2", _one_of("bonus_bar")),
    Sentence("bonus_bar.strike", "R15.3", _one_of("bonus_bar")),
    Sentence("bonus_bar.lost", "R15.4", _one_of("bonus_bar")),
    Sentence("bonus_bar.close", "R15.5", _one_of("bonus_bar")),
    Sentence("bonus_pairs.text", "R16.1 R16.2", _one_of("bonus_pairs")),
    Sentence("bonus_pairs.fewest", "R16.4", _kind(*FEWEST)),
    Sentence("bonus_pairs.tie", "R16.4 R16.5", _kind("two-in-fewest")),
    Sentence("bonus_pairs.one_row", "R16.2", _kind("double-fewest")),
    Sentence("bonus_pairs.last_box", "R16.2", _kind("no-penalties")),
    Sentence("bonus_pairs.lost", "R16.3", _kind("two-in-fewest", "one-in-each")),
    Sentence("bonus_pairs.order", "R16.5", _kind("two-in-fewest", "one-in-each")),
    Sentence("bonus_pairs.bar_first", "R17.1", lambda pad: pad.has("bonus_bar") and pad.has("bonus_pairs")),
    Sentence("bonus_pairs.same_cross", "R17.5", lambda pad: len(pad.pair_kinds) > 1),
    Sentence("bonus_pairs.several", "R17.6", lambda pad: len(set(pad.pair_kinds)) < len(pad.pair_kinds)),
    Sentence("double.text", "R19.1", _one_of("double")),
    Sentence("double.count", "R19.2", _one_of("double")),
    Sentence("twice.text", "R18.1", _one_of("twice")),
    Sentence("twice.rows", "R18.1", lambda pad: pad.doubles_some_rows_only),
    Sentence("twice.limits", "R18.1", _one_of("twice")),
    Sentence("twice.count", "R18.2", _one_of("twice")),
    Sentence(
        "twice.earns",
        "R18.4",
        lambda pad: pad.has("twice") and pad.has("double", "bonus_bar", "bonus_pairs", "chain"),
    ),
    Sentence("between.text", "R20.1", _one_of("between")),
    Sentence("between.cross", "R20.2", _one_of("between")),
    Sentence("between.same_turn", "R20.2", _one_of("between")),
    Sentence("between.open", "R20.3", _one_of("between")),
    Sentence("between.score", "R20.4", _one_of("between"), lambda pad: len(pad.variant.points) - 1),
    Sentence("steps.sheets", "R21.1", _one_of("steps")),
    Sentence("steps.score", "R21.2", _one_of("steps")),
    Sentence("chain.sheets", "R22.1", _one_of("chain")),
    Sentence("chain.text", "R22.1", _one_of("chain")),
    Sentence("chain.stop", "R22.2", _one_of("chain")),
    Sentence("swaps.text", "R23.1", _one_of("swaps")),
    Sentence("swaps.order", "R23.2", _one_of("swaps")),
    Sentence("swaps.only", "R23.3", _one_of("swaps")),
    Sentence(
        "jokers.deck",
        "R28.2",
        _one_of("jokers"),
        lambda pad: len(full_deck(pad.variant)) - sum(len(row.cells) for row in pad.variant.rows),
    ),
    Sentence("jokers.colour", "R28.2", _one_of("jokers")),
    Sentence("jokers.same", "R28.3", _one_of("jokers")),
    Sentence(
        "earned.text",
        "R16.6",
        lambda pad: pad.has("bonus_bar") or _kind("two-in-fewest", "one-in-each")(pad),
    ),
)

END = (
    Sentence(
        "end.table", "R8.2", lambda pad: pad.variant.ends_by == "table", lambda pad: pad.variant.end_rows
    ),
    Sentence(
        "end.player",
        "R17.4",
        lambda pad: pad.with_dice and pad.variant.ends_by == "player",
        lambda pad: pad.variant.end_rows,
    ),
    Sentence("end.player", "R27.6", _cards, lambda pad: pad.variant.end_rows),
    Sentence("end.penalties", "R8.1", n=lambda pad: pad.variant.penalty_boxes),
    Sentence("end.white", "R8.3", _dice),
    Sentence("end.more", "R8.4", lambda pad: pad.with_dice and len(pad.locked) > pad.variant.end_rows),
    Sentence("end.cards", "R27.6", _cards),
    Sentence("score.rows", "R9.1"),
    Sentence("score.cap", "R9.4", lambda pad: pad.has_cap, lambda pad: len(pad.variant.points) - 1),
    Sentence("score.penalties", "R9.2"),
    Sentence("score.win", "R9.3"),
)

SENTENCES = (*START, *TURN, *CLOSING, *SPECIAL, *END)
"""All sentences, in the order in which they are read."""
