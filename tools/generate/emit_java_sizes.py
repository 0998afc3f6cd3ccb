"""Writes the sizes of structs for Java, which SWIG takes from the C compiler."""

from marks import C


def emit(interface, names):
    lines = [f"KOORD_SIZE({struct['name']})\n" for struct in interface["structs"]]
    return {"bindings/java/src/main/swig/structs.i": C + "".join(lines)}
