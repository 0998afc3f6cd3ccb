#!/usr/bin/env python3
"""Writes the files that mirror include/koord.h and include/koord/: generate.py [--from-json] [OUT]

Reads the headers of this tree through libclang, writes abi/interface.json, and from that everything
else: into this tree, or below OUT. With --from-json it reads abi/interface.json instead of the
headers. The exit status is 77 if libclang is missing.
"""

import pathlib
import sys

import emit_cpp
import emit_device_plugins
import emit_exports
import emit_java_enums
import emit_java_exceptions
import emit_java_handles
import emit_java_headers
import emit_java_options
import emit_java_records
import emit_java_rows
import emit_java_sizes
import emit_pins
import emit_python_classes
import emit_python_enums
import emit_python_errors
import emit_python_native
import emit_python_records
import emit_python_structs
import emit_reasons
import emit_reference
import interface as interfaces
import libclang
from names import Names
from problem import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = pathlib.Path(__file__).resolve().parent / "names.toml"
JSON = "abi/interface.json"
EMITTERS = (
    emit_cpp,
    emit_device_plugins,
    emit_exports,
    emit_pins,
    emit_reasons,
    emit_reference,
    emit_python_classes,
    emit_python_enums,
    emit_python_errors,
    emit_python_native,
    emit_python_records,
    emit_python_structs,
    emit_java_enums,
    emit_java_exceptions,
    emit_java_handles,
    emit_java_headers,
    emit_java_options,
    emit_java_records,
    emit_java_rows,
    emit_java_sizes,
)
NO_LIBCLANG = 77


def files(root, from_json):
    """Returns path and text of every generated file."""
    if from_json:
        made = {}
    else:
        import header

        made = {JSON: interfaces.write(header.read(root / "include/koord.h"))}
    interface = interfaces.parse(made[JSON] if JSON in made else (root / JSON).read_text(encoding="utf-8"))
    names = Names(NAMES, interface)
    for emitter in EMITTERS:
        made |= emitter.emit(interface, names)
    return made


def main(arguments):
    from_json = arguments[:1] == ["--from-json"]
    out = pathlib.Path(arguments[from_json]) if arguments[from_json:] else ROOT
    if len(arguments) > from_json + 1 or any(one.startswith("-") for one in arguments[from_json:]):
        print(__doc__, file=sys.stderr)
        return 2
    if not from_json and libclang.why_not():
        print(f"generate: skipped: {libclang.why_not()}", file=sys.stderr)
        return NO_LIBCLANG
    try:
        made = files(ROOT, from_json)
    except Problem as problem:
        print(f"generate: {problem}", file=sys.stderr)
        return 1
    for name, text in made.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"generate: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
