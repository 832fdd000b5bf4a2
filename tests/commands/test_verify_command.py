"""`rowlock verify` refuses in sentences and as data; its proofs are tested where games are served."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rowlock.cli import main


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["ratings", "http://127.0.0.1:9"], "bad_arguments", "--data FOLDER"),
        (["ratings", "--data", "nothing"], "bad_settings", "there is no database"),
        (["daily", "--data", "nothing"], "bad_settings", "there is no database"),
        (["nothing.rowlock"], "bad_record", "cannot be read"),
    ],
)
def test_every_refusal_is_told_as_a_sentence_and_as_data(
    words: list[str],
    code: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["verify", *words]) == 1
    said = capsys.readouterr()
    assert (said.out, reason in said.err) == ("", True)
    assert main(["verify", *words, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["code"]) == (False, code)
    assert reason in told["reason"]
