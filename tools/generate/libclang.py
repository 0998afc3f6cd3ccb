"""Debian's Python binding of libclang, from any Python: it needs no other package."""

import sys

try:
    from clang import cindex
except ImportError:
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        from clang import cindex
    except ImportError:
        cindex = None
    finally:
        sys.path.pop()


def why_not():
    """Why the header cannot be read here; None where it can."""
    if cindex is None:
        return "no libclang for Python: python3-clang-14"
    try:
        cindex.Index.create()
    except cindex.LibclangError as error:
        return f"libclang cannot be loaded: {str(error).splitlines()[0]}"
    return None
