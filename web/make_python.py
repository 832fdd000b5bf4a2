"""The browser's Python: Pyodide, the part of the standard library that Rowlock uses, and Rowlock itself.

`build_page.py` calls it. It writes `.python/VERSION/`, every file compressed (by gzip, and smaller by brotli
for those who take that), and `.python/files.json`, from which the page learns the version and the sizes: a
page goes with exactly one version.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from node import find_node

WEB = Path(__file__).parent
HOUSE = WEB.parent
PYODIDE = WEB / "node_modules" / "pyodide"
OUTPUT = WEB / ".python"
WEIGHTS = HOUSE / "rowlock" / "bots" / "net" / "weights"
INDEX = "index.json"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
ROOTS = ("rowlock.offline.preload", "rowlock.bots.net.shelf")
NEVER = ("numpy", "numba", "torch")
FOLDERS = (
    "rowlock/bots",
    "rowlock/engine/mechanisms",
    "rowlock/table/api",
    "rowlock/table/messages",
    "rowlock/analysis/api",
    "rowlock/community/api",
)
"""Modules that are found by being there."""
LIBRARY = ("_pyodide", "pyodide", "collections", "importlib", "json", "re", "asyncio", "tomllib", "zipfile")
"""Packages of the standard library that are kept whole: they import parts of themselves by name."""
CODECS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "unicode_escape", "utf_8", "utf_8_sig")
"""Text is UTF-8 here; the names in an archive may be older."""
BESIDE = ("site", "runpy", "sysconfig", "shutil", "tempfile", "platform", "ssl", "hashlib", "hmac", "random")
"""Modules that Pyodide asks for while it runs."""
UNUSED = (
    "unittest",
    "doctest",
    "pdb",
    "pydoc",
    "multiprocessing",
    "_pyrepl",
    "http",
    "_pydatetime",
    "_pydecimal",
    "_pyio",
    "bz2",
    "lzma",
    "compression",
    "rowlock.library",
)
"""Imports for cases that do not occur here."""
DATE = (1980, 1, 1, 0, 0, 0)
MOST_KEPT = 40
"""So many packed files stay for later builds; one build has six."""


class Sources:
    """Modules by name, in a folder or an archive: their texts, and what they import."""

    def __init__(self, texts: dict[str, bytes]) -> None:
        self.texts = texts

    def file(self, module: str) -> str | None:
        stem = module.replace(".", "/")
        return next((name for name in (f"{stem}.py", f"{stem}/__init__.py") if name in self.texts), None)

    def imports(self, name: str, deep: bool) -> Iterator[str]:
        """The modules that a file imports; `deep`: also within functions."""
        package = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if not name.endswith("__init__.py"):
            package = package.rpartition(".")[0]
        try:
            tree = ast.parse(self.texts[name])
        except SyntaxError:  # a newer Python than ours
            return
        for node in ast.walk(tree) if deep else _top(tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                base = ".".join(filter(None, (above if node.level else "", node.module or "")))
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)


def _top(tree: ast.AST) -> Iterator[ast.AST]:
    """The code that runs when a module is imported."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield node
            yield from _top(node)


def house() -> dict[str, bytes]:
    """Rowlock's files that a device needs: modules by their imports, and what is found by being there."""
    package = HOUSE / "rowlock"
    sources = Sources(
        {
            f"rowlock/{path.relative_to(package).as_posix()}": path.read_bytes()
            for path in package.rglob("*.py")
        }
    )
    wanted = [*ROOTS, *(_module(name) for name in sources.texts if name.rpartition("/")[0] in FOLDERS)]
    found = _closure(sources, wanted)
    data = [*package.glob("variants/*.toml"), package / "analysis" / "puzzles" / "puzzles.json"]
    return found | {path.relative_to(HOUSE).as_posix(): path.read_bytes() for path in data}


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _closure(sources: Sources, wanted: list[str], deep: bool = True) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    while wanted:
        parts = wanted.pop().split(".")
        if not {parts[0], ".".join(parts[:2])}.isdisjoint(UNUSED):
            continue
        for name in (".".join(parts[:end]) for end in range(1, len(parts) + 1)):
            file = sources.file(name)
            if file and file not in found:
                found[file] = sources.texts[file]
                wanted += sources.imports(file, deep)
    return found


def library(used: dict[str, bytes]) -> dict[str, bytes]:
    """The part of Pyodide's standard library that these modules, and Pyodide itself, use."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as packed:
        whole = Sources({name: packed.read(name) for name in packed.namelist() if not name.endswith("/")})
    wanted = list(_named(used))
    kept = {name: text for name, text in whole.texts.items() if _is_kept(name)}
    wanted += [name for file in kept if file.endswith(".py") for name in whole.imports(file, deep=False)]
    used_here = [name for name in (*wanted, *BESIDE) if name.split(".")[0] not in (*UNUSED, "rowlock")]
    return kept | _closure(whole, used_here, deep=False)


def _named(used: dict[str, bytes]) -> Iterator[str]:
    sources = Sources(used)
    return (name for file in used if file.endswith(".py") for name in sources.imports(file, deep=True))


def _is_kept(name: str) -> bool:
    package, _, rest = name.partition("/")
    if package == "encodings":
        return rest.removesuffix(".py") in CODECS
    return package.removesuffix(".py") in LIBRARY


def no_packages() -> bytes:
    """Pyodide's list of packages, without any: it asks for it when it starts."""
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    return json.dumps({**whole, "packages": {}}).encode()


def pack(files: dict[str, bytes]) -> bytes:
    """An archive whose bytes follow from its content alone; not compressed, for that is done to the whole."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, DATE), text)
    return packed.getvalue()


def pack_flat(files: dict[str, bytes]) -> bytes:
    """Names and sizes, then all bytes: what a page unpacks in no time (web/src/device/engine.ts)."""
    names = json.dumps([[name, len(content)] for name, content in sorted(files.items())]).encode()
    return struct.pack("<I", len(names)) + names + b"".join(content for _, content in sorted(files.items()))


def read_flat(archive: bytes) -> dict[str, bytes]:
    """Unpack the output of `pack_flat`."""
    (length,) = struct.unpack("<I", archive[:4])
    at, found = 4 + length, dict[str, bytes]()
    for name, size in json.loads(archive[4:at]):
        found[name] = archive[at : at + size]
        at += size
    return found


def packed(standard: dict[str, bytes], own: dict[str, bytes]) -> tuple[bytes, bytes]:
    """Both archives. What a start imports is compiled: a first start takes less than half the time then.

    Of the standard library nothing else is packed but codecs and what Rowlock names.
    """
    work = OUTPUT / "compiling"
    work.mkdir(parents=True, exist_ok=True)
    (work / "library.zip").write_bytes(pack(standard))
    (work / "house.bin").write_bytes(pack_flat(own))
    given = [PYODIDE, work / "library.zip", work / "house.bin", work / "out.bin"]
    subprocess.run([find_node(), WEB / "build" / "compile.mjs", *given], check=True)
    made: dict[str, dict[str, bytes]] = {"house": {}, "lib": {}, "built_in": {}}
    for name, content in read_flat((work / "out.bin").read_bytes()).items():
        place, _, file = name.partition("/")
        made[place][file] = content
    needed = made["lib"] | later(_without(standard, [*made["lib"], *made["built_in"]]), own)
    return pack(needed), pack_flat(_without(own, made["house"]) | made["house"])


def later(rest: dict[str, bytes], own: dict[str, bytes]) -> dict[str, bytes]:
    """What a start does not import and may still be asked for: codecs, and what Rowlock names."""
    codecs = {name: text for name, text in rest.items() if name.startswith("encodings/")}
    return codecs | _closure(Sources(rest), list(_named(own)), deep=False)


def _without(files: dict[str, bytes], compiled: Iterable[str]) -> dict[str, bytes]:
    there = {name.removesuffix("c") for name in compiled}
    return {name: text for name, text in files.items() if name not in there}


def packed_before() -> Path:
    """A folder beside what npm keeps: it outlives this clone, and serves the next one."""
    return Path(os.environ.get("NPM_CONFIG_CACHE") or Path.home() / ".npm") / "_rowlock"


def brotli(plain: bytes) -> bytes:
    """The smallest form that browsers unpack; it takes half a minute, but only once on a machine."""
    kept = packed_before() / hashlib.sha256(plain).hexdigest()
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        packing = [str(find_node()), str(WEB / "build" / "brotli.mjs")]
        half = kept.with_suffix(f".{os.getpid()}")
        half.write_bytes(subprocess.run(packing, input=plain, stdout=subprocess.PIPE, check=True).stdout)
        half.replace(kept)
        with suppress(FileNotFoundError):  # another build tidies up as well
            for old in sorted(kept.parent.iterdir(), key=lambda file: -file.stat().st_mtime)[MOST_KEPT:]:
                old.unlink()
    return kept.read_bytes()


def weights() -> dict[str, bytes]:
    """The networks, and the list of which plays what."""
    sys.path.insert(0, str(HOUSE))
    try:
        from rowlock.arrays import npz  # the build has no numpy
    finally:
        sys.path.remove(str(HOUSE))
    files = {path.name: path.read_bytes() for path in sorted(WEIGHTS.glob("*.npz"))}
    opened = {name: npz.load(io.BytesIO(content)) for name, content in files.items()}
    trained = {
        name: {"fingerprint": found["fingerprint"], "seats": list(found["seats"])}
        for name, found in opened.items()
    }
    return {INDEX: json.dumps(trained).encode(), **files}


def stamp(*parts: dict[str, bytes]) -> str:
    """The sources of all of it."""
    build = WEB / "build"
    made_by = [Path(__file__), build / "compile.mjs", build / "brotli.mjs", PYODIDE / "package.json"]
    seen = hashlib.sha256(b"".join(path.read_bytes() for path in made_by))
    for name, content in (file for part in parts for file in sorted(part.items())):
        seen.update(f"{name} {len(content)} ".encode() + content)
    return seen.hexdigest()


def made(wanted: str) -> Path | None:
    """The folder that was made of this before."""
    if not (OUTPUT / "files.json").is_file():
        return None
    told = json.loads((OUTPUT / "files.json").read_bytes())
    return OUTPUT / told["version"] if told.get("stamp") == wanted else None


def make() -> Path:
    """Write everything, unless it is there already; the folder of this version."""
    networks = weights()
    parts = house()
    wanted = stamp(parts, networks)
    if there := made(wanted):
        return there
    parts[f"rowlock/bots/net/weights/{INDEX}"] = networks.pop(INDEX)
    files = {name: (PYODIDE / name).read_bytes() for name in ENGINE}
    files["pyodide-lock.json"] = no_packages()
    files["python_stdlib.zip"], files["house.bin"] = packed(library(parts), parts)
    version = hashlib.sha256(b"".join(files.values()) + b"".join(networks.values())).hexdigest()[:12]
    shutil.rmtree(OUTPUT, ignore_errors=True)
    folder = OUTPUT / version
    folder.mkdir(parents=True)
    for name, plain in {**files, **networks}.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(plain, 9, mtime=0))
    for name, plain in files.items():
        (folder / f"{name}.br").write_bytes(brotli(plain))
    told = {
        "stamp": wanted,
        "version": version,
        "weight": sum((folder / f"{name}.br").stat().st_size for name in files)
        + sum((folder / f"{name}.gz").stat().st_size for name in networks),
        "files": [[name, len(plain)] for name, plain in files.items()],
        "networks": [[name, len(plain)] for name, plain in networks.items()],
    }
    (OUTPUT / "files.json").write_text(json.dumps(told), encoding="utf-8")
    return folder


if __name__ == "__main__":
    for path in sorted(make().iterdir()):
        sys.stdout.write(f"{path.stat().st_size:9,} {path.name}\n")
