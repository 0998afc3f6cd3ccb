"""The binding covers all of koord.h: its functions, constants and structs."""

from __future__ import annotations

import enum
import importlib.metadata
import re
import tomllib

import koord
from conftest import ROOT
from koord import _koord, _rows, enums, records

INCLUDED = re.findall(r'^#include "(koord/(?:experimental/)?\w+\.h)"', (ROOT / "include/koord.h").read_text(), re.MULTILINE)
HEADER = "\n".join((ROOT / "include" / name).read_text() for name in INCLUDED)
CODE = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
SOURCES = "\n".join(file.read_text() for file in sorted((ROOT / "bindings/python/src").glob("*.[ch]*")))


def functions() -> set[str]:
    return set(re.findall(r"\b(koord_\w+)\(", " ".join(re.findall(r"KOORD_API[^;]*;", CODE))))


def test_every_function_is_called() -> None:
    found = functions()
    assert len(found) > 200
    called = set(re.findall(r"\b(koord_\w+)\b", SOURCES))
    # documents become values at once, so they are never shared
    assert found - called == {"koord_buffer_ref"}


def test_every_function_has_a_face() -> None:
    """The package's Python files use every function of the compiled half."""
    package = "\n".join(file.read_text() for file in sorted((ROOT / "bindings/python/src/koord").glob("*.py")))
    offered = {name for name in dir(_koord) if name.islower() and not name.startswith("_")}
    assert {name for name in offered if f"_koord.{name}" not in package} == set()


def test_every_constant_is_a_member() -> None:
    members = {int(value) for kind in vars(enums).values() if isinstance(kind, type) for value in _values(kind)}
    names = {
        (name, int(value))
        for kind in vars(enums).values()
        if isinstance(kind, type) and issubclass(kind, enum.IntEnum | enum.IntFlag)
        for name, value in kind.__members__.items()
    }
    missing = []
    for name, value in re.findall(r"\bKOORD_(\w+) = (-?\d+)", CODE):
        assert int(value) in members
        if name.startswith("LOG_"):
            continue  # becomes a level of logging
        elif not any(name.endswith(member.removeprefix("V")) and number == int(value) for member, number in names):
            missing.append(name)
    assert missing == []


def _values(kind: type) -> list[int]:
    return list(kind) if issubclass(kind, enum.IntEnum | enum.IntFlag) else []


def test_layouts_have_all_fields() -> None:
    structs = re.findall(r"typedef struct (koord_\w+) \{(.*?)\n\} \1;", CODE, re.DOTALL)
    assert len(structs) == len(_koord.LAYOUTS) + 1  # koord_error becomes an exception
    for name, body in structs:
        if name == "koord_error":
            continue
        size, fields = _koord.LAYOUTS[name]
        assert [field[0] for field in fields] == re.findall(r"(\w+)(?:\[\w+\])?;", body), name
        assert max(offset + width for _, offset, width, _, _ in fields) <= size


def test_records_have_all_fields() -> None:
    plumbing = {"struct_size", "zero", "reserved", "flags"}
    for cls, name in _rows._STRUCT_OF.items():
        wanted = {re.sub(r"_(offset|length)$", "", field[0]) for field in _koord.LAYOUTS[name][1]} - plumbing
        had = {_rows._RENAMED.get(field, field) for field in cls._fields} - plumbing  # type: ignore[attr-defined]
        assert had == wanted, name
    assert {getattr(records, name) for name in records.__all__} == set(_rows._STRUCT_OF)


def test_version() -> None:
    parts = [re.search(rf"KOORD_VERSION_{part} (\d+)", HEADER) for part in ("MAJOR", "MINOR", "PATCH")]
    assert koord.__version__ == ".".join(part.group(1) for part in parts if part)
    assert koord.version() >= (0, 1, 0)


def test_installed_facts() -> None:
    """The metadata of build trees and distribution packages equals that of pyproject.toml."""
    facts = importlib.metadata.distribution("koord")
    assert facts.version == koord.__version__ and facts.read_text("top_level.txt") == "koord\n"
    project = (ROOT / "bindings/python/pyproject.toml").read_text()
    for field, key in (("Name", "name"), ("Summary", "description"), ("Requires-Python", "requires-python")):
        assert f'{key} = "{facts.metadata[field]}"' in project
    declared = tomllib.loads(project)["project"]["optional-dependencies"]
    extras = {(extra, wanted) for extra, all_wanted in declared.items() for wanted in all_wanted}
    found = {tuple(reversed(re.split(r"; extra == '(\w+)'", wanted)[:2])) for wanted in facts.requires or []}
    assert extras and found == extras


def test_everything_public_is_documented() -> None:
    missing = []
    for name in koord.__all__:
        thing = getattr(koord, name)
        if not callable(thing) or name in ("Document", "Source"):
            continue
        if not thing.__doc__:
            missing.append(name)
        if isinstance(thing, type) and issubclass(thing, koord.Handle):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
                    if not (value.__doc__ or getattr(value, "__func__", value).__doc__):
                        missing.append(f"{name}.{member}")
    assert missing == []
