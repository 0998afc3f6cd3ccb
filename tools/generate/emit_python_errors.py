"""Writes koord/errors.py: an exception for each failure status."""

import builtins

from emit_python_enums import docstring, python_prose
from marks import PYTHON
from python_words import error_class

PATH = "bindings/python/src/koord/errors.py"
STATUS = "koord_status"
HEAD = '''"""Exceptions: one class for each status of the library."""

from __future__ import annotations

from ._error import KoordError as KoordError
from ._error import from_status as from_status
from .enums import Status

__all__ = [
'''


def emit(interface, names):
    prose = python_prose(names, interface)
    enum = names.enum_of_type(STATUS)
    failures = [one for one in enum["values"] if one["value"] < 0]
    classes = sorted(["KoordError", *(error_class(one["name"]) for one in failures)])
    text = PYTHON + HEAD + "".join(f'    "{name}",\n' for name in classes) + "]\n"
    for one in failures:
        text += "\n\n" + "\n".join(_class(one, names, prose)) + "\n"
    return {PATH: text}


def _class(one, names, prose):
    name = error_class(one["name"])
    extends = names.error_base("python", one["name"]) or _namesake(name)
    status = f"status=Status.{names.member(names.enum_of_type(STATUS), one['name'])}"
    yield f"class {name}({', '.join(filter(None, ('KoordError', extends, status)))}):"
    yield from docstring(prose.of(one))


def _namesake(name):
    """Returns the built-in error of the same name: KoordIOError is also an IOError."""
    namesake = getattr(builtins, name.removeprefix("Koord"), None)
    return namesake and namesake.__name__
