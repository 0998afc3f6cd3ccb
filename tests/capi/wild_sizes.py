"""Writes wrappers of the functions of koord.h that take sizes, or structs with sizes of their arrays: each calls its function
with every size gone astray first, one at a time, which is to be refused with an error that names it, and then as it was called. The programs that call every
function (every_*.c) are compiled with them."""

import re
import sys

KINDS = {
    # KOORD_NUL is a length that texts may have, and what only they may have.
    "text": ["SIZE_MAX - 1", "SIZE_MAX / 2 + 1"],
    "stride": ["KOORD_NUL", "SIZE_MAX / 2 + 1", "(size_t)1 << 40", "4097"],
    "count": ["KOORD_NUL", "SIZE_MAX - 1", "SIZE_MAX / 2 + 1"],
    "words": ["KOORD_NUL", "SIZE_MAX - 1", "SIZE_MAX / 2 + 1", "(size_t)1 << 60"],
}
# Of fields of structs, which are 32 bits wide.
FIELD_KINDS = {
    "stride": ["UINT32_MAX", "(uint32_t)1 << 31", "4097"],
    "count": ["UINT32_MAX", "(uint32_t)1 << 31", "(uint32_t)1 << 20"],
    "words": ["UINT32_MAX", "(uint32_t)1 << 31", "(uint32_t)1 << 29", "129"],
}
# No sizes of anything in memory: positions, which have bounds of their own, and a range of which SIZE_MAX is all.
OTHERS = {("koord_preemption_get_victims", "row"), ("koord_cluster_plan_preemption", "row"), ("koord_plan_get_step_cpus", "step"),
          ("koord_cluster_get_step_status", "step"), ("koord_cluster_get_step_devices", "step"), ("koord_query_set_nodes", "count")}


def without_comments(header):
    return re.sub(r"/\*.*?\*/", "", header, flags=re.S)


def structs(header):
    """The 32-bit fields of each struct."""
    return {name: re.findall(r"uint32_t (\w+);", body)
            for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", without_comments(header))}


def fields(parameters, known):
    """(struct parameter, its type, field, kind) of sizes that stand in a struct: `words`, those of the sets of the call, and
    x_count and x_stride, those of its array xs or x."""
    arrays = {name_of(parameter) for parameter in parameters if "*" in parameter}
    for parameter in parameters:
        match = re.fullmatch(r"const (koord_\w+) ?\* ?(\w+)", parameter)
        for field in known.get(match.group(1), []) if match else []:
            base, _, kind = field.rpartition("_")
            if field == "words" and "sets" in arrays or kind in ("count", "stride") and {base, base + "s"} & arrays:
                yield match.group(2), match.group(1), field, kind


def functions(header):
    text = without_comments(header)
    for returned, name, arguments in re.findall(r"KOORD_API\s+([\w ]+?[ *]+)(koord_\w+)\(([^;]*?)\)\s*;", text, re.S):
        parameters = [" ".join(argument.split()) for argument in arguments.split(",")]
        if returned.strip() == "koord_status":
            yield name, parameters


def name_of(parameter):
    return re.search(r"(\w+)$", parameter).group(1)


def kind_of(parameters, at):
    name = name_of(parameters[at])
    if name.endswith("stride") or name == "row_size":
        return "stride"
    if name in ("words", "word_count"):
        return "words"
    is_text = parameters[at - 1].startswith("const char *") and name.endswith("length") and name != "arena_length"
    return "text" if is_text else "count"


def sizes(name, parameters):
    for at, parameter in enumerate(parameters):
        if re.fullmatch(r"size_t \w+", parameter) and (name, name_of(parameter)) not in OTHERS:
            yield at, kind_of(parameters, at)


def words_for(parameters, at):
    """What an error may call a size: by its name, or by that of the array that it belongs to."""
    name = name_of(parameters[at])
    pointer = next(name_of(p) for p in reversed(parameters[:at]) if "*" in p)
    return [name, name.split("_")[-1], re.sub(r"_(length|count|stride|size|capacity)$", "", name), pointer]


def main():
    header, out_header, out_source = sys.argv[1:]
    with open(header, encoding="utf-8") as file:
        text = file.read()
    known = structs(text)
    found = [(name, parameters) for name, parameters in functions(text)
             if any(sizes(name, parameters)) or any(fields(parameters, known))]
    declared, defined, rows = ['#pragma once', '#include "koord.h"'], [], []
    for name, parameters in found:
        signature = f"koord_status wild_{name}({', '.join(parameters)})"
        names = [name_of(parameter) for parameter in parameters]
        declared += [signature + ";"]
        body = []
        for at, kind in sizes(name, parameters):
            for value in KINDS[kind]:
                given = ", ".join("&said" if i + 1 == len(names) else value if i == at else names[i]
                                  for i in range(len(names)))
                body.append(f"  memset(&said, 0, sizeof said);\n"
                            f"  see({len(rows)}, ({name})({given}), &said);")
            likes = ", ".join(f'"{word}"' for word in words_for(parameters, at))
            rows.append(f'  {{"{name}", "{names[at]}", {{{likes}}}, 0}},')
        for struct, kind_of_struct, field, kind in fields(parameters, known):
            for value in FIELD_KINDS[kind]:
                given = ", ".join("&said" if i + 1 == len(names) else f"&wild_{struct}" if each == struct else each
                                  for i, each in enumerate(names))
                body.append(f"  if ({struct} != NULL) {{\n    {kind_of_struct} wild_{struct} = *{struct};\n"
                            f"    wild_{struct}.{field} = {value};\n    memset(&said, 0, sizeof said);\n"
                            f"    see({len(rows)}, ({name})({given}), &said);\n  }}")
            likes = ", ".join([f'"{struct}.{field}"'] * 4)
            rows.append(f'  {{"{name}", "{struct}.{field}", {{{likes}}}, 0}},')
        defined.append(f"{signature} {{\n  koord_error said;\n" + "\n".join(body) + f"\n  return ({name})({', '.join(names)});\n}}")
    macros = [f"#define {name}(...) wild_{name}(__VA_ARGS__)" for name, _ in found]
    with open(out_header, "w", encoding="utf-8") as file:
        file.write("\n".join(declared + macros) + "\n")
    with open(out_source, "w", encoding="utf-8") as file:
        file.write(f"""#include "wild_sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {{
  const char *function, *size, *likes[4];
  int refusals;
}} sizes[] = {{
{chr(10).join(rows)}
}};

/* Called as it should be, each function was refused for each of its sizes at least once. */
static void check_all(void) {{
  size_t i, never = 0;
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; ++i)
    if (sizes[i].refusals == 0) {{
      fprintf(stderr, "%s: no error named %s\\n", sizes[i].function, sizes[i].size);
      ++never;
    }}
  if (never > 0) _Exit(1);
}}

static void see(size_t at, koord_status status, const koord_error *said) {{
  static int registered;
  int i;
  if (!registered) registered = atexit(check_all) == 0;
  if (status == KOORD_OK) {{
    fprintf(stderr, "%s: went on with a wild %s\\n", sizes[at].function, sizes[at].size);
    _Exit(1);
  }}
  if (status != KOORD_E_INVALID && status != KOORD_E_LIMIT) return;
  for (i = 0; i < 4; ++i)
    if (strstr(said->message, sizes[at].likes[i]) != NULL) {{
      ++sizes[at].refusals;
      return;
    }}
}}

""" + "\n\n".join(defined) + "\n")


if __name__ == "__main__":
    main()
