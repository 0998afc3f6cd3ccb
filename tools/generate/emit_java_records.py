"""Writes output structs as Java records that are read from memory."""

import re

import java_by_hand
from comments import text_of
from emit_java_enums import FOLDER
from fields import members
from java_places import of_struct, struct_method
from javadoc import WIDTH, block, head, java_prose, spoken
from names import is_flags, lower_camel
from prose import first_sentence
from shapes import Shapes

NUMBERS = {1: ("int", "m.u8()"), 4: ("int", "m.i32()"), 8: ("long", "m.i64()")}


def emit(interface, names):
    prose, shapes = java_prose(names, interface), Shapes(interface)
    nested = {field["type"] for struct in interface["structs"] for field in struct["fields"]}
    made = {}
    for struct in interface["structs"]:
        if not shapes.is_error(struct["name"]) and not shapes.is_option(struct["name"]):
            record = _Record(struct, names, prose, shapes, struct["name"] in nested)
            made[f"{FOLDER}{record.name}.java"] = head() + "\n".join(record.lines()) + "\n"
    return made


def _arguments(shapes, kinds):
    for function in shapes.functions.values():
        for argument in shapes.arguments(function):
            if argument.kind in kinds:
                yield function, argument


class _Record:
    def __init__(self, struct, names, prose, shapes, is_nested):
        self.name, self._struct, self._names, self._prose = names.struct_class(struct["name"]), struct, names, prose
        self._is_nested = is_nested
        # Structs that are passed back to the library unchanged keep unknown numbers.
        self._own = [
            function for function, _ in _arguments(shapes, ("struct",)) if of_struct(function, shapes) == struct["name"]
        ]
        self._is_row = any(argument.type == struct["name"] for _, argument in _arguments(shapes, ("rows", "pointer")))
        self._shapes = shapes
        self._shown = [(self._label(label, field), field, kind) for label, field, kind in members(struct, names.structs)]

    def _enum(self, field):
        """Returns the enum that a field holds, or None if it is a plain number."""
        enum = self._names.enum_of_field(field)
        return enum if enum and not is_flags(enum) else None

    def _label(self, label, field):
        return lower_camel(label) + ("Code" if self._own and self._enum(field) else "")

    def lines(self):
        flags = [(label, field, _flags(field, self._names)) for label, field, _ in self._shown if _flags(field, self._names)]
        about = {label: "flags, which the methods below test" for label, _, _ in flags}
        said = [
            (label, about.get(label) or self._prose.of(field) or spoken(field["name"])) for label, field, _ in self._shown
        ]
        yield from block(self._prose.of(self._struct), parameters=said)
        components = [f"{self._type(field, kind)} {label}" for label, field, kind in self._shown]
        mixin = java_by_hand.mixin_of(self.name)
        end = f") implements {mixin} {{" if mixin else ") {"
        line = f"public record {self.name}({', '.join(components)}{end}"
        yield line if len(line) <= WIDTH else f"public record {self.name}(\n    " + ",\n    ".join(components) + end
        for label, field, enum in flags:
            yield from _tests(label, field, enum, self._names, self._prose)
        if self._own:
            yield from self._of_codes()
            yield from self._methods()
        if self._own or self._is_row:
            yield from self._write()
        yield from self._read()
        yield "}"

    def _type(self, field, kind):
        if not self._own:
            return _type(self._struct, field, kind, self._names)
        return "String" if kind == "characters" else NUMBERS[field["size"]][0]

    def _of_codes(self):
        for label, field, _ in self._shown:
            enum = self._enum(field)
            if enum:
                kind = self._names.enum_class("java", enum)
                yield from block(self._prose.of(field) or spoken(field["name"]), "  ", result=f"{{@code {label}}} as a name")
                yield f"  public {kind} {label.removesuffix('Code')}() {{"
                yield f"    return {kind}.of({label});"
                yield from ("  }", "")

    def _methods(self):
        """Yields methods for the functions named after the struct: its text and documents."""
        for function in self._own:
            kinds = [argument.kind for argument in self._shapes.arguments(function)]
            name = struct_method(function, self._struct["name"])
            yield from block(first_sentence(self._prose.of(function)), "  ", result="the text")
            yield from (f"  public String {name}() {{", "    try (Frame f = Frame.open()) {")
            yield f"      Memory row = f.zeros(KoordRaw.{self._struct['name']}_size);"
            yield "      write(row);"
            if "text_out" in kinds:
                yield "      return f.text(\n          (room, capacity, needed) ->"
                yield f"              KoordRaw.{function['name']}(row.address(), room, capacity, needed, f.error()));"
            else:
                yield f"      return f.document(out -> KoordRaw.{function['name']}(row.address(), out, f.error()));"
            yield from ("    }", "  }", "")
            if name == "text":
                yield from ("  @Override", "  public String toString() {", "    return text();", "  }", "")

    def _write(self):
        kinds = {id(field): (label, kind) for label, field, kind in self._shown}
        texts = any(kind == "text" for _, kind in kinds.values())
        yield f"  void write(Memory m{', Texts texts' if texts else ''}) {{"
        for field in self._struct["fields"]:
            label, kind = kinds.get(id(field), (None, None))
            if kind == "text":
                yield f"    texts.put(m, {label});"
            elif kind == "struct":
                yield f"    {label}.write(m);"
            elif label:
                coded = ".code()" if self._enum(field) and not self._own else ""
                yield f"    m.put({'(byte) ' if field['size'] == 1 else ''}{label}{coded});"
            elif "length" in field:
                yield f"    m.skip({field['size']});"
            elif not (texts and field["name"].endswith("_length")):
                yield f"    m.put({'0' if field['size'] == 4 else '0L'});"
        yield from ("  }", "")

    def _read(self):
        """Yields the code that reads the fields in memory order."""
        fields = {id(field): kind for _, field, kind in self._shown}
        reads, hidden = [], []
        arena = any(kind == "text" for kind in fields.values())
        for field in self._struct["fields"]:
            if id(field) in fields:
                reads.append(self._reading(field, fields[id(field)]))
            elif field["name"] not in ("struct_size", "flags") and not field["name"].endswith("_length"):
                hidden.append((len(reads), field))
        if any(position < len(reads) for position, _ in hidden):
            raise ValueError(f"{self._struct['name']}: a field without meaning before one with it")
        yield f"  static {self.name} read(Memory m{', Memory arena' if arena else ''}) {{"
        if self._struct["fields"][0]["name"] == "struct_size":
            yield "    m.seek(8);"
        if self._is_nested and hidden:
            yield f"    {self.name} read =\n        new {self.name}(\n" + _filled(reads, 12) + ");"
            for _, field in hidden:
                skipped = f"m.skip({field['size']})" if "length" in field else NUMBERS[field["size"]][1]
                yield f"    {skipped}; // {field['name']}: what follows begins behind it"
            yield "    return read;"
        else:
            yield f"    return new {self.name}(\n" + _filled(reads, 8) + ");"
        yield "  }"

    def _reading(self, field, kind):
        if kind == "text":
            return "m.text(arena)"
        if kind == "characters":
            return f"m.text({field['length']})"
        if kind == "struct":
            return f"{self._names.struct_class(field['type'])}.read(m)"
        number = NUMBERS[field["size"]][1]
        enum = None if self._own else self._enum(field)
        return f"{self._names.enum_class('java', enum)}.of({number})" if enum else number


def _flags(field, names):
    """Returns the flags that a field holds, or None for other fields."""
    enum = names.enum_of_field(field)
    return enum if enum and is_flags(enum) else None


def _type(struct, field, kind, names):
    if kind in ("text", "characters"):
        return "String"
    if kind == "struct":
        return names.struct_class(field["type"])
    enum = names.enum_of_field(field)
    return names.enum_class("java", enum) if enum and not is_flags(enum) else NUMBERS[field["size"]][0]


def flag_methods(field, enum, names, prose):
    """Yields a method for each flag, those that the field's comment names or all: (name, number,
    comment).
    """
    named = [one for one in enum["values"] if re.search(rf"\b{one['name']}\b(?!\*)", text_of(field))]
    for one in named or enum["values"]:
        member = names.member(enum, one["name"])
        yield lower_camel(member.lower().removeprefix("is_")), one, prose.of(one) or spoken(member)


def _tests(label, field, enum, names, prose):
    for name, one, said in flag_methods(field, enum, names, prose):
        yield from block(said, "  ", result="true if the flag is set")
        yield f"  public boolean {name}() {{"
        yield f"    return ({label} & KoordRaw.{one['name']}) != 0;"
        yield from ("  }", "")


def _filled(reads, indent):
    lines = [" " * indent]
    for position, one in enumerate(reads):
        one += "," if position + 1 < len(reads) else ""
        if lines[-1].strip() and len(lines[-1]) + len(one) + 3 > WIDTH:
            lines.append(" " * indent)
        lines[-1] += ("" if not lines[-1].strip() else " ") + one
    return "\n".join(lines)
