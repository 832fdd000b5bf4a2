"""Source distribution and wheel: built, installed and used as somebody else would, without Node."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from sysconfig import get_path

import pytest

from rowlock import __version__

REPOSITORY = Path(__file__).parents[1]
PAGE = REPOSITORY / "rowlock" / "server" / "page" / "index.html"


def run(*command: str, cwd: Path, **env: str) -> str:
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked; the page is as `make page` left it."""
    assert PAGE.is_file(), "the page is not built: `make page`"
    folder = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    run(*build, cwd=REPOSITORY, ROWLOCK_PAGE="built")
    with tarfile.open(folder / f"rowlock-{__version__}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return folder / f"rowlock-{__version__}"


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built out of the source distribution where there is no Node."""
    folder = tmp_path_factory.mktemp("wheel")
    bare = str(Path(sys.executable).parent)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=sdist, PATH=bare)
    return folder / f"rowlock-{__version__}-py3-none-any.whl"


def test_the_wheel_carries_page_types_pads_and_networks(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("py.typed", "server/page/index.html", "variants/classic.toml", "locale/de.json"):
        assert f"rowlock/{name}" in names
    assert any(name.startswith("rowlock/bots/net/weights/") for name in names)
    assert not any(name.startswith(("tests/", "web/", "bench/")) for name in names)


def test_the_source_distribution_can_be_tested(sdist: Path) -> None:
    for name in ("Makefile", "tests/conftest.py", "web/package-lock.json", "docs/rules.md", "CHANGELOG.md"):
        assert (sdist / name).is_file()


def test_its_page_on_an_index_shows_pictures_and_links(wheel: Path) -> None:
    text = zipfile.ZipFile(wheel).read(f"rowlock-{__version__}.dist-info/METADATA").decode()
    told = email.message_from_string(text)
    assert told["Version"] == __version__
    assert {line.split(",")[0] for line in told.get_all("Project-URL", [])} >= {
        "Source",
        "Issues",
        "Changelog",
    }
    addresses = re.findall(r"\]\(([^)]+)\)", told.get_payload())
    assert addresses
    assert all(address.startswith(("https://", "#")) for address in addresses)
    for picture in re.findall(r"!\[[^\]]*\]\([^)]*/(docs/[^)]+)\)", told.get_payload()):
        assert (REPOSITORY / picture).is_file()


def test_it_is_installed_and_used(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own; what it needs is borrowed from ours."""
    venv.create(tmp_path / "env", with_pip=False)
    python = str(tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")
    found = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", found),
        str(wheel),
        cwd=tmp_path,
    )
    (Path(found) / "borrowed.pth").write_text(get_path("purelib"), encoding="utf-8")
    alone = {"PYTHONPATH": "", "PATH": str(Path(python).parent)}
    where = run(python, "-c", "import rowlock; print(rowlock.__file__)", cwd=tmp_path, **alone).strip()
    assert where.startswith(found)
    assert (
        run(python, "-m", "rowlock", "--version", cwd=tmp_path, **alone).strip() == f"rowlock {__version__}"
    )
    assert "classic" in run(python, "-m", "rowlock", "variants", cwd=tmp_path, **alone)
    page = "from rowlock.server.page import FOLDER; print((FOLDER / 'index.html').is_file())"
    assert run(python, "-c", page, cwd=tmp_path, **alone).strip() == "True"


def test_the_version_has_its_entry_in_the_changelog() -> None:
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} ", changelog, re.MULTILINE)
