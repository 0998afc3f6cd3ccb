"""Writes the exports of the library: the linker's version script and Debian's list of symbols.

The experimental half has a version node named for the release, so that a program that uses it runs
with that release only.
"""

from marks import SCRIPT

STABLE = "KOORD_1.0"
FIRST = "0.1.0"  # first release with these symbols


def emit(interface, names):
    nodes = {STABLE: [], experimental_node(interface): []}
    is_experimental = {header["name"]: header.get("experimental", False) for header in interface["headers"]}
    for function in interface["functions"]:
        node = experimental_node(interface) if is_experimental[function["header"]] else STABLE
        nodes[node].append(function["name"])
    script, symbols = "", ""
    for node, functions in nodes.items():
        exports = "".join(f"    {name};\n" for name in sorted(functions))
        script += f"{node} {{\n  global:\n{exports}" + (f"}} {STABLE};\n" if script else "  local:\n    *;\n};\n")
        symbols += f" {node}@{node} {FIRST}\n" + "".join(f" {name}@{node} {FIRST}\n" for name in sorted(functions))
    return {
        "src/capi/generated/libkoord.map": SCRIPT + script,
        "packaging/debian/libkoord1.symbols": f"{SCRIPT}libkoord.so.1 libkoord1 #MINVER#\n* Build-Depends-Package: libkoord-dev\n"
        + symbols,
    }


def experimental_node(interface):
    """Returns KOORD_EXPERIMENTAL_0_2 for 0.2.0: its contents may change in the next release."""
    version = {macro["name"]: macro["value"] for macro in interface["macros"]}
    return f"KOORD_EXPERIMENTAL_{version['KOORD_VERSION_MAJOR']}_{version['KOORD_VERSION_MINOR']}"
