"""Writes docs/reference/calls: a page for each header, with all its declarations and their
comments.
"""

import re

from header_path import path_of
from marks import TEXT
from prose import first_sentence

WIDTH = 100
FOLDER = "docs/reference/calls"
TYPES = ("handles", "enums", "structs", "callbacks")


def emit(interface, names):
    pages = {f"{FOLDER}/{header['name']}.md": _page(header, interface) for header in interface["headers"]}
    return {f"{FOLDER}/README.md": _index(interface["headers"]), **pages}


def _mark():
    return f"<!-- {TEXT} -->\n"


def _index(headers):
    lines = [_mark() + "# The C interface, header by header\n"]
    lines += ["`koord.h` includes the stable half always, and the [experimental half](#experimental) where it is asked to."]
    lines += ["[The ABI](../../embed/abi.md#two-halves) states what is promised for each.\n"]
    for title, experimental in (("Stable", False), ("Experimental", True)):
        lines.append(f"## {title}\n")
        if experimental:
            lines.append("For programs that define `KOORD_EXPERIMENTAL` before the include.\n")
        lines.append("| Header | |\n|---|---|")
        for header in headers:
            if header.get("experimental", False) == experimental:
                about = _inline(first_sentence(" ".join(header["comment"])))
                lines.append(f"| [{header['name']}.h]({header['name']}.md) | {about} |")
        lines.append("")
    return "\n".join(lines)


def _page(header, interface):
    name = header["name"]
    lines = [f"{_mark()}# {path_of(header)}\n", *_text(header["comment"]), ""]
    if header.get("experimental"):
        lines.append("Define `KOORD_EXPERIMENTAL` before the include.\n")
    inside = {part: [one for one in interface[part] if one["header"] == name] for part in (*TYPES, "functions")}
    macros = [one for part in ("macros", "macro_calls") for one in interface[part] if one["header"] == name]
    if macros:
        rows = [f"| `{_macro(one)}` | {one.get('value', '')} | {_said(one)} |" for one in macros]
        lines += ["## Macros\n", "| Macro | Value | |", "|---|---|---|", *rows, ""]
    if any(inside[part] for part in TYPES):
        lines.append("## Types\n")
    for one in inside["handles"]:
        lines += [f"### {one['name']}\n", *_text(one.get("comment", [])), ""]
        if one.get("synchronized"):
            lines.append("Any threads may use one at any time.\n")
    for one in inside["enums"]:
        lines += [f"### {one['name']}\n", *_text(one.get("comment", [])), "", *_values(one), ""]
    for one in inside["structs"]:
        lines += [f"### {one['name']}\n", *_text(one.get("comment", [])), "", f"{one['size']} bytes.\n", *_fields(one), ""]
    for one in inside["callbacks"]:
        lines += [f"### {one['name']}\n", *_declaration(one, f"(*{one['name']})"), *_text(one.get("comment", [])), ""]
    if inside["functions"]:
        lines.append("## Functions\n")
    for one in inside["functions"]:
        lines += [f"### {one['name']}\n", *_declaration(one, one["name"]), *_text(_with_list(one))]
        if "described_with" in one:
            lines.append(f"Same as [{one['described_with']}](#{one['described_with']}).")
        nullable = [f"`{parameter['name']}`" for parameter in one["parameters"] if parameter.get("nullable")]
        if nullable:
            lines.append(f"\nMay be NULL: {', '.join(nullable)}.")
        lines.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _macro(one):
    return one["name"] + (f"({', '.join(one['parameters'])})" if "parameters" in one else "")


def _values(enum):
    rows = [f"| `{one['name']}` | {one['value']} | {_said(one)} |" for one in enum["values"]]
    return ["| Value | Number | |", "|---|---|---|", *rows]


def _fields(struct):
    rows = []
    for one in struct["fields"]:
        kind = one["type"] + (f"[{one['length']}]" if "length" in one else "")
        rows.append(f"| `{one['name']}` | `{kind}` | {_said(one)} |")
    return ["| Field | Type | |", "|---|---|---|", *rows]


def _declaration(function, name):
    """Returns a declaration as in the header, without its tags."""
    result = function["result"] + ("" if function["result"].endswith("*") else " ")
    parameters = [f"{one['type']}{'' if one['type'].endswith('*') else ' '}{one['name']}" for one in function["parameters"]] or ["void"]
    lines, line = [], f"{result}{name}("
    indent = " " * len(line)
    for at, one in enumerate(parameters):
        end = ", " if at + 1 < len(parameters) else ");"
        if len(line) + len(one) + len(end.rstrip()) > WIDTH:
            lines.append(line.rstrip())
            line = indent
        line += one + end
    return ["```c", *lines, line, "```", ""]


def _text(comment):
    return [re.sub(r"^( *)>", r"\1\\>", _inline(line)) for line in comment]  # no quotations


def _with_list(function):
    """Returns a function's comment with the descriptions of its parameters, "name  text", as a list."""
    names = {parameter["name"] for parameter in function["parameters"]}
    out, item = [], False
    for line in function.get("comment", []):
        described = re.match(r"(\w+(?:, \w+)*)  +(?=\S)(.*)", line)
        if described and names.issuperset(described.group(1).split(", ")):
            if not item and out and out[-1]:
                out.append("")
            out.append("- " + ", ".join(f"`{name}`" for name in described.group(1).split(", ")) + f": {described.group(2)}")
            item = True
        elif item and line.startswith("  "):
            out.append("  " + line.strip())
        else:
            if item and line:
                out.append("")
            out.append(line)
            item = False
    return out


def _inline(text):
    """Escapes Markdown markup outside code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        parts[at] = parts[at].replace("&", "&amp;").replace("<", "&lt;").replace("*", "\\*")
        parts[at] = re.sub(r"\b(koord_\w+|KOORD_\w+)", r"`\1`", parts[at])
        parts[at] = re.sub(r"\bdocs/([\w/-]+\.md)\b", lambda page: f"[{page[1].rpartition('/')[2]}](../../{page[1]})", parts[at])
    return "`".join(parts)


def _said(entry):
    """Returns a comment for the cell of a table."""
    return _inline(" ".join(entry.get("comment", []))).replace("|", "\\|")
