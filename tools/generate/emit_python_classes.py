"""Writes koord/_calls.py: a class for each handle, with a method or property for each of its
functions, and the other functions.

The package's modules extend some of them; programs use koord.<name>, which is also the type that
these methods return.
"""

import re

from emit_python_enums import docstring, python_prose
from emit_python_native import Rules
from marks import PYTHON
from names import camel
from python_call import Call
from python_docs import Docs
from shapes import Shapes

PATH = "bindings/python/src/koord/_calls.py"
WIDTH = 118
HEAD = '''"""The handles and functions of the library, one for each of koord.h. The package's other modules extend some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from typing_extensions import Self  # of typing from 3.11 on

import koord

from . import _koord
from ._handle import (
    Document,
    Handle,
    Noted,
    Remade,
    Remembered,
    Shared,
    Text,
    compact,
    document,
    handle_of,
    maybe_handle,
    named,
    number,
)
from ._rows import Rows, numbers, pack, packed, unpacked, writable
from .cpuset import CpuSet, CpuSetLike, maybe_words
from .cpuset import words as words_of
'''
CODES = {"uint8_t": "B", "int32_t": "i", "uint32_t": "I", "int64_t": "q", "uint64_t": "Q"}


REFUSAL = '''

def refusal_of(refusal: Refusal) -> Refusal | None:
    """Returns None if nothing was refused."""
    return None if refusal.reason == Reason.NONE else refusal
'''


def emit(interface, names):
    python = _Python(interface, names)
    calls = [Call(one, python) for one in interface["functions"] if python.is_called(one)]
    body = "".join(_results(calls))
    for handle in python.handles:
        body += "\n\n" + "\n".join(_class(handle, [one for one in calls if one.owner == handle["name"]], python)) + "\n"
    free = [one for one in calls if not (one.is_method or one.makes_owner())]
    for call in free:
        body += "\n\n" + "\n".join(_function(call, python, "")) + "\n"
    classes = [camel(handle["name"]) for handle in python.handles]
    results = sorted({name for call in calls for name in _result_names(call)})
    classes = [one for one in classes if one not in names.extended("python")]
    functions = [call.name for call in free if call.name not in names.extended("python")]
    listed = "".join(f'    "{name}",\n' for name in sorted([*classes, *results, *functions]))
    text = PYTHON + HEAD + _imports(body, python) + "\n__all__ = [\n" + listed + "]\n" + REFUSAL + body
    return {PATH: text}


class _Python:
    """The mapping from the header's types to Python."""

    def __init__(self, interface, names):
        self.names, self.shapes = names, Shapes(interface)
        self.rules = Rules(self.shapes)
        self.enums = self.shapes.enums
        self.results = {}  # fields by name
        self.handles = [one for one in interface["handles"] if one["name"] not in ("koord_buffer", "koord_context")]
        self.docs = Docs(python_prose(names, interface), interface)
        self.prose = python_prose(names, interface)
        self.changing = {
            one["name"] for one in self.handles if not (self.shapes.is_counted(one["name"]) or one.get("synchronized"))
        }
        self.fillable = {name for name in self.changing if self._inputs_of_new(name) == []}
        asked = {self.shapes.owner(one) for one in interface["functions"] if "_get_" in one["name"] and self.shapes.is_method(one)}
        self.noted = self.changing - asked
        twins = filter(None, map(self.shapes.of_builder, interface["functions"]))
        self.of_builders = {one["name"] for one in twins}  # the method of the document takes the builder as well

    def _inputs_of_new(self, handle):
        new = self.shapes.functions.get(handle + "_new")
        return new and [one for one in self.shapes.arguments(new) if one.kind not in ("context", "handle_out", "error")]

    def known_by(self, handle, argument):
        """Returns the handle that looks up a number by name, for a write-only object that takes
        such numbers, or None.
        """
        if argument.kind != "number" or argument.type != "uint32_t" or handle not in self.noted:
            return None
        return next((one for one in self.shapes.handles if f"{one}_get_{argument.name}_id" in self.shapes.functions), None)

    def named_numbers(self, handle):
        """Returns (name of the number, handle that looks it up) for an object."""
        own = [one for one in self.shapes.functions.values() if self.shapes.owner(one) == handle]
        arguments = [argument for one in own for argument in self.shapes.arguments(one)]
        return sorted({(one.name, finder) for one in arguments if (finder := self.known_by(handle, one))})

    def is_called(self, function):
        """Returns true for functions with generated methods. Those of records, enums, CPU sets and
        errors are excluded, and handwritten ones for arrays measured by other arguments.
        """
        arguments = self.shapes.arguments(function)
        of_records = arguments and arguments[0].kind == "struct" and not self.shapes.is_sized(arguments[0].type)
        by_hand = self.rules.is_by_hand(function) or any(one.kind == "rows_up_to" for one in arguments)
        is_base = function["header"] == "base" or not self.shapes.fails(function)
        is_twin = function["name"] in self.of_builders
        return self.rules.is_called(function) and not (of_records or by_hand or is_base or is_twin)

    def base(self, handle):
        """Returns the class in _handle.py that a handle's class extends."""
        if not self.shapes.is_counted(handle):
            return "Noted" if handle in self.noted else "Handle"
        from_json = self.shapes.functions.get(handle + "_from_json")
        if not from_json or len(self._asked(from_json)) != 1:
            return "Shared"
        to_json = self.shapes.functions.get(handle + "_to_json")
        return "Remade" if to_json and len(self._asked(to_json)) == 1 else "Remembered"

    def _asked(self, function):
        return [one for one in self.shapes.arguments(function) if one.kind in ("self", "text", "number", "handle", "struct")]

    def enum_class(self, enum):
        return self.names.enum_class("python", enum)

    def record(self, struct):
        return self.names.struct_class(struct)

    def zero(self, enum):
        first = next((one for one in enum["values"] if one["value"] == 0), None)
        kind = self.enum_class(enum)
        return f"{kind}.{self.names.member(enum, first['name'])}" if first else f"{kind}(0)"

    def code(self, kind):
        return CODES[kind]

    def can_lack_number(self, function, argument):
        return argument.parameters[0].get("optional", False)

    def may_be_null(self, function):
        return any(parameter.get("optional") for parameter in function["parameters"])


def _imports(body, python):
    enums = sorted({python.enum_class(one) for one in python.enums.values()} & set(re.findall(r"\b[A-Z]\w+\b", body + REFUSAL)))
    records = sorted({python.record(one) for one in python.shapes.structs} & set(re.findall(r"(?<!koord\.)\b[A-Z]\w+\b", body)))
    made = {camel(one["name"]) for one in python.handles}
    records = [one for one in records if one not in made]
    text = ""
    for module, found in (("enums", enums), ("records", records)):
        text += f"from .{module} import (\n" + "".join(f"    {one},\n" for one in sorted(found, key=str.casefold)) + ")\n"
    return text


def _result_names(call):
    if not call.result.name:
        return []
    return [call.result.name, call.result.refused()] if call.result.is_refusable else [call.result.name]


def _results(calls):
    done = set()
    for call in calls:
        if call.result.name and call.result.name not in done:
            done.add(call.result.name)
            said = f"{camel(call.owner)}.{call.name}()" if call.is_method else f"{call.name}()"
            for text in call.result.classes(said):
                yield "\n\n" + text


def _class(handle, calls, python):
    name = handle["name"]
    yield f"class {camel(name)}({python.base(name)}[_koord.{camel(name)}]):"
    yield from docstring(python.prose.of(handle) or camel(name))
    yield ""
    finders = sorted({finder for _, finder in python.named_numbers(name)})
    yield f"    __slots__ = ({''.join(f'{chr(34)}_{of_class(one)}{chr(34)},' for one in finders)})"
    shown = "".join(f'"{one}", ' for one in _shown(calls)).rstrip()
    yield f"    _shown = ({shown})"
    for call in calls:
        if call.is_method or call.makes_owner():
            yield ""
            yield from _method(call, python, calls)
    for number, finder in python.named_numbers(name):
        yield from _by_name(name, number, of_class(finder))
    rows = _only_rows(calls)
    if rows and name not in python.changing:
        yield from _collection(rows)
    if any(call.name == "to_text" for call in calls):
        yield from ("", "    def __str__(self) -> str:", "        return self.to_text()")


def _only_rows(calls):
    """Returns the property with the rows of a handle that has one such property."""
    rows = [call for call in calls if call.is_property() and call.result.fields[0].hint.startswith("Rows[")]
    return rows[0] if len(rows) == 1 else None


def _collection(rows):
    """Yields the methods with which a handle is a sequence of its rows."""
    record = rows.result.fields[0].hint[len("Rows[") : -1]
    yield from ("", "    def __len__(self) -> int:", f"        return len(self.{rows.name})")
    yield from ("", f"    def __iter__(self) -> Iterator[{record}]:", f"        return iter(self.{rows.name})")
    yield from ("", f"    def __getitem__(self, index: int) -> {record}:", f"        return self.{rows.name}[index]")


def of_class(handle):
    return handle.removeprefix("koord_")


def _by_name(handle, number, finder):
    """Yields code that looks up a number by its name, if the object has a handle for that."""
    yield from ("", f"    def _{number}_id(self, {number}: int | str) -> int:")
    yield from (f"        if not isinstance({number}, str):", f"            return {number}")
    yield f"        if self._{finder} is None:"
    yield f'            raise TypeError(f"{number}: {{{number}!r}} is a name, which only {camel(handle)}({finder}=...) finds")'
    yield f"        return self._{finder}.{number}_id({number})"


def _shown(calls):
    """Returns the properties for repr(): `info`, or rows."""
    properties = [call for call in calls if call.is_property()]
    if any(call.name == "info" for call in properties):
        return ("info",)
    return tuple(call.name for call in properties if call.result.fields[0].hint.startswith("Rows["))[:2]


def _method(call, python, calls):
    if call.is_constructor():
        return _constructor(call, python, calls)
    if _is_text_by_number(call):
        return _texts(call, python)
    return _function(call, python, "    ")


def _is_text_by_number(call):
    kinds = [one.kind for one in call.arguments]
    return call.name == "text" and kinds in (["self", "number", "text_out", "error"], ["self", "number", "number", "text_out", "error"])


def _texts(call, python):
    """Returns a property for each text, or list of texts, that is selected by a number. `info` has
    the length of a list.
    """
    enum = python.enums[call.arguments[1].type]
    is_list = call.arguments[2].kind == "number"
    lines = []
    for one in enum["values"]:
        member = python.names.member(enum, one["name"])
        name = member.lower()
        lines += ["", "    @property", f"    def {name}(self) -> {'list[str]' if is_list else 'str'}:"]
        lines += docstring(python.prose.of(one) or name, "        ")
        given = f"self._handle, {python.enum_class(enum)}.{member}"
        c_name = f"_koord.{call.function['name'].removeprefix('koord_')}"
        if is_list:
            lines.append(f"        return [{c_name}({given}, item) for item in range(self.info.{name})]")
        else:
            lines.append(f"        return {c_name}({given})")
    return lines[1:]


def _constructor(call, python, calls):
    """Returns the constructor. Setters of one value become arguments of write-only objects."""
    keywords, told = list(call.keywords), []
    for one in calls if call.owner in python.noted else ():
        if _is_text_to_set(one, python):
            for member, argument in _text_arguments(one, python):
                keywords.append(f"{argument}: Text | None = None")
                told += [f"if {argument} is not None:", f"    self.{one.name}({member}, {argument})"]
        elif one.name.startswith("set_") and one.is_method:
            (setter,) = one.required + one.optional if len(one.required + one.optional) == 1 else (None,)
            name = one.name.removeprefix("set_")
            if setter and not one.keywords:
                hint = setter.partition(": ")[2].partition(" = ")[0].removesuffix(" | None")
                keywords.append(f"{name}: {hint} | None = None")
                told += [f"if {name} is not None:", f"    self.{one.name}({name})"]
            elif one.keywords and not one.required + one.optional:
                keywords += one.keywords
                names = [each.partition(":")[0] for each in one.keywords]
                told += [f"if {' or '.join(names)}:", f"    self.{one.name}({', '.join(f'{each}={each}' for each in names)})"]
    also = None
    for number, finder in python.named_numbers(call.owner):
        name = of_class(finder)
        keywords.insert(0, f"{name}: koord.{camel(finder)} | None = None")
        told = [f"if {name} is not None:", f"    {name}._must_be_open()", f"self._{name} = {name}", *told]
        also = f"Setters take the names of the {number}s of {name}, too, and look them up at once"
    call.keywords = keywords
    lines = _declared("__init__", ["self", *call.signature()], "None", "    ")
    lines += python.docs.of(call.function, call.inputs, "        ", also=also)
    given = f"_koord.{call.function['name'].removeprefix('koord_')}({', '.join(call.passed)})"
    return lines + _folded([*call.before, f"self._begin({given})", *told], "        ")


def _is_text_to_set(call, python):
    kinds = [one.kind for one in call.arguments]
    return call.name == "set_text" and kinds == ["self", "number", "text", "error"] and call.arguments[1].type in python.enums


def _text_arguments(call, python):
    enum = python.enums[call.arguments[1].type]
    for one in enum["values"]:
        member = python.names.member(enum, one["name"])
        yield f"{python.enum_class(enum)}.{member}", member.lower()


def _function(call, python, indent):
    first, decorators, result = [], [], call.result.hint()
    if call.is_property():
        decorators = ["@property"]
    if call.is_method:
        first = ["self"]
    elif indent:
        decorators, first, result = ["@classmethod"], ["cls"], "Self"
    body = call.body()
    if call.is_chained():
        result = "Self"
        body = [*body, *_note(call, python), "return self"]
    elif indent and not call.is_method:
        body = [line.replace(f"koord.{camel(call.owner)}._of", "cls._of") for line in body]
        if call.name == "from_json" and python.base(call.owner) == "Remembered":
            body = _remembering(body, call)
    elif call.name == "clone" and call.owner in python.noted:
        body = [f"made = self._again({body[-1].partition('._of(')[2]}"]
        body += [f"made._{of_class(finder)} = self._{of_class(finder)}" for _, finder in python.named_numbers(call.owner)]
        body += ["return made"]
    lines = [indent + one for one in decorators] + _declared(call.name, first + call.signature(), result, indent)
    return lines + python.docs.of(call.function, call.inputs, indent + "    ", call.result, call.also()) + _folded(body, indent + "    ")


def _remembering(body, call):
    """Returns a body that stores the document in the object."""
    read = next(one for one in call.passed if one.startswith("document("))
    return [f"text = {read}", body[0].replace(read, "text")[:-1] + ", compact(text))"]


def _note(call, python):
    """Returns the code that records a call to a write-only object for its repr."""
    if call.owner not in python.noted:
        return []
    if call.name == "reset":
        return ["self._forget()"]
    documents = {one.name for one in call.arguments if one.parameters[0].get("document")}
    told = [name for c_name, name in call.inputs.items() if c_name not in documents]
    flags = [one.partition(":")[0] for one in call.keywords if one.endswith(": bool = False")]
    if flags:
        told.append(f"*(name for name, on in ({''.join(f'({chr(34)}{one}{chr(34)}, {one}), ' for one in flags).rstrip()}) if on)")
    return [f'self._note("{call.name}"{"".join(", " + one for one in told)})']


def _declared(name, parameters, result, indent):
    one = f"{indent}def {name}({', '.join(parameters)}) -> {result}:"
    if len(one) <= WIDTH:
        return [one]
    return [f"{indent}def {name}(", *(f"{indent}    {each}," for each in parameters), f"{indent}) -> {result}:"]


def _folded(lines, indent):
    out = []
    for line in lines:
        text = indent + line
        while len(text) > WIDTH and (at := max(text.rfind(", ", 0, WIDTH), text.rfind(" | ", 0, WIDTH))) > len(indent) + 8:
            out.append(text[: at + 1].rstrip())
            text = indent + "    " + text[at + 1 :].lstrip()
        out.append(text)
    return out
