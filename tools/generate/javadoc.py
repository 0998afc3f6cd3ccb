"""Javadoc, of the header's comments."""

import html
import re

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


# How C passes texts is nobody's business here: an empty one is "".
_TEXTS = (
    (re.compile(r"\b(?:\w+_)?[lL]ength 0\b"), '""'),
)


class JavaProse(Prose):
    """Names of fields are those of records, and a name that stands as code is a link alone."""

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
    """Text of the header before names in it become links: in HTML's characters, with what stands in backquotes as code."""
    return re.sub(
        r"`([^`]*)`", lambda code: "{@code " + html.unescape(code.group(1)) + "}", html.escape(text, quote=False)
    )


def block(text, indent="", parameters=(), result=""):
    """A comment of sentences, of what the components of a record or the arguments of a method are, and of what comes back."""
    tags = [(f"@param {name}", said) for name, said in parameters] + ([("@return", result)] if result else [])
    return tagged(text, indent, tags)


def tagged(text, indent, tags):
    """A comment with tags."""
    one = f"{indent}/** {sentence(text)} */"
    if not tags and len(one) <= WIDTH:
        return [one]
    lines = [f"{indent}/**", *wrapped(sentence(text), WIDTH, f"{indent} * ")]
    if tags:
        lines.append(f"{indent} *")
    for tag, said in tags:
        lines += wrapped(f"{tag} {said}", WIDTH, f"{indent} * ", f"{indent} *     ")
    return [*lines, f"{indent} */"]


def spoken(name):
    """ "free cores", of FREE_CORES or free_cores: for what has no comment."""
    return name.lower().replace("_", " ")
