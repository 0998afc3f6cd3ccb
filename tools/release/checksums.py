"""The file SHA256SUMS of a release, in the form of sha256sum."""

import hashlib
import pathlib
import re

NAME = "SHA256SUMS"
# Files that SHA256SUMS does not list: itself and its signature.
UNLISTED = {NAME, f"{NAME}.sig"}
LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
MOST_BYTES, MOST_LINES = 4 << 20, 20000


class Malformed(Exception):
    """A SHA256SUMS that cannot be used, with the line and the reason."""


def digest(path):
    whole = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            whole.update(block)
    return whole.hexdigest()


def files(folder):
    """Returns the names of all files of a release but SHA256SUMS, by name. Links and special files are errors."""
    names = []
    for path in pathlib.Path(folder).rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise Malformed(f"{name}: found a link or a special file, expected files and folders only")
        if path.is_file() and name not in UNLISTED:
            names.append(name)
    return sorted(names)


def write(folder):
    """Writes SHA256SUMS of all files below a folder. Returns digests by name."""
    folder = pathlib.Path(folder)
    found = {name: digest(folder / name) for name in files(folder)}
    for name in found:
        if re.search(r"[\n\r\\\ud800-\udfff]", name):  # sha256sum would escape it, or it is no UTF-8
            raise Malformed(f"{name!r}: found a line break, a backslash or bytes that are no UTF-8 in a name")
    text = "".join(f"{value}  {name}\n" for name, value in found.items())
    if parse(text) != found:
        raise Malformed(f"{NAME}: names are not read as they are written")
    (folder / NAME).write_text(text, encoding="utf-8")
    return found


def parse(text):
    """Returns digests by name. Names that lead out of the folder are errors."""
    found = {}
    # Not splitlines(), for which other characters also end lines.
    lines = text.removesuffix("\n").split("\n") if text else []
    if len(lines) > MOST_LINES:
        raise Malformed(f"{NAME}: found {len(lines)} lines, expected at most {MOST_LINES}")
    for number, line in enumerate(lines, 1):
        match = LINE.fullmatch(line)
        if not match:
            raise Malformed(f"{NAME}:{number}: found {line[:100]!r}, expected 64 hexadecimal digits, two spaces and a name")
        name = match[2]
        parts = name.split("/")
        if name.startswith("/") or ".." in parts or "." in parts or "" in parts or "\\" in name or "\0" in name:
            raise Malformed(f"{NAME}:{number}: found the name {name[:100]!r}, expected a path below the folder")
        if name in found or name in UNLISTED:
            raise Malformed(f"{NAME}:{number}: {name} is listed twice or must not be listed")
        found[name] = match[1]
    return found


def read(folder):
    path = pathlib.Path(folder) / NAME
    if path.is_symlink() or not path.is_file():
        raise Malformed(f"{path}: there is no such file, or it is a link")
    if path.stat().st_size > MOST_BYTES:
        raise Malformed(f"{path}: found {path.stat().st_size} bytes, expected at most {MOST_BYTES}")
    return parse(path.read_bytes().decode(errors="replace"))


def problems(folder, partial=False):
    """Yields the files that are missing, differ or are not listed. With `partial`, files may be missing."""
    listed, present, checked = read(folder), set(files(folder)), 0
    for name, value in sorted(listed.items()):
        if name not in present:
            if not partial:
                yield f"{name}: listed, but missing"
            continue
        checked += 1
        if digest(pathlib.Path(folder) / name) != value:
            yield f"{name}: the contents differ from {NAME}"
    for name in sorted(present - set(listed)):
        yield f"{name}: not listed in {NAME}"
    if not checked:
        yield f"{NAME}: none of its {len(listed)} files is here"
