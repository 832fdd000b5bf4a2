"""A variant's text as tables with places, and all that it inherits merged in.

Tables merge key by key; everything else, arrays of tables too, replaces what the parent has.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rowlock.engine.errors import BadVariant, NoSuchVariant, shown
from rowlock.engine.variant_places import Path, find_places
from rowlock.engine.variant_reader import Mistakes, Spot, clean, quote_value

Parents = Callable[[str], tuple[str, str]]
"""Gives the text and the file name of a parent, or raises `NoSuchVariant`."""

LARGEST = 64 * 1024
"""The most bytes that a variant's text may have; a full pad needs about two thousand."""
MOST_ANCESTORS = 16

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_SYNTAX_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")
_PARENT_NAME = re.compile(r"\w[\w .+-]*")


class Document(NamedTuple):
    """Tables with the place of every key; not `complete` when an ancestor could not be read."""

    tree: Mapping[str, object]
    spots: Mapping[Path, Spot]
    complete: bool = True


def read_document(text: str, home: Spot, mistakes: Mistakes) -> Document | None:
    """The tables of one text, or None with the reason among the mistakes."""
    if not _is_readable(text, home, mistakes):
        return None
    places = find_places(text)
    if places.too_deep:
        spot = home._replace(line=places.too_deep)
        mistakes.add(spot, "file", "tables or lists are nested too deeply", "two levels do")
        return None
    tree = _load_toml(text, home, mistakes)
    if tree == {}:
        right = 'start with parent = "classic" and a title, then say what differs'
        mistakes.add(home, "file", "it is empty", right)
    if not tree:
        return None
    return Document(tree, {path: home._replace(line=n) for path, n in places.lines.items()})


def _is_readable(text: str, home: Spot, mistakes: Mistakes) -> bool:
    """Check that the text is short and free of control characters, before anything is parsed."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        mistakes.add(home, "file", f"{size} bytes are too many", f"at most {LARGEST // 1024} KiB")
        return False
    found = list(_UNPRINTABLE.finditer(text))
    for match in found:
        spot = home._replace(line=text.count("\n", 0, match.start()) + 1)
        what = f"there is a control character U+{ord(match[0]):04X}"
        mistakes.add(spot, "file", what, "plain text in UTF-8")
    return not found


def _load_toml(text: str, home: Spot, mistakes: Mistakes) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except RecursionError:
        what, line = "nested too deeply", 1
    except ValueError as error:  # TOMLDecodeError, and whole numbers with too many digits
        found = _SYNTAX_PLACE.search(str(error))
        what, line = _SYNTAX_PLACE.sub("", str(error)), 1
        if found:
            line = int(found[1] or text.rstrip().count("\n") + 1)
    right = 'keys look like faces = 6, texts are in "quotes", tables begin with [name]'
    mistakes.add(home._replace(line=line), "file", f"this is not TOML: {clean(what)}", right)
    return None


def with_ancestors(
    document: Document, name: str, text: str, home: Spot, parents: Parents | None, mistakes: Mistakes
) -> Document:
    """A document with all that it inherits from its parent, and the parent's parents."""
    line = [document]  # of descent, the youngest first
    chain = [name]
    seen = {(home.source, text)}
    while "parent" in line[-1].tree:
        spot = line[-1].spots.get(("parent",), home)
        parent_name = line[-1].tree["parent"]
        found = _look_up(parent_name, spot, parents, mistakes)
        if found is None:
            break
        chain.append(str(parent_name))
        if found in seen or len(chain) > MOST_ANCESTORS:
            what = "these are parents of each other" if found in seen else "too many parents"
            right = "name a parent that does not come back here"
            mistakes.add(spot, "parent", f"{what}: {' -> '.join(chain)}", right)
            break
        seen.add(found)
        parent = read_document(found[1], Spot(found[0], 1), mistakes)
        if parent is None:
            break
        line.append(parent)
    complete = "parent" not in line[-1].tree
    merged = line.pop()
    while line:
        merged = _merge(merged, line.pop())
    return merged._replace(complete=complete)


def _look_up(name: object, spot: Spot, parents: Parents | None, mistakes: Mistakes) -> tuple[str, str] | None:
    """Source and text of a parent, or None with the reason among the mistakes."""
    right = 'the name of a variant, as in "classic"'
    # a name, never a path: a file must not reach for others elsewhere
    if not isinstance(name, str) or not _PARENT_NAME.fullmatch(name):
        mistakes.add(spot, "parent", f"{quote_value(name)} is not a name", right)
    elif parents is None:
        mistakes.add(spot, "parent", f"{shown(name)} cannot be looked up", "a text without parent")
    else:
        try:
            text, source = parents(name)
        except NoSuchVariant as error:
            what, _, hint = clean(str(error)).partition("; ")
            mistakes.add(spot, "parent", what, hint or right)
        except BadVariant as error:
            mistakes.lines += error.mistakes
        else:
            return clean(source), text
    return None


def _merge(parent: Document, child: Document) -> Document:
    tree = {key: value for key, value in parent.tree.items() if key != "parent"}
    replaced: set[Path] = set()
    for key, value in child.tree.items():
        inherited = tree.get(key)
        if isinstance(value, dict) and isinstance(inherited, dict):
            tree[key] = {**inherited, **value}
            replaced |= {(key, inner) for inner in value}
        else:
            tree[key] = value
            replaced.add((key,))
    kept = {
        path: spot
        for path, spot in parent.spots.items()
        if path[:1] not in replaced and path[:2] not in replaced
    }
    return Document(tree, {**kept, **child.spots})
