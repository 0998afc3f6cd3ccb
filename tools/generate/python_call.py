"""A function of koord.h as a method, property or function of Python: its parameters, the call of
the compiled half, and its results.
"""

import keyword

from fields import members
from names import camel, is_flags
from python_results import Field, name_of, result_of

INDENT = "    "


class Call:
    def __init__(self, function, python):
        self.function, self.python, self.shapes = function, python, python.shapes
        self.owner = self.shapes.owner(function)
        self.is_method = self.shapes.is_method(function)
        self.arguments = self.shapes.arguments(function)
        self.required, self.optional, self.keywords = [], [], []  # parameters as declared in Python
        self.inputs = {}  # C names to Python names
        # of the document: its name, the builder's class, the function for builders, and how
        # the document is read
        self._builder = None
        self.before, self.passed, self._outs = [], [], []
        sizes = {f"{one.name}_size" for one in self.arguments if one.kind == "struct_out"}
        for argument in self.arguments:
            if argument.name not in sizes:
                self._sized = any(one.name == f"{argument.name}_size" for one in self.arguments)
                getattr(self, "_" + argument.kind)(argument)
        self.result = self._result()

    @property
    def name(self):
        base = self.function["name"].removeprefix(self.owner + "_" if self.is_method or self.makes_owner() else "koord_")
        made = base.removeprefix("get_").replace("_get_", "_")
        return made + "_" if keyword.iskeyword(made) else made

    def makes_owner(self):
        return not self.is_method and any(one.kind == "handle_out" and one.type == self.owner for one in self.arguments)

    def is_constructor(self):
        return self.makes_owner() and self.function["name"].removeprefix(self.owner) in ("_new", "_open")

    def is_property(self):
        taken = self.required or self.optional or self.keywords
        return self.is_method and not taken and self.function["name"].startswith(self.owner + "_get_")

    def is_chained(self):
        """Returns true for methods without a result that modify an object used by one thread at a
        time.
        """
        return self.is_method and not self._outs and self.owner in self.python.changing

    def signature(self):
        return [*self.required, *self.optional, *(["*"] if self.keywords else []), *self.keywords]

    def body(self):
        lines = self._body()
        return self._or_of_builder(lines) if self._builder else lines

    def also(self):
        return f"A builder does as well as a document: {self._builder[1].removeprefix('koord.')}" if self._builder else None

    def _or_of_builder(self, lines):
        """Returns the lines with a branch for a builder, which may be given instead of a document.
        """
        name, kind, twin, read = self._builder
        c_name = self.function["name"].removeprefix("koord_")
        built = [
            INDENT + line.replace(f"_koord.{c_name}(", f"_koord.{twin}(").replace(read, f"handle_of({name}, {kind})")
            for line in lines
        ]
        if not lines[-1].startswith("return"):
            lines = ["else:", *(INDENT + line for line in lines)]
        return [f"if isinstance({name}, {kind}):", *built, *lines]

    def _body(self):
        call = f"_koord.{self.function['name'].removeprefix('koord_')}({', '.join(self.passed)})"
        targets = [field.name for field in self._raw]
        if not targets:
            lines = [call]
        elif len(self._raw) == 1 and not self.result.name:
            field = self.result.fields[0]
            return [*self.before, *self._answer(call, field)]
        else:
            lines = [f"{', '.join(targets)} = {call}" if len(targets) > 1 else f"{targets[0]} = {call}"]
        return [*self.before, *lines, *self.result.returned()]

    def _answer(self, call, field):
        return [f"return {field.value.replace(self._raw[0].name, call)}"] if self._is_once(field) else [
            f"{self._raw[0].name} = {call}", f"return {field.value}",
        ]  # fmt: skip

    def _is_once(self, field):
        return field.value.count(self._raw[0].name) == 1

    def _result(self):
        self._raw = [field for field in self._outs if field.name.startswith("out_")]
        name = name_of(self.owner if self.is_method else None, self.function["name"])
        result = result_of(name, [Field(*one) for one in self._named()])
        fields = [(one.name, one.hint) for one in result.fields]
        if self.python.results.setdefault(name, fields) != fields:
            result.name = result.name and camel(self.owner) + name
        return result

    def _named(self):
        for field in (one for one in self._outs if one.said):
            yield field.said, field.hint, field.value, field.is_handle, field.of_refusal

    # ---- inputs

    def _take(self, argument, hint, value, default=None):
        name = argument.name + ("_" if keyword.iskeyword(argument.name) else "")
        self.inputs[argument.name] = name
        target = self.required if default is None else self.optional
        target.append(f"{name}: {hint}" + (f" = {default}" if default is not None else ""))
        self.passed.append(value.format(name))

    def _self(self, argument):
        self.passed.append("self._handle")

    def _context(self, argument):
        pass

    _error = _context

    def _handle(self, argument):
        kind = f"koord.{camel(argument.type)}"
        if argument.is_nullable and (argument.is_const or argument.type not in self.python.fillable):
            self._take(argument, f"{kind} | None", f"maybe_handle({{}}, {kind})", "None")
        elif not argument.is_const and argument.type in self.python.fillable:
            self._take(argument, f"{kind} | None", f"handle_of({{}}, {kind})", "None")
            self.before.append(f"{argument.name} = {kind}() if {argument.name} is None else {argument.name}")
            self._outs.append(_Out(argument.name, argument.name, kind, argument.name))
        else:
            self._take(argument, kind, f"handle_of({{}}, {kind})")

    def _handles(self, argument):
        kind = f"koord.{camel(argument.type)}"
        self._take(argument, f"Iterable[{kind}]", f"[handle_of(one, {kind}) for one in {{}}]")

    def _text(self, argument):
        if argument.name == "arena":
            self.passed.append("bytes(arena)")
            return
        can_lack = argument.is_nullable
        if argument.parameters[0].get("document"):
            hint, value = "Document", f'document({{}}, "{argument.name}")'
            twin = self.shapes.of_builder(self.function)
            if twin:
                kind = "koord." + camel(next(one.type for one in self.shapes.arguments(twin) if one.type.endswith("_builder")))
                self._builder = argument.name, kind, twin["name"].removeprefix("koord_"), value.format(argument.name)
                hint += f" | {kind}"
            self._take(argument, hint + " | None" if can_lack else hint, value, "None" if can_lack else None)
        else:
            self._take(argument, "Text", "{}", '""' if can_lack else None)

    def _number(self, argument):
        enum = self.python.enums.get(argument.type)
        if enum and is_flags(enum) and argument.name == "flags":
            self.passed.append(self._flags(enum))
        elif enum:
            kind = self.python.enum_class(enum)
            default = self.python.zero(enum) if self.python.can_lack_number(self.function, argument) else None
            self._take(argument, f"{kind} | str" if not is_flags(enum) else kind, f"number({kind}, {{}})", default)
        elif self.is_method and f"{self.owner}_get_{argument.name}_id" in self.shapes.functions and argument.type == "uint32_t":
            self._take(argument, "int | str", f"named({{}}, self.{argument.name}_id)")
        elif self.is_method and self.python.known_by(self.owner, argument):
            self._take(argument, "int | str", f"self._{argument.name}_id({{}})")
        else:
            self._take(argument, "int", "{}", "0" if self.python.can_lack_number(self.function, argument) else None)

    def _flags(self, enum):
        kind, parts = self.python.enum_class(enum), []
        for one in enum["values"]:
            member = self.python.names.member(enum, one["name"])
            self.keywords.append(f"{member.lower()}: bool = False")
            parts.append(f"({kind}.{member} if {member.lower()} else 0)")
        return " | ".join(parts)

    def _words(self, argument):
        self._take(argument, "CpuSetLike", "words_of({})")

    def _pointer(self, argument):
        self._take(argument, "CpuSetLike | None", "maybe_words({})", "None")

    def _struct(self, argument):
        struct = self.shapes.structs[argument.type]
        if not self.shapes.is_sized(argument.type):
            record = self.python.record(argument.type)
            self._take(argument, record, f"pack({record}, ({{}},))")
            return
        pairs = []
        flags = next((one for one in struct["fields"] if one["name"] == "flags"), None)
        if flags and flags["type"] in self.python.enums:
            pairs.append(f'"flags": {self._flags(self.python.enums[flags["type"]])}')
        for name, field, _ in members(struct, self.shapes.structs):
            enum = self.python.enums.get(field["type"])
            said = name + "_" if keyword.iskeyword(name) else name
            if enum:
                kind = self.python.enum_class(enum)
                hint = kind if is_flags(enum) else f"{kind} | str"
                self.keywords.append(f"{said}: {hint} = {self.python.zero(enum)}")
                pairs.append(f'"{name}": number({kind}, {said})')
            elif name != "flags":
                self.keywords.append(f"{said}: int = 0")
                pairs.append(f'"{name}": {said}')
        self.passed.append(f'packed("{argument.type}", {{{", ".join(pairs)}}})')

    def _rows(self, argument):
        record = self.python.record(argument.type)
        arena = ", arena" if any(one.name == "arena" for one in self.arguments) else ""
        if arena:
            self.before.append("arena = bytearray()")
        self._take(argument, f"Iterable[{record}]", f"packed_{argument.name}")
        self.before.append(f"packed_{argument.name} = pack({record}, {argument.name}{arena})")

    def _rows_inout(self, argument):
        self._take(argument, "Any", f"writable({self.python.record(argument.type)}, {{}})")

    # ---- results

    def _out(self, argument, hint, value, is_handle=False, of_refusal=None):
        raw = f"out_{argument.name}"
        said = argument.name
        if said == "out":
            said = argument.type.rpartition("_")[2] if argument.kind != "document_out" else "document"
        self._outs.append(_Out(raw, said, hint, value.format(raw), is_handle, of_refusal and of_refusal.format(raw)))

    def _text_out(self, argument):
        self._out(argument, "str", "{}")

    def _document_out(self, argument):
        self._out(argument, "str", "{}")

    def _words_out(self, argument):
        self._out(argument, "CpuSet", "CpuSet._from_words({})")

    def _numbers_out(self, argument):
        self._out(argument, "list[int]", f'numbers("{self.python.code(argument.type)}", {{}})')

    def _lent(self, argument):
        return self.python.rules.lender(self.function, argument.type) is not None

    def _rows_out(self, argument):
        record = self.python.record(argument.type)
        if self._lent(argument):
            self._out(argument, f"Rows[{record}]", f"Rows({record}, {{0}}, out_texts)")
            self._outs.append(_Out("out_texts", None, "", ""))
        else:
            self._out(argument, f"Rows[{record}]", f"Rows({record}, {{}})")

    def _struct_out(self, argument):
        record = self.python.record(argument.type)
        if self._sized:
            self._out(argument, record, f"Rows({record}, {{0}}, out_texts)[0]")
            self._outs.append(_Out("out_texts", None, "", ""))
        elif argument.type == "koord_refusal":
            self._out(argument, "Refusal | None", f"refusal_of(unpacked({record}, {{}}))")
        else:
            fields = [one["name"] for one in self.shapes.structs[argument.type]["fields"] if one["type"] == "koord_refusal"]
            is_answer = "refusal" in fields and any(one.kind in ("handle_out", "text_out") for one in self.arguments)
            read = f"unpacked({record}, {{}})"
            self._out(argument, record, read, False, f"refusal_of({read}.refusal)" if is_answer else None)

    def _handle_out(self, argument):
        kind = f"koord.{camel(argument.type)}"
        is_refusable = any(one.type == "koord_refusal" or one.type.endswith("_info") for one in self.arguments)
        if self.python.may_be_null(self.function) and not is_refusable:
            self._out(argument, f"{kind} | None", f"None if {{0}} is None else {kind}._of({{0}})")
        else:
            self._out(argument, kind, f"{kind}._of({{}})", is_refusable)

    def _number_out(self, argument):
        enum = self.python.enums.get(argument.type)
        self._out(argument, self.python.enum_class(enum) if enum else "int", f"{self.python.enum_class(enum)}({{}})" if enum else "{}")


class _Out:
    """One value of the compiled half's result; `said` is its name in the result, or None for a part
    of the previous one.
    """

    def __init__(self, name, said, hint, value, is_handle=False, of_refusal=None):
        self.name, self.said, self.hint, self.value = name, said, hint, value
        self.is_handle, self.of_refusal = is_handle, of_refusal
