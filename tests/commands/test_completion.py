"""Completion and the manual page: made from the parsers, so that nothing is missing in them."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from command_parsers import parsers

from rowlock.bots import bot_names
from rowlock.cli import main
from rowlock.commands import command_names, parser_of
from rowlock.community.events import format_names
from rowlock.variants import variant_names


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def options_of(name: str) -> set[str]:
    """The options of a command, and of all that it can do."""
    return {
        option
        for parser in parsers(parser_of(name))
        for action in parser._actions
        for option in action.option_strings
    }


def complete(script: str, typed: str) -> set[str]:
    """The offers of bash for the last word of a line."""
    words = typed.split(" ")
    line = f"COMP_WORDS=({' '.join(repr(word) for word in words)}) COMP_CWORD={len(words) - 1}\n_rowlock\n"
    bash = shutil.which("bash")
    assert bash, "bash is needed to try its completion"
    code = f'{script}\n{line}printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run([bash, "--norc", "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert done.stderr == ""
    return set(done.stdout.split())


def test_bash_completes_commands_options_and_what_follows_them(capsys: pytest.CaptureFixture[str]) -> None:
    script = printed(capsys, "completion", "bash")
    assert complete(script, "rowlock ") == set(command_names())
    assert complete(script, "rowlock var") == {"variants"}
    assert complete(script, "rowlock arena --variant lon") == {"longo"}
    assert complete(script, "rowlock arena cha") == {"champion"}
    assert complete(script, "rowlock print classic --paper a") == {"a4"}
    assert complete(script, "rowlock puzzle --lang ") == {"de", "en", "fr", "it", "pl"}
    assert complete(script, "rowlock arena steady --games ") == set()
    assert set(variant_names()) <= complete(script, "rowlock check ")
    assert set(bot_names()) <= complete(script, "rowlock play --bot ")
    assert "etc" in complete(script, "rowlock check ")
    assert complete(script, "rowlock event sta") == {"standing", "start"}
    assert complete(script, "rowlock event new cup.json --format ") == set(format_names())


@pytest.mark.parametrize("name", command_names())
def test_bash_knows_every_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert complete(printed(capsys, "completion", "bash"), f"rowlock {name} -") == options_of(name)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_told_as_much(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command with every option, in quotes that close."""
    script = printed(capsys, "completion", shell)
    assert all(line.count("'") % 2 == 0 for line in script.splitlines() if not line.startswith("#"))
    for name in command_names():
        if shell == "zsh":
            (line,) = re.findall(rf"^        {name}\) (_arguments .*) ;;$", script, re.MULTILINE)
            told = set(re.findall(r"'\*(--?[\w-]+)\[", line))
            assert line.count("'*:") <= 1, "zsh takes one rest of a line"
        else:
            lines = re.findall(rf"_subcommand_from {name}'(.*) -d '", script)
            told = {f"--{option}" for line in lines for option in re.findall(r"-l ([\w-]+)", line)}
            told |= {f"-{option}" for line in lines for option in re.findall(r"-s (\w)", line)}
        assert told == options_of(name)


def test_the_manual_page_has_every_command_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man")
    assert page.isascii(), "whatever the locale is"
    macros = {"TH", "SH", "SS", "PP", "TP", "B", "I", "BR", "RI", "nf", "fi"}
    assert set(re.findall(r"^\.(\w+)", page, re.MULTILINE)) <= macros
    parts = dict(re.findall(r"^\.SH ROWLOCK (\w+)\n(.*?)(?=^\.SH|\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(parts) == {name.upper() for name in command_names()}
    for name in command_names():
        bold = re.findall(r"\\fB(.*?)\\fR", parts[name.upper()])
        assert {option.replace("\\-", "-") for option in bold} == options_of(name)
        assert f"rowlock {name}" in parts[name.upper()].replace("\\-", "-")
