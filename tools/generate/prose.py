"""Converts the header's comments to a language's documentation, with the names of that language."""

import re
import textwrap

from comments import text_of
from names import camel
from plain import plain
from shapes import Shapes

_NAME = re.compile(r"\bKOORD_[A-Z0-9_]+\*?|\bkoord_[a-z0-9_]+(?:\*|\.[a-z_]+)?")


class Prose:
    """The terms of one language.

    `constant`, `type_name` and `call` format (class, member), class and (class, function);
    `elsewhere` formats a call that names.toml gives in full. `escape` is applied to text before
    names in it are replaced. Without `options_are_types` the fields of options are arguments.
    """

    def __init__(self, language, names, interface, constant, type_name, call, elsewhere=str, escape=str, options_are_types=True):
        self._language, self._names = language, names
        self._constant, self._type_name, self._call, self._elsewhere = constant, type_name, call, elsewhere
        self._escape = escape
        shapes = Shapes(interface)
        self._functions = {function["name"] for function in interface["functions"]}
        self._types = {handle["name"]: camel(handle["name"]) for handle in interface["handles"]}
        if not options_are_types:  # the arguments of a handle's constructor
            self._types |= {name + "_options": kind for name, kind in self._types.items()}
        for enum in interface["enums"]:
            self._types[enum["name"]] = names.enum_class(language, enum)
        for struct in interface["structs"]:
            if not shapes.is_error(struct["name"]) and (options_are_types or not shapes.is_option(struct["name"])):
                self._types[struct["name"]] = names.struct_class(struct["name"])
        self._handles = sorted((handle["name"] for handle in interface["handles"]), key=len, reverse=True)

    def of(self, entry):
        return self.rewrite(text_of(entry))

    def rewrite(self, text):
        return _NAME.sub(lambda match: self._name(match.group(0)), self._escape(plain(text))).strip()

    def _name(self, name):
        if name.startswith("KOORD_"):
            if name.endswith("*"):
                return name.removeprefix("KOORD_")
            enum = self._names.enum_of.get(name)
            owner = enum and self._names.enum_class(self._language, enum)
            return self._constant(owner, self._names.member(enum, name)) if owner else name.removeprefix("KOORD_")
        if name.endswith("*"):
            return self._type_name(self._types[name[:-2]]) if name[:-2] in self._types else name
        base, _, field = name.partition(".")
        if base in self._types and not field:
            return self._type_name(self._types[base])
        if base in self._types:
            return f"{self._types[base]}.{field}"
        if self._names.call(self._language, base):
            return self._elsewhere(self._names.call(self._language, base))
        if base in self._functions:
            for handle in self._handles:
                if base.startswith(handle + "_"):
                    return self._call(camel(handle), base.removeprefix(handle + "_").removeprefix("get_"))
        return name


def first_sentence(text):
    """Returns the text up to its first full stop."""
    return re.match(r"(?:.*?[.](?= [A-Z]|$)|.*)", text).group(0)


def sentence(text):
    """Returns the text with a full stop, and a capital letter unless it begins with a name
    ("full-pcpus-only").
    """
    if re.match(r"[a-z]+(?=$|[ ',:;.])(?![.]\w)", text):
        text = text[:1].upper() + text[1:]
    return text + ("" if not text or text[-1] in ".:!?" else ".")


def wrapped(text, width, indent, following=None):
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent if following is None else following,
        break_long_words=False,
        break_on_hyphens=False,
    )
