#!/usr/bin/env -S python3 -B
"""Writes koord.h and the headers in koord/ as one header: amalgamate.py [OUT]

It is for projects that keep a copy, and for checks that read one text. The tags for tools
(KOORD_NULLABLE and the like) are left out. Without OUT it is written to standard output.
"""

import pathlib
import re
import sys

import interface as interfaces
from header_path import path_of
from marks import C
from problem import Problem

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENING = '#ifdef __cplusplus\nextern "C" {\n#endif\n'
CLOSING = "#ifdef __cplusplus\n}\n#endif\n"
TAGS = re.compile(r"/\*(?:(?!\*/).)*\*/\n#if defined\(KOORD_TAGS\).*?\n#endif\n", flags=re.DOTALL)
TAG = re.compile(r"\bKOORD_(?:NULLABLE|OPTIONAL|DOCUMENT|BOOL|OF\(\w+\)) | KOORD_SYNCHRONIZED\b")


def amalgamate(folder, headers):
    """Returns the text. `headers` is the member of that name in abi/interface.json."""
    umbrella = (folder / "koord.h").read_text(encoding="utf-8")
    about = umbrella[: umbrella.index("#ifndef ")]
    parts = {False: [], True: []}
    for header in headers:
        text = (folder / path_of(header)).read_text(encoding="utf-8")
        parts[header.get("experimental", False)].append(_inside(header["name"], text))
    system, stable = _without_includes("\n".join(parts[False]))
    more, experimental = _without_includes("\n".join(parts[True]))
    includes = "".join(sorted(set(system + more)))
    return (
        f"{C}/* clang-format off */\n{about}#ifndef KOORD_H_\n#define KOORD_H_\n\n{includes}\n{OPENING}\n{stable}\n#ifdef KOORD_EXPERIMENTAL\n\n"
        f"{experimental}\n#endif /* KOORD_EXPERIMENTAL */\n\n{CLOSING}#endif /* KOORD_H_ */\n"
    )


def _inside(name, text):
    """Returns the first comment, the includes and the declarations of a header."""
    guard = f"KOORD_{name.upper()}_H_"
    about, start, rest = text.partition(f"#ifndef {guard}\n#define {guard}\n")
    before, opening, body = rest.partition(OPENING)
    body, closing, after = body.rpartition(CLOSING)
    if not (start and opening and closing) or after != f"#endif /* {guard} */\n":
        raise Problem(f"{name}.h:1", f'keeps to no form: #ifndef {guard}, #define, includes, extern "C", declarations, #endif')
    before = re.sub(r"#ifndef KOORD_EXPERIMENTAL\n#error .*\n#endif\n", "", before)
    about = about.replace(" * SPDX-License-Identifier: Apache-2.0", "").replace("\n */", " */")
    return "\n".join(part.strip() + "\n" for part in (about, before, body) if part.strip())


def _without_includes(text):
    system = re.findall(r"^#include <.*>\n", text, flags=re.M)
    text = re.sub(r"^#include .*\n", "", text, flags=re.M)
    return system, re.sub(r"\n{3,}", "\n\n", TAG.sub("", TAGS.sub("", text)))


def main(arguments):
    if len(arguments) > 1:
        sys.exit(__doc__.splitlines()[0])
    interface = interfaces.parse((ROOT / "abi/interface.json").read_text(encoding="utf-8"))
    try:
        text = amalgamate(ROOT / "include", interface["headers"])
    except Problem as problem:
        sys.exit(f"amalgamate: {problem}")
    if arguments:
        pathlib.Path(arguments[0]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
