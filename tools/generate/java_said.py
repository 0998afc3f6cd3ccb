"""Writes the Javadoc of a function: its sentences, a line for each parameter, and its exceptions.
"""

import collections
import re

from comments import marked, text_of
from javadoc import spoken, tagged
from names import camel
from plain import plain
from prose import sentence

# Phrases about C arguments and their Java equivalents.
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
    """Returns the Javadoc.

    `inputs`: (name in the header, name, text if there is no comment); `result`: the result's
    description, or ""; `errors`: statuses that have an exception, with their comments; `often`:
    those that are only listed with a further explanation; `nulls`: whether null is the equivalent
    of length 0.
    """
    text, fields = _fields(described)
    if function is not described:
        text = f"Same as {function['described_with']}. {text}"
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
    """Returns the comment of each parameter by name."""
    return {name: prose.rewrite(_plain(said)) for name, said in _fields(described)[1].items()}


def often_said(interface):
    """Returns the errors that more than half of all functions have."""
    texts = [text for text in map(text_of, interface["functions"]) if "Errors: " in text]
    found = collections.Counter(name for text in texts for name in set(re.findall(r"\b[A-Z][A-Z_]+\b", text.partition("Errors: ")[2])))
    return {name for name, count in found.items() if 2 * count > len(texts)}


def _plain(text, nulls=True):
    text = plain(text)
    for pattern, replacement in _OF_C + (_NULLS if nulls else ()):
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _fields(described):
    """Returns the sentences, and the table of parameters: name, two blanks, text."""
    names = [parameter["name"] for parameter in described["parameters"]]
    kept, fields, current = [], {}, None
    for line in marked(described.get("comment", [])):
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
    """Returns the text without its list of errors, and the list. The text is unchanged if the list
    contains other sentences.
    """
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
