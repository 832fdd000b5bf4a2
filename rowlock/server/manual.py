"""The documentation under /docs, where it was built: `make docs`, or a wheel that carries it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "docs"
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


class Manual(StaticFiles):
    """The built site, with a policy of its own."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = CSP
        return response


async def _to_the_start() -> Any:
    return RedirectResponse("/docs/")


def add_manual(app: FastAPI) -> None:
    """Offer the documentation, if it is there."""
    if (FOLDER / "index.html").is_file():
        app.add_api_route("/docs", _to_the_start, include_in_schema=False)
        app.mount("/docs", Manual(directory=FOLDER, html=True))
