"""Structs that calls answer with as records of Java, read from memory."""

import re

from comments import text_of
from emit_java_enums import FOLDER
from emit_java_options import is_option
from fields import members
from javadoc import WIDTH, block, head, java_prose, spoken
from names import is_flags, lower_camel
from shapes import Shapes

NUMBERS = {4: ("int", "m.i32()"), 8: ("long", "m.i64()")}


def emit(interface, names):
    prose, shapes = java_prose(names, interface), Shapes(interface)
    nested = {field["type"] for struct in interface["structs"] for field in struct["fields"]}
    made = {}
    for struct in interface["structs"]:
        if not names.is_by_hand("java", struct["name"]) and not is_option(struct, shapes):
            name = names.struct_class(struct["name"])
            text = "\n".join(_record(name, struct, names, prose, struct["name"] in nested))
            made[f"{FOLDER}{name}.java"] = head() + text + "\n"
    return made


def _record(name, struct, names, prose, is_nested):
    shown = [(lower_camel(label), field, kind) for label, field, kind in members(struct, names.structs)]
    flags = [
        (label, field, _flags(struct, field, names)) for label, field, kind in shown if _flags(struct, field, names)
    ]
    about = {label: "bits that the methods below read" for label, _, _ in flags}
    said = [(label, about.get(label) or prose.of(field) or spoken(field["name"])) for label, field, _ in shown]
    yield from block(prose.of(struct), parameters=said)
    components = [f"{_type(struct, field, kind, names)} {label}" for label, field, kind in shown]
    line = f"public record {name}({', '.join(components)}) {{"
    yield line if len(line) <= WIDTH else f"public record {name}(\n    " + ",\n    ".join(components) + ") {"
    for label, field, enum in flags:
        yield from _tests(label, field, enum, names, prose)
    yield from _read(name, struct, shown, names, is_nested)
    yield "}"


def _flags(struct, field, names):
    """The set of flags that a field holds; None: it is another field."""
    enum = names.enum_of_field(field)
    return enum if enum and is_flags(enum) else None


def _type(struct, field, kind, names):
    if kind in ("text", "characters"):
        return "String"
    if kind == "struct":
        return names.struct_class(field["type"])
    enum = names.enum_of_field(field)
    return names.enum_class("java", enum) if enum and not is_flags(enum) else NUMBERS[field["size"]][0]


def _tests(label, field, enum, names, prose):
    """A method a flag: those that the field's comment names, or all."""
    named = [one for one in enum["values"] if re.search(rf"\b{one['name']}\b(?!\*)", text_of(field))]
    for one in named or enum["values"]:
        member = names.member(enum, one["name"])
        yield from block(prose.of(one) or spoken(member), "  ")
        yield f"  public boolean {lower_camel(member.lower().removeprefix('is_'))}() {{"
        yield f"    return ({label} & KoordRaw.{one['name']}) != 0;"
        yield from ("  }", "")


def _read(name, struct, shown, names, is_nested):
    """Field after field, in the order of memory."""
    fields = {id(field): kind for _, field, kind in shown}
    reads, hidden = [], []
    arena = any(kind == "text" for kind in fields.values())
    for field in struct["fields"]:
        if id(field) in fields:
            reads.append(_reading(struct, field, fields[id(field)], names))
        elif field["name"] not in ("struct_size", "flags") and not field["name"].endswith("_length"):
            hidden.append((len(reads), field))
    if any(position < len(reads) for position, _ in hidden):
        raise ValueError(f"{struct['name']}: a field without meaning before one with it")
    yield f"  static {name} read(Memory m{', Memory arena' if arena else ''}) {{"
    if struct["fields"][0]["name"] == "struct_size":
        yield "    m.seek(8);"
    if is_nested and hidden:
        yield f"    {name} read =\n        new {name}(\n" + _filled(reads, 12) + ");"
        for _, field in hidden:
            yield f"    {NUMBERS[field['size']][1]}; // {field['name']}: what follows begins behind it"
        yield "    return read;"
    else:
        yield f"    return new {name}(\n" + _filled(reads, 8) + ");"
    yield "  }"


def _reading(struct, field, kind, names):
    if kind == "text":
        return "m.text(arena)"
    if kind == "characters":
        return f"m.text({field['length']})"
    if kind == "struct":
        return f"{names.struct_class(field['type'])}.read(m)"
    enum = names.enum_of_field(field)
    number = NUMBERS[field["size"]][1]
    return f"{names.enum_class('java', enum)}.of({number})" if enum and not is_flags(enum) else number


def _filled(reads, indent):
    lines = [" " * indent]
    for position, one in enumerate(reads):
        one += "," if position + 1 < len(reads) else ""
        if lines[-1].strip() and len(lines[-1]) + len(one) + 3 > WIDTH:
            lines.append(" " * indent)
        lines[-1] += ("" if not lines[-1].strip() else " ") + one
    return "\n".join(lines)
