"""Remarks of the library - odd but usable input - go to the logger "koord"."""

from __future__ import annotations

import logging

logger = logging.getLogger("koord")
# A library is silent until its program configures logging.
logger.addHandler(logging.NullHandler())

_INFO = 1


def remark(level: int, message: str) -> None:
    """Called by the compiled half, on the thread of the call and once it is over."""
    logger.log(logging.INFO if level <= _INFO else logging.WARNING, "%s", message)
