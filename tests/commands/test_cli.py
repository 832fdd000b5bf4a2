"""The command line: help, versions, and sentences instead of tracebacks."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rowlock import __version__
from rowlock.cli import main
from rowlock.commands import command_names, summary_of


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    out = capsys.readouterr().out
    assert all(name in out for name in command_names())


@pytest.mark.parametrize("name", command_names())
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert f"rowlock {name}" in capsys.readouterr().out.partition("examples:")[2]
    assert 0 < len(summary_of(name)) < 66, "its line in the help of `rowlock` would not fit"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("arna", "there is no command 'arna'; did you mean arena?"),
        ("Simulat", "there is no command 'Simulat'; did you mean simulate?"),
        ("puzle", "did you mean puzzle or puzzles?"),
        ("dance", "there is no command 'dance'; `rowlock --help` lists them"),
    ],
)
def test_an_unknown_command_is_a_sentence_with_the_nearest_one(
    typed: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([typed]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"rowlock {__version__}\n"


def test_help_needs_nothing_heavy() -> None:
    code = "import sys; from rowlock.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print(*{name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "numba", "rich", "textual", "fastapi", "pydantic", "sqlalchemy", "matplotlib", "fpdf"}
    assert not set(done.stdout.splitlines()[-1].split()) & heavy


def test_the_arena_asks_for_a_second_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "champion"]) == 1
    assert "name a second bot, as in 'rowlock arena champion steady'" in capsys.readouterr().err


def test_training_is_explained_without_pytorch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is not installed the help is whole, and the command says what is missing."""
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr("rowlock.commands.train.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        main(["train", "--help"])
    assert stopped.value.code == 0
    assert "--minutes" in capsys.readouterr().out
    assert main(["train", "classic", "--seconds", "1"]) == 1
    assert "training needs PyTorch: pip install 'rowlock[train]'" in capsys.readouterr().err


def test_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = {line.split()[0]: line.split(" players")[1] for line in lines}
    assert (told["classic"], told["longo"]) == ("", ", lucky numbers")
    assert (told["mixx-a"], told["mixx-b"]) == (", mixed colours", ", mixed numbers")
    assert [line for line in lines if ("dice," in line) == ("cards" in line)] == []
    assert sum("44 cards" in line for line in lines) == 3
