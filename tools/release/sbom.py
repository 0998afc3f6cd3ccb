#!/usr/bin/env python3
"""Writes a software bill of materials for each artefact of a release: sbom.py FOLDER

FOLDER/sbom gets a CycloneDX 1.6 document (JSON) for each artefact in FOLDER. Its components are found in the artefact: Go modules in
the build information of programs and in go.mod files, and packages by the licences that accompany the artefact
(tools/release/notices.py checks that these are complete). Versions come from the artefact, or from this machine, which built it:
dpkg for Debian packages, requirements.txt for those of PyPI. The same artefact gives the same document.
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "generate")]
import artefact  # noqa: E402
import identity  # noqa: E402

REQUIREMENTS = ("packaging/wheel/requirements.txt", "tools/site/requirements.txt")
GO = b"Go buildinf:"
STATUS = re.compile(r"^var/lib/dpkg/status\.d/")
FIELD = re.compile(r"^(Package|Version|Architecture|Source): (.+)$", re.M)
VERSION_INFO = re.compile(r"^\s*(dep|=>)\t(\S+)\t(v\S+)\t(h1:\S+)", re.M)
REQUIRED = re.compile(r"^(?:require )?[ \t]*([\w.-]+\.[\w-]+/\S+) (v\S+)( // indirect)?$", re.M)


class Unknown(Exception):
    """A component without a known version, with the reason."""


def pinned():
    """Returns the packages of PyPI that the tree pins, with their versions."""
    found = {}
    for name in REQUIREMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        found.update((one.lower(), version) for one, version in re.findall(r"^([\w.-]+)==(\S+)$", text, re.M))
    return found


def purl(kind, name, version, **qualifiers):
    """Returns a package URL."""
    after = "&".join(f"{key}={urllib.parse.quote(value, safe='')}" for key, value in sorted(qualifiers.items()))
    return f"pkg:{kind}/{urllib.parse.quote(name, safe='/')}@{urllib.parse.quote(version, safe='')}" + (
        f"?{after}" if after else ""
    )


def component(address, name, version, **more):
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address, **more}


def debian(fields):
    """Returns the component of a Debian package with these fields of dpkg."""
    source, _, version = fields.get("Source", fields["Package"]).partition(" (")
    version = version.rstrip(")") or fields["Version"]
    address = purl("deb", f"debian/{fields['Package']}", fields["Version"], arch=fields["Architecture"])
    properties = [{"name": "debian:source", "value": f"{source} {version}"}]
    return component(address, fields["Package"], fields["Version"], properties=properties)


def installed(package):
    """Returns the fields of a Debian package of this machine, or None."""
    form = "Package: ${Package}\nVersion: ${Version}\nArchitecture: ${Architecture}\nSource: ${source:Package} (${source:Version})\n"
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f", form, package], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    # Packages of several architectures give several paragraphs; the first is the machine's. A removed one has no version.
    fields = dict(FIELD.findall(done.stdout.partition("\n\n")[0]))
    return fields if done.returncode == 0 and "Version" in fields else None


def packaged(name):
    """Returns the component of a package whose licence an artefact contains."""
    version = pinned().get(name.lower())
    if version:
        return component(purl("pypi", name.lower(), version), name, version)
    fields = installed(name)
    if not fields:
        raise Unknown(
            f"licence of {name}: found neither a Debian package of this machine nor a line in {' or '.join(REQUIREMENTS)}"
        )
    return debian(fields)


def go_module(name, version, digest=None, **more):
    if digest:
        more["properties"] = [{"name": "golang:h1", "value": digest.removeprefix("h1:")}]
    return component(purl("golang", name, version), name, version, **more)


def modules_in_program(text):
    """Returns the Go modules in a program, with the hashes that Go verified."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        os.chmod(file.name, 0o755)  # go ignores other files
        done = subprocess.run(
            [os.environ.get("GO", "go"), "version", "-m", file.name], capture_output=True, text=True, check=False
        )
    if done.returncode or "\tdep\t" not in done.stdout and "\tmod\t" not in done.stdout:
        raise Unknown(f"go version -m: {(done.stderr or done.stdout).strip()[:200] or 'no modules'}")
    toolchain = re.search(r": go(\S+)", done.stdout)[1]
    found = [go_module("stdlib", f"v{toolchain}")]
    # A module that is replaced by a folder of the tree has no hash. It is part of the project.
    found += [go_module(name, version, digest) for _, name, version, digest in VERSION_INFO.findall(done.stdout)]
    return found


def required_modules(text):
    """Returns the modules that a go.mod file requires. Users of the module get them from a module proxy."""
    return [
        go_module(name, version, scope="required" if not indirect else "optional")
        for name, version, indirect in REQUIRED.findall(text)
    ]


def components(path):
    """Returns the components of an artefact, by package URL."""
    found, notices, in_image = {}, {}, {}
    for member in artefact.members(path):
        notice = artefact.notice_name(member.name)
        if notice:
            notices.setdefault(notice, member.name)
        elif STATUS.match(member.name):
            fields = dict(FIELD.findall(member.text.decode("utf-8", "replace")))
            in_image[fields["Package"]] = debian(fields)
        elif GO in member.text and member.text.startswith(b"\x7fELF"):
            found.update((one["purl"], one) for one in modules_in_program(member.text))
        elif path.suffix == ".zip" and re.fullmatch(r"[^@]+@[^/]+/go\.mod", member.name):
            found.update((one["purl"], one) for one in required_modules(member.text.decode()))
    for package, name in notices.items():
        one = in_image.get(package) or packaged(package)
        one.setdefault("properties", []).append({"name": "koord:licence", "value": name})
        found[one["purl"]] = one
    for package, one in in_image.items():
        found.setdefault(one["purl"], one)
    return [found[address] for address in sorted(found)]


def subject(path, known):
    """Returns the component that describes the artefact itself."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    name, version = path.name, known["version"]
    kind = (
        "container" if artefact.is_image(path) else "library" if path.suffix in (".whl", ".jar", ".zip") else "application"
    )
    return {
        "type": kind, "bom-ref": f"artefact:{name}", "name": name, "version": version,
        "supplier": {"name": known["maintainer"], "url": [known["address"]]},
        "licenses": [{"license": {"id": "Apache-2.0"}}],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }  # fmt: skip


def document(path, known, when):
    """Returns the bill of materials of an artefact. `when` is its time in ISO 8601."""
    own, parts = subject(path, known), components(path)
    # Derived from the artefact, so that the same artefact gives the same document.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, f"{known['address']}/{path.name}#{own['hashes'][0]['content']}")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": when,
            "tools": {"components": [{"type": "application", "name": "tools/release/sbom.py", "version": known["version"]}]},
            "component": own,
        },
        "components": parts,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [one["bom-ref"] for one in parts]}]
        + [{"ref": one["bom-ref"]} for one in parts],
    }


def write(folder, known, when):
    """Writes the documents of all artefacts below a folder. Returns their number."""
    folder = pathlib.Path(folder)
    out = folder / "sbom"
    out.mkdir(exist_ok=True)
    found = artefact.artefacts(folder)
    for path in found:
        # Go names each module's archive by the version alone.
        name = "-".join(path.relative_to(folder).parts[1:]) if path.suffix == ".zip" else path.name
        text = json.dumps(document(path, known, when), indent=1, ensure_ascii=False)
        (out / f"{name}.cdx.json").write_text(text + "\n", encoding="utf-8")
    return len(found)


def main(arguments):
    if len(arguments) != 1 or not pathlib.Path(arguments[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or 0)))
    known = identity.parse((ROOT / identity.SOURCE).read_text(encoding="utf-8"))
    try:
        count = write(arguments[0], known, when)
    except (Unknown, artefact.Unreadable) as error:
        print(f"sbom: {error}", file=sys.stderr)
        return 1
    print(f"sbom: {count} documents in {arguments[0]}/sbom")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
