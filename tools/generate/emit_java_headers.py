"""The headers that SWIG reads: it follows no #include. Before them the functions that lend texts, of which SWIG gives the
address, as to it they look like those that return a name."""

from marks import C


def emit(interface, names):
    lines = [f"KOORD_LENT({function['name']})\n" for function in interface["functions"] if _lends(function)]
    lines += [f'%include "koord/{header["name"]}.h"\n' for header in interface["headers"]]
    return {"bindings/java/src/main/swig/headers.i": C + "".join(lines)}


def _lends(function):
    """Bytes of a handle, and how many they are."""
    types = [parameter["type"] for parameter in function["parameters"]]
    return function["result"] == "const char *" and types[1:] == ["size_t *"]
