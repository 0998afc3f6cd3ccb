"""Files inside of the artefacts of a release: archives of all kinds, Debian and RPM packages, wheels, jars, and OCI images."""

import dataclasses
import gzip
import io
import json
import lzma
import pathlib
import re
import stat
import struct
import tarfile
import zipfile
import zlib

ZIPS = (".zip", ".whl", ".jar")
TARS = (".tar.gz", ".tgz", ".tar.xz", ".tar")
SUFFIXES = (*ZIPS, *TARS, ".deb", ".rpm")
# One file in an archive; the largest ones are Go programs.
MOST_BYTES = 1 << 30


class Unreadable(Exception):
    """An artefact that cannot be read, with the reason."""


@dataclasses.dataclass
class Member:
    """A regular file in an artefact."""

    name: str
    text: bytes


def plain(stream):
    """Returns the decompressed contents of a file."""
    magic = stream.read(6)
    stream.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=stream)
    return lzma.LZMAFile(stream) if magic == b"\xfd7zXZ\0" else stream


def of_tar(stream, name):
    try:
        text = plain(stream)
        with tarfile.open(fileobj=text, mode="r|") as archive:
            for entry in archive:
                if entry.isreg():
                    if entry.size > MOST_BYTES:
                        raise Unreadable(f"{name}: {entry.name} has {entry.size} bytes, expected at most {MOST_BYTES}")
                    yield Member(entry.name.removeprefix("./"), archive.extractfile(entry).read())
        while text.read(1 << 20):  # also compares the checksum of the compressed file
            pass
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError, zlib.error) as error:
        raise Unreadable(f"{name}: no complete tar archive: {error}") from error


def of_zip(path):
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                if not entry.is_dir():
                    if entry.file_size > MOST_BYTES:
                        raise Unreadable(
                            f"{path.name}: {entry.filename} has {entry.file_size} bytes, expected at most {MOST_BYTES}"
                        )
                    yield Member(entry.filename, archive.read(entry))
    except zipfile.BadZipFile as error:
        raise Unreadable(f"{path.name}: no ZIP archive: {error}") from error


def of_deb(path):
    """Reads a Debian package, which is an ar archive with data.tar in it."""
    text = path.read_bytes()
    if not text.startswith(b"!<arch>\n"):
        raise Unreadable(f"{path.name}: no Debian package: it does not begin with !<arch>")
    at = 8
    while at + 60 <= len(text):
        name, size = text[at : at + 16].decode("ascii", "replace").strip().rstrip("/"), text[at + 48 : at + 58].strip()
        if not size.isdigit() or at + 60 + int(size) > len(text):
            raise Unreadable(f"{path.name}: the member {name} is cut")
        if name.startswith("data.tar"):
            yield from of_tar(io.BytesIO(text[at + 60 : at + 60 + int(size)]), path.name)
            return
        at += 60 + int(size) + int(size) % 2
    raise Unreadable(f"{path.name}: there is no data.tar")


def rpm_payload(text, name):
    """Returns the cpio archive in an RPM package of format 4."""
    at = 96  # after the lead, which has no use any more
    for align in (8, 1):  # the header of signatures, and that of the package
        if text[at : at + 3] != b"\x8e\xad\xe8" or at + 16 > len(text):
            raise Unreadable(f"{name}: no RPM package: there is no header at byte {at}")
        entries, size = struct.unpack(">II", text[at + 8 : at + 16])
        at += 16 + 16 * entries + size
        at += -at % align
    try:
        return gzip.decompress(text[at:])
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Unreadable(f"{name}: no complete gzip payload: {error}") from error


def of_rpm(path):
    """Reads an RPM package: a cpio archive. Archives of sources in it are read as well."""
    text, at = rpm_payload(path.read_bytes(), path.name), 0
    while True:
        head = text[at : at + 110]
        if not re.fullmatch(rb"07070[12][0-9A-Fa-f]{104}", head):
            raise Unreadable(f"{path.name}: no complete cpio archive: no header at byte {at}")
        mode, size, length = (int(head[start : start + 8], 16) for start in (14, 54, 94))
        begin = at + 110 + length + -(110 + length) % 4
        name, content = text[at + 110 : at + 109 + length].decode("utf-8", "replace"), text[begin : begin + size]
        if name == "TRAILER!!!":
            return
        if len(content) < size:
            raise Unreadable(f"{path.name}: {name} is cut")
        if name.endswith(TARS):
            yield from of_tar(io.BytesIO(content), f"{path.name}: {name}")
        elif stat.S_ISREG(mode):
            yield Member(name.removeprefix("./"), content)
        at = begin + size + -size % 4


def is_image(path):
    """Reports whether a tar file is an OCI layout."""
    if not path.name.endswith(".tar"):
        return False
    try:
        with tarfile.open(path) as archive:
            return "oci-layout" in archive.getnames()
    except tarfile.TarError as error:
        raise Unreadable(f"{path.name}: no complete tar archive: {error}") from error


def of_image(path):
    """Reads the layers of an OCI image. Files that later layers delete are included: the image carries them."""
    with tarfile.open(path) as archive:

        def blob(digest):
            return archive.extractfile("blobs/" + digest.replace(":", "/"))

        try:
            manifests = [row["digest"] for row in json.load(archive.extractfile("index.json"))["manifests"]]
            layers = [row["digest"] for digest in manifests for row in json.load(blob(digest))["layers"]]
            streams = [blob(digest) for digest in layers]
        except (KeyError, TypeError, ValueError, AttributeError, tarfile.TarError) as error:
            raise Unreadable(f"{path.name}: no complete OCI layout: {error}") from error
        for stream in streams:
            yield from of_tar(stream, path.name)


def members(path):
    """Yields the regular files of an artefact."""
    path = pathlib.Path(path)
    if path.name.endswith(".deb"):
        yield from of_deb(path)
    elif path.name.endswith(".rpm"):
        yield from of_rpm(path)
    elif path.name.endswith(ZIPS):
        yield from of_zip(path)
    elif is_image(path):
        yield from of_image(path)
    elif path.name.endswith(TARS):
        with path.open("rb") as stream:
            yield from of_tar(stream, path.name)
    else:
        raise Unreadable(f"{path.name}: found no known suffix, expected one of {', '.join(SUFFIXES)}")


def artefacts(folder):
    """Returns the artefacts below a folder, by name."""
    found = (path for path in pathlib.Path(folder).rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(path for path in found if path.name.endswith(SUFFIXES))


# Licences of others: licenses/NAME.txt, where NAME is a Debian package or one of PyPI.
NOTICE = re.compile(r"(?:^|/)licen[cs]es/([A-Za-z0-9][A-Za-z0-9+._-]*)\.txt$")
# In an image, each Debian package has its copyright file, as on Debian.
COPYRIGHT = re.compile(r"^usr/share/doc/([a-z0-9][a-z0-9+.-]*)/copyright$")
# The licences of Go modules in a program.
MODULES = re.compile(r"(?:^|/)doc/(?:[^/]+/)?modules\.txt(?:\.gz)?$")
OURS = re.compile(r"koord|koord-\w+|lib\w*koord\w*(?:-\w+)?|python3-koord|golang-libkoord-dev(?:el)?")


def notice_name(name):
    """Returns the package whose licence a file is, or None."""
    found = NOTICE.search(name) or COPYRIGHT.match(name)
    return found[1] if found and not OURS.fullmatch(found[1]) else None
