"""The command `rowlock`: finds the room that does the work, and turns errors into sentences.

A command is a module with `SUMMARY`, `add_arguments(parser)` and `run(args) -> exit status`. Only the
one that is called is imported, so that `rowlock --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from rowlock.engine.errors import RowlockError

COMMANDS = {
    "arena": ("rowlock.arena.compete", "let bots play each other, and measure them"),
    "bots": ("rowlock.arena.ladder", "list the bots, with what they are worth"),
    "backup": ("rowlock.server.backup", "copy the server's database while it runs"),
    "check": ("rowlock.terminal.check", "check a variant file and draw its sheet"),
    "join": ("rowlock.server.join", "let a bot take a seat at a table, by its invite link"),
    "play": ("rowlock.terminal.play", "play in the terminal"),
    "print": ("rowlock.printing.command", "print score sheets as PDF or SVG"),
    "prune": ("rowlock.server.prune", "forget tables that nobody has used for a while"),
    "replay": ("rowlock.terminal.replay", "show a recorded game, turn by turn"),
    "serve": ("rowlock.server.serve", "run the server, and play in the browser"),
    "simulate": ("rowlock.arena.simulate", "play many games between simple bots at full speed"),
    "solve": ("rowlock.terminal.solve", "solve the solo game exactly, and say what every choice is worth"),
    "variants": ("rowlock.terminal.variants", "list the variants"),
    "verify": ("rowlock.server.verify", "verify the dice of a recorded game"),
}
"""Name of each command, the module that does it, and its line in the help."""


def main(argv: list[str] | None = None) -> int:
    """Run a command line; the answer is the exit status."""
    args = sys.argv[1:] if argv is None else argv
    try:
        return _dispatch(args)
    except RowlockError as error:
        print(f"rowlock: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nrowlock: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # the reader (head, less) has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _dispatch(args: list[str]) -> int:
    name = args[0] if args else ""
    if name not in COMMANDS:
        _parser().parse_args(args or ["--help"])  # prints help, version or what is wrong, and exits
        return 2
    module = import_module(COMMANDS[name][0])
    parser = argparse.ArgumentParser(
        prog=f"rowlock {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(args[1:]))
    return status


def _parser() -> argparse.ArgumentParser:
    from importlib.metadata import version

    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, understand and extend the dice game Qwixx and its family of pads.",
        epilog="`rowlock COMMAND --help` explains a command with examples.",
    )
    parser.add_argument("--version", action="version", version=f"rowlock {version('rowlock')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (_, summary) in COMMANDS.items():
        commands.add_parser(name, help=summary)
    return parser
