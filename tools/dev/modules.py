"""Reads src/modules.txt: the modules of the library in order."""

import dataclasses
import re

LINE = re.compile(r"(\w+):([\w ]*)(?:\+([\w: ]*))?# (\S.*)")


@dataclasses.dataclass(frozen=True)
class Module:
    name: str
    includes: tuple[str, ...]
    libraries: tuple[str, ...]
    purpose: str
    line: int


def read_modules(root):
    """Returns the modules by name. Raises ValueError for a line that does not describe a module."""
    modules = {}
    text = (root / "src" / "modules.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise ValueError(f"src/modules.txt:{number}: is not 'name: includes + libraries # what it is for'")
        name, includes, libraries, purpose = match.groups(default="")
        if name in modules:
            raise ValueError(f"src/modules.txt:{number}: {name} is listed twice")
        modules[name] = Module(name, tuple(includes.split()), tuple(libraries.split()), purpose, number)
    return modules


def order_problems(modules):
    """Yields violations of the bottom-to-top order of the list, including cycles: (line, text)."""
    above = set()
    for module in modules.values():
        for other in module.includes:
            if other not in modules:
                yield module.line, f"{module.name} includes {other}, which is not listed"
            elif other not in above:
                yield module.line, f"{module.name} includes {other}, which does not stand above it"
        above.add(module.name)
