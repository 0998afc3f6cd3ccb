"""Javadoc of a function: its sentences, a line for each parameter, and what is thrown."""

import collections
import re

from comments import text_of
from javadoc import spoken, tagged
from names import camel
from plain import plain
from prose import sentence

# What C says of the arguments of a call.
_OF_C = (
    (re.compile(r"`\*(\w+)` (?:\(nullable\) )?receives 1 (?:when|if) (.*?), else 0(?=[.:])"), r"Returns whether \2"),
    (re.compile(r"`\*(\w+)` (?:\(nullable\) )?receives"), "Returns"),
    (re.compile(r"\(nullable\) "), ""),
    (re.compile(r"\bnullable\b"), "may be null"),
    (re.compile(r"\bNULL\b"), "null"),
    (re.compile(r"\bSIZE_MAX\b"), "`Long.MAX_VALUE`"),
    (re.compile(r"\*out\b"), "the answer"),
    (re.compile(r"`\*(\w+)`"), r"`\1`"),
)
_NULLS = ((re.compile(r"\b(?:\w+_)?length 0\b"), "null"), (re.compile(r"\bLength 0\b"), "Null"))
_ERRORS = re.compile(r"(?:^| )Errors: ")
_ERROR = re.compile(r"(?:and |or )?([A-Z][A-Z_]+)(?: \(((?:[^()]|\([^()]*\))*)\))?(?:, |; |\.|$)")


def javadoc(function, described, inputs, result, prose, errors, often=(), nulls=True):
    """`inputs`: (name in the header, name, what to say where it says nothing); `result`: what comes back, or ""; `errors`: the
    statuses that have an exception, with what they say; `often`: those that are told only where there is more to say;
    `nulls`: whether null is what length 0 is in C."""
    text, fields = _fields(described)
    if function is not described:
        text = f"As {function['described_with']}. {text}"
    text, thrown = _thrown(plain(text), errors)
    about = prose.rewrite(_plain(text, nulls)) or spoken(function["name"].split("_", 2)[2])
    tags = [("@param " + name, prose.rewrite(_plain(fields.get(key, ""), nulls)) or said) for key, name, said in inputs]
    if result:
        tags.append(("@return", result))
    for name, said in thrown:
        if said or name not in often:
            tags.append((f"@throws KoordException.{camel(name.lower())}", prose.rewrite(_plain(said)) or errors[name]))
    return tagged(about, "  ", tags)


def outputs(described, prose):
    """What the header says of each parameter, by its name."""
    return {name: prose.rewrite(_plain(said)) for name, said in _fields(described)[1].items()}


def often_said(interface):
    """The errors that more than half of all functions have."""
    texts = [text for text in map(text_of, interface["functions"]) if "Errors: " in text]
    found = collections.Counter(name for text in texts for name in set(re.findall(r"\b[A-Z][A-Z_]+\b", text.partition("Errors: ")[2])))
    return {name for name, count in found.items() if 2 * count > len(texts)}


def _plain(text, nulls=True):
    text = plain(text)
    for pattern, replacement in _OF_C + (_NULLS if nulls else ()):
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _fields(described):
    """The sentences, and what stands in the table of parameters: name, two blanks, text."""
    names = [parameter["name"] for parameter in described["parameters"]]
    kept, fields, current = [], {}, None
    for line in described.get("comment", []):
        found = re.match(r"(\w+) {2,}(\S.*)", line)
        if found and found.group(1) in names:
            current = found.group(1)
            fields[current] = found.group(2)
        elif current and line.startswith("  "):
            fields[current] += " " + line.strip()
        else:
            current = None
            kept.append(line)
    return " ".join(" ".join(kept).split()), fields


def _thrown(text, errors):
    """The text without its list of errors, and the list; all of it where the list is no list alone."""
    found = list(_ERRORS.finditer(text))
    if not found:
        return text, []
    rest, thrown, at = text[found[-1].end() :], [], 0
    while one := _ERROR.match(rest, at):
        at = one.end()
        if one.group(1) in errors:
            thrown.append((one.group(1), one.group(2) or ""))
        if one.group(0).endswith((".", "; ")) or at == len(rest):
            break
    if not at:
        return text, []
    left = rest[at:].strip()
    return (text[: found[-1].start()] + (" " + sentence(left) if left else "")).strip(), thrown
