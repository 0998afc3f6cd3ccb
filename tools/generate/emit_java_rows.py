"""Writes rows in reusable memory, whose fields are read one by one without creating objects."""

from emit_java_enums import FOLDER
from emit_java_records import flag_methods
from javadoc import block, head, java_prose, spoken
from names import is_flags, lower_camel
from shapes import Shapes

ROW = [("row", "its index, from 0")]


def emit(interface, names):
    prose, shapes = java_prose(names, interface), Shapes(interface)
    filled = {
        argument.type
        for function in interface["functions"]
        for argument in shapes.arguments(function)
        if argument.kind == "rows_up_to"
    }
    made = {}
    for name in sorted(filled):
        text = "\n".join(_class(shapes.structs[name], names, prose)) + "\n"
        made[f"{FOLDER}{names.struct_class(name)}Rows.java"] = head() + text
    return made


def _class(struct, names, prose):
    name = names.struct_class(struct["name"])
    yield from block(f"Rows of {{@link {name}}}, which are read from native memory without copies.")
    yield f"abstract class {name}Rows {{"
    for field in struct["fields"]:
        yield f"  static final int {field['name'].upper()} = {field['offset']};"
    yield ""
    yield "  /** The number of a row that so many bytes are before. */"
    yield "  abstract int i32(int row, int offset);"
    for field in struct["fields"]:
        if field["size"] != 4:
            raise ValueError(f"{struct['name']}.{field['name']}: rows are read in numbers of 4 bytes")
        enum = names.enum_of_field(field)
        number = f"i32(row, {field['name'].upper()})"
        if enum and is_flags(enum):
            for label, one, said in flag_methods(field, enum, names, prose):
                yield from _method("boolean", label, said, f"({number} & KoordRaw.{one['name']}) != 0")
            continue
        kind = names.enum_class("java", enum) if enum else "int"
        said = prose.of(field) or spoken(field["name"])
        yield from _method(kind, lower_camel(field["name"]), said, f"{kind}.of({number})" if enum else number)
    yield "}"


def _method(kind, name, said, value):
    yield ""
    yield from block(said, "  ", ROW, f"{name} of the row")
    yield f"  public {kind} {name}(int row) {{"
    yield f"    return {value};"
    yield "  }"
