"""Rewrites text about C's conventions in Python's words: results, errors, empty values, threads."""

import builtins
import re

from names import camel

STATUSES = "INVALID NOT_FOUND CONFLICT STALE LIMIT IO PERMISSION CORRUPT UNSUPPORTED NO_SPACE NO_MEMORY INTERNAL".split()
_STATUS = rf"\b(?:{'|'.join(STATUSES)})\b"
_IN_CALLS = (
    (rf"\b(is|are|returns?) (?={_STATUS})", lambda found: "raise " if found.group(1) in ("are", "return") else "raises "),
    (r"\bfails with (?=" + _STATUS + ")", "raises "),
    (rf"(?<=REFUSED \()({_STATUS})(?=\))", r"status \1"),
    (rf"(?<!status )({_STATUS})", lambda found: error_class(found.group(1))),
)
_CHANGES = (
    (r"^\(?may be None\)?[.;:,]? ?", ""),
    (r"\bNone: not wanted; receives\b", "is filled with"),
    (r"\b[Ll]ength 0, and the default:", '"", the default:'),
    (r"(?<=[.] )Length 0:", '"":'),
    (r" in the same way: bit b of word w is (?:the )?NUMA node[^.]*", ", as a set of their numbers"),
    (r"\ball zero(?= (?:if|where)|:)", "empty"),
    (r"\beverything that this header can return\b", "everything that koord can return"),
    # Bindings synchronize calls, and manage memory.
    (r"; (?:setters require|all other(?:s| calls) require) exclusive access(?=\.|$)", ""),
    (r" ?\b(?:Setters require|[Aa]ll other(?:s| calls) require) exclusive access\.", ""),
    (r" ?\bOne owner\.", ""),
    (r"(?:reference-)?counted(?: and|,) shared by any threads", "usable from any thread"),
    (r"\bany thread may call any function on it\b", "any thread may call any method"),
    (r" ?\bThe builder takes a reference; nodes\b", " Nodes"),
)
_CHANGES = tuple((re.compile(pattern), replacement) for pattern, replacement in (*_IN_CALLS, *_CHANGES))
_RECEIVES = re.compile(r"(^|[.;:] )(\w+)(?: \(may be None\))? receives ")


def error_class(status):
    name = camel("koord_" + status.removeprefix("KOORD_E_").lower()) + "Error"
    name = name.replace("Io", "IO")
    return "Koord" + name if hasattr(builtins, name) else name


def python_words(text):
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    return text.strip()


def returned(text, has_names):
    """Describes results as returned, not as written to an argument. `has_names` says whether the
    result is a named tuple.
    """
    text = re.sub(r"^(?:Writes|Copies) ", "Returns ", text)
    return _RECEIVES.sub(lambda found: f"{found.group(1)}{_verb(found, has_names)}", text)


def _verb(found, has_names):
    if has_names:
        return f"{found.group(2)} of the result is "
    return "returns " if found.group(1).startswith((";", ":")) else "Returns "
