"""The Dockerfile's commands from a clean clone, without Docker; apart, so that it runs beside the rest."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from installing import REPOSITORY, check_use, clone, path_without_node, run, site_packages, use


def _docker_ignores(source: Path) -> Callable[[str, list[str]], list[str]]:
    """As Docker reads .dockerignore: a name alone is one at the top, `**/` stands for any folder."""
    patterns = (source / ".dockerignore").read_text(encoding="utf-8").split()
    anywhere = {pattern.removeprefix("**/") for pattern in patterns if pattern.startswith("**/")}
    on_top = set(patterns)
    return lambda folder, names: [
        name for name in names if name in anywhere or (Path(folder) == source and name in on_top)
    ]


def test_the_image_is_built_and_used(tmp_path: Path) -> None:
    """The commands of the Dockerfile, in a folder: what it copies, its environment, its entry point."""
    lines = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    (install,) = [line.removeprefix("RUN ") for line in lines if "pip install" in line]
    (entry,) = [
        json.loads(line.removeprefix("ENTRYPOINT ")) for line in lines if line.startswith("ENTRYPOINT")
    ]
    source, target = clone(tmp_path / "clone"), tmp_path / "opt" / "rowlock"
    copied = shutil.copytree(source, tmp_path / "src", ignore=_docker_ignores(source))
    assert not (copied / ".git").exists()
    python3 = install.replace("python -m venv", f"{sys.executable} -m venv")  # the image has `python`
    bare = path_without_node(tmp_path / "programs")
    run("bash", "-euc", python3.replace("/opt/rowlock", str(target)), cwd=copied, PATH=bare)
    python = target / "bin" / "python"
    check_use(use(python, tmp_path / "use"), site_packages(python), docs=404)
    command = [word.replace("/opt/rowlock", str(target)) for word in entry]
    assert "--data" in run(*command[:2], "--help", cwd=tmp_path)
    assert run(python, "-c", "import psycopg; print('there')", cwd=tmp_path).strip() == "there"
