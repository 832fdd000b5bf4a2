"""The command lines that the guides tell people to type are understood."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.commands import command_names, load_command

REPOSITORY = Path(__file__).parents[2]
GUIDES = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")]
LINE = re.compile(r"^\s*(?:\$ )?rowlock ([a-z]+(?: .*)?)$", re.MULTILINE)


def typed(text: str) -> Iterator[str]:
    """Lines that begin with the command, without the words beside them."""
    for line in LINE.findall(re.sub(r" *\\\n\s*", " ", text)):
        plain = re.split(r"\s{2,}| #", line)[0]
        if plain.split()[0] in command_names():
            yield plain


def every_line() -> list[str]:
    helps = [str(load_command(name).__doc__) for name in command_names()]
    texts = [path.read_text(encoding="utf-8") for path in GUIDES]
    return sorted({line for text in (*texts, *helps) for line in typed(text)})


@pytest.mark.parametrize("line", every_line())
def test_every_command_line_is_understood(line: str) -> None:
    name, *words = shlex.split(line.split(" > ")[0])
    parser = argparse.ArgumentParser(prog=name, exit_on_error=False)
    load_command(name).add_arguments(parser)
    parser.parse_args(words)


def test_there_are_lines_for_every_command() -> None:
    assert {line.split()[0] for line in every_line()} == set(command_names())
