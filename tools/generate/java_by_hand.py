"""What of Java's classes people write: no table says it, their files do."""

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
    """The generated class of a handle: under a name of its own where people add to it, None where they write all of it."""
    if name not in TEXTS:
        return name
    return name + "Calls" if f"extends {name}Calls" in TEXTS[name] else None


def mixin_of(name):
    """An interface of methods that a record has besides; None: there is none."""
    return name + "Methods" if name + "Methods" in TEXTS else None
