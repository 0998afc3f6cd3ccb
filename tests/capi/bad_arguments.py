"""bad_arguments.py INTERFACE HEADER SOURCE: writes wrappers for the functions of koord.h from abi/interface.json. Each wrapper calls
its function with one invalid argument, for every argument and every kind of invalidity, and then with the original arguments.
Invalid calls must be refused with an error that names the argument. The programs that call every function (every_*.c) are
compiled with the wrappers, so they also check that a refused call changed nothing.

Invalid arguments are: NULL unless the header says KOORD_NULLABLE; lengths, counts, strides and widths that exceed any memory;
numbers outside of enums and sets of flags; in input structs a struct_size of no version, a nonzero byte after the known fields,
an unknown number or flag, an invalid count or stride, and nonzero padding.
"""

import dataclasses
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/generate"))
import interface as interfaces  # noqa: E402
from comments import text_of  # noqa: E402
from shapes import Shapes  # noqa: E402

# KOORD_NUL is a valid length of texts only.
LENGTHS = ["SIZE_MAX - 1", "SIZE_MAX / 2 + 1"]
COUNTS = ["KOORD_NUL", *LENGTHS]
STRIDES = ["4097", "(size_t)1 << 40", "KOORD_NUL", "SIZE_MAX / 2 + 1"]
SHORT_STRIDES = ["0", "1"]  # without rows no stride is too short
WIDTHS = [*COUNTS, "(size_t)1 << 60"]
# Invalid values of struct fields with 32 bits.
FIELD_SIZES = {
    "count": ["UINT32_MAX", "(uint32_t)1 << 31", "(uint32_t)1 << 20"],
    "stride": ["UINT32_MAX", "(uint32_t)1 << 31", "4097", "1"],
    "words": ["UINT32_MAX", "(uint32_t)1 << 31", "(uint32_t)1 << 29", "129"],
}
IF, STRUCT = "if", "struct"  # parts of a variant: a condition in C, and C that changes the struct `bad`
NO_NUMBER, NO_FLAG = "INT32_MAX", "(uint32_t)1 << 31"


@dataclasses.dataclass
class Bad:
    """One argument that is invalid in several ways; `changed` has the replaced parameters and their values for each way."""

    what: str
    likes: list  # names that an error may use for it
    changed: list
    struct: str = ""  # the parameter whose struct is changed


def spoken(name):
    """Returns the names that an error may use for a parameter."""
    return [name, name.rpartition("_")[2], name.removesuffix("_count").removesuffix("_length")]


def of_argument(argument, function, shapes):
    first, rest = argument.parameters[0], argument.parameters[1:]
    name, kind = argument.name, argument.kind
    size = rest[-1]["name"] if rest and rest[-1]["type"] == "size_t" else rest[-2]["name"] if len(rest) > 1 else None
    if kind == "error":
        return
    if first["type"].endswith("*") and (kind == "text" or not argument.is_nullable):
        yield Bad(name, spoken(name), [{name: "NULL", **({size: "1"} if size else {})}])
    for one in rest:
        if one["type"] == "size_t *" and not one.get("nullable"):
            yield Bad(one["name"], spoken(one["name"]), [{one["name"]: "NULL"}])
        elif one["type"] == "size_t":
            ways = LENGTHS if kind == "text" else STRIDES if one["name"].endswith("stride") else WIDTHS if "word" in one["name"] else COUNTS
            changed = [{one["name"]: way} for way in ways]
            if ways is STRIDES:
                changed += [{one["name"]: way, IF: f"{size} > 0"} for way in SHORT_STRIDES]
            yield Bad(one["name"], [*spoken(one["name"]), name], changed)
    if kind == "number" and argument.type in shapes.enums:
        way = NO_FLAG if argument.type.endswith("_flags") else NO_NUMBER
        yield Bad(name, spoken(name), [{name: way}])
    if argument.type in shapes.structs and (kind in ("struct", "struct_inout", "struct_out")):
        pointers = {one["name"] for one in function["parameters"] if one["type"].endswith("*")}
        yield from of_struct(argument, shapes, pointers, kind == "struct_out")


def of_struct(argument, shapes, pointers, is_out):
    name, struct = argument.name, shapes.structs[argument.type]
    fields = {field["name"]: field for field in struct["fields"]}
    sized = "struct_size" in fields

    def bad(field, ways):
        changed = [{STRUCT: f"bad.{field} = {way}", IF: f"{name} != NULL"} for way in ways]
        return Bad(f"{name}.{field}", [f"{name}.{field}", f"{name}: {field}", field], changed, name)

    if sized:
        yield bad("struct_size", ["0", "1", "7", "(uint32_t)1 << 20"])
        yield Bad(f"{name}: newer", [name, "struct_size"], [{STRUCT: "bad.struct_size += 8; behind[7] = 1", IF: f"{name} != NULL"}], name)
    if is_out or not sized:  # a struct without a size is a result, which a newer library may extend
        return
    for field in struct["fields"]:
        base, _, end = field["name"].rpartition("_")
        if field["type"] in shapes.enums:
            yield bad(field["name"], [NO_FLAG if field["name"] == "flags" or field["type"].endswith("_flags") else NO_NUMBER])
        elif field["name"] == "flags" and sized:
            yield bad("flags", [NO_FLAG])
        elif field["name"] == "reserved" and "length" not in field and text_of(field) in ("", "0"):
            yield bad("reserved", ["1"])
        elif field["name"] == "words" and "sets" in pointers or end in ("count", "stride") and {base, base + "s"} & pointers:
            yield bad(field["name"], FIELD_SIZES[end if base else "words"])


class Writer:
    def __init__(self, interface):
        self.shapes = Shapes(interface)
        self.rows, self.defined, self.wrapped, self.voids = [], [], [], []
        for function in interface["functions"]:
            if function["result"] == "koord_status":
                self.wrap(function)
            elif any(one["type"].endswith("*") for one in function["parameters"]):
                nothing = ", ".join("NULL" if one["type"].endswith("*") else "0" for one in function["parameters"])
                self.voids.append(f"  {function['name']}({nothing});")

    def wrap(self, function):
        names = [one["name"] for one in function["parameters"]]
        body = []
        for argument in self.shapes.arguments(function):
            for bad in of_argument(argument, function, self.shapes):
                body += [self.probe(function, names, argument, bad, way) for way in bad.changed]
                likes = ", ".join(f'"{one}"' for one in dict.fromkeys(bad.likes))
                self.rows.append(f'  {{"{function["name"]}", "{bad.what}", {{{likes}}}, 0}},')
        if not body:
            return
        self.wrapped.append(function["name"])
        parameters = ", ".join(f"{one['type']}{'' if one['type'].endswith('*') else ' '}{one['name']}" for one in function["parameters"])
        called = f"return ({function['name']})({', '.join(names)});"
        self.defined.append(f"koord_status bad_{function['name']}({parameters}) {{\n  koord_error said;\n  " + "\n  ".join(body) + f"\n  {called}\n}}")

    def probe(self, function, names, argument, bad, way):
        given = {name: name for name in names} | {name: value for name, value in way.items() if name not in (IF, STRUCT)}
        if names[-1] == "err":
            given["err"] = "&said"
        setup = ""
        if bad.struct:
            kind = argument.type
            setup = f"struct {{ {kind} bad; unsigned char behind[64]; }} room; room.bad = *{bad.struct}; memset(room.behind, 0, 64); "
            setup += "; ".join(f"room.{part.strip()}" for part in way[STRUCT].split(";")) + "; "
            given[bad.struct] = "&room.bad"
        call = f"({function['name']})({', '.join(given[name] for name in names)})"
        return f"if ({way.get(IF, 1)}) {{ {setup}memset(&said, 0, sizeof said); see({len(self.rows)}, {call}, &said); }}"


SOURCE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bad_arguments.h"

#define MANY 4

static struct {
  const char *function, *what, *likes[MANY];
  int refusals;
} bad[] = {
%(rows)s
};

/* What returns no status takes NULL, and answers with nothing. */
static void take_nothing(void) {
%(voids)s
}

/* Called as it should be, each function was refused each of its bad arguments at least once. */
static void check_all(void) {
  size_t i, never = 0;
  for (i = 0; i < sizeof bad / sizeof bad[0]; ++i)
    if (bad[i].refusals == 0) {
      fprintf(stderr, "%%s: no error named %%s\\n", bad[i].function, bad[i].what);
      ++never;
    }
  if (never > 0) _Exit(1);
}

static void see(size_t at, koord_status status, const koord_error *said) {
  static int registered;
  int i;
  if (!registered) {
    registered = atexit(check_all) == 0;
    take_nothing();
  }
  if (status == KOORD_OK) {
    fprintf(stderr, "%%s: went on with a bad %%s\\n", bad[at].function, bad[at].what);
    _Exit(1);
  }
  if (status != KOORD_E_INVALID && status != KOORD_E_LIMIT) return;
  for (i = 0; i < MANY && bad[at].likes[i] != NULL; ++i)
    if (strstr(said->message, bad[at].likes[i]) != NULL) {
      ++bad[at].refusals;
      return;
    }
}

%(defined)s
"""


def main():
    path, header, source = sys.argv[1:]
    writer = Writer(interfaces.parse(pathlib.Path(path).read_text(encoding="utf-8")))
    declared = [one.partition(" {\n")[0] + ";" for one in writer.defined]
    macros = [f"#define {name}(...) bad_{name}(__VA_ARGS__)" for name in writer.wrapped]
    pathlib.Path(header).write_text(
        '#pragma once\n#define KOORD_EXPERIMENTAL 1\n#include "koord.h"\n' + "\n".join(declared + macros) + "\n", encoding="utf-8"
    )
    made = SOURCE % {"rows": "\n".join(writer.rows), "voids": "\n".join(writer.voids), "defined": "\n\n".join(writer.defined)}
    pathlib.Path(source).write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
