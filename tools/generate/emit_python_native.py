"""Writes the compiled half of the Python package, on bindings/python/src/bridge.h: a module
function for each function of koord.h, its handles, and their type file.

The form of a function follows from its shape. Functions with other arguments are handwritten.
"""

from fields import members, texts
from marks import CXX, PYTHON
from names import camel
from shapes import NUMBERS, Shapes, bare

FOLDER = "bindings/python/src/"
KINDS = """// X(handle, name, destroy function, reference function) for every handle; Y(part) for every file of
// functions.
// clang-format off
#ifndef KOORD_PYTHON_KINDS_H_
#define KOORD_PYTHON_KINDS_H_

"""
CLASSES = '''"""The compiled half of koord: one function for each of koord.h, which documents them."""

from os import PathLike
from typing import Any

MAX_CPUS: int
LAYOUTS: dict[str, tuple[int, tuple[tuple[str, int, int, str, str], ...]]]

def arrow_schema(row: int, columns: tuple[Any, ...]) -> object: ...
def arrow_array(rows: Any, row: int, texts: bytes, columns: tuple[Any, ...]) -> tuple[object, object]: ...
def arrow_stream(rows: Any, row: int, texts: bytes, columns: tuple[Any, ...]) -> object: ...
'''
CLOSABLE = """
class {name}:
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
"""


def emit(interface, names):
    shapes = Shapes(interface)
    rules = Rules(shapes)
    parts, annotations = {}, []
    for function in interface["functions"]:
        if not rules.is_called(function):
            continue
        call = _Call(function, rules)
        if not rules.is_by_hand(function):
            parts.setdefault(function["header"], []).append(call.definition())
        annotations.append(call.annotation())
    made = {f"{FOLDER}calls_{part}.cc": _part(part, definitions) for part, definitions in parts.items()}
    made[FOLDER + "kinds.h"] = _kinds(shapes, parts)
    made[FOLDER + "koord/_koord.pyi"] = _type_file(shapes, annotations)
    return made


class Rules:
    """Facts about all functions and handles."""

    def __init__(self, shapes):
        self.shapes = shapes
        self.logging = {bare(made) for made in self._made_with_context() if not shapes.is_counted(made)}
        self.lenders = {shapes.owner(one): one["name"] for one in shapes.functions.values() if self.is_lender(one)}

    def _made_with_context(self):
        for function in self.shapes.functions.values():
            arguments = self.shapes.arguments(function)
            if any(one.kind == "context" for one in arguments):
                yield from (one.type for one in arguments if one.kind == "handle_out")

    def is_lender(self, function):
        """Returns true if the function lends the texts of rows of its handle."""
        return function["result"] == "const char *" and self.shapes.is_method(function)

    def is_called(self, function):
        is_bridge = self.shapes.owner(function) in ("koord_context", "koord_buffer")
        return not (self.shapes.is_plumbing(function) or self.is_lender(function) or is_bridge)

    def is_by_hand(self, function):
        return any(one.kind == "pointer" and not self.is_set_beside(function, one) for one in self.shapes.arguments(function))

    def is_set_beside(self, function, argument):
        """Returns true for an optional set of CPUs with the width of the set after it."""
        arguments = self.shapes.arguments(function)
        following = arguments[arguments.index(argument) + 1 :][:1]
        is_set = argument.type == "uint64_t" and argument.is_const and argument.is_nullable
        return is_set and [one.kind for one in following] == ["words_out"]

    def is_locked(self, handle):
        return not self.shapes.is_counted(handle) and not self.shapes.handles[handle].get("synchronized")

    def lender(self, function, struct):
        """Returns the function that lends the texts of such rows, or None if they have none."""
        has_texts = any(True for _ in texts(self.shapes.structs[struct], self.shapes.structs))
        return self.lenders.get(self.shapes.owner(function)) if has_texts else None


class _Call:
    """One function: its inputs, preparations, call and results."""

    def __init__(self, function, rules):
        self.function, self.rules = function, rules
        self.name = function["name"].removeprefix("koord_")
        self.inputs, self.before, self.passed, self.after = [], [], [], []
        self.locks, self.remarks, self.filled, self.outs, self.returns, self.hints = [], [], [], [], [], []
        self.ready = []
        arguments = rules.shapes.arguments(function)
        skipped = {f"{one.name}_size" for one in arguments if one.kind == "struct_out"}
        for argument in arguments:
            if argument.kind == "number" and argument.name in skipped:
                continue
            self._sized = any(one.name == f"{argument.name}_size" for one in arguments)
            self._tells = any(one.kind == "rows_up_to" for one in arguments)
            self._told = next((one for one in arguments if one.kind in ("struct_out", "struct_inout")), None)
            getattr(self, "_" + argument.kind)(argument)

    # ---- inputs

    def _input(self, argument, kind, hint, is_nullable=False):
        self.inputs.append((kind, argument.name, is_nullable))
        self.hints.append(f"{argument.name}: {hint}{' | None' if is_nullable else ''}")

    def _self(self, argument):
        self._handle(argument)

    def _handle(self, argument):
        name, handle = argument.name, argument.type
        mark = "*" if argument.is_nullable else "&"
        self._input(argument, f"const Handle<{handle}> {mark}", camel(handle), argument.is_nullable)
        self.before.append(f"const Used used_{name}({name});")
        self.passed.append(f"used_{name}.get()")
        if self.rules.is_locked(handle):
            self.locks.append((handle, f"const auto lock_{name} = used_{name}.{'shared' if argument.is_const else 'alone'}();"))
        if handle in self.rules.logging:
            self.remarks.append(f"used_{name}.remarks()")

    def _handles(self, argument):
        assert not self.rules.is_locked(argument.type)
        self._input(argument, "const py::list &", f"list[{camel(argument.type)}]")
        self.before.append(f"const Handles<{argument.type}> used_{argument.name}({argument.name});")
        self.passed += [f"used_{argument.name}.get()", f"used_{argument.name}.count()"]

    def _context(self, argument):
        self.passed.append("remarks->context()" if self._is_kept() else "remarks.context()")
        self.before.append("auto remarks = std::make_unique<Remarks>();" if self._is_kept() else "Remarks remarks;")
        self.remarks.append("remarks.get()" if self._is_kept() else "&remarks")

    def _is_kept(self):
        outs = [one.type for one in self.rules.shapes.arguments(self.function) if one.kind == "handle_out"]
        return any(one in self.rules.logging for one in outs)

    def _text(self, argument):
        self._input(argument, "const Text &", "str | bytes | PathLike[Any]", argument.is_nullable)
        self.passed += [f"{argument.name}.data()", f"{argument.name}.size()"]

    def _number(self, argument):
        self._input(argument, f"Number<{argument.type}> ", "int")
        self.passed.append(f"{argument.name}.value")

    def _words(self, argument):
        self._input(argument, "const Words &", "Any" if self.rules.is_by_hand(self.function) else "bytes")
        self.passed += [f"{argument.name}.words", "kWords"]

    def _struct(self, argument):
        self._input(argument, "const py::object &", "bytes")
        self.before.append(f"const Packed<{argument.type}> given_{argument.name}({argument.name});")
        self.passed.append(f"given_{argument.name}.get()")

    def _rows(self, argument, is_writable="false"):
        name, kind = argument.name, argument.type
        self._input(argument, "const py::object &", "Any")
        self.before.append(f"const Rows given_{name}({name}, sizeof({kind}), {is_writable});")
        self.passed += [f"given_{name}.as<{kind}>()", f"sizeof({kind})", f"given_{name}.count()"]

    def _rows_inout(self, argument):
        self._rows(argument, "true")

    # ---- outputs

    def _declared(self, kind, name):
        is_sized = self.rules.shapes.structs[kind]["fields"][0]["name"] == "struct_size"
        return f"{kind} {name} = KOORD_INIT({kind});" if is_sized else f"{kind} {name}{{}};"

    def _out(self, value, hint):
        self.outs.append(value)
        self.returns.append(hint)

    def _text_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(f"TextOut {name};")
        self.passed += [f"{name}.data()", f"{name}.capacity()", f"{name}.needed()"]
        self.filled.append(name)
        self._out(f"{name}.get()", "str")

    def _rows_out(self, argument):
        name, kind = f"out_{argument.name}", argument.type
        self.before.append(f"RowsOut<{kind}> {name};")
        self.passed += [f"{name}.data()", f"sizeof({kind})", f"{name}.capacity()", f"{name}.count()"]
        self.filled.append(name)
        self._out(f"{name}.get()", "bytearray")
        self._lent(f"{name}.data()", f"*{name}.count()", kind)

    def _numbers_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(f"RowsOut<{argument.type}> {name};")
        self.passed += [f"{name}.data()", f"{name}.capacity()", f"{name}.count()"]
        self.filled.append(name)
        self._out(f"{name}.get()", "bytearray")

    def _lent(self, rows, count, kind):
        """Adds the texts of rows, which belong to their handle. They are copied before the lock is
        released if the handle is mutable.
        """
        lender = self.rules.lender(self.function, kind)
        if lender:
            owner = self.rules.shapes.arguments(self.function)[0]
            self.before.append(f"Lent lent({'true' if self.rules.is_locked(owner.type) else 'false'});")
            self.after.append(f"lent.take({lender}(used_{owner.name}.get(), lent.length()));")
            places = [f"{{offsetof({kind}, {at}), offsetof({kind}, {length})}}" for at, length in self._texts(kind)]
            self.ready.append(f"const py::bytes texts = lent.of({rows}, sizeof({kind}), {count}, {{{', '.join(places)}}});")
            self._out("texts", "bytes")

    def _texts(self, kind):
        return texts(self.rules.shapes.structs[kind], self.rules.shapes.structs)

    def _rows_up_to(self, argument):
        name, kind = argument.name, argument.type
        owner = self.rules.shapes.arguments(self.function)[0].name
        told = self._told
        known = f"used_{owner}.rows()" if told.kind == "struct_out" else "nullptr"
        self._input(argument, "const py::object &", "Any")
        self.before.append(f"RowsUpTo<{kind}> out_{name}({name}, {known});")
        self.passed += [f"out_{name}.data()", f"sizeof({kind})", f"out_{name}.capacity()"]
        self.after.append(f"out_{name}.told(out_{told.name}.count);")
        self.filled.append(f"out_{name}")
        self._out(f"out_{name}.get()", "bytearray | None")

    def _words_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(f"uint64_t {name}[kWords] = {{}};")
        self.passed += [name, "kWords"]
        self._out(f"to_words({name})", "bytes")

    def _handle_out(self, argument):
        name, handle = f"out_{argument.name}", argument.type
        self.before.append(f"{handle} *{name} = nullptr;")
        self.passed.append(f"&{name}")
        kept = f"py::cast(Handle<{handle}>({name}, std::move(remarks)))"
        is_kept = handle in self.rules.logging and any("remarks" in one for one in self.before)
        self._out(kept if is_kept else f"owned({name})", camel(handle))

    def _document_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(f"koord_buffer *{name} = nullptr;")
        self.passed.append(f"&{name}")
        self._out(f"to_document({name})", "str")

    def _struct_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(self._declared(argument.type, name))
        self.passed.append(f"&{name}")
        if self._sized:
            self.passed.append(f"sizeof({argument.type})")
            self._out(f"row_of({name})", "bytearray")
            self._lent(f"&{name}", 1, argument.type)
        else:
            self._record_out(argument, name)

    def _record_out(self, argument, name):
        """Returns the struct's bytes, or a tuple (faster to create) if the struct describes output rows."""
        if not self._tells:
            return self._out(f"row_of({name})", "bytearray")
        struct = self.rules.shapes.structs[argument.type]
        values = [f"{name}.{member}" for member, _, _ in members(struct, self.rules.shapes.structs)]
        return self._out(f"py::make_tuple({', '.join(values)})", f"tuple[{', '.join(['int'] * len(values))}]")

    def _struct_inout(self, argument):
        name = argument.name
        self._input(argument, "const py::object &", "bytes")
        self.before.append(f"{argument.type} out_{name} = *Packed<{argument.type}>({name}).get();")
        self.passed.append(f"&out_{name}")
        self._record_out(argument, f"out_{name}")

    def _pointer(self, argument):
        if self.rules.is_set_beside(self.function, argument):
            self._input(argument, "const Words &", "bytes", True)
            self.passed.append(f"{argument.name}.get()")
            return
        # Only needed for the type stubs: the function itself is written by hand.
        is_out = not argument.is_const and argument.type in NUMBERS
        if is_out:
            self._out("", "bytes")
        else:
            self._input(argument, "", "Any")

    def _number_out(self, argument):
        name = f"out_{argument.name}"
        self.before.append(f"{argument.type} {name}{{}};")
        self.passed.append(f"&{name}")
        self._out(name, "int")

    def _error(self, argument):
        self.passed.append("err")

    # ---- as text

    def definition(self):
        parameters = ", ".join(kind + name for kind, name, _ in self.inputs)
        names = "".join(f', "{name}"_a{".none(true)" if nullable else ""}' for _, name, nullable in self.inputs)
        lines = [f'm.def("{self.name}", []({parameters}) {{'] + ["  " + line for line in self._body()]
        return lines + [f"}}{names});"]

    def _body(self):
        call = f"{self.function['name']}({', '.join(self.passed)})"
        if not self.rules.shapes.fails(self.function):
            return [*self.before, f"return {call};"]
        lines = [*self.before, f"Call call({', '.join(self.remarks)});" if self.remarks else "Call call;"]
        lines.append("call([&](koord_error *err) {")
        lines += ["  " + lock for _, lock in sorted(self.locks)]
        if self.after:
            lines += [f"  const koord_status status = {call};"] + ["  " + one for one in self.after] + ["  return status;"]
        else:
            lines.append(f"  return {call};")
        lines.append(f"}}{''.join(', ' + one for one in self.filled)});")
        if not self.outs:
            return [*lines, "call.end();"]
        lines += self.ready
        given = self.outs[0] if len(self.outs) == 1 else f"py::make_tuple({', '.join(self.outs)})"
        return [*lines, f"return call.give({given});"]

    def annotation(self):
        if not self.rules.shapes.fails(self.function):
            result = "str" if self.function["result"] == "const char *" else "int"
        else:
            result = "None" if not self.returns else self.returns[0] if len(self.returns) == 1 else f"tuple[{', '.join(self.returns)}]"
        return f"def {self.name}({', '.join(self.hints)}) -> {result}: ..."


def _part(part, definitions):
    text = CXX + f'// Calls of {part}.h.\n// clang-format off\n#include "bridge.h"\n\nnamespace koord_python {{\n\n'
    text += f"void add_{part}(py::module_ &m) {{\n"
    for lines in definitions:
        text += "".join(f"  {line}\n" for line in lines)
    return text + "}\n\n}  // namespace koord_python\n"


def _kinds(shapes, parts):
    rows = []
    for handle in _handles(shapes):
        ref = f"{handle}_ref" if shapes.is_counted(handle) else "nullptr"
        rows.append(f'  X({handle}, "{camel(handle)}", {shapes.end_of(handle)}, {ref})')
    text = CXX + KINDS + "#define KOORD_KINDS(X) \\\n" + " \\\n".join(rows)
    text += "\n\n#define KOORD_PARTS(Y) \\\n" + " \\\n".join(f"  Y({part})" for part in parts)
    return text + "\n\n#endif  // KOORD_PYTHON_KINDS_H_\n"


def _handles(shapes):
    return [name for name in shapes.handles if name not in ("koord_buffer", "koord_context")]


def _type_file(shapes, functions):
    text = PYTHON + CLASSES
    for handle in _handles(shapes):
        text += CLOSABLE.format(name=camel(handle))
        if shapes.is_counted(handle):
            text += f"    def ref(self) -> {camel(handle)}: ...\n"
    return text + "\n" + "".join(one + "\n" for one in functions)
