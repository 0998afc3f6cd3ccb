"""The structs and fields of koord.h for the native half of the Python package: the compiler fills in where they lie."""

from marks import CXX
from shapes import Shapes

HEAD = """// X(struct, KOORD_FIELD(struct, field) ...) for every struct; whoever expands fields defines KOORD_FIELD.
// clang-format off
#ifndef KOORD_PYTHON_STRUCTS_H_
#define KOORD_PYTHON_STRUCTS_H_

#define KOORD_STRUCTS(X) \\
"""


def emit(interface, names):
    shapes, lines = Shapes(interface), []
    for struct in interface["structs"]:
        if not shapes.is_error(struct["name"]):
            fields = " ".join(f"KOORD_FIELD({struct['name']}, {field['name']})" for field in struct["fields"])
            lines.append(f"  X({struct['name']}, {fields})")
    return {
        "bindings/python/src/structs.h": CXX + HEAD + " \\\n".join(lines) + "\n\n#endif  // KOORD_PYTHON_STRUCTS_H_\n"
    }
