"""The inputs of a game with real dice, said again: to take back, to put right, and to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rowlock.engine import view_types
from rowlock.engine.errors import IllegalMove, NotNow, RowlockError
from rowlock.engine.game import Game, Phase, apply, new_game
from rowlock.engine.json_object import JsonObject
from rowlock.engine.moves import ABORT, PASS, RESIGN, Choice, Parting, Withdraw
from rowlock.engine.notation import parse_move, parse_roll
from rowlock.engine.pad import ScorePad, apply_on_pad, new_pad, pad_view, plain_pad_move
from rowlock.engine.record import Input
from rowlock.engine.scoring import score
from rowlock.engine.view import plain_move, plain_roll, view
from rowlock.table.errors import CannotStand
from rowlock.table.shapes import answers as shapes
from rowlock.table.table import Proposal, Spoken, Table

TURNS = 5
"""How many turns back something can be put right where dice are entered."""
MARKS = 12
"""How many marks back on a score pad."""

PARTING: dict[str, Parting] = {parting.text: parting for parting in (RESIGN, ABORT)}
"""Ways to leave the game for good."""


class PastMoment(NamedTuple):
    """The game in which something was said."""

    place: int
    said: Spoken
    pad: ScorePad


def remember(table: Table, seat: int | None, text: str) -> tuple[Spoken, ...]:
    """The inputs and one more; a choice that is changed or taken back leaves no trace."""
    if table.settings.dice == "server":
        return ()
    said, game = list(table.said), table.game
    if seat is not None and game and game.phase is Phase.WHITE:
        begun = max(i for i, one in enumerate(said) if one.seat is None)
        said = [one for i, one in enumerate(said) if i <= begun or one.seat != seat]
    if text != Withdraw().text:
        said.append(Spoken(seat, text))
    return tuple(said)


def play_again(table: Table, said: Sequence[Spoken], lenient: int = -1) -> Table:
    """The table with the game that this makes; raises `CannotStand` if something cannot be said any more.

    In the turn of the place `lenient`, where a roll is corrected, marks that no longer fit become passes.
    """
    kept: list[Spoken] = []
    pad, loose = _start(table), 0
    for place, one in enumerate(said):
        if place == lenient:
            loose = pad.game.turn
        try:
            spoken, pad = one, _after(table, pad, one)
        except RowlockError as error:
            if not isinstance(error, IllegalMove) or pad.game.turn != loose:
                raise CannotStand(f"{one.text} in turn {pad.game.turn} could not stand: {error}") from None
            spoken = Spoken(one.seat, PASS.text)
            pad = _after(table, pad, spoken)
        kept.append(spoken)
    return table._replace(game=pad.game, late=pad.late, said=tuple(kept))


def _start(table: Table) -> ScorePad:
    assert table.game is not None
    return new_pad(table.variant, len(table.game.sheets), table.game.start)


def _after(table: Table, pad: ScorePad, said: Spoken) -> ScorePad:
    if table.settings.dice == "none" and said.text not in PARTING:
        return apply_on_pad(pad, said.seat or 0, _choice(said))[0]
    return pad._replace(game=apply(pad.game, heard(said).move, said.seat).game)


def heard(said: Spoken) -> Input:
    """The meaning of an input for the game: a roll, a move, somebody giving up, or all breaking off."""
    if parting := PARTING.get(said.text):
        return Input(said.seat, parting)
    return Input(said.seat, parse_roll(said.text) if said.seat is None else parse_move(said.text))


def _choice(said: Spoken) -> Choice:
    move = parse_move(said.text)
    if isinstance(move, Withdraw):
        raise IllegalMove(f"{said.text} marks nothing")
    return move


def game_before(table: Table, place: int) -> Game:
    """The game in which one of the things was said."""
    return play_again(table, table.said[:place]).game or new_game(table.variant, len(table.seats))


def moments(table: Table) -> Iterator[PastMoment]:
    """The things said lately that can be put right, each with the game at that time, the earliest first."""
    pad, free, now = _start(table), table.settings.dice == "none", table.game
    for place, one in enumerate(table.said):
        waits = now and one.seat is not None and now.phase is Phase.WHITE and pad.game.turn == now.turn
        late_enough = len(table.said) - place <= MARKS if free else now and now.turn - pad.game.turn < TURNS
        if one.text in PARTING:  # giving up is final
            late_enough = False
        if late_enough and not (waits and not free):  # what waits for others is theirs to see later
            yield PastMoment(place, one, pad)
        pad = _after(table, pad, one)


def moment_at(table: Table, place: int) -> PastMoment:
    none = table.state == "open" or table.settings.dice == "server"
    found = None if none else next((moment for moment in moments(table) if moment.place == place), None)
    if found is None:
        raise NotNow("only what was said in the last turns can be put right")
    return found


def plain_past(table: Table) -> list[shapes.Spoken]:
    """The things said lately, the latest first, for whoever wants to put one right."""
    if table.state == "open" or table.settings.dice == "server":
        return []
    return [_plain_moment(table, moment) for moment in moments(table)][::-1]


def _plain_moment(table: Table, moment: PastMoment) -> shapes.Spoken:
    return {
        "place": moment.place,
        "turn": moment.pad.game.turn,
        "seat": moment.said.seat,
        "active": moment.pad.game.active,
        "roll": plain_roll(parse_roll(moment.said.text)) if moment.said.seat is None else None,
        "move": _plain_mark(table, moment, moment.said.text) if moment.said.seat is not None else None,
    }


def _plain_mark(table: Table, moment: PastMoment, text: str) -> view_types.Move:
    """A mark with what it did, or would do."""
    said, seat = Spoken(moment.said.seat, text), moment.said.seat or 0
    if table.settings.dice == "none":
        return plain_pad_move(moment.pad, seat, _choice(said))
    return plain_move(moment.pad.game, seat, _choice(said))


def view_at(table: Table, place: int) -> view_types.View:
    """The game as the seat saw it that said something, with the moves that it had."""
    moment = moment_at(table, place)
    if table.settings.dice == "none":
        return pad_view(moment.pad, moment.said.seat)
    return view(moment.pad.game, moment.said.seat)


def corrected(table: Table, proposal: Proposal) -> Table:
    """The table as it is after the correction; raises if something said later would no longer be possible."""
    place, said = proposal.place, table.said
    seat = said[place].seat
    now = () if proposal.text is None else (Spoken(seat, proposal.text),)
    stays = said[place:] if proposal.added else said[place + 1 :]
    return play_again(table, (*said[:place], *now, *stays), place if seat is None else -1)


def tell_change(table: Table, proposal: Proposal) -> JsonObject:
    """The changes by a correction; raises if it cannot be."""
    moment = moment_at(table, proposal.place)
    after, text = corrected(table, proposal), proposal.text
    assert table.game is not None
    assert after.game is not None
    was = _plain_moment(table, moment)
    is_roll = moment.said.seat is None
    return {
        **was,
        "added": proposal.added,
        "new_roll": plain_roll(parse_roll(text)) if is_roll and text else None,
        "new_move": _plain_mark(table, moment, text) if text and not is_roll else None,
        "scores": [score(table.variant, sheet).total for sheet in table.game.sheets],
        "new_scores": [score(table.variant, sheet).total for sheet in after.game.sheets],
    }
