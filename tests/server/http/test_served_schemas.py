"""The schemas that a server tells are those of the library, and its own answers fit them."""

from __future__ import annotations

import gzip
import json
import urllib.request
from typing import Any, get_type_hints

import jsonschema_rs
import pytest
from serving import Served, served

from rowlock.client.http import ServerRefused
from rowlock.server.http.schemas import AskSchema
from rowlock.table.api.question import QUESTIONS, parts_of
from rowlock.table.public_schemas import TOLD, schema


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("schemas")) as running:
        yield running


@pytest.mark.parametrize("name", TOLD)
def test_they_are_those_of_the_command(server: Served, name: str) -> None:
    assert server.call("GET", f"/api/schema/{name}") == schema(name)


def test_every_schema_can_be_asked_for() -> None:
    assert get_type_hints(AskSchema)["told"].__args__ == tuple(TOLD)


def test_a_servers_own_answers_fit(server: Served) -> None:
    variant, view = (
        jsonschema_rs.validator_for(server.call("GET", f"/api/schema/{name}")) for name in ("variant", "view")
    )
    for pad in server.call("GET", "/api/variants")["variants"]:
        variant.validate(pad)
    for seen in server.call("POST", "/api/position", {"position": "longo"})["views"]:
        view.validate(seen)
        with pytest.raises(jsonschema_rs.ValidationError):
            view.validate({**seen, "seat": "first"})


def test_the_description_of_all_questions_is_the_same_packed(server: Served) -> None:
    def ask(**headers: str) -> tuple[bytes, str | None]:
        asked = urllib.request.Request(f"{server.base}/api/openapi.json", headers=headers)
        with urllib.request.urlopen(asked) as answer:
            return answer.read(), answer.headers["content-encoding"]

    (plain, how), (packed, how_packed) = ask(), ask(**{"accept-encoding": "gzip"})
    assert (how, how_packed) == (None, "gzip")
    assert gzip.decompress(packed) == plain
    assert json.loads(plain) == json.loads(json.dumps(server.app.openapi()))


def test_the_description_has_every_question_with_its_parts_and_answers(server: Served) -> None:
    told = server.app.openapi()
    for kind in QUESTIONS.values():
        question = told["paths"]["/api" + kind.path.replace(":path", "")][kind.method.lower()]
        parts = [one for one in question.get("parameters", ()) if one["in"] == "path"]
        assert [one["name"] for one in parts] == parts_of(kind.path)
        assert question["responses"].keys() >= {str(kind.status), "429"}
    problem, view = (told["components"]["schemas"][name]["properties"] for name in ("Problem", "View"))
    assert "code" in problem
    assert any("description" in key for key in view.values())


def test_another_name_is_refused_by_naming_those_there_are(server: Served) -> None:
    with pytest.raises(ServerRefused, match=r"view.*variant.*fact"):
        server.call("GET", "/api/schema/secrets")
