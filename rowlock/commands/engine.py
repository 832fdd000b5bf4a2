"""Analyse positions for other programs, in lines of JSON.

examples:
  rowlock engine                   reads messages from standard input, writes answers
  rowlock analyse 'classic 1/0 roll . . r,y,g,b,p0' --with 'exec:rowlock engine'

It speaks the program protocol (docs/engines.md): about, set, analyse and stop, and plays as well
(hello, choose). It ends with its input, or with quit.
"""

from __future__ import annotations

import argparse
import json
import sys
from threading import Lock

from rowlock.engine.json_object import JsonObject


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from rowlock import __version__
    from rowlock.analysis.engines.service import Engine

    writing = Lock()

    def tell(said: JsonObject) -> None:
        with writing:
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()

    Engine(__version__, tell).serve(sys.stdin)
    return 0
