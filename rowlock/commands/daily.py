"""Play the game of the day, with the same dice as everybody else.

At a server your first finished game of a day counts, and the server says how many points it lost compared
with best play. Without a server you play a day of your own.

examples:
  rowlock daily http://host:8000            today's game of a server, on classic
  rowlock daily http://host:8000 --second   today's other pad
  rowlock daily http://host:8000 --result   your result, with the text to share
  rowlock daily http://host:8000 --json     the same as data
  rowlock daily                             without a server

See docs/daily.md for how it is judged, and `rowlock verify daily` for its dice.
"""

from __future__ import annotations

import argparse
import sys
import time

from rowlock.commands import play
from rowlock.commands._arguments import BadArguments
from rowlock.commands._output import put_json
from rowlock.community.daily.answers import DayShown, Found
from rowlock.locale import Catalogue, text
from rowlock.locale.words import decimal, labelled, variant_title
from rowlock.terminal.keeper import Keeper
from rowlock.variants import load_variant

PATIENCE = 300.0
"""Seconds for which a result is waited for; it is worked out when nobody else needs the server."""
AGAIN = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "server", nargs="?", metavar="SERVER", help="address of the server; without it, a day of your own"
    )
    parser.add_argument("--second", action="store_true", help="the other pad of the day")
    parser.add_argument("--result", action="store_true", help="do not play: show your result")
    parser.add_argument("--json", action="store_true", help="do not play: print your result as data")
    play.add_own_arguments(parser)


def run(args: argparse.Namespace) -> int:
    keeper, catalogue, on_screen = play.begin(args)
    if (args.result or args.json) and not args.server:
        raise BadArguments("--result and --json go with a server: it keeps your result")
    if args.server:
        return _at_server(args, keeper, catalogue, on_screen)
    return _at_home(args, keeper, catalogue, on_screen)


def _at_server(args: argparse.Namespace, keeper: Keeper, catalogue: Catalogue, on_screen: bool) -> int:
    from rowlock.client.http import call
    from rowlock.terminal.online import OnlineTable, Tokens

    base = args.server.rstrip("/")
    tokens, name = Tokens(keeper.storage.tokens), play.own_name_of(args)
    token = tokens.get(base, name)
    today = call(base, "GET", "/api/daily", token=token, patience=30)
    path = f"/api/daily/{today['day']}/{today['pads'][args.second]['pad']}"
    if not (args.result or args.json):
        made = call(base, "POST", f"{path}/table", {}, token, patience=30)
        table = OnlineTable(f"{base}{made['link']}", name, tokens)
        if status := play.play_at(args, keeper, table, catalogue, on_screen):
            return status
    end = time.monotonic() + PATIENCE
    while True:
        shown: DayShown = call(base, "GET", path, token=token, patience=30)
        if shown["mine"] is None or shown["mine"]["state"] != "judging" or time.monotonic() > end:
            break
        time.sleep(AGAIN)
    if args.json:
        put_json(shown)
        return 0
    sys.stdout.write("\n".join(result_lines(catalogue, shown, f"{base}/daily")) + "\n")
    return 0


def result_lines(catalogue: Catalogue, shown: DayShown, link: str) -> list[str]:
    """The result of a day's game, and the text to share."""
    from rowlock.community.daily.share import loss_text

    mine, found = shown["mine"], shown["found"]
    if mine is None:
        return [text(catalogue, "people.daily.not_played")]
    if found is None:
        return [
            text(catalogue, "people.daily.judging" if mine["state"] == "judging" else "people.daily.resume")
        ]
    lost = text(catalogue, "people.daily.lost", loss=loss_text(catalogue, found["loss"]))
    place = place_text(catalogue, mine["better_than"])
    line = labelled(catalogue, lost, place) if place else lost
    return [*_found_lines(catalogue, shown["pad"], found, line), "", _shared(catalogue, shown, found, link)]


def place_text(catalogue: Catalogue, better: int | None) -> str:
    """How many of a hundred others lost more; whoever lost most is not told so."""
    if better is None:
        return ""
    if better == 0:
        return text(catalogue, "people.daily.tomorrow")
    return text(catalogue, "people.daily.better", n=better)


def _found_lines(catalogue: Catalogue, pad: str, found: Found, line: str) -> list[str]:
    from rowlock.engine.view import plain_variant
    from rowlock.locale.letters import spell

    lines = [text(catalogue, "game.points", n=found["game"]["score"]), line]
    if not found["finished"]:
        lines.append(text(catalogue, "people.daily.left"))
    if found["costliest"]:
        lines += ["", text(catalogue, "people.daily.costliest")]
    variant = plain_variant(load_variant(pad))
    for one in found["costliest"]:
        turn = text(catalogue, "game.words.turn", turn=one["turn"])
        roll, chosen, best = (spell(catalogue, variant, one[key]) for key in ("roll", "chosen", "best"))
        choice = text(catalogue, "people.daily.choice", chosen=chosen, best=best)
        lines.append(f"  {turn} · {roll} · {choice} ({decimal(catalogue, -one['loss'])})")
    return [*lines, "", text(catalogue, "people.daily.best", n=found["best"]["score"])]


def _shared(catalogue: Catalogue, shown: DayShown, found: Found, link: str) -> str:
    from rowlock.community.daily.days import parse_day
    from rowlock.community.daily.ranking import Result
    from rowlock.community.daily.share import share_text

    result = Result(found["loss"], found["game"]["score"])
    title = variant_title(catalogue, {"name": shown["pad"], "title": shown["title"]})
    return share_text(catalogue, parse_day(shown["day"]), title, result, found["squares"], link)


def _at_home(args: argparse.Namespace, keeper: Keeper, catalogue: Catalogue, on_screen: bool) -> int:
    """The household's day: its dice follow from the date, and are no secret."""
    from rowlock.community.daily.chain import household_link
    from rowlock.community.daily.days import day_at, pads_of
    from rowlock.community.daily.game import HOUSEHOLD, Day, moves_of
    from rowlock.community.daily.judging import judge
    from rowlock.community.daily.share import loss_text
    from rowlock.terminal.dice import DayDice
    from rowlock.terminal.keeper import default_names
    from rowlock.terminal.local import LocalTable, Sitter

    today = day_at(time.time())
    day = Day(today, pads_of(today)[args.second], household_link(today), HOUSEHOLD)
    name = args.name[0] if args.name else default_names(catalogue, 1)[0]
    table = LocalTable(load_variant(day.pad), [Sitter(name)], DayDice(day.dice), 0, keeper.pace)
    status = play.play_at(args, keeper, table, catalogue, on_screen)
    if status or not table.is_over:
        return status
    found = judge(day, table.rules, moves_of(table.record()))
    lost = text(catalogue, "people.daily.lost", loss=loss_text(catalogue, found["loss"]))
    sys.stdout.write("\n".join(_found_lines(catalogue, day.pad, found, lost)) + "\n")
    return 0
