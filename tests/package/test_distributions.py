"""From a clean clone to something that is used: by pip, as an image, as wheel and sdist."""

from __future__ import annotations

import email
import json
import re
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from installing import (
    REPOSITORY,
    borrow,
    check_use,
    clone,
    new_environment,
    path_without_node,
    run,
    site_packages,
    steps_of,
    untouched,
    use,
)

from rowlock import __version__


@pytest.fixture(scope="module")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clone(tmp_path_factory.mktemp("user") / "rowlock")


@pytest.fixture(scope="module")
def installed(cloned: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`pip install .` in a new environment, with isolation and with everything that it needs."""
    python = new_environment(tmp_path_factory.mktemp("installed"))
    with untouched(cloned):
        run(python, "-m", "pip", "install", "--quiet", ".", cwd=cloned)
    return python


@pytest.fixture(scope="module")
def used(cloned: Path, installed: Path) -> Path:
    """The same clone afterwards, as a workflow's is after `make test`: what a build has fetched is there."""
    _lend_tools(cloned)
    return cloned


@pytest.fixture(scope="module")
def released(used: Path) -> Path:
    """The folder dist/ after the steps of the release's workflow, word by word, but for `make test`."""
    for step in steps_of("release.yml", "build"):
        if step != "make test":
            run("bash", "-euc", step, cwd=used, GITHUB_REF_NAME=f"v{__version__}")
    return used / "dist"


@pytest.fixture(scope="module")
def wheel(released: Path) -> Path:
    return released / f"rowlock-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def sdist(released: Path) -> Path:
    return released / f"rowlock-{__version__}.tar.gz"


def _lend_tools(folder: Path) -> None:
    """The tools of this checkout, so that `make` does not install them once more."""
    tools = REPOSITORY / ".venv"
    assert (tools / "bin" / ".ready").is_file(), "the tools are not installed: `make check`"
    (folder / ".venv").symlink_to(tools)
    (tools / "bin" / ".ready").touch()


def test_a_clone_is_installed_by_pip_and_used(installed: Path, tmp_path: Path) -> None:
    check_use(use(installed, tmp_path / "use"), site_packages(installed), docs=404)


def _docker_ignores(source: Path) -> Callable[[str, list[str]], list[str]]:
    """As Docker reads .dockerignore: a name alone is one at the top, `**/` stands for any folder."""
    patterns = (source / ".dockerignore").read_text(encoding="utf-8").split()
    anywhere = {pattern.removeprefix("**/") for pattern in patterns if pattern.startswith("**/")}
    on_top = set(patterns)
    return lambda folder, names: [
        name for name in names if name in anywhere or (Path(folder) == source and name in on_top)
    ]


def test_the_image_is_built_and_used(installed: Path, tmp_path: Path) -> None:
    """The commands of the Dockerfile in a folder, without Docker and without Node: what it copies, its
    environment, its entry point. What a plain installation needs is borrowed from the first."""
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
    making, installing = python3.replace("/opt/rowlock", str(target)).split(" && ")
    run("bash", "-euc", making, cwd=copied, PATH=bare)
    python = borrow(target / "bin" / "python", installed)
    run("bash", "-euc", installing, cwd=copied, PATH=bare)
    check_use(use(python, tmp_path / "use"), site_packages(python), docs=404)
    command = [word.replace("/opt/rowlock", str(target)) for word in entry]
    assert "--data" in run(*command[:2], "--help", cwd=tmp_path)
    assert run(python, "-c", "import psycopg; print('there')", cwd=tmp_path).strip() == "there"


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_released_is_installed_and_used(
    kind: str, installed: Path, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """In an environment of its own, without Node; what it needs is borrowed from the first."""
    file: Path = request.getfixturevalue(kind)
    python = borrow(new_environment(tmp_path / "env"), installed)
    bare = str(python.parent)  # no Node there
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--force-reinstall",
        file,
        cwd=tmp_path,
        PATH=bare,
    )
    check_use(use(python, tmp_path / "use"), site_packages(python), docs=200)


def test_they_carry_page_documentation_types_pads_networks_and_licences(wheel: Path, sdist: Path) -> None:
    with zipfile.ZipFile(wheel) as archive, tarfile.open(sdist) as source:
        names = set(archive.namelist())
        sources = {name.partition("/")[2] for name in source.getnames()}
        notices = archive.read("rowlock/server/page/notices.txt").decode()
    shared = {f"rowlock/{name}" for name in ("py.typed", "variants/classic.toml", "locale/de.json")}
    shared |= {
        f"rowlock/server/{name}" for name in ("page/index.html", "page/notices.txt", "docs/notices.txt")
    }
    assert shared <= names
    assert (
        shared | {"Makefile", "tests/conftest.py", "web/package-lock.json", "docs/rules.md", "LICENSE"}
        <= sources
    )
    assert any(name.startswith("rowlock/bots/net/weights/") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "web/", "bench/")) for name in names)
    for text in (
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "SIL OPEN FONT LICENSE",
        "MIT",
    ):
        assert text.lower() in notices.lower()


def test_their_sizes_are_told(
    wheel: Path, sdist: Path, installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And docs/install.md says of every part what is measured here; packages of others may grow a little."""
    measured = run(
        sys.executable, "bench/size.py", "--packages", site_packages(installed), cwd=REPOSITORY
    ).partition("the largest")[0]
    with capsys.disabled():
        sizes = "".join(f"\n{file.stat().st_size / 1e6:6.1f} MB  {file.name}" for file in (wheel, sdist))
        print(f"{sizes}\n{measured}", end="")  # noqa: T201
    told = (REPOSITORY / "docs" / "install.md").read_text(encoding="utf-8")
    shares = {part: int(size) for part, size in re.findall(r"^\| (.+?) \| (\d+) \|", told, re.MULTILINE)}
    shares["in all"] = int(re.findall(r"takes about (\d+) MB", told)[0])
    found = {part: float(size) for size, part in re.findall(r"^ *([\d.]+) MB +(.+)$", measured, re.MULTILINE)}
    assert shares.keys() == found.keys()
    own = "Rowlock itself"
    assert abs(shares[own] - found[own]) <= 1
    far = {part: size for part, size in found.items() if abs(shares[part] - size) > max(3, size / 10)}
    assert not far, f"docs/install.md says something else: {far}"


def test_the_page_on_an_index_shows_pictures_and_links(wheel: Path) -> None:
    text = zipfile.ZipFile(wheel).read(f"rowlock-{__version__}.dist-info/METADATA").decode()
    told = email.message_from_string(text)
    assert told["Version"] == __version__
    labels = {line.split(",")[0] for line in told.get_all("Project-URL", [])}
    assert labels >= {"Source", "Issues", "Changelog"}
    addresses = re.findall(r"\]\(([^)]+)\)", str(told.get_payload()))
    assert addresses
    assert all(address.startswith(("https://", "#")) for address in addresses)
    for picture in re.findall(r"!\[[^\]]*\]\([^)]*/(docs/[^)]+)\)", str(told.get_payload())):
        assert (REPOSITORY / picture).is_file()


def test_the_version_has_its_entry_in_the_changelog() -> None:
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} ", changelog, re.MULTILINE)
