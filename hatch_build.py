"""Wheel and source distribution carry the page: it is built by Vite before the files are packed.

So whoever installs needs no Node, not even from the source distribution: there the page lies ready. An
editable install does not need it (`make page` builds it there), so it is left alone then.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page by web/build_page.py, with nothing but the standard library and Node."""

    def dependencies(self) -> list[str]:
        if self._is_unpacked():
            return []
        with self._web():
            import node

            return [] if node.is_on_machine() else [node.PACKAGE]

    def _is_unpacked(self) -> bool:
        """Whether this is a source distribution, in which the page lies ready."""
        return (Path(self.root) / "PKG-INFO").is_file()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self._is_unpacked():
            return
        with self._web():
            import build_page

            build_page.build()

    @contextmanager
    def _web(self) -> Iterator[None]:
        """The programs in web/ can be imported inside."""
        web = str(Path(self.root) / "web")
        sys.path.insert(0, web)
        try:
            yield
        finally:
            sys.path.remove(web)
