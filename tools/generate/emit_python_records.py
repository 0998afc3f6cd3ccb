"""Writes koord/records.py: every output struct as a Python class."""

import keyword

from emit_python_enums import WIDTH, docstring, python_prose
from fields import members
from marks import PYTHON
from prose import first_sentence, wrapped
from shapes import Shapes

HEAD = '''"""Results of the library: records, and rows of them that NumPy reads in place.

Amounts of CPU are milli-CPU if the name contains milli, and whole CPUs otherwise; memory is in bytes.
"""

from __future__ import annotations

from typing import NamedTuple

'''
# Names of methods of tuples.
TAKEN = {"count": "count_", "index": "position"}


def emit(interface, names):
    shapes = Shapes(interface)
    structs = [one for one in interface["structs"] if not (shapes.is_option(one["name"]) or shapes.is_error(one["name"]))]
    functions = {function["name"]: function for function in interface["functions"]}
    prose = python_prose(names, interface)
    used, calls, body = set(), False, ""
    for struct in structs:
        lines = list(_class(struct, names, prose, used)) + list(_methods(struct, names, prose, functions))
        calls = calls or any("_koord." in line for line in lines)
        body += "\n\n" + "\n".join(lines) + "\n"
    classes = sorted(names.struct_class(struct["name"]) for struct in structs)
    imports = "from . import _koord\nfrom ._rows import pack, record\n" if calls else "from ._rows import record\n"
    imports += "from .enums import (\n" + "".join(f"    {name},\n" for name in sorted(used, key=str.casefold)) + ")\n"
    listed = "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in classes) + "]\n"
    return {"bindings/python/src/koord/records.py": PYTHON + HEAD + imports + listed + body}


def _class(struct, names, prose, used):
    yield f'@record("{struct["name"]}")'
    yield f"class {names.struct_class(struct['name'])}(NamedTuple):"
    yield from docstring(prose.of(struct))
    yield ""
    for name, field, kind in members(struct, names.structs):
        said = field_name(name)
        yield from wrapped(prose.of(field), WIDTH, "    #: ")
        yield f"    {said}: {_type(struct, field, kind, names, used)}"


def field_name(name):
    return name + "_" if keyword.iskeyword(name) else TAKEN.get(name, name)


def _type(struct, field, kind, names, used):
    if kind in ("text", "characters"):
        return "str"
    if kind == "struct":
        return names.struct_class(field["type"])
    if field["type"] == "koord_bool":
        return "bool"
    enum = names.enum_of_field(field)
    if enum is None:
        return "int"
    used.add(names.enum_class("python", enum))
    return names.enum_class("python", enum)


def _methods(struct, names, prose, functions):
    """Yields __str__, if a function formats the struct, and methods that combine two of its fields.
    """
    record = names.struct_class(struct["name"])
    text = functions.get(f"{struct['name']}_format")
    if text and text["parameters"][0]["type"] == f"const {struct['name']} *":
        yield from ("", "    def __str__(self) -> str:")
        yield f"        return _koord.{text['name'].removeprefix('koord_')}(pack({record}, (self,)))"
    json = functions.get(f"{struct['name']}_to_json")
    if json and json["parameters"][0]["type"] == f"const {struct['name']} *":
        yield from ("", "    def to_json(self) -> str:")
        yield from docstring(first_sentence(prose.of(json)), "        ")
        yield f"        return _koord.{json['name'].removeprefix('koord_')}(pack({record}, (self,)))"
    by_type = {field["type"]: field["name"] for field in reversed(struct["fields"])}
    for field in struct["fields"]:
        spelled = functions.get(f"{field['type']}_get_name")
        if spelled and len(spelled["parameters"]) > 1 and all(one["type"] in by_type for one in spelled["parameters"]):
            given = ", ".join(f"self.{by_type[one['type']]}" for one in spelled["parameters"])
            yield from ("", "    @property", f"    def {field['name']}_name(self) -> str:")
            yield from docstring(first_sentence(prose.of(spelled)), "        ")
            yield f"        return _koord.{spelled['name'].removeprefix('koord_')}({given})"
