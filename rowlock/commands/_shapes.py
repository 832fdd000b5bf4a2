"""The command line as the parsers know it: for completion and the manual page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from rowlock.commands import command_names, parser_of, summary_of
from rowlock.commands._arguments import BOT, VARIANT

PATHS = ("FILE", "FOLDER", "GAME")


class Value(NamedTuple):
    """Values of an option or an argument: some words, files, or both; with neither, free text."""

    words: tuple[str, ...]
    files: bool


class Argument(NamedTuple):
    """An option with its names, or, without any, a word by its place."""

    names: tuple[str, ...]
    value: Value | None
    """None where nothing follows it."""
    shown: str
    """How what follows is written in the help."""
    help: str


class CommandShape(NamedTuple):
    """A command: its name, its line in the help, all that is said about it, its arguments."""

    name: str
    summary: str
    text: str
    arguments: tuple[Argument, ...]


def shapes() -> list[CommandShape]:
    """Every command as its parser has it."""
    return [_shape(name) for name in command_names()]


def _shape(name: str) -> CommandShape:
    parser = parser_of(name)
    return CommandShape(
        name, summary_of(name), parser.description or "", tuple(map(_argument, parser._actions))
    )


def _argument(action: argparse.Action) -> Argument:
    takes = action.nargs != 0
    shown = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    named = str(shown) if action.choices is None else "{" + ",".join(map(str, action.choices)) + "}"
    told = (action.help or "") % {"default": action.default, "prog": "rowlock"}
    return Argument(tuple(action.option_strings), _value(action) if takes else None, named * takes, told)


def _value(action: argparse.Action) -> Value:
    """By its choices, or by the words with which its help explains variants and bots."""
    if action.choices is not None:
        return Value(tuple(map(str, action.choices)), False)
    told = action.help or ""
    if VARIANT in told or action.metavar == "VARIANT" or action.dest == "variant":
        from rowlock.variants import variant_names

        return Value(variant_names(), True)
    if BOT in told or action.dest in ("bot", "bots"):
        from rowlock.bots import bot_names

        return Value(bot_names(), True)
    if action.dest == "lang":
        from rowlock.locale import languages

        return Value(tuple(languages()), False)
    return Value((), action.type is Path or action.metavar in PATHS)
