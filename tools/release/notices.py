#!/usr/bin/env python3
"""Lists the licences in each artefact of a release, and the missing ones: notices.py FOLDER [-q]

An artefact needs the project's own licence, and those of everything in it that others wrote: bundled libraries, Go modules, and
headers that are compiled in. The exit status is 1 if any is missing. -q prints only problems.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import artefact  # noqa: E402

# Texts that machine code contains if headers or static libraries of a package are compiled in: names of their types and messages.
COMPILED_IN = {
    "nlohmann-json3-dev": re.compile(rb"N8nlohmann\d|\[json\.exception\."),
    "libcli11-dev": re.compile(rb"N3CLI\d"),
    "pybind11": re.compile(rb"pybind11::|__pybind11_"),
    "libstdc++6": re.compile(rb"terminate called after throwing an instance of"),
}
# Debian's package of a project that PyPI has, too.
SAME = {"pybind11-dev": "pybind11"}
# Files of web pages that others wrote, with the names of their licences.
SCRIPTS = {
    "legal/jquery.md": re.compile(r"(?:^|/)jquery-[\d.]+\.min\.js$"),
    "licenses/mkdocs-material.txt": re.compile(r"(?:^|/)assets/javascripts/bundle\.[0-9a-f]+\.min\.js$"),
    "licenses/pdoc.txt": re.compile(r"(?:^|/)api/python/[\w.]+\.html$"),
}
LIBRARY = re.compile(r"(?:^|/)(lib[A-Za-z0-9+_-]+?)(?:-[0-9a-f]{8})?\.so(?:\.[0-9.]+)?$")
LICENSE = re.compile(r"(?:^|/)(?:LICENSE|copyright|licenses/koord\.txt)$|/licenses/LICENSE$")
# Parts of glibc, whose packages are libc6 and libc-bin.
GLIBC = re.compile(r"(?:ld-linux[\w-]*|lib(?:c|m|dl|rt|pthread|resolv|nss_\w+))")
GO = b"Go buildinf:"


class Contents:
    """Licences and machine code in an artefact."""

    def __init__(self, path):
        self.has_license, self.has_modules = False, False
        self.names, self.scripts = set(), {}
        self.notices, self.libraries, self.needs, self.go_programs = set(), set(), {}, set()
        for member in artefact.members(path):
            self.add(member)

    def add(self, member):
        notice = artefact.notice_name(member.name)
        if notice:
            self.notices.add(SAME.get(notice, notice))
        self.has_license |= bool(LICENSE.search(member.name)) and not notice
        self.has_modules |= bool(artefact.MODULES.search(member.name))
        self.names.add("/" + member.name)
        self.scripts.update((title, member.name) for title, pattern in SCRIPTS.items() if pattern.search(member.name))
        library = LIBRARY.search(member.name)
        if library and not library[1].startswith("libkoord") and not GLIBC.fullmatch(library[1]):
            self.libraries.add(library[1])
        elif member.text.startswith((b"\x7fELF", b"!<arch>\n")):
            if GO in member.text:
                self.go_programs.add(member.name)
            for package, pattern in COMPILED_IN.items():
                if pattern.search(member.text):
                    self.needs[package] = member.name

    def problems(self):
        if not self.has_license:
            yield "there is no LICENSE"
        for package, name in sorted(self.needs.items()):
            if package not in self.notices:
                yield f"{name} contains code of {package}, but there is no licence of it (licenses/{package}.txt)"
        for library in sorted(self.libraries):
            # libyaml-cpp.so belongs to libyaml-cpp0.7, libgcc_s.so to libgcc-s1.
            if not any(one.startswith(library.replace("_", "-")) for one in self.notices):
                yield f"there is no licence of {library}.so"
        for title, name in sorted(self.scripts.items()):
            if not any(one.endswith("/" + title) for one in self.names):
                yield f"{name} is of others, but there is no {title}"
        for name in sorted(self.go_programs):
            if not self.has_modules:
                yield f"there are no licences of the Go modules in {name} (modules.txt)"


def main(arguments):
    quiet, folders = "-q" in arguments, [one for one in arguments if one != "-q"]
    if len(folders) != 1 or not pathlib.Path(folders[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found = artefact.artefacts(folders[0])
    count = 0
    for path in found:
        if "-dbgsym_" in path.name:  # their documentation is a link to that of the package to which they belong
            continue
        contents = Contents(path)
        for problem in contents.problems():
            count += 1
            print(f"notices: {path.relative_to(folders[0])}: {problem}", file=sys.stderr)
        if not quiet:
            modules = ["Go modules"] if contents.has_modules else []
            print(f"{path.relative_to(folders[0])}: {', '.join(sorted(contents.notices) + modules) or 'nothing of others'}")
    if not found:
        print(f"notices: {folders[0]}: no artefacts", file=sys.stderr)
    return 1 if count or not found else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except artefact.Unreadable as error:
        sys.exit(f"notices: {error}")
