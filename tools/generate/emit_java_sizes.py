"""The sizes of structs for Java, which SWIG asks the C compiler for."""

from marks import C


def emit(interface, names):
    lines = [f"KOORD_SIZE({struct['name']})\n" for struct in interface["structs"]]
    return {"bindings/java/src/main/swig/structs.i": C + "".join(lines)}
