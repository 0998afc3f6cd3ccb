"""A function of koord.h as a Java method: its inputs, the statements that call it, and its results.
"""

import dataclasses
import re

from comments import text_of
from emit_java_options import of_arrays
from names import camel, is_flags, lower_camel
from problem import Problem

PRIMITIVE = {"int32_t": "int", "uint32_t": "int", "int64_t": "long", "uint64_t": "long", "size_t": "long"}

LOOPED = "looped"


@dataclasses.dataclass
class Input:
    type: str
    name: str
    is_nullable: bool = False
    kind: str = ""
    is_document: bool = False

    @property
    def declared(self):
        return f"{self.type} {self.name}"


class Call:
    """Statements run in a frame `f`. `recorded` are the handles that are descriptions
    (emit_java_steps).
    """

    def __init__(self, function, shapes, names, recorded, self_at=None):
        self.function, self._shapes, self._names, self._recorded = function, shapes, names, recorded
        self.inputs, self.flags = [], None
        self.outside, self.inside, self.passed, self.outs = [], [], [], []
        self.loop = None  # the expression of a call that is repeated until the result fits
        # the class for several results, and its order of components
        self.result_class, self.result_order = None, []
        self._self_at = self_at
        self._said = text_of(shapes.functions[function.get("described_with", function["name"])])
        arguments = shapes.arguments(function)
        self._has_arena = any(self._row_has_texts(one) for one in arguments if one.kind == "rows")
        for argument in arguments:
            rule = getattr(self, "_" + argument.kind, None)
            if rule is None:
                raise Problem(function["name"], f"{argument.name}: Java has no rule for this kind; write the method by hand")
            rule(argument)

    def variants(self):
        """Returns the inputs of the shorter forms: without a context, and without everything
        optional.
        """
        silent = [one for one in self.inputs if one.kind != "context"]
        kinds = {one.kind for one in self.inputs if one.is_nullable}
        least = [one for one in self.inputs if not one.is_nullable] if kinds - {"text"} else self.inputs
        return [one for at, one in enumerate([silent, least]) if one != self.inputs and one not in [silent, least][:at]]

    def result(self, method):
        """Returns the result type."""
        if not self.outs:
            return "void"
        return self.outs[0][0] if len(self.outs) == 1 else self.result_class or f"{method[:1].upper()}{method[1:]}Result"

    def statements(self, method, make=None):
        """Yields the statements of the body in the frame; `make` converts the result to the
        returned value.
        """
        call = f"KoordRaw.{self.function['name']}({', '.join(self.passed)})"
        yield from self.inside
        if not self._shapes.fails(self.function):
            yield f"return {call};"
            return
        looped = self.loop and self.loop.format(call=call)
        values = {name: looped if value == LOOPED and len(self.outs) == 1 else value for _, name, value in self.outs}
        if not looped:
            yield f"f.check({call});"
        elif len(self.outs) > 1:
            yield f"{next(kind for kind, _, value in self.outs if value == LOOPED)} looped = {looped};"
        if make:
            yield make(next(iter(values.values())))
        elif len(values) == 1:
            yield f"return {next(iter(values.values()))};"
        elif values:
            given = [values[name] for name in self.result_order or values]
            yield f"return new {self.result(method)}({', '.join(given)});"

    # ---- Inputs

    def _self(self, argument):
        if self._self_at:
            self.passed.append(self._self_at)
            return
        self.inside.append(f"long at = f.{'read' if argument.is_const else 'write'}(this);")
        self.passed.append("at")

    def _error(self, argument):
        self.passed.append("f.error()")

    def _given(self, argument, kind, is_nullable=None, **more):
        name = lower_camel(argument.name)
        nullable = argument.is_nullable if is_nullable is None else is_nullable
        self.inputs.append(Input(kind, "cpus" if name == "words" else name, nullable, argument.kind, **more))
        return self.inputs[-1]

    def _local(self, name, kind, value):
        self.inside.append(f"{kind} {name}At = {value};")
        self.passed.append(f"{name}At")

    def _context(self, argument):
        given = self._given(argument, "Context", True)
        self._local(given.name, "long", f"f.read({given.name})")

    def _handle(self, argument):
        given = self._given(argument, camel(argument.type))
        quoted = "" if given.is_nullable else f'"{given.name}", '
        if argument.type in self._recorded:
            self._local(given.name, "long", f"f.make({quoted}{given.name})")
        else:
            self._local(given.name, "long", f"f.{'read' if argument.is_const else 'write'}({quoted}{given.name})")

    def _handles(self, argument):
        given = self._given(argument, f"List<{camel(argument.type)}>")
        self._local(given.name, "long", f'f.handles("{given.name}", {given.name})')
        self.passed.append(f"{given.name}.size()")

    def _text(self, argument):
        if argument.name == "arena" and self._has_arena:
            self.passed.append("texts.bytes()")
            return
        given = self._given(
            argument, "String", argument.is_nullable, is_document=argument.parameters[0].get("document", False)
        )
        self.passed.append(f"{given.name}Text")

    def _number(self, argument):
        enum = self._shapes.enums.get(argument.type)
        if argument.name.endswith("_size") and f"{argument.name.removesuffix('_size')}Out" in " ".join(self.passed):
            self.passed.append(self._size)
        elif enum and is_flags(enum):
            given = Input(self._names.enum_class("java", enum) + "...", lower_camel(argument.name), False, "flags")
            self.flags = given
            self.passed.append(f"{given.name}Bits")
            self.inside.append(f"int {given.name}Bits = Coded.bits({given.name});")
        elif enum:
            given = self._given(argument, self._names.enum_class("java", enum))
            self.passed.append(f"{given.name}Code")
            self.inside.append(f'int {given.name}Code = Coded.code("{given.name}", {given.name});')
        else:
            given = self._given(argument, PRIMITIVE[argument.type])
            is_count = argument.type in ("uint32_t", "size_t")
            self.passed.append(f'Frame.count("{given.name}", {given.name})' if is_count else given.name)

    def _words(self, argument):
        given = self._given(argument, "CpuSet")
        value = given.name if given.is_nullable else f'java.util.Objects.requireNonNull({given.name}, "{given.name}")'
        self._local(given.name, "long", f"f.words({value})")
        self.passed.append("Frame.WORDS")

    def _row_has_texts(self, argument):
        fields = {field["name"] for field in self._shapes.structs[argument.type]["fields"]}
        return any(name.endswith("_offset") and name.replace("_offset", "_length") in fields for name in fields)

    def _rows(self, argument):
        given = self._given(argument, f"List<{camel(argument.type)}>")
        size = f"KoordRaw.{argument.type}_size"
        texts = self._row_has_texts(argument)
        self.outside.append(f'java.util.Objects.requireNonNull({given.name}, "{given.name}");')
        if texts:
            self.inside.append("Texts texts = new Texts();")
        self.inside.append(f"Memory {given.name}At = f.bytes((long) {size} * {given.name}.size());")
        self.inside.append(f"{given.name}.forEach(row_ -> row_.write({given.name}At{', texts' if texts else ''}));")
        self.passed += [f"{given.name}At.address()", size, f"{given.name}.size()"]

    def _struct(self, argument):
        struct = self._shapes.structs[argument.type]
        if not self._shapes.is_sized(struct["name"]):
            self._row(argument)
            return
        if not self._shapes.is_option(struct["name"]) or of_arrays(struct, self._shapes):
            raise Problem(self.function["name"], f"{argument.name}: its struct tells of arrays; write the method by hand")
        given = self._given(argument, camel(argument.type))
        value = given.name if given.is_nullable else f'java.util.Objects.requireNonNull({given.name}, "{given.name}")'
        self._local(given.name, "long", f"{given.type}.write(f, {value})")

    def _row(self, argument):
        """Adds a fixed struct without options, which is written like a row."""
        given = self._given(argument, camel(argument.type))
        self.outside.append(f'java.util.Objects.requireNonNull({given.name}, "{given.name}");')
        self.inside.append(f"Memory {given.name}At = f.zeros(KoordRaw.{argument.type}_size);")
        self.inside.append(f"{given.name}.write({given.name}At);")
        self.passed.append(f"{given.name}At.address()")

    # ---- Results

    def _named(self, argument, otherwise):
        name = lower_camel(argument.name)
        return otherwise if name in ("out", "words") else name

    def _answer(self, argument, room, kind, value, otherwise):
        name = self._named(argument, otherwise)
        self.inside.append(f"Memory {name}Out = {room};")
        self.passed.append(f"{name}Out.address()")
        self.outs.append((kind, name, value.format(f"{name}Out")))

    def _words_out(self, argument):
        self._answer(argument, "f.words()", "CpuSet", "CpuSet.read({}, Frame.WORDS)", "cpus")
        self.passed.append("Frame.WORDS")

    def _struct_out(self, argument):
        kind, struct = camel(argument.type), self._shapes.structs[argument.type]
        self._size = f"KoordRaw.{argument.type}_size"
        sized = struct["fields"][0]["name"] == "struct_size"
        texts = ", texts" if self._lends(argument) else ""
        room = f"f.{'struct' if sized else 'zeros'}({self._size})"
        self._answer(argument, room, kind, f"{kind}.read({{}}.seek(0){texts})", lower_camel(argument.type))

    def _number_out(self, argument):
        enum = self._shapes.enums.get(argument.type)
        if enum:
            kind, value = self._names.enum_class("java", enum), self._names.enum_class("java", enum) + ".of({}.i32())"
        elif argument.is_bool:
            kind, value = "boolean", "{}.i32() != 0"
        else:
            kind = PRIMITIVE[argument.type]
            value = "{}.i32()" if kind == "int" else "{}.i64()"
        self._answer(argument, "f.bytes(Long.BYTES)", kind, value, argument.name)

    def _handle_out(self, argument):
        kind = camel(argument.type)
        self._answer(argument, "f.bytes(Long.BYTES)", kind, f"f.made({{}}, {kind}::new)", lower_camel(argument.type))

    def _document_out(self, argument):
        self._answer(argument, "f.bytes(Long.BYTES)", "String", "Frame.documentText({})", "document")

    def _text_out(self, argument):
        self.passed += ["room_", "capacity_", "needed_"]
        self.loop = "f.text((room_, capacity_, needed_) -> {call})"
        self.outs.append(("String", self._named(argument, "text"), LOOPED))

    def _numbers_out(self, argument):
        kind, width, read = ("Integer", "Integer.BYTES", "i32") if "32" in argument.type else ("Long", "Long.BYTES", "i64")
        self._looped_rows(argument, kind, width, f"Memory::{read}")

    def _rows_out(self, argument):
        kind = camel(argument.type)
        read = f"row_ -> {kind}.read(row_, texts)" if self._lends(argument) else f"{kind}::read"
        size = f"KoordRaw.{argument.type}_size"
        self._looped_rows(argument, kind, size, read, [size])

    def _looped_rows(self, argument, kind, size, read, stride=()):
        self.passed += ["rows_", *stride, "capacity_", "count_"]
        self.loop = f"f.rows({size}, {read}, (rows_, capacity_, count_) -> {{call}})"
        self.outs.append((f"List<{kind}>", self._named(argument, "rows"), LOOPED))

    def _lends(self, argument):
        """Returns true if rows have texts, which belong to their handle."""
        if not self._row_has_texts(argument):
            return False
        lender = self._shapes.owner(self.function) + "_get_texts"
        self.inside.append(f"Memory texts = f.texts(length -> KoordRaw.{lender}({self.passed[0]}, length));")
        return True

