"""Print a completion script for your shell.

examples:
  rowlock completion bash > ~/.local/share/bash-completion/completions/rowlock
  rowlock completion zsh > ~/.zfunc/_rowlock
  rowlock completion fish > ~/.config/fish/completions/rowlock.fish

It is made from the commands as they are installed and includes the names of variants and bots, so generate it
again after an update. For zsh the folder must be in `fpath` before `compinit` runs.
"""

from __future__ import annotations

import argparse
import sys

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")


def run(args: argparse.Namespace) -> int:
    from rowlock.commands._completion import in_bash, in_fish, in_zsh
    from rowlock.commands._shapes import shapes

    write = dict(zip(SHELLS, (in_bash, in_zsh, in_fish), strict=True))
    sys.stdout.write(write[args.shell](shapes()))
    return 0
