"""One's own half of a duel on a device, and handed in to a server that plays it again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from serving import served
from test_device import Worker

from rowlock.offline.device import Device


@pytest.mark.parametrize(("pad", "bots"), [("classic", ["champion", "greedy"]), ("cards", ["steady"])])
def test_a_half_is_played_without_a_network_and_handed_in(tmp_path: Path, pad: str, bots: list[str]) -> None:
    with served(tmp_path) as server:
        token = server.player("Mia")
        duel = server.call("POST", "/api/duels", {"variant": pad, "bots": bots}, token)["duel"]
        ahead = server.call("POST", f"/api/duels/{duel}/ahead", {}, token)
        del ahead["duel"]
        worker = Worker(Device("Mia", time.time))
        assert worker.ask("POST", f"/duels/{duel}/table", {"ahead": None})[1]["code"] == "needs_server"
        status, made = worker.ask("POST", f"/duels/{duel}/table", {"ahead": ahead})
        assert status == 201
        worker.play(made["table"])
        status, told = worker.ask("GET", f"/tables/{made['table']}/games/1/half")
        assert (status, told["label"]) == (200, f"duel {duel}")
        path = f"/api/duels/{duel}"
        assert server.call("POST", f"{path}/moves", {"moves": told["moves"]}, token) == {"counts": True}
        for _ in range(2500):
            shown = server.call("GET", path, None, token)
            if shown["mine"]["state"] != "judging":
                break
            time.sleep(0.05)
        assert (shown["refused"], shown["mine"]["finished"]) == (None, True)
        assert shown["mine"]["score"] == worker.games[0]["scores"][0], "the server's bots played the same"
