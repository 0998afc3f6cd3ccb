"""API objects from files, file objects and dictionaries."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, Union

from . import _calls
from .enums import AddedResult, Status
from .errors import InvalidError, KoordError, LimitError, UnsupportedError
from .pod import Pod
from .records import AddedObject

__all__ = ["AddedObjects", "Source"]


class _Readable(Protocol):
    def read(self) -> Any: ...


#: A path, an open file, an object such as the result of json.load, or several of these.
Source = Union[str, "os.PathLike[str]", _Readable, Mapping[str, Any], "Iterable[Source]"]


class AddedObjects(_calls.AddedObjects):
    """The objects of a text, and the result of each. Immutable, counted, shared by any threads."""

    __slots__ = ()

    @property
    def pending(self) -> list[Pod]:
        """Returns the pods that have no node yet, those of workloads among them, in the order of
        the text. They are not in the cluster: place them with Cluster.reserve.
        """
        rows = [i for i, row in enumerate(self.rows) if row.result == AddedResult.PENDING]
        return [pod for pod in map(self.pod, rows) if pod is not None]

    @property
    def refused(self) -> list[AddedObject]:
        """Returns the rows of objects that could not be added; their messages tell why."""
        return [row for row in self.rows if row.result == AddedResult.REFUSED]


class FileText(NamedTuple):
    """The JSON documents of a file, and its name; "" for an object in memory."""

    name: str
    json: str


def texts_of(source: Source) -> list[FileText]:
    """Returns all objects of a source as JSON documents.

    YAML needs PyYAML. Raises OSError for a file that cannot be read, InvalidError for one that is
    empty, or neither JSON nor YAML, LimitError for YAML with too many aliases, and UnsupportedError
    for YAML without PyYAML. Errors begin with the name of the file.
    """
    return list(_texts(source))


def joined(texts: Iterable[FileText]) -> str:
    """Returns the documents of all files. The empty lists end what a file leaves open, so that the
    next file does not continue it.
    """
    return "".join(["[]", *(f"\n{each.json}\n[]" for each in texts)])


def _texts(source: Source) -> Iterable[FileText]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield _as_json(file.read(), os.fspath(source))
    elif isinstance(source, Mapping):
        yield FileText("", json.dumps(source, allow_nan=False))
    elif hasattr(source, "read"):
        yield _as_json(source.read(), str(getattr(source, "name", "file")))
    elif isinstance(source, Iterable):
        for each in source:
            yield from _texts(each)
    else:
        raise TypeError(f"expected paths, files or objects, not {type(source).__name__}")


def _as_json(data: str | bytes, name: str) -> FileText:
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidError(Status.INVALID, f"{name}: is not UTF-8: {error.reason} at byte {error.start}") from None
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if not start:
        raise InvalidError(
            Status.INVALID,
            f"{name}: empty; kubectl get prints nothing if the cluster lacks one of the resource types: leave that type out",
        )
    # Several JSON documents between lines "---" are YAML.
    if start in "{[" and not name.endswith((".yaml", ".yml")) and "\n---" not in text:
        return FileText(name, text)
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        raise UnsupportedError(Status.UNSUPPORTED, f"{name}: is YAML: install PyYAML, or convert the file to JSON") from None
    try:
        documents = [each for each in yaml.load_all(text, Loader=_loader(yaml, name)) if each is not None]
        return FileText(name, "\n".join(json.dumps(each, allow_nan=False, default=_time) for each in documents))
    except KoordError:
        raise
    except (yaml.YAMLError, TypeError, ValueError, RecursionError) as error:
        raise InvalidError(Status.INVALID, f"{name}: {' '.join(str(error).split())}") from None


#: Limits of the values and bytes that the aliases of a file stand for, as in koordctl.
_MOST_VALUES = 200_000
_MOST_BYTES = 16 << 20


def _loader(yaml: Any, name: str) -> Any:
    """Returns PyYAML's safe loader, with a limit on what the aliases of a file stand for: a short
    text can name a value that is exponentially larger when each alias is written out.
    """

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        def __init__(self, stream: str) -> None:
            super().__init__(stream)
            self._open: list[Any] = []
            self._sizes: dict[int, tuple[Any, int, int]] = {}  # by id; the node keeps its id in use
            self._values = self._bytes = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            mark = self.peek_event().start_mark if self.check_event(yaml.AliasEvent) else None
            self._open.append(parent)
            node = super().compose_node(parent, index)
            if mark is not None:
                self._count(node, f"{name}: YAML line {mark.line + 1}: ")
            self._open.pop()
            return node

        def _count(self, node: Any, where: str) -> None:
            if any(node is each for each in self._open):
                raise InvalidError(Status.INVALID, f"{where}an alias of itself")
            values, size = self._size(node)
            self._values += values
            self._bytes += size
            if self._values > _MOST_VALUES:
                raise LimitError(Status.LIMIT, f"{where}more than {_MOST_VALUES} values, aliases written out")
            if self._bytes > _MOST_BYTES:
                raise LimitError(Status.LIMIT, f"{where}more than {_MOST_BYTES >> 20} MiB of text, aliases written out")

        def _size(self, node: Any) -> tuple[int, int]:
            """Returns the number of values and bytes of a node, with aliases written out."""
            if isinstance(node, yaml.ScalarNode):
                return 1, len(node.value)
            if id(node) not in self._sizes:
                values, size = 1, 0
                for part in node.value:
                    for each in part if isinstance(part, tuple) else (part,):
                        more = self._size(each)
                        values, size = values + more[0], size + more[1]
                self._sizes[id(node)] = node, values, size
            return self._sizes[id(node)][1:]

    return Loader


def _time(value: Any) -> str:
    """YAML has times; in objects they are texts."""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise TypeError(f"found {type(value).__name__}, which JSON does not have")
