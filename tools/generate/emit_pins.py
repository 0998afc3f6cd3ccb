"""Writes layouts and numbers as C assertions, which every compiler checks against the header."""

from marks import C

HEADER = """/* Compiles only while every layout and number is what it was when this file was written. (abidiff sees neither a
 * renumbered anonymous enum nor everything that moves inside a struct.) */
#include "pins.h"
"""


def emit(interface, names):
    lines = []
    for enum in interface["enums"]:
        lines += ["", f"SIZE({enum['name']}, 4);"]
        lines += [f"CONSTANT({one['name']}, {one['value']});" for one in enum["values"]]
    for struct in interface["structs"]:
        lines += ["", f"SIZE({struct['name']}, {struct['size']});"]
        lines += [
            f"FIELD({struct['name']}, {field['name']}, {field['offset']}, {field['size']});"
            for field in struct["fields"]
        ]
    lines += [""]
    lines += [f"CONSTANT({macro['name']}, {macro['value']});" for macro in interface["macros"] if not is_version(macro)]
    return {"tests/abi/pins.c": C + HEADER + "\n".join(lines) + "\n"}


def is_version(macro):
    return macro["name"].startswith("KOORD_VERSION_")
