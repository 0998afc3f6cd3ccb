"""What the library exports: the linker's version script and Debian's list of symbols."""

from marks import SCRIPT

NODE = "KOORD_1.0"
FIRST = "0.1.0"  # the release that had them first


def emit(interface, names):
    functions = sorted(function["name"] for function in interface["functions"])
    exports = "".join(f"    {name};\n" for name in functions)
    symbols = "".join(f" {name}@{NODE} {FIRST}\n" for name in functions)
    return {
        "src/capi/libkoord.map": f"{SCRIPT}{NODE} {{\n  global:\n{exports}  local:\n    *;\n}};\n",
        "packaging/debian/libkoord1.symbols": f"{SCRIPT}libkoord.so.1 libkoord1 #MINVER#\n* Build-Depends-Package: libkoord-dev\n"
        f" {NODE}@{NODE} {FIRST}\n{symbols}",
    }
