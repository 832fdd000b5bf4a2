"""The page: files that Vite has built into `page/`, kept in memory, compressed once.

Any path that is no file gets `index.html`, so that the page's own addresses work after a reload.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent / "page"
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rowlock</title></head>
<body><h1>Rowlock is running</h1>
<p>The server is up, but the page has not been built here. In the project folder, with Node installed:</p>
<pre>make page</pre>
<p>Programs can play already: the protocol is described in <a href="/api/openapi.json">OpenAPI</a>
and docs/protocol.md, and <code>rowlock join ADDRESS --bot NAME</code> takes a seat.</p>
</body></html>
"""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""


class _File(NamedTuple):
    plain: bytes
    small: bytes | None
    media: str
    cache: str
    tag: str


class Page:
    """The built files by path; read again when `index.html` changes."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._built = 0.0
        self._files: dict[str, _File] = {}

    def answer(self, request: Request) -> Response:
        file = self._find(request.url.path)
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers={"etag": file.tag, "cache-control": file.cache})
        headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
        if file.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                file.small, headers={**headers, "content-encoding": "gzip"}, media_type=file.media
            )
        return Response(file.plain, headers=headers, media_type=file.media)

    def _find(self, path: str) -> _File:
        index = self.folder / "index.html"
        if not index.is_file():
            return self._missing
        if index.stat().st_mtime != self._built:
            self._files = {
                "/" + file.relative_to(self.folder).as_posix(): _read(file, self.folder)
                for file in self.folder.rglob("*")
                if file.is_file()
            }
            self._built = index.stat().st_mtime
        return self._files.get(path) or self._files["/index.html"]

    @cached_property
    def _missing(self) -> _File:
        return _File(MISSING.encode(), None, "text/html; charset=utf-8", "no-store", '"missing"')


def _read(file: Path, folder: Path) -> _File:
    plain = file.read_bytes()
    small = gzip.compress(plain, 9, mtime=0)
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if file.suffix == ".webmanifest":
        media = "application/manifest+json"
    if media.startswith("text/") or media.endswith(("javascript", "json", "xml")):
        media += "; charset=utf-8"
    hashed = file.relative_to(folder).parts[0] == "assets"
    return _File(
        plain,
        small if len(small) < len(plain) * 0.9 else None,
        media,
        FOREVER if hashed else "no-cache",
        f'"{hashlib.sha256(plain).hexdigest()[:16]}"',
    )
