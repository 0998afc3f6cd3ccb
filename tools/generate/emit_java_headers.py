"""The headers that SWIG reads: it follows no #include. Before them what crosses in a way of its own: texts, which are a
pointer and a length, and functions that lend texts, as those look to SWIG like functions that return a name."""

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
    lines += [f'%include "koord/{header["name"]}.h"\n' for header in interface["headers"]]
    return {"bindings/java/src/main/swig/headers.i": C + "".join(lines)}


def _lends(function):
    """Bytes of a handle, and how many they are."""
    types = [parameter["type"] for parameter in function["parameters"]]
    return function["result"] == "const char *" and types[1:] == ["size_t *"]
