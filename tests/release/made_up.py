"""Small artefacts of each kind for tests, without programs of compilers."""

import gzip
import io
import json
import tarfile
import zipfile

IDENTITY = {"version": "1.2.3", "address": "https://example.org/koord", "maintainer": "Somebody"}
# Machine code as far as the programs under test look: a header, and names of types.
ELF = b"\x7fELF..."
WITH_JSON = ELF + b"N8nlohmann16json_abi_v3_11_210basic_json"


def tar_of(files):
    """Returns a tar archive of texts by name."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return stream.getvalue()


def archive(folder, files, name="koord-1.2.3-linux-amd64.tar.gz"):
    path = folder / name
    path.write_bytes(gzip.compress(tar_of(files), mtime=0))
    return path


def zipped(folder, files, name):
    path = folder / name
    with zipfile.ZipFile(path, "w") as out:
        for entry, text in files.items():
            out.writestr(zipfile.ZipInfo(entry), text)
    return path


def wheel(folder, name="koord-1.2.3-cp311-cp311-manylinux_2_36_x86_64.whl"):
    info = "koord-1.2.3.dist-info"
    files = {"koord/_koord.so": WITH_JSON + b" pybind11::cast", "koord.libs/libhwloc-0123abcd.so.15.5.0": ELF}
    for title in ("koord", "pybind11", "nlohmann-json3-dev", "libhwloc15"):
        files[f"{info}/licenses/{title}.txt"] = b"free"
    return zipped(folder, files, name)


def debian(folder, files, name="libkoord1_1.2.3-1_amd64.deb"):
    """Writes a Debian package: an ar archive of control and data."""
    text = b"!<arch>\n"
    for member, content in (("debian-binary", b"2.0\n"), ("control.tar", tar_of({})), ("data.tar", tar_of(files))):
        text += (
            f"{member:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}".encode()
            + b"`\n"
            + content
            + b"\n" * (len(content) % 2)
        )
    path = folder / name
    path.write_bytes(text)
    return path


def rpm(folder, files, name="libkoord-1.2.3-1.x86_64.rpm"):
    """Writes an RPM package: a lead, two headers without entries, and a compressed cpio archive."""
    text = b""
    for member, content in (*files.items(), ("TRAILER!!!", b"")):
        fields = (1, 0o100644, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(member) + 1, 0)
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + member.encode() + b"\0"
        text += head + b"\0" * (-len(head) % 4) + content + b"\0" * (-len(content) % 4)
    header = b"\x8e\xad\xe8\x01" + b"\0" * 12
    path = folder / name
    path.write_bytes(b"\xed\xab\xee\xdb" + b"\0" * 92 + header + header + gzip.compress(text, mtime=0))
    return path


def image(folder, files, name="koord-agent-1.2.3-linux-amd64.oci.tar"):
    """Writes an OCI layout with one compressed layer."""
    manifest = json.dumps({"layers": [{"digest": "sha256:layer"}]}).encode()
    index = json.dumps({"manifests": [{"digest": "sha256:manifest"}]}).encode()
    blobs = {"blobs/sha256/layer": gzip.compress(tar_of(files), mtime=0), "blobs/sha256/manifest": manifest}
    path = folder / name
    path.write_bytes(tar_of({**blobs, "index.json": index, "oci-layout": b"{}"}))
    return path


STATUS = b"Package: libc6\nVersion: 2.36-9+deb12u13\nArchitecture: amd64\nSource: glibc\n"
GO_MOD = b"module example.org/koord\n\ngo 1.26\n\nrequire k8s.io/api v0.37.0\n\nrequire (\n\tgolang.org/x/net v0.50.0 // indirect\n)\n"


def artefacts(folder):
    """Returns one artefact of each kind, all complete."""
    own = {"LICENSE": b"free"}
    return [
        archive(folder, {**own, "bin/koordctl": WITH_JSON, "doc/licenses/nlohmann-json3-dev.txt": b"free"}),
        wheel(folder),
        debian(folder, {"./usr/share/doc/libkoord1/copyright": b"free", "./usr/lib/libkoord.so.1": ELF}),
        image(folder, {
            "usr/bin/koord-agent": ELF, "usr/share/doc/koord-agent/LICENSE": b"free", "usr/lib/libc.so.6": ELF,
            "var/lib/dpkg/status.d/libc6": STATUS, "usr/share/doc/libc6/copyright": b"free"}),
        zipped(folder, {"example.org/koord@v1.2.3/go.mod": GO_MOD, "example.org/koord@v1.2.3/LICENSE": b"free"}, "v1.2.3.zip"),
        rpm(folder, {
            "./usr/bin/koordctl": WITH_JSON, "./usr/share/licenses/koord-tools/LICENSE": b"free",
            "./usr/share/licenses/koord-tools/licenses/nlohmann-json3-dev.txt": b"free"}),
        rpm(folder, {"libkoord.spec": b"", "libkoord-1.2.3.tar.gz": gzip.compress(tar_of(own), mtime=0)}, "libkoord-1.2.3-1.src.rpm"),
    ]  # fmt: skip
