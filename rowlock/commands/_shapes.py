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
    parts: tuple[CommandShape, ...] = ()
    """Its subcommands, each with arguments of its own."""

    @property
    def options(self) -> list[Argument]:
        """All that begins with a dash, each name once, those of the parts among them."""
        found = {one.names: one for part in self.parts for one in part.options}
        return list(({one.names: one for one in self.arguments if one.names} | found).values())

    @property
    def anywhere(self) -> Value | None:
        """All that may stand without an option, if anything may."""
        placed = [one.value for one in self.arguments if one.value and not one.names]
        placed += [part.anywhere for part in self.parts if part.anywhere]
        words = dict.fromkeys(word for value in placed for word in value.words)
        return Value(tuple(words), any(value.files for value in placed)) if placed else None


def shapes() -> list[CommandShape]:
    """Every command as its parser has it."""
    return [_shape(name) for name in command_names()]


def _shape(name: str) -> CommandShape:
    parser = parser_of(name)
    arguments = tuple(map(_argument, parser._actions))
    return CommandShape(name, summary_of(name), parser.description or "", arguments, _parts(name, parser))


def _parts(name: str, parser: argparse.ArgumentParser) -> tuple[CommandShape, ...]:
    inner = [one.choices for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    found = {word: part for choices in inner for word, part in choices.items()}
    return tuple(_part(f"{name} {word}", part) for word, part in found.items())


def _part(name: str, parser: argparse.ArgumentParser) -> CommandShape:
    said = parser.description or ""
    return CommandShape(name, said, said, tuple(map(_argument, parser._actions)))


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
