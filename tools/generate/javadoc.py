"""Writes Javadoc from the header's comments."""

import html
import re

from comments import parts
from java_places import places
from marks import JAVA
from names import lower_camel
from prose import Prose, sentence, wrapped

WIDTH = 100


def java_prose(names, interface):
    names.learn("java", places(interface))
    return JavaProse(
        "java",
        names,
        interface,
        escape=escaped,
        constant="{{@link {}#{}}}".format,
        type_name="{{@link {}}}".format,
        call=lambda owner, function: f"{{@link {owner}#{lower_camel(function)}}}",
        elsewhere="{{@link {}}}".format,
    )


# Java does not pass lengths of texts: an empty text is "".
_TEXTS = (
    (re.compile(r"\b(?:\w+_)?[lL]ength 0\b"), '""'),
)


class JavaProse(Prose):
    """Fields have the names of record components, and a name in backquotes becomes a link only."""

    def rewrite(self, text):
        for pattern, replacement in _TEXTS:
            text = pattern.sub(replacement, text)
        return re.sub(r"\{@code (\{@link [^}]*\})(?: \*+)?\}", r"\1", super().rewrite(text))

    def _name(self, name):
        base, _, field = name.partition(".")
        if field and base in self._types:
            return f"{{@code {self._types[base]}.{lower_camel(field)}}}"
        return super()._name(name)


def head():
    return JAVA + "package org.koord;\n\n"


def escaped(text):
    """Escapes text for HTML before names become links. Text in backquotes becomes code."""
    return re.sub(
        r"`([^`]*)`", lambda code: "{@code " + html.unescape(code.group(1)) + "}", html.escape(text, quote=False)
    )


def block(text, indent="", parameters=(), result=""):
    """Returns a comment with sentences, parameters or components, and a result."""
    tags = [(f"@param {name}", said) for name, said in parameters] + ([("@return", result)] if result else [])
    return tagged(text, indent, tags)


def tagged(text, indent, tags):
    """Returns a comment with tags."""
    divided = parts(text)
    one = f"{indent}/** {sentence(text)} */"
    if not tags and len(divided) < 2 and len(one) <= WIDTH:
        return [one]
    lines = [f"{indent}/**"]
    for i, part in enumerate(divided):
        if isinstance(part, list):
            lines.append(f"{indent} * <ul>")
            for item in part:
                lines += wrapped(f"<li>{sentence(item)}", WIDTH, f"{indent} *   ", f"{indent} *       ")
            lines.append(f"{indent} * </ul>")
        else:
            after = i > 0
            lines += [f"{indent} *"] * after
            lines += wrapped("<p>" * after + sentence(part), WIDTH, f"{indent} * ")
    if tags:
        lines.append(f"{indent} *")
    for tag, said in tags:
        lines += wrapped(f"{tag} {said}", WIDTH, f"{indent} * ", f"{indent} *     ")
    return [*lines, f"{indent} */"]


def spoken(name):
    """Returns "free cores" for FREE_CORES or free_cores: a text for entries without a comment."""
    return name.lower().replace("_", " ")
