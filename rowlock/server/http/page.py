"""The page: files that Vite has built into `page/`, some packed by brotli, kept in memory, compressed once.

The browser's Python and the networks are large: they lie there packed, are sent as they are, and a browser
that has them is told so without a look into the file.

Any other path gets `index.html`, so that the page's own addresses work after a reload. It names the
words of one language, to be fetched beside the page's entry: those that the reader's browser asks for.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections import OrderedDict
from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from rowlock.engine.variant import Variant
from rowlock.locale import languages, load_catalogue, text
from rowlock.locale.words import variant_title
from rowlock.server.http.pieces import Pieces, UnpackedPieces

if TYPE_CHECKING:
    from rowlock.server.http.result_links import ShownResult

FOLDER = Path(__file__).parents[1] / "page"
NETWORKS = Path(__file__).parents[2] / "bots" / "net" / "weights"
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rowlock</title></head>
<body><h1>Rowlock is running</h1>
<p>The server is up, but the page has not been built here. In the project folder, with Node installed:</p>
<pre>make page</pre>
<p>Programs can play already: the protocol is described in <a href="/api/openapi.json">OpenAPI</a>
and docs/protocol.md, and <code>rowlock join ADDRESS --bot NAME</code> takes a seat.</p>
</body></html>
"""
MEDIA = {
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".npz": "application/octet-stream",
}
PACKED = ".gz"
SMALLEST = ".br"
"""A smaller form beside it: browsers take it by TLS and on the same machine, where they play offline too."""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""


LARGE = {"og:image:width": "1200", "og:image:height": "630", "twitter:card": "summary_large_image"}
"""Tags by which messengers show a picture as wide as a message."""
KEPT = 16 << 20
"""Bytes of large files that are kept in memory."""


class _File(NamedTuple):
    plain: bytes
    small: bytes | None
    smallest: bytes | None
    """The file as the build has packed it, by brotli."""
    media: str
    cache: str
    tag: str


class _Large(NamedTuple):
    path: Path
    smallest: Path | None
    """The same, packed by brotli."""
    media: str
    tag: str


class BuiltPage:
    """The built files by path; read again when `index.html` changes."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._built = 0.0
        self._files: dict[str, _File] = {}
        self._starts: dict[str, _File] = {}
        self._large: dict[str, _Large] = {}
        self._contents: OrderedDict[Path, bytes] = OrderedDict()
        self._reading = asyncio.Lock()

    async def answer(self, request: Request) -> Response:
        await self._look()
        large = self._large.get(request.url.path)
        if large is not None:
            return await self._send_large(request, large)
        file = self._find(request.url.path, request.headers.get("accept-language", ""))
        if request.headers.get("if-none-match") == file.tag:
            return _unchanged(file.tag, file.cache)
        headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding, accept-language"}
        for content, coding in ((file.smallest, "br"), (file.small, "gzip")):
            if content is not None and _takes(request, coding):
                packed = {**headers, "content-encoding": coding}
                return Response(content, headers=packed, media_type=file.media)
        return Response(file.plain, headers=headers, media_type=file.media)

    async def _send_large(self, request: Request, file: _Large) -> Response:
        if request.headers.get("if-none-match") == file.tag:
            return _unchanged(file.tag, FOREVER)
        headers = {"cache-control": FOREVER, "etag": file.tag, "vary": "accept-encoding"}
        if file.smallest is not None and _takes(request, "br"):
            content = await self._content(file.smallest)
            return Pieces(content, file.media, {**headers, "content-encoding": "br"})
        content = await self._content(file.path)
        if file.path.suffix != PACKED:
            return Pieces(content, file.media, headers)
        if _takes(request, "gzip"):
            return Pieces(content, file.media, {**headers, "content-encoding": "gzip"})
        return UnpackedPieces(content, file.media, headers)

    async def _content(self, path: Path) -> bytes:
        """The contents of a large file, read beside the event loop."""
        if path not in self._contents:
            self._contents[path] = await run_in_threadpool(path.read_bytes)
            while len(self._contents) > 1 and sum(map(len, self._contents.values())) > KEPT:
                self._contents.popitem(last=False)
        self._contents.move_to_end(path)
        return self._contents[path]

    async def _look(self) -> None:
        """Read the files beside the event loop, if they have been built since."""
        if self._built != _built(self.folder):
            async with self._reading:
                if self._built != (built := _built(self.folder)):
                    await run_in_threadpool(self._read)
                    self._built = built

    def _read(self) -> None:
        self._files, self._starts, self._large = {}, {}, {}
        self._contents.clear()
        if not (self.folder / "index.html").is_file():
            return
        files = {
            "/" + file.relative_to(self.folder).as_posix(): _read(file, self.folder)
            for file in self.folder.rglob("*")
            if file.is_file() and file.suffix not in (PACKED, SMALLEST)
        }
        self._starts = _starts(files.pop("/index.html").plain, files)
        self._files, self._large = files, _large(self.folder)

    async def invite(self, request: Request, host: str, variant: Variant) -> Response:
        """The first file for a table's link, with what a messenger shows of it: pad, host and picture."""
        await self._look()
        accepted = request.headers.get("accept-language", "")
        start, catalogue = self._find("/", accepted), load_catalogue(first_known(accepted, languages()))
        title = variant_title(catalogue, {"name": variant.name, "title": variant.title})
        told = text(catalogue, "page.lobby.invited", name=host, title=title)
        return _with_tags(start, request, f"Rowlock · {title}", told, "/icon-512.png")

    async def result(self, request: Request, shown: ShownResult) -> Response:
        """The first file for a finished game's link, with its result and picture."""
        await self._look()
        start = self._find("/", request.headers.get("accept-language", ""))
        return _with_tags(start, request, *shown, LARGE)

    def _find(self, path: str, languages: str) -> _File:
        if not self._starts:
            return self._missing
        return self._files.get(path) or self._starts[first_known(languages, self._starts)]

    @cached_property
    def _missing(self) -> _File:
        return _File(MISSING.encode(), None, None, "text/html; charset=utf-8", "no-store", '"missing"')


def _with_tags(
    start: _File, request: Request, title: str, told: str, picture: str, more: Mapping[str, str] | None = None
) -> Response:
    """The first file with what a messenger shows of a link."""
    path, _, query = picture.partition("?")
    tags = {
        "og:title": title,
        "og:description": told,
        "og:image": str(request.base_url.replace(path=path, query=query)),
        "og:url": str(request.url.replace(query="")),
        **(more or {}),
    }
    lines = "".join(f'<meta property="{name}" content="{escape(said)}">' for name, said in tags.items())
    page = start.plain.replace(b"</head>", lines.encode() + b"</head>", 1)
    return Response(page, headers={"cache-control": "no-cache"}, media_type=start.media)


def _built(folder: Path) -> float:
    """The time at which the page was built; 0 if it was not."""
    try:
        return (folder / "index.html").stat().st_mtime
    except OSError:
        return 0.0


def _takes(request: Request, coding: str) -> bool:
    """Whether a browser unpacks this by itself."""
    taken = request.headers.get("accept-encoding", "").replace(" ", "").split(",")
    return any(one.split(";")[0] == coding and not re.fullmatch(r".*;q=0(\.0*)?", one) for one in taken)


def _unchanged(tag: str, cache: str) -> Response:
    return Response(status_code=304, headers={"etag": tag, "cache-control": cache})


def _large(folder: Path) -> dict[str, _Large]:
    """The files of the browser's Python, by version; the networks lie with the bots."""
    found = {}
    for version in (one for one in folder.glob("python/*") if one.is_dir()):
        packed = {file.name.removesuffix(PACKED): file for file in version.glob("*" + PACKED)}
        for name, file in {**packed, **{network.name: network for network in NETWORKS.glob("*.npz")}}.items():
            told = file.stat()
            tag = f'"{told.st_size:x}-{told.st_mtime_ns:x}"'
            path = f"/python/{version.name}/{name}"
            smallest = version / (name + SMALLEST)
            found[path] = _Large(file, smallest if smallest.is_file() else None, media_of(name), tag)
    return found


def _starts(index: bytes, paths: Iterable[str]) -> dict[str, _File]:
    """The first file for each language, which names that language's words instead of the English ones."""
    found = (re.fullmatch(r"/assets/words-([a-z]+)-[^/]+\.js", path) for path in paths)
    words = {match[1]: match[0].encode() for match in found if match}
    english = words.get("en", b"")
    texts = {code: index.replace(english, path) for code, path in words.items()} if english else {}
    return {
        code: _pack(text, "text/html; charset=utf-8", "no-cache")
        for code, text in {"en": index, **texts}.items()
    }


def first_known(accepted: str, known: Container[str]) -> str:
    """The first language of an Accept-Language header that the page speaks."""
    wanted = (part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))
    return next((code for code in wanted if code in known), "en")


def media_of(name: str) -> str:
    """The type of a file, by its name: the same on every machine."""
    ending = Path(name).suffix
    media = MEDIA.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media.startswith("text/") or media.endswith(("javascript", "json", "xml")):
        media += "; charset=utf-8"
    return media


def _read(file: Path, folder: Path) -> _File:
    media = media_of(file.name)
    hashed = file.relative_to(folder).parts[0] == "assets"
    smallest = file.with_name(file.name + SMALLEST)
    packed = smallest.read_bytes() if smallest.is_file() else None
    return _pack(file.read_bytes(), media, FOREVER if hashed else "no-cache", packed)


def _pack(plain: bytes, media: str, cache: str, smallest: bytes | None = None) -> _File:
    small = gzip.compress(plain, 9, mtime=0)
    worth = small if len(small) < len(plain) * 0.9 else None
    return _File(plain, worth, smallest, media, cache, _tag(plain))


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:16]}"'
