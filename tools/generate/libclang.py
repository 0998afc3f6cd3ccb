"""Loads Debian's Python binding of libclang in any Python; it needs no other package."""

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
    """Returns the reason for which the header cannot be read here, or None."""
    if cindex is None:
        return "no libclang for Python: python3-clang-14"
    try:
        cindex.Index.create()
    except cindex.LibclangError as error:
        return f"libclang cannot be loaded: {str(error).splitlines()[0]}"
    return None
