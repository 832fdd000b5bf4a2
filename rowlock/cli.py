"""The command line `rowlock`: finds the command, and turns errors into sentences.

Only the command that is called is imported, so that `rowlock --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from difflib import get_close_matches

from rowlock import __version__
from rowlock.commands import command_names, load_command, parser_of, summary_of
from rowlock.commands._output import read_on, spell_out
from rowlock.engine.errors import RowlockError, shown


class NoSuchCommand(RowlockError):
    """A word that is no command."""

    code = "no_such_command"


def main(argv: list[str] | None = None) -> int:
    """Run a command line; the answer is the exit status."""
    args = sys.argv[1:] if argv is None else argv
    spell_out(sys.stdout)
    spell_out(sys.stderr)
    read_on(sys.stdin)
    try:
        return _dispatch(args)
    except RowlockError as error:
        print(f"rowlock: {error}", file=sys.stderr)
        return 2 if isinstance(error, NoSuchCommand) else 1
    except KeyboardInterrupt:
        print("\nrowlock: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # the reader (head, less) has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a full disk, or a folder without write permission
        place = f"{error.filename}: " if error.filename else ""
        print(f"rowlock: {place}{error.strerror or error}", file=sys.stderr)
        return 1


def _dispatch(args: list[str]) -> int:
    name = args[0] if args else ""
    if name not in command_names():
        if name and not name.startswith("-"):
            raise NoSuchCommand(_nearest(name))
        main_parser().parse_args(args or ["--help"])  # prints help, version or what is wrong, and exits
        return 2
    status: int = load_command(name).run(parser_of(name).parse_args(args[1:]))
    return status


def _nearest(name: str) -> str:
    """Return the message about an unknown command."""
    close = get_close_matches(name.lower(), command_names(), 2)
    hint = f"did you mean {' or '.join(close)}?" if close else "`rowlock --help` lists them"
    return f"there is no command {shown(name)}; {hint}"


def main_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, understand and extend the dice game Qwixx and its family of pads.",
        epilog="`rowlock COMMAND --help` explains a command with examples.",
    )
    parser.add_argument("--version", action="version", version=f"rowlock {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in command_names():
        commands.add_parser(name, help=summary_of(name))
    return parser
