"""Finds the handwritten parts of Java's classes in their files."""

import pathlib
import re

from marks import TEXT

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "bindings/java/src/main/java/org/koord"
TEXTS = {
    path.stem: text
    for path in sorted(SOURCES.glob("*.java"))
    for text in [path.read_text(encoding="utf-8")]
    if TEXT not in text[:200]
}
CALLED = {name for text in TEXTS.values() for name in re.findall(r"KoordRaw(?:\.|::)(koord_\w+)", text)}


def base_of(name):
    """Returns the generated class of a handle: with a suffix if a handwritten class extends it,
    None if the class is handwritten.
    """
    if name not in TEXTS:
        return name
    return name + "Calls" if f"extends {name}Calls" in TEXTS[name] else None


def mixin_of(name):
    """Returns an interface of additional methods of a record, or None."""
    return name + "Methods" if name + "Methods" in TEXTS else None
