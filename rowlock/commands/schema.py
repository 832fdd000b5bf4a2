"""Print the JSON Schema of what bots and programs receive.

examples:
  rowlock schema view              what a seat sees, key by key
  rowlock schema variant           a pad: its rows, strips, legend and options
  rowlock schema fact              what follows from a move

Every key has a description. docs/first-bot.md reads a view line by line.
"""

from __future__ import annotations

import argparse

from rowlock.commands._output import put_json

NAMES = ("view", "variant", "fact")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=NAMES, metavar="NAME", help=f"one of {', '.join(NAMES)}")


def run(args: argparse.Namespace) -> int:
    from rowlock.table.public_schemas import schema

    put_json(schema(args.name))
    return 0
