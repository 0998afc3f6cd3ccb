"""Writes docstrings from the header's comments of calls, with Python's names of arguments and
classes of errors.
"""

import re

from comments import AFTER, ITEM, marked, parts
from emit_python_enums import WIDTH
from plain import plain
from prose import sentence, wrapped
from python_words import error_class, python_words, returned

_ENTRY = re.compile(r"(\w+) {2,}(\S.*)")
_OF_C = re.compile(
    r"\*(?:out|count)\b|`context`|NO_SPACE|_length\b|_stride\b|\bcapacity\b|[Rr]ows as in|text as in|`\w+` (?:is nullable|may be NULL)\."
)
_OWNED = re.compile(r"[;,.]? ?[Tt]he caller owns \*?(?:\w+|both)(?: and may drop[^.]*)?(?=[.;])")
_TRIVIAL = re.compile(r"^(?:\(?nullable\)?|never NULL)[;.,:]? ?|`?words`? words: ")
_WRITTEN = re.compile(r"Writes ([^.]*?) to `words` \(all of them\)")
_ERRORS = re.compile(r"\bErrors(, [^:.]*)?: ")
_WHAT_C_ALONE_RAISES = re.compile(r",? ?\bNO_(?:SPACE|MEMORY)\b(?: \([^)]*\))?")


class Docs:
    def __init__(self, prose, interface):
        self._prose = prose
        statuses = next(one for one in interface["enums"] if one["name"] == "koord_status")["values"]
        self._errors = {one["name"].removeprefix("KOORD_E_"): error_class(one["name"]) for one in statuses}
        self._status = re.compile(r"\b(?:KOORD_E_)?(" + "|".join(sorted(self._errors, key=len, reverse=True)) + r")\b")

    def of(self, function, inputs, indent, result=None, also=None):
        """Returns the lines of a docstring; `inputs` maps C names to Python names; `also` is
        additional text.
        """
        said, entries, errors = self._parts(function)
        said = self._plain(said)
        if result and result.fields:
            said = returned(said, result.name)
        paragraphs = [said or self._of_other(function)]
        told = [f"{inputs[name]}: {plain}" for name, text in entries if name in inputs and (plain := self._plain(text))]
        told += [also] if also else []
        if told:
            paragraphs.append(Told(" ".join(sentence_end(one) for one in told)))
        if errors:
            paragraphs.append(f"Raises{errors}")
        return block(paragraphs, indent)

    def _of_other(self, function):
        other = function.get("described_with")
        return f"Same as {self._prose.rewrite(other)}." if other else spoken(function["name"])

    def _parts(self, function):
        """Returns the text, (name, text) of parameters, and the errors."""
        names = {one["name"] for one in function["parameters"]}
        said, entries, in_table = [], [], False
        for line in marked(function.get("comment", [])):
            entry = _ENTRY.fullmatch(line)
            if entry and entry.group(1) in names:
                entries.append([entry.group(1), entry.group(2)])
                in_table = True
            elif in_table and line.startswith(" "):
                entries[-1][1] += " " + line.strip()
            else:
                in_table = False
                said.append(line.strip())
        text = " ".join(" ".join(said).split())
        found = _ERRORS.search(text)
        if not found:
            return text, entries, ""
        errors = self._raised(text[found.end() :])
        where = f"{found.group(1)}: " if found.group(1) else " "
        return text[: found.start()], entries, errors and where + errors

    def _raised(self, errors):
        errors = _WHAT_C_ALONE_RAISES.sub("", errors).strip(" ,.")
        text = self._plain(self._status.sub(lambda found: self._errors[found.group(1)], errors)).rstrip(".")
        # this error requires NULL in C
        return "" if text == self._errors["INVALID"] else text and text + "."

    def _plain(self, text):
        """Removes text that only concerns C."""
        text = plain(text)
        text = _WRITTEN.sub(r"\1", _OWNED.sub("", _TRIVIAL.sub("", text)))
        sentences = re.split(rf"(?<=[.;]) (?=[A-Z*`{ITEM}{AFTER}])", text)
        kept = " ".join(one for one in sentences if not _OF_C.search(one))
        kept = re.sub(r"\b(?:(\w+)_)?length 0\b", lambda found: f'{found.group(1)} ""' if found.group(1) else '""', kept)
        kept = self._prose.rewrite(kept.replace("`", "")).replace("NULL", "None").replace("nullable", "may be None")
        kept = re.sub(r"\*(?=[a-z]\w*)", "", kept)
        return python_words(kept).rstrip(" ;:,")


def sentence_end(text):
    return text if text.endswith((".", "!", "?")) else text + "."


def spoken(name):
    """Returns a text for functions without a comment."""
    _, is_got, what = name.partition("_get_")
    if is_got:
        return f"The {what.replace('_', ' ')}."
    return name.removeprefix("koord_").replace("_", " ").capitalize() + "."


class Told(str):
    """The description of parameters, which begins with a parameter's name."""


def block(paragraphs, indent):
    lines = []
    for text in paragraphs:
        for part in parts(text):
            if isinstance(part, list):
                lines += [""]
                for item in part:
                    lines += wrapped("- " + sentence(item).replace("\\", "\\\\"), WIDTH, indent, indent + "  ")
                continue
            made = part if part.startswith("Raises") or isinstance(text, Told) else sentence(part)
            lines += ["", *wrapped(made.replace("\\", "\\\\"), WIDTH, indent)]
    lines[1] = f'{indent}"""{lines[1].strip()}'
    if len(lines) > 2:
        return [*lines[1:], f'{indent}"""'] if len(paragraphs) > 1 else [*lines[1:-1], _closed(lines[-1])]
    return [_closed(lines[1])]


def _closed(line):
    return line + (' """' if line.endswith('"') else '"""')
