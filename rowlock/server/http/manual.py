"""The documentation under /docs, where it was built: `make docs`, or a wheel that carries it."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "docs"
CSP = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
    ]
)
"""Its generator writes small scripts into the pages; nothing on them comes from players."""

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rowlock: documentation</title></head>
<body><h1>The documentation has not been built here</h1>
<p>In the project folder, <code>make docs</code> builds it, and this address shows it after the next start.
The same texts lie in the folder <code>docs</code>. Packages that are released carry it.</p>
<p><a href="/">To the game</a></p>
</body></html>
"""


class Manual(StaticFiles):
    """The built site, with a policy of its own."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = CSP
        return response


async def _to_the_start() -> Response:
    return RedirectResponse("/docs/")


async def _is_missing(path: str = "") -> Response:
    return HTMLResponse(MISSING, status_code=404, headers={"cache-control": "no-store"})


def add_manual(app: FastAPI) -> None:
    """Offer the documentation; where it was not built, say how to build it."""
    if (FOLDER / "index.html").is_file():
        app.add_api_route("/docs", _to_the_start, include_in_schema=False)
        app.mount("/docs", Manual(directory=FOLDER, html=True))
        return
    for path in ("/docs", "/docs/{path:path}"):
        app.add_api_route(path, _is_missing, include_in_schema=False)
