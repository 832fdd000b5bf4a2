"""Print the manual page of all commands.

examples:
  rowlock man > rowlock.1
  rowlock man > ~/.local/share/man/man1/rowlock.1

It is made from the commands as they are installed: what `--help` says of each, on one page.
"""

from __future__ import annotations

import argparse
import sys

from rowlock import __version__

HEAD = """\
.TH ROWLOCK 1 "" "rowlock {version}" "Rowlock"
.SH NAME
rowlock \\- play, understand and extend the dice game Qwixx and its family of pads
.SH SYNOPSIS
.B rowlock
.I COMMAND
.RI [ OPTIONS ]
.SH DESCRIPTION
Every command explains itself:
.B rowlock
.I COMMAND
.BR \\-\\-help .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def run(args: argparse.Namespace) -> int:
    from rowlock.commands._manual import sections
    from rowlock.commands._shapes import shapes

    sys.stdout.write(HEAD.format(version=__version__) + sections(shapes()))
    return 0
