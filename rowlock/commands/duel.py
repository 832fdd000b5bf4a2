"""Play a duel: the same dice for everybody, whenever they like.

A duel has a link; everybody who has it plays one game. What others played is shown when your own game
is over, with what each choice lost and how lucky the dice were.

examples:
  rowlock duel http://host:8000 --new                       a duel on classic, alone against the dice
  rowlock duel http://host:8000 --new bonus-a --bot steady  everybody plays against steady
  rowlock duel http://host:8000 --new --champion            the champion plays the same game
  rowlock duel http://host:8000/d/k3v9x2m7qabc              play your game of it
  rowlock duel http://host:8000/d/k3v9x2m7qabc --result     everybody's results
  rowlock duel http://host:8000/d/k3v9x2m7qabc --turns      turn by turn beside the best other game
  rowlock duel http://host:8000                             your duels
  rowlock duel http://host:8000 --json                      the same as data; also with --new or a link

See docs/duels.md for how it is judged, and `rowlock verify duel` for what a server has stored.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime

from rowlock.commands import play
from rowlock.commands._arguments import BadArguments
from rowlock.commands._output import put_json
from rowlock.community.duels.answers import DuelLine, DuelShown, HalfLine, HalfShown
from rowlock.engine.view_types import Variant
from rowlock.locale import Catalogue, text
from rowlock.locale.figures import Unit, tell_signed
from rowlock.locale.letters import spell
from rowlock.locale.words import bot_name, variant_title
from rowlock.terminal.keeper import Keeper

PATIENCE = 300.0
"""Seconds for which a result is waited for; it is worked out when nobody else needs the server."""
AGAIN = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", metavar="LINK", help="a duel's link, or the address of a server")
    parser.add_argument("--new", nargs="?", const="classic", metavar="PAD", help="make a duel on a pad")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="BOT", help="with --new: a bot at everybody's table"
    )
    parser.add_argument("--champion", action="store_true", help="with --new: the champion plays it, too")
    parser.add_argument("--days", type=int, default=14, metavar="N", help="with --new: open for so many days")
    parser.add_argument("--result", action="store_true", help="do not play: show everybody's results")
    parser.add_argument("--turns", action="store_true", help="do not play: compare turn by turn")
    parser.add_argument("--json", action="store_true", help="do not play: print data instead of text")
    play.add_own_arguments(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.client.http import call
    from rowlock.terminal.online import Tokens

    keeper, catalogue, on_screen = play.begin(args)
    base, _, duel = args.link.rstrip("/").partition("/d/")
    token = Tokens(keeper.storage.tokens).get(base, play.own_name_of(args))
    if args.new:
        wish = {"variant": args.new, "bots": args.bot, "champion": args.champion, "days": args.days}
        made = call(base, "POST", "/api/duels", wish, token, patience=30)
        if args.json:
            put_json(made)
            return 0
        sys.stdout.write(f"{text(catalogue, 'people.duels.invite')}\n{base}{made['link']}\n")
        return 0
    if args.bot or args.champion:
        raise BadArguments("--bot and --champion go with --new")
    if not duel:
        told = call(base, "GET", "/api/duels", token=token, patience=30)["duels"]
        if args.json:
            put_json(told)
            return 0
        sys.stdout.write("\n".join(list_lines(catalogue, told, base)) + "\n")
        return 0
    return _at_duel(args, keeper, catalogue, on_screen, (base, duel, token))


def _at_duel(
    args: argparse.Namespace,
    keeper: Keeper,
    catalogue: Catalogue,
    on_screen: bool,
    where: tuple[str, str, str],
) -> int:
    from rowlock.client.http import call
    from rowlock.terminal.online import OnlineTable, Tokens

    base, duel, token = where
    path = f"/api/duels/{duel}"
    shown: DuelShown = call(base, "GET", path, token=token, patience=30)
    mine, looks_on = shown["mine"], args.result or args.turns or args.json
    if not (looks_on or shown["over"]) and (mine is None or mine["state"] == "begun"):
        made = call(base, "POST", f"{path}/table", {}, token, patience=30)
        table = OnlineTable(f"{base}{made['link']}", play.own_name_of(args), Tokens(keeper.storage.tokens))
        if status := play.play_at(args, keeper, table, catalogue, on_screen):
            return status
    end = time.monotonic() + PATIENCE
    while True:
        shown = call(base, "GET", path, token=token, patience=30)
        if shown["mine"] is None or shown["mine"]["state"] != "judging" or time.monotonic() > end:
            break
        time.sleep(AGAIN)
    if args.json:
        put_json(shown)
        return 0
    lines = result_lines(catalogue, shown)
    if args.turns and shown["open"]:
        pair = _pair(shown)
        halves = [call(base, "GET", f"{path}/halves/{one['half']}", token=token, patience=30) for one in pair]
        lines += ["", *turn_lines(catalogue, shown["variant"], halves)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def list_lines(catalogue: Catalogue, duels: list[DuelLine], base: str) -> list[str]:
    """One's duels, one a line."""
    lines = [text(catalogue, "people.duels.mine")]
    for one in duels:
        title = variant_title(catalogue, {"name": one["pad"], "title": one["title"]})
        waits = one["state"] in ("new", "begun") and not one["over"]
        note = "people.duels.todo" if waits else "people.duels.news" if one["answered"] else ""
        parts = [title, one["maker"], text(catalogue, note) if note else "", base + one["link"]]
        lines.append("  " + " · ".join(part for part in parts if part))
    return lines


def result_lines(catalogue: Catalogue, shown: DuelShown) -> list[str]:
    """The people of a duel, with their results as far as they may be seen."""
    title = variant_title(catalogue, {"name": shown["pad"], "title": shown["title"]})
    bots = ", ".join(bot_name(catalogue, bot) for bot in shown["bots"])
    day = datetime.fromtimestamp(shown["closes"], UTC).strftime("%Y-%m-%d")
    until = "people.duels.over" if shown["over"] else "people.duels.closes"
    lines = [f"{text(catalogue, 'people.duels.title')} · {title}" + (f" · {bots}" if bots else "")]
    lines.append(text(catalogue, until, day=day))
    if shown["refused"]:
        lines.append(text(catalogue, "people.duels.refused", reason=shown["refused"]))
    if not shown["open"] and shown["people"]:
        lines.append(text(catalogue, "people.duels.sealed"))
    return [*lines, "", *[_half_line(catalogue, half, shown["unit"]) for half in shown["halves"]]]


def _half_line(catalogue: Catalogue, half: HalfLine, unit: Unit) -> str:
    name = name_of(catalogue, half)
    if half["score"] is None:
        word = {"begun": "playing", "judging": "finished", "done": "finished"}[half["state"]]
        return f"    {name} · {text(catalogue, f'people.duels.{word}')}"
    parts = [name, loss_line(catalogue, half["loss"], unit), text(catalogue, "game.points", n=half["score"])]
    if half["won"] is not None:
        word = "won" if half["won"] == 1 else "shared" if half["won"] else "beaten"
        parts.append(text(catalogue, f"people.duels.{word}"))
    if half["luck"] is not None:
        parts.append(text(catalogue, "people.duels.luck", n=tell_signed(catalogue, half["luck"], unit)))
    if half["finished"] is False:
        parts.append(text(catalogue, "people.duels.left"))
    if half["device"]:
        parts.append(text(catalogue, "people.duels.device"))
    return f"{half['place'] or '':>3} " + " · ".join(parts)


def name_of(catalogue: Catalogue, half: HalfLine) -> str:
    if half["kind"] == "champion":
        return bot_name(catalogue, "champion")
    if half["kind"] == "earlier":
        return text(catalogue, "people.duels.earlier", name=half["name"])
    return half["name"]


def loss_line(catalogue: Catalogue, loss: int | None, unit: Unit) -> str:
    from rowlock.community.daily.share import loss_text

    if loss is None:
        return text(catalogue, "people.duels.unjudged")
    if loss == 0:
        return text(catalogue, "people.daily.book")
    key = "people.daily.lost" if unit == "points" else "people.duels.gave_away"
    return text(catalogue, key, loss=loss_text(catalogue, loss))


def turn_lines(catalogue: Catalogue, variant: Variant, halves: list[HalfShown]) -> list[str]:
    """Halves side by side: what was chosen in every turn, what it lost, and the points after it."""
    names = [name_of(catalogue, half["half"]) for half in halves]
    turns = range(_length(halves))
    columns = [[_turn_text(catalogue, variant, half, place) for place in turns] for half in halves]
    width = max(len(one) for column in columns for one in [*column, *names])
    heads = ["    " + "  ".join(name.ljust(width) for name in names).rstrip()]
    rows = ["  ".join(one.ljust(width) for one in row).rstrip() for row in zip(*columns, strict=True)]
    return heads + [f"{number:>3} {row}" for number, row in enumerate(rows, 1)]


def _length(halves: list[HalfShown]) -> int:
    return max(len(half["found"]["turns"]) for half in halves)


def _turn_text(catalogue: Catalogue, variant: Variant, half: HalfShown, place: int) -> str:
    turns = half["found"]["turns"]
    if place >= len(turns):
        return ""
    turn, unit = turns[place], half["found"]["unit"]
    loss = tell_signed(catalogue, -turn["loss"], unit) if round(turn["loss"], 4) else ""
    noted = spell(catalogue, variant, " ".join([turn["roll"], *turn["moves"]]))
    return " ".join(filter(None, [noted, loss, f"({turn['score']})"]))


def _pair(shown: DuelShown) -> list[HalfLine]:
    """One's own half and the best other one; without one's own the two best."""
    done = [half for half in shown["halves"] if half["state"] == "done"]
    mine = next((half for half in done if half["me"]), None)
    others = [half for half in done if mine is None or half["half"] != mine["half"]]
    return [mine, *others[:1]] if mine else others[:2]
