"""Writes the headers for SWIG, which follows no #include.

Types with special mappings come first: texts, which are a pointer and a length, and functions that
lend texts, which SWIG would take for functions that return a name. Documents and callbacks, for
which koord.i has functions, and numbers without a Java type are left out.
"""

from header_path import path_of
from marks import C
from shapes import Shapes


def emit(interface, names):
    shapes = Shapes(interface)
    texts = {
        (argument.name, argument.parameters[1]["name"])
        for function in interface["functions"]
        for argument in shapes.arguments(function)
        if argument.kind == "text"
    }
    lines = [f"KOORD_TEXT({text}, {length})\n" for text, length in sorted(texts)]
    lines += [f"KOORD_LENT({function['name']})\n" for function in interface["functions"] if _lends(function)]
    lines += [f"%ignore {name};\n" for name in _ignored(interface, shapes)]
    lines += [f'%include "{path_of(header)}"\n' for header in interface["headers"]]
    return {"bindings/java/src/main/swig/headers.i": C + "".join(lines)}


def _ignored(interface, shapes):
    callbacks = [one["name"] for one in interface["callbacks"]]
    documents = {one.type for function in interface["functions"] for one in shapes.arguments(function) if one.kind == "document_out"}
    yield from callbacks
    yield from (one["name"] for one in interface["macros"] if one["value"].isidentifier())
    for function in interface["functions"]:
        takes = {parameter["type"] for parameter in function["parameters"]}
        if shapes.owner(function) in documents or takes & set(callbacks):
            yield function["name"]


def _lends(function):
    """Returns true for functions that return bytes of a handle with their length."""
    types = [parameter["type"] for parameter in function["parameters"]]
    return function["result"] == "const char *" and types[1:] == ["size_t *"]
