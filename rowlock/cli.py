"""The command line `rowlock`: finds the command, and turns errors into sentences.

Only the command that is called is imported, so that `rowlock --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys

from rowlock import __version__
from rowlock.commands import command_names, load_command, summary_of
from rowlock.commands._output import spell_out
from rowlock.engine.errors import RowlockError


def main(argv: list[str] | None = None) -> int:
    """Run a command line; the answer is the exit status."""
    args = sys.argv[1:] if argv is None else argv
    spell_out(sys.stdout)
    spell_out(sys.stderr)
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
    except OSError as error:  # a full disk, or a folder without write permission
        place = f"{error.filename}: " if error.filename else ""
        print(f"rowlock: {place}{error.strerror or error}", file=sys.stderr)
        return 1


def _dispatch(args: list[str]) -> int:
    name = args[0] if args else ""
    if name not in command_names():
        _parser().parse_args(args or ["--help"])  # prints help, version or what is wrong, and exits
        return 2
    module = load_command(name)
    parser = argparse.ArgumentParser(
        prog=f"rowlock {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(args[1:]))
    return status


def _parser() -> argparse.ArgumentParser:
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
