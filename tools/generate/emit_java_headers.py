"""The headers that SWIG reads: it follows no #include. Before them what crosses in a way of its own: texts, which are a
pointer and a length, and functions that lend texts, as those look to SWIG like functions that return a name; and what
does not cross: documents and callbacks, which koord.i has functions of its own for, and numbers that Java has no type for."""

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
    lines += [f'%include "koord/{header["name"]}.h"\n' for header in interface["headers"]]
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
    """Bytes of a handle, and how many they are."""
    types = [parameter["type"] for parameter in function["parameters"]]
    return function["result"] == "const char *" and types[1:] == ["size_t *"]
