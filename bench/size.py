"""How large is an installation? Installs into a fresh environment and adds it up by part.

python bench/size.py                # a plain install of this checkout
python bench/size.py --extra rl     # with an extra
python bench/size.py --packages .venv/lib/python3.11/site-packages
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import venv
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
PARTS = {
    "numba and llvmlite": ("llvmlite", "numba"),
    "numpy": ("numpy",),
    "fpdf2, fontTools, Pillow, a font": ("fonttools", "pillow", "pil", "fpdf", "font_source", "defusedxml"),
    "SQLAlchemy, Alembic": ("sqlalchemy", "alembic", "aiosqlite", "greenlet", "mako", "markupsafe"),
    "Textual, Rich": ("textual", "rich", "pygments", "markdown", "mdit", "mdurl", "linkify"),
    "Rowlock itself": ("rowlock",),
}
"""Packages by the beginnings of their names, in the words of docs/install.md; others belong to the server."""
REST = "FastAPI, uvicorn, uvloop, pydantic and others"


def part_of(name: str) -> str:
    return next((part for part, begins in PARTS.items() if name.lower().startswith(begins)), REST)


def size_of(path: Path) -> int:
    files = [path] if path.is_file() else path.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file() and not _is_left_out(file))


def _is_left_out(file: Path) -> bool:
    """Links, and the bytecode that Python writes by itself."""
    return file.is_symlink() or file.suffix == ".pyc"


def install(folder: Path, extra: str) -> Path:
    """Install the checkout; return the folder of the packages."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    what = f"{REPOSITORY}[{extra}]" if extra else str(REPOSITORY)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-compile", what], check=True)
    subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"], check=True)
    return next((folder / "lib").glob("python*")) / "site-packages"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--extra", default="")
    parser.add_argument("--packages", type=Path, help="of an environment that is there, instead of a new one")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        packages = args.packages or install(Path(folder), args.extra)
        sizes = {path.name: size_of(path) for path in packages.iterdir() if not path.name.startswith("pip")}
    print(f"{sum(sizes.values()) / 1e6:6.0f} MB in all")
    parts = dict.fromkeys((*PARTS, REST), 0)
    for name, size in sizes.items():
        parts[part_of(name)] += size
    for part, size in sorted(parts.items(), key=lambda item: -item[1]):
        print(f"{size / 1e6:6.1f} MB  {part}")
    print("the largest packages:")
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:12]:
        print(f"{size / 1e6:6.1f} MB  {name}")


if __name__ == "__main__":
    main()
