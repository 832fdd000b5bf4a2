"""Verify dice, events, daily games, duels, ratings, standings.

Every roll is computed again from the secret and the players' seeds. With `daily` the link of today is
followed back to the anchor that was public before the first day: nobody could choose or change a day.
`daily` without an address computes every stored result of one's own server again, from its moves.

examples:
  rowlock verify k3v9x2m7qabc-1.rowlock
  rowlock verify k3v9x2m7qabc-1.rowlock --fingerprint 9f86d081884c7d65…
  rowlock verify k3v9x2m7qabc-1.rowlock --json
  rowlock verify sunday.json                              the file of an event: its draws and shared dice
  rowlock verify daily http://host:8000 --anchor 3fa1…    the anchor that you noted earlier
  rowlock verify daily --data FOLDER                      the results that a server of your own has stored
  rowlock verify duel --data FOLDER                       its duels: dice, the bots' moves, losses
  rowlock verify ratings --data FOLDER                    its ratings, from its rated games and their reviews
  rowlock verify standings --data FOLDER                  the standings of its clubs, from their games

A table shows the fingerprint of all promises before the first seed is shown. Name the one you saw there,
and a record in which a promise was changed afterwards is refused.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rowlock.commands._arguments import BadArguments
from rowlock.commands._database import add_database, database_of
from rowlock.commands._output import put_json
from rowlock.commands._records import load_record
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject

if TYPE_CHECKING:
    from rowlock.engine.record import Record
    from rowlock.server.jobs.rating_check import CheckedRatings
    from rowlock.server.jobs.standing_check import CheckedStandings
    from rowlock.server.verify import Verification
    from rowlock.server.verify_days import CheckedResults

DAILY, DUEL, RATINGS, STANDINGS = "daily", "duel", "ratings", "standings"
OF_DAY = (
    "A daily game: its secret is the link of the day, the same for everybody; "
    "`rowlock verify daily SERVER` follows it to the anchor."
)
OF_EVENT = (
    "Dice that all tables of a round shared: `rowlock verify EVENT.json`, with the file of the event, "
    "follows them to the source that was promised when it was announced."
)
OF_DUEL = "A duel: its secret was drawn when it was made, and is the same for everybody in it."
FIXED = "The dice were fixed before the first roll, and nothing that came later could change them."
FIXED_CARDS = "The deck was shuffled before the first turn, and nothing that came later could change it."
BY_ALL = "Nobody could choose them: the seeds of {seats} were sealed before any was shown."
BY_HOUSE = "No player added a seed: whoever ran the server could have chosen them."
OLDER = (
    "An older game: seeds were not sealed, so one who knew the secret could have chosen a seed to suit it."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record, - for standard input; an event (.json); or daily, duel, ratings, standings",
    )
    parser.add_argument("server", nargs="?", metavar="SERVER", help="with daily: its address")
    parser.add_argument("--anchor", metavar="HEX", help="with daily: the anchor that you noted earlier")
    parser.add_argument(
        "--fingerprint",
        metavar="HEX",
        help="what you saw at the table; a record with a different one is refused",
    )
    add_database(parser)
    parser.add_argument("--json", action="store_true", help="print data instead of sentences")


def run(args: argparse.Namespace) -> int:
    try:
        return _verify(args)
    except RowlockError as error:
        if not args.json:
            raise
        put_json({"verified": False, "code": error.code, "reason": error.message})
        return 1


def _verify(args: argparse.Namespace) -> int:
    if args.server and args.file != DAILY:
        raise BadArguments("an address goes with daily alone; what is stored is verified from --data FOLDER")
    if args.file == DAILY:
        return _verify_days(args) if args.server else _verify_results(args)
    if args.file == DUEL:
        return _verify_duels(args)
    if args.file == STANDINGS:
        return _verify_standings(args)
    if args.file == RATINGS:
        return _verify_ratings(args)
    return _verify_event(args) if args.file.endswith(".json") else _verify_record(args)


def _verify_event(args: argparse.Namespace) -> int:
    """Draw all rounds of an event again, and derive its shared dice."""
    from pathlib import Path

    from rowlock.commands._event_file import read_event
    from rowlock.community.events.kit.shared_dice import check_event

    found = check_event(read_event(Path(args.file)).kept)
    if args.json:
        put_json({"verified": True, **found._asdict()})
    else:
        sys.stdout.write("\n".join(found.lines) + "\n")
    return 0


def _verify_record(args: argparse.Namespace) -> int:
    """Compute all rolls of a game again."""
    from rowlock.server.verify import verify

    wanted = args.fingerprint.strip().lower() if args.fingerprint else None
    record = load_record(args.file)
    proof = verify(record, wanted)
    if args.json:
        put_json(_plain(proof, record.seats))
    else:
        sys.stdout.write("\n".join(_lines(proof, record)) + "\n")
    return 0


def _verify_days(args: argparse.Namespace) -> int:
    """Follow the link of a server's day to the anchor."""
    from datetime import date

    from rowlock.client.http import call
    from rowlock.community.daily.chain import DAYS, Chain
    from rowlock.community.errors import BadChain

    today = call(args.server.rstrip("/"), "GET", "/api/daily", patience=30)
    day, chain = (
        date.fromisoformat(today["day"]),
        Chain(date.fromisoformat(today["first"]), DAYS, today["anchor"]),
    )
    if args.anchor and args.anchor.strip().lower() != chain.anchor:
        raise BadChain(f"the anchor is {chain.anchor} now: it is not the one that you noted")
    chain.check(day, today["link"])
    told = {"verified": True, "day": today["day"], "days": chain.number(day), "anchor": chain.anchor}
    if args.json:
        put_json(told)
    else:
        sys.stdout.write(f"The link of {day} leads to the anchor in {told['days']} steps of SHA-256.\n")
        sys.stdout.write(
            "No day since the first could be chosen or changed. Note the anchor for the next time.\n"
        )
        sys.stdout.write(f"Anchor      {chain.anchor}\n")
    return 0


def _verify_results(args: argparse.Namespace) -> int:
    """Compute all stored results of daily games again, from their moves."""
    import asyncio

    from rowlock.server.store import Store
    from rowlock.server.verify_days import check_results

    async def check() -> CheckedResults:
        store = await Store.open(database_of(args))
        try:
            return await check_results(store)
        finally:
            await store.close()

    return _tell_checked(args, asyncio.run(check()), "results of daily games follow from their moves")


def _verify_duels(args: argparse.Namespace) -> int:
    """Compute all stored halves of duels again, from their dice and moves."""
    import asyncio

    from rowlock.server.verify_duels import check_duels

    found = asyncio.run(check_duels(database_of(args)))
    return _tell_checked(args, found, "halves of duels follow from their dice and moves")


def _tell_checked(args: argparse.Namespace, found: CheckedResults, what: str) -> int:
    if args.json:
        put_json({"verified": not found.different, **found._asdict()})
    else:
        lines = [f"{found.same} {what}."]
        if found.left_out:
            lines.append(f"{found.left_out} were judged by values that this machine does not have.")
        sys.stdout.write("\n".join([*lines, *found.different]) + "\n")
    return 1 if found.different else 0


def _verify_ratings(args: argparse.Namespace) -> int:
    """Compute all ratings of a server again."""
    import asyncio

    from rowlock.server.jobs.rating_check import check_ratings

    return _tell(args, asyncio.run(check_ratings(database_of(args))))


def _verify_standings(args: argparse.Namespace) -> int:
    """Compute the tallies of a server's clubs again."""
    import asyncio

    from rowlock.server.jobs.standing_check import check_standings

    return _tell(args, asyncio.run(check_standings(database_of(args))))


def _tell(args: argparse.Namespace, told: CheckedRatings | CheckedStandings) -> int:
    if args.json:
        put_json({"verified": not told.wrong, **told._asdict()})
    else:
        sys.stdout.write("\n".join(told.lines) + "\n")
    return 1 if told.wrong else 0


def _plain(proof: Verification, names: tuple[str, ...]) -> JsonObject:
    """The same as data; a seat without a seed of its own has None."""
    return {
        "verified": True,
        "rolls": proof.rolls,
        "sealed": proof.dice.is_sealed,
        "fingerprint": proof.dice.fingerprint if proof.dice.is_sealed else None,
        "commitment": proof.commitment,
        "seats": [
            {"name": name, "seed": seed or None, "left_out": seat in proof.left_out}
            for seat, (name, seed) in enumerate(zip(names, proof.seeds, strict=True))
        ],
    }


def _lines(proof: Verification, record: Record) -> list[str]:
    names, of_cards = record.seats, bool(record.variant.turns)
    given = [f"seat {seat} ({name})" for seat, name in enumerate(names) if proof.seeds[seat]]
    chances = _counted(proof.rolls, "shuffle" if of_cards else "roll")
    lines = [f"{chances} and the first player follow from the secret and the seeds."]
    lines.append(FIXED_CARDS if of_cards else FIXED)
    if proof.dice.label.startswith(f"{DAILY} "):
        lines.append(OF_DAY)
    elif proof.dice.label.startswith("event "):
        lines.append(OF_EVENT)
    elif proof.dice.label.startswith(f"{DUEL} "):
        lines.append(OF_DUEL)
    elif not proof.dice.is_sealed:
        lines.append(OLDER)
    else:
        lines.append(BY_ALL.format(seats=", ".join(given)) if given else BY_HOUSE)
    lines += [
        f"Left out    seat {seat} ({names[seat]}): sealed a seed, and did not show it"
        for seat in proof.left_out
    ]
    if proof.dice.is_sealed:
        lines.append(f"Fingerprint {proof.dice.fingerprint}")
    lines.append(f"Commitment  {proof.commitment}")
    seeds = [f"seat {seat}: {seed}" for seat, seed in enumerate(proof.seeds) if seed]
    lines.append(f"Seeds       {', '.join(seeds) or 'none was given'}")
    return lines


def _counted(count: int, chance: str) -> str:
    return f"The {chance}" if count == 1 else f"All {count} {chance}s"
