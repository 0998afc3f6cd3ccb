"""API objects from files, file objects and dictionaries."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Union

from . import _calls
from .enums import AddedResult, Status
from .errors import InvalidError, UnsupportedError
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


def text_of(source: Source) -> str:
    """Returns all objects of a source as JSON documents, separated by new lines.

    YAML needs PyYAML. Raises OSError for a file that cannot be read, InvalidError for a text that
    is neither JSON nor YAML, UnsupportedError for YAML without PyYAML.
    """
    return "\n".join(_texts(source))


def _texts(source: Source) -> Iterable[str]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield _as_json(file.read(), os.fspath(source))
    elif isinstance(source, Mapping):
        yield json.dumps(source, allow_nan=False)
    elif hasattr(source, "read"):
        yield _as_json(source.read(), str(getattr(source, "name", "file")))
    elif isinstance(source, Iterable):
        for each in source:
            yield from _texts(each)
    else:
        raise TypeError(f"expected paths, files or objects, not {type(source).__name__}")


def _as_json(data: str | bytes, name: str) -> str:
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidError(Status.INVALID, f"{name}: is not UTF-8: {error.reason} at byte {error.start}") from None
    if text.lstrip()[:1] in ("{", "[", "") and not name.endswith((".yaml", ".yml")):
        return text
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        raise UnsupportedError(Status.UNSUPPORTED, f"{name}: is YAML: install PyYAML, or convert the file to JSON") from None
    try:
        documents = [each for each in yaml.safe_load_all(text) if each is not None]
        return "\n".join(json.dumps(each, allow_nan=False, default=_time) for each in documents)
    except (yaml.YAMLError, TypeError, ValueError, RecursionError) as error:
        raise InvalidError(Status.INVALID, f"{name}: {' '.join(str(error).split())}") from None


def _time(value: Any) -> str:
    """YAML has times; in objects they are texts."""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise TypeError(f"found {type(value).__name__}, which JSON does not have")
