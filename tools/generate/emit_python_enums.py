"""Writes koord/enums.py: every set of numbers as a Python class."""

from java_places import of_struct
from marks import PYTHON
from names import is_flags
from prose import Prose, sentence, wrapped
from python_words import python_words
from shapes import Shapes

HEAD = '''"""Named numbers of the library.

Enumerations grow: a number that this version does not know is a member named UNKNOWN_<number>.
"""

from __future__ import annotations

from . import _koord
from ._numbers import Flags, Open

__all__ = [
'''
WIDTH = 115


class PythonProse(Prose):
    def rewrite(self, text):
        return python_words(super().rewrite(text))


def python_prose(names, interface):
    names.learn("python", _places(names, Shapes(interface)))
    made = {"constant": "{}.{}".format, "type_name": str, "call": "{}.{}".format}
    return PythonProse("python", names, interface, **made, options_are_types=False)


def _places(names, shapes):
    """Returns the Python places of functions that are not methods of handles: (function, name in
    Python).
    """
    found = {}
    for name, function in shapes.functions.items():
        struct = of_struct(function, shapes)
        enum = shapes.enums.get(name.removesuffix("_get_name"))
        if enum:
            found[name] = names.enum_class("python", enum) + ".label"
        elif struct:
            found[name] = f"{names.struct_class(struct)}.{name.removeprefix(struct + '_')}"
        elif not shapes.owner(function):
            found[name] = name.removeprefix("koord_").replace("_get_", "_")
    return found


def emit(interface, names):
    classes = {
        names.enum_class("python", enum): enum for enum in interface["enums"]
    }
    prose = python_prose(names, interface)
    functions = {function["name"]: function for function in interface["functions"]}
    text = PYTHON + HEAD + "".join(f'    "{name}",\n' for name in sorted(classes)) + "]\n"
    for name, enum in classes.items():
        text += "\n\n" + "\n".join(_class(name, enum, names, prose, functions)) + "\n"
    return {"bindings/python/src/koord/enums.py": text}


def _class(name, enum, names, prose, functions):
    yield f"class {name}({'Flags' if is_flags(enum) else 'Open'}):"
    yield from docstring(prose.of(enum))
    yield ""
    for one in enum["values"]:
        yield from wrapped(prose.of(one), WIDTH, "    #: ")
        yield f"    {names.member(enum, one['name'])} = {one['value']}"
    spelled = name_function(enum, functions)
    if spelled:
        yield ""
        yield "    @property"
        yield "    def label(self) -> str:"
        yield '        """The spelling of Kubernetes objects and reports."""'
        yield f"        return _koord.{spelled['name'].removeprefix('koord_')}(int(self))"


def name_function(enum, functions):
    """Returns the function that formats a number from the number alone."""
    found = functions.get(f"{enum['name']}_get_name")
    return found if found and len(found["parameters"]) == 1 else None


def docstring(text, indent="    "):
    lines = wrapped(sentence(text).replace("\\", "\\\\"), WIDTH, indent)
    lines[0] = f'{indent}"""{lines[0].strip()}'
    lines[-1] += '"""' if not lines[-1].endswith('"') else ' """'
    return lines
