"""`rowlock club`: one's clubs in the terminal, joined by a link, taken along as a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from serving import served

from rowlock.cli import main


def test_a_club_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    game = {"at": 1.0, "pad": "classic", "title": "Classic", "names": ["Mia", "Ben"], "scores": [50, 40]}
    file = {"rowlock": "club 1", "name": "Sundays", "members": ["Ben"], "games": [{**game, "winners": [0]}]}
    (tmp_path / "our.json").write_text(json.dumps(file))
    with served(tmp_path / "server") as server:
        command = ["club", server.base, "--lang", "en", "--name", "Mia"]
        assert main(command) == 1
        assert "you are in no club" in capsys.readouterr().err
        assert main([*command, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []
        assert main([*command, "--bring", str(tmp_path / "our.json")]) == 0
        told = capsys.readouterr().out
        assert "Keeper’s key" in told
        assert "1. Mia" in " ".join(told.split())
        assert "Mia 50 · Ben 40" in told
        link = next(word for word in told.split() if "/c/" in word)
        assert main([*command, "--save", str(tmp_path / "again.json")]) == 0
        saved = json.loads((tmp_path / "again.json").read_text())
        assert (saved["name"], saved["members"], saved["games"]) == ("Sundays", ["Mia", "Ben"], file["games"])
        capsys.readouterr()
        assert main([*command, "--json"]) == 0
        (told,) = json.loads(capsys.readouterr().out)
        assert [line["name"] for line in told["standing"]["lines"]] == ["Mia", "Ben"]
        assert (told["club"]["name"], len(told["games"]["games"])) == ("Sundays", 1)
        assert main([*command, "--table"]) == 0
        assert "/t/" in (first := capsys.readouterr().out)
        assert main([*command, "--table"]) == 0
        assert capsys.readouterr().out == first, "tonight's table is the same for everybody"
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
        assert main(["club", link, "--lang", "de", "--name", "Ben"]) == 0
        assert "2 Mitglieder" in capsys.readouterr().out, "Ben takes the place that waited for him"
