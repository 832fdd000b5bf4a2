"""The tools of a test run: installed where they are missing, stated with the versions that passed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import versions

ROOT = Path(__file__).parents[1]
SAYS = "#!/bin/sh\necho {version}\n"
APT = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in
  *" {name} "*)
    for one in {name} tmux; do echo '#!/bin/sh' > "{folder}/$one"; chmod +x "{folder}/$one"; done ;;
  *update*) ;;
  *) exit 100 ;;
esac
"""
"""An installer that has a browser by this name alone."""


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def make_tools(folder: Path, user: int = 0, **env: str) -> subprocess.CompletedProcess[str]:
    program(folder, "id", SAYS.format(version=user))
    for name in ("chmod", "cat"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    command = ["/bin/sh", str(ROOT / "tests" / "tools.sh")]
    return subprocess.run(command, env={"PATH": str(folder), **env}, capture_output=True, text=True)


@pytest.mark.parametrize("browser", ["chromium-headless-shell", "chromium", "google-chrome"])
@pytest.mark.parametrize("version", ["Chromium 99.0.1", "Chromium 999.0.1"])
def test_a_browser_that_is_there_stays_however_old_or_new(tmp_path: Path, browser: str, version: str) -> None:
    for name in (browser, "tmux"):
        program(tmp_path, name, SAYS.format(version=version))
    program(tmp_path, "apt-get", "#!/bin/sh\nexit 1\n")
    assert make_tools(tmp_path).returncode == 0


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium"])
def test_a_missing_browser_is_installed_by_the_name_that_it_has(tmp_path: Path, name: str) -> None:
    log = tmp_path / "log"
    program(tmp_path, "apt-get", APT.format(log=log, name=name, folder=tmp_path))
    assert make_tools(tmp_path).returncode == 0
    assert f" {name} tmux" in log.read_text().splitlines()[-1]


@pytest.mark.parametrize(("fonts", "asked"), [("", ["fonts-liberation"]), ("DejaVu Sans", [])])
def test_a_machine_with_a_browser_and_without_fonts_gets_them(
    tmp_path: Path, fonts: str, asked: list[str]
) -> None:
    log = tmp_path / "log"
    for name in ("chromium", "tmux", "fc-list"):
        program(tmp_path, name, f"#!/bin/sh\n[ -z '{fonts}' ] || echo '{fonts}'\n")
    program(tmp_path, "apt-get", f'#!/bin/sh\necho "$@" >> "{log}"\n')
    assert make_tools(tmp_path).returncode == 0
    calls = log.read_text().splitlines() if log.exists() else []
    assert [line.split()[-1] for line in calls if line.startswith("install")] == asked
    assert not [line for line in calls if "chromium" in line]


@pytest.mark.parametrize("place", ["libatomic.so.1", "x86_64-linux-gnu/libatomic.so.1", None])
def test_a_machine_without_the_library_of_the_browsers_driver_gets_it(
    tmp_path: Path, place: str | None
) -> None:
    log, libraries = tmp_path / "log", tmp_path / "lib"
    for name, said in (("chromium", "1"), ("tmux", "1"), ("fc-list", "DejaVu Sans"), ("uname", "Linux")):
        program(tmp_path, name, SAYS.format(version=said))
    program(tmp_path, "apt-get", f'#!/bin/sh\necho "$@" >> "{log}"\n')
    if place:
        (libraries / place).parent.mkdir(parents=True)
        (libraries / place).touch()
    done = make_tools(tmp_path, LIBRARIES=str(libraries))
    assert done.returncode == 0
    assert (" libatomic1 " in log.read_text() if log.exists() else False) == (place is None)
    assert ("the browser's driver may not start" in done.stderr) == (place is None)


def test_who_is_not_root_installs_by_sudo_without_a_password(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program(tmp_path, "apt-get", APT.format(log=log, name="chromium", folder=tmp_path))
    program(tmp_path, "sudo", '#!/bin/sh\n[ "$1" = -n ] && shift && "$@"\n')
    assert make_tools(tmp_path, user=1000).returncode == 0
    assert " chromium tmux" in log.read_text()


@pytest.mark.parametrize("installer", [None, "#!/bin/sh\nexit 100\n"], ids=["no apt", "no rights"])
def test_what_cannot_be_installed_is_said_with_what_to_do(tmp_path: Path, installer: str | None) -> None:
    if installer:
        program(tmp_path, "apt-get", installer)
    done = make_tools(tmp_path, user=1000)
    assert done.returncode == 1
    for word in (
        "THE TESTS CANNOT RUN YET",
        "missing: chromium-headless-shell",
        "missing: tmux",
        "sudo apt-get",
    ):
        assert word in done.stderr


def test_the_newest_browser_is_brought_where_it_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for name in ("chromium-headless-shell", "tmux"):
        program(tmp_path, name, SAYS.format(version="Chromium 99.0.1"))
    program(tmp_path, "apt-get", APT.format(log=log, name="chromium-headless-shell", folder=tmp_path))
    assert make_tools(tmp_path, NEWEST="yes").returncode == 0
    assert "chromium-headless-shell" in log.read_text()


def test_where_nothing_can_be_installed_it_is_said(tmp_path: Path) -> None:
    program(tmp_path, "apt-get", "#!/bin/sh\nexit 100\n")
    done = make_tools(tmp_path)
    assert done.returncode == 1
    assert "they need a browser and tmux" in done.stderr


def test_every_tool_and_package_has_a_version_that_passed() -> None:
    tools, packages = versions.seen()
    assert set(tools) == {"python", *versions.PROGRAMS}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", one)[0]).lower() for one in wanted}
    assert sorted(names - set(packages)) == []


def test_what_differs_from_what_passed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = {**versions.seen()[0], "browser": "999.0"}
    monkeypatch.setattr(versions, "tools_here", lambda: here)
    monkeypatch.setattr(versions, "packages_here", lambda: {**versions.seen()[1], "numpy": "99.0"})
    told = "\n".join(versions.lines())
    assert f"browser 999.0 (seen to pass: {versions.seen()[0]['browser']})" in told
    assert f"numpy 99.0 (seen to pass: {versions.seen()[1]['numpy']})" in told
    assert f"  tmux {here['tmux']}\n" in told
    assert f"  {len(versions.seen()[1]) - 1} Python packages as seen to pass\n" in told
