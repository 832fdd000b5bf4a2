"""The command line: help, versions, and sentences instead of tracebacks."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from rowlock.cli import COMMANDS, main


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert f"rowlock {name}" in capsys.readouterr().out
    assert import_module(COMMANDS[name][0]).SUMMARY


def test_an_unknown_command_is_a_sentence(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["dance"])
    assert stopped.value.code == 2
    assert "invalid choice: 'dance'" in capsys.readouterr().err


def test_help_needs_nothing_heavy():
    code = "import sys; from rowlock.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print([m for m in ('numpy', 'numba', 'fastapi', 'textual', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_variants_are_listed(capsys):
    assert main(["variants"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = {line.split()[0]: line.split(" players")[1] for line in lines}
    assert (told["classic"], told["longo"]) == ("", ", lucky numbers")
    assert (told["mixx-a"], told["mixx-b"]) == (", mixed colours", ", mixed numbers")
