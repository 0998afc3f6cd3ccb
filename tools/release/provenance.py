"""The provenance of a release: an in-toto statement with the predicate of SLSA 1.0."""

import base64
import json
import os
import pathlib
import re
import subprocess

import checksums
import sbom

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
TOOLS = {
    "gcc": ("g++", "-dumpfullversion"), "cmake": ("cmake", "--version"), "go": ("go", "version"), "javac": ("javac", "-version"),
    "python": ("python3", "--version"), "dpkg": ("dpkg-deb", "--version"), "umoci": ("umoci", "--version"),
}  # fmt: skip


def output(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return (done.stdout or done.stderr).strip()


def versions():
    """Returns the versions of the tools of this machine."""
    found = {"os": output("sh", "-c", '. /etc/os-release && echo "$PRETTY_NAME"'), "architecture": output("uname", "-m")}
    for name, command in TOOLS.items():
        number = re.search(r"\d+\.\d+[\w.]*", output(*command))
        if number:
            found[name] = number[0]
    return {name: value for name, value in sorted(found.items()) if value}


def digests_of_debian(packages):
    """Returns the digests of the files of packages, by name and version, as far as apt's lists have these versions."""
    found = {}
    for paragraph in output("apt-cache", "show", *sorted(packages)).split("\n\n"):
        fields = dict(re.findall(r"^(Package|Version|SHA256): (.+)$", paragraph, re.M))
        if len(fields) == 3:
            found[fields["Package"], fields["Version"]] = {"sha256": fields["SHA256"]}
    return found


def build_dependencies(root):
    """Returns the installed Debian packages with which the tree builds packages, by name."""
    control = (root / "packaging/debian/control").read_text(encoding="utf-8")
    names = re.search(r"^Build-Depends:\n((?: .*\n)+)", control, re.M)[1]
    found = (sbom.installed(re.match(r" ([a-z0-9.+-]+)", line)[1]) for line in names.splitlines())
    return {fields["Package"]: fields["Version"] for fields in found if fields}


def from_components(folder):
    """Yields the materials named in the bills of materials of a release."""
    seen = set()
    for path in sorted((folder / "sbom").glob("*.json")):
        for one in json.loads(path.read_text(encoding="utf-8"))["components"]:
            # Modules that others get from a proxy are not in the release.
            if one["purl"] in seen or "scope" in one:
                continue
            seen.add(one["purl"])
            hashes = [row["value"] for row in one.get("properties", []) if row["name"] == "golang:h1"]
            yield one, {"dirHash": base64.b64decode(hashes[0]).hex()} if hashes else {}


def materials(root, folder, commit, known):
    """Returns the inputs of the build, each with a digest if one is known."""
    found = {f"git+{known['address']}@{commit}": {"gitCommit": commit}}
    debian = build_dependencies(root)
    for one, digest in from_components(folder):
        if one["purl"].startswith("pkg:deb/"):
            debian[one["name"]] = one["version"]
        else:
            found[one["purl"]] = digest
    digests = digests_of_debian(debian)
    for package, version in debian.items():
        found[sbom.purl("deb", f"debian/{package}", version)] = digests.get((package, version), {})
    return [{"uri": uri, **({"digest": digest} if digest else {})} for uri, digest in sorted(found.items())]


def statement(root, folder, commit, parts, known):
    """Returns the statement about all files in a folder, which says how they were built and from what."""
    environment = {
        name: os.environ[name] for name in ("SOURCE_DATE_EPOCH", "KUBERNETES", "DEB_BUILD_OPTIONS") if os.environ.get(name)
    }
    names = checksums.files(folder)
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": name, "digest": {"sha256": checksums.digest(folder / name)}} for name in names],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "buildDefinition": {
                "buildType": f"{known['address']}/make-dist/v1",
                "externalParameters": {"repository": known["address"], "commit": commit, "parts": parts},
                "internalParameters": environment,
                "resolvedDependencies": materials(root, folder, commit, known),
            },
            # No times: the same sources give the same statement.
            "runDetails": {
                "builder": {
                    "id": os.environ.get("KOORD_BUILDER") or f"{known['address']}/builders/unnamed",
                    "version": versions(),
                }
            },
        },
    }


def write(root, folder, commit, parts, known):
    """Writes provenance.json. Returns its text."""
    text = (
        json.dumps(statement(pathlib.Path(root), pathlib.Path(folder), commit, parts, known), indent=1, ensure_ascii=False)
        + "\n"
    )
    (pathlib.Path(folder) / "provenance.json").write_text(text, encoding="utf-8")
    return text.encode()
