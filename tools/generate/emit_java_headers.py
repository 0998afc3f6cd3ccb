"""The headers that SWIG reads: it follows no #include."""

from marks import C


def emit(interface, names):
    lines = [f'%include "koord/{header["name"]}.h"\n' for header in interface["headers"]]
    return {"bindings/java/src/main/swig/headers.i": C + "".join(lines)}
