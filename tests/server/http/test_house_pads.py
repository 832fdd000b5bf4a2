"""The host's own pads: a folder that the page offers, and parents uploaded with their pad."""

from __future__ import annotations

from pathlib import Path

import pytest
from serving import served

from rowlock.cli import main
from rowlock.client import ServerRefused

BASE = 'parent = "classic"\ntitle = "House base"\nrules = 1\n\n[closing]\nneeds = 4\n'
CHILD = 'parent = "base"\ntitle = "House child"\nrules = 1\n\n[penalties]\nboxes = 3\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pads = tmp_path / "pads"
    pads.mkdir()
    (pads / "base.toml").write_text(BASE)
    (pads / "Our_child.toml").write_text(CHILD)
    return pads


def test_the_pads_of_the_house_are_offered_played_and_printed(tmp_path: Path, folder: Path) -> None:
    with served(tmp_path / "data", pads=folder) as server:
        offered = {pad["name"]: pad for pad in server.call("GET", "/api/variants")["variants"]}
        assert next(iter(offered)) == "classic"
        assert list(offered)[-2:] == ["Our_child", "base"]
        child = server.call("GET", "/api/variants/Our_child")
        assert (child["title"], child["penalties"]["boxes"]) == ("House child", 3)
        assert "<svg" in server.call("GET", "/api/print/Our_child.svg")
        token = server.player("Mia")
        table = server.table(token, "me", "greedy", variant="Our_child", start=True)
        shown = server.call("GET", f"/api/tables/{table}/variant")
        assert shown["title"] == "House child"
    with served(tmp_path / "data") as server:  # a table has its pad with it
        assert server.call("GET", f"/api/tables/{table}/variant") == shown
        with pytest.raises(ServerRefused, match="no variant"):
            server.table(token, "me", variant="Our_child")


def test_the_host_changes_to_a_pad_of_the_house(tmp_path: Path, folder: Path) -> None:
    import asyncio

    from serving import ask

    with served(tmp_path / "data", pads=folder) as server:
        token = server.player("Mia")
        table = server.table(token, "me", "open")

        async def change() -> None:
            async with await server.connect(table, token) as client:
                assert (await ask(client, "pad", variant="base"))["type"] == "receipt"

        asyncio.run(change())
        assert server.call("GET", f"/api/tables/{table}/variant")["title"] == "House base"


def test_an_upload_brings_its_parents_or_finds_them_in_the_house(tmp_path: Path, folder: Path) -> None:
    with served(tmp_path / "data", pads=folder) as server:
        assert server.call("POST", "/api/variants", {"text": CHILD})["title"] == "House child"
        lonely = CHILD.replace("base", "other")
        with pytest.raises(ServerRefused):
            server.call("POST", "/api/variants", {"text": lonely})
        along = {"text": lonely, "parents": {"other.toml": BASE}}
        assert server.call("POST", "/api/variants", along)["penalties"]["boxes"] == 3
        token = server.player("Mia")
        table = server.table(token, "me", "greedy", variant_text=lonely, variant_parents={"other": BASE})
        assert server.call("GET", f"/api/tables/{table}/variant")["title"] == "House child"
        for parents in ({"../x": BASE}, {str(n): BASE for n in range(9)}, {"other": "x" * 99_999}):
            with pytest.raises(ServerRefused):
                server.call("POST", "/api/variants", {"text": lonely, "parents": parents})
        circle = {"text": lonely, "parents": {"other": lonely}}
        with pytest.raises(ServerRefused):
            server.call("POST", "/api/variants", circle)


def test_a_folder_with_mistakes_is_refused_before_the_server_listens(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--pads"]
    assert main([*there, str(tmp_path / "none")]) == 1
    assert "is not a folder" in capsys.readouterr().err
    (folder / "wrong.toml").write_text("title = 3\n")
    assert main([*there, str(folder)]) == 1
    assert "wrong.toml:1" in capsys.readouterr().err
