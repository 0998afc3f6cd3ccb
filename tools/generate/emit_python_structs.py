"""Writes the structs and fields of koord.h for the native half of the Python package. The compiler
fills in the offsets.
"""

from marks import CXX
from shapes import Shapes

HEAD = """// X(struct, fields) for every struct; a field is KOORD_NUMBER or KOORD_CHARACTERS (struct, field),
// or KOORD_STRUCT (struct, field, the struct that it is). The includer defines these three.
// clang-format off
#ifndef KOORD_PYTHON_STRUCTS_H_
#define KOORD_PYTHON_STRUCTS_H_

#define KOORD_STRUCTS(X) \\
"""


def emit(interface, names):
    shapes, lines = Shapes(interface), []
    for struct in interface["structs"]:
        if not shapes.is_error(struct["name"]):
            fields = " ".join(_field(struct["name"], field, shapes) for field in struct["fields"])
            lines.append(f"  X({struct['name']}, {fields})")
    return {
        "bindings/python/src/structs.h": CXX + HEAD + " \\\n".join(lines) + "\n\n#endif  // KOORD_PYTHON_STRUCTS_H_\n"
    }


def _field(struct, field, shapes):
    if field["type"] in shapes.structs:
        return f"KOORD_STRUCT({struct}, {field['name']}, {field['type']})"
    return f"KOORD_{'CHARACTERS' if 'length' in field else 'NUMBER'}({struct}, {field['name']})"
