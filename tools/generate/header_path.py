"""Paths of the headers that abi/interface.json lists."""


def path_of(header):
    """Returns the path below include/ of a header, a member of `headers` in abi/interface.json."""
    return f"koord/experimental/{header['name']}.h" if header.get("experimental") else f"koord/{header['name']}.h"
