"""Sends the library's log messages to the logger "koord"."""

from __future__ import annotations

import logging

logger = logging.getLogger("koord")
# A library logs nothing until the program configures logging.
logger.addHandler(logging.NullHandler())

_INFO = 1


def remark(level: int, message: str) -> None:
    """Logs a message of the library. Called by the compiled half after the call, on its thread."""
    logger.log(logging.INFO if level <= _INFO else logging.WARNING, "%s", message)
