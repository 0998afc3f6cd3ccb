#!/usr/bin/env python3
"""The project's names are in one file, and everything else follows it."""

import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import scratch

scratch.need(libclang=False)
import identity  # noqa: E402
from problem import Problem  # noqa: E402

ROOT = pathlib.Path(scratch.ROOT)
OTHER = {
    "version": "12.34.56",
    "address": "https://example.org/other",
    "maintainer": "Other People",
    "email": "other@example.org",
    "go_module": "example.org/other/v12",
    "java_group": "org.example",
}


# Places that state a version and do not follow the project's: a pattern of file names, and an expression.
OTHER_VERSIONS = (
    ("CHANGELOG.md", ".*"),  # releases of the past
    ("*.mod", ".*"),  # modules of others
    ("*requirements.txt", "=="),  # packages of others
    ("*", r'as text, \\?"'),  # an example of the form, in the comment of a function and what is generated from it
    ("packaging/debian/libkoord1.symbols", r"@KOORD_"),  # the release that had the symbol first
    ("tools/generate/emit_exports.py", "FIRST = "),  # the same
    ("tools/generate/identity.py", "expected three numbers"),
    ("packaging/go/main.go", "VERSION is that of all modules"),
    ("docs/embed/versions.md", "between patch releases"),
    ("kubernetes/versions/derive_test.py", "requires k8s.io/api|randfill "),
    # Versions of other projects, which a later release of this one can have.
    ("docs/operate/resource-claims.md", "dra-driver-cpu|Helm chart"),
    ("kubernetes/scheduler/cpuclaims_test.go", "rules of its version"),
    ("tools/generate/emit_exports.py", "Returns KOORD_EXPERIMENTAL"),
    ("*", r'cniVersion|imageLayoutVersion|"version": ?"1\.0\.0"'),  # of CNI, OCI's layouts and hooks
)
TOPS = ("abi", "bench", "bindings", "cmake", "docs", "examples", "include", "kubernetes", "packaging", "src", "tests", "tools")


def stale(texts, version):
    """Yields the lines that state a version of the project, without those of OTHER_VERSIONS."""
    stated = re.compile(rf"(?<![\d.]){re.escape(version)}(?![\d]|\.\d)")
    for name, text in texts:
        if version not in text:
            continue
        allowed = [re.compile(expression) for pattern, expression in OTHER_VERSIONS if fnmatch.fnmatch(name, pattern)]
        for number, line in enumerate(text.splitlines(), 1):
            if stated.search(line) and not any(one.search(line) for one in allowed):
                yield f"{name}:{number}: {line.strip()[:100]}"


def files():
    """Returns the files of the tree, without those that git does not know."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
        names = [ROOT / name for name in listed.split("\0") if name]
        return [path for path in names if path.parent == ROOT or path.relative_to(ROOT).parts[0] in TOPS]
    return [*ROOT.glob("*"), *(path for top in TOPS for path in (ROOT / top).rglob("*"))]


class Identity(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        named = {pattern for pattern, _, _ in identity.places(identity.parse(self.source()), "")}
        for name in [identity.SOURCE, *(str(path.relative_to(ROOT)) for at in named for path in ROOT.glob(at))]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)

    def source(self):
        return (ROOT / identity.SOURCE).read_text(encoding="utf-8")

    def say(self, **values):
        lines = [f'set(koord_{name} "{value}")' for name, value in values.items()]
        (self.root / identity.SOURCE).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def write(self):
        changed = identity.edits(self.root)
        for name, text in changed.items():
            (self.root / name).write_text(text, encoding="utf-8")
        return changed

    def test_the_tree_is_current(self):
        self.assertEqual(sorted(identity.edits(ROOT)), [], 'run "make generate"')

    def test_another_identity_is_everywhere_and_back(self):
        today = identity.parse(self.source())
        self.say(**OTHER)
        changed = self.write()
        self.assertGreater(len(changed), 20)
        for name, text in changed.items():
            for field in ("address", "email", "go_module"):
                self.assertNotIn(today[field], text, name)
        together = "".join(changed.values())
        for value in OTHER.values():
            self.assertIn(value.split(".")[0], together)
        self.assertEqual(self.write(), {})
        self.say(**today)
        self.write()
        for path in self.root.rglob("*"):
            name = path.relative_to(self.root)
            if path.is_file() and str(name) != identity.SOURCE:
                self.assertEqual(path.read_bytes(), (ROOT / name).read_bytes(), name)

    def test_no_other_file_names_it(self):
        today = identity.parse(self.source())
        known = {os.path.normpath(name) for name in (str(p.relative_to(self.root)) for p in self.root.rglob("*"))}
        for top in ("bindings", "kubernetes", "packaging", "docs", "cmake", "src", "include", "tools"):
            for path in (ROOT / top).rglob("*"):
                name = str(path.relative_to(ROOT))
                # Derived from the go.mod files by kubernetes/versions/derive.py; the test kubernetes.versions compares them.
                if fnmatch.fnmatch(name, "kubernetes/versions/*.mod"):
                    continue
                if not path.is_file() or name in known or path.stat().st_size > 1 << 20:
                    continue
                text = path.read_text(encoding="utf-8", errors="replace")
                for field in ("address", "email", "go_module"):
                    self.assertNotIn(today[field], text, name)

    def test_no_other_file_states_the_version(self):
        today = identity.parse(self.source())
        self.say(**{**today, "version": OTHER["version"]})
        changed = identity.edits(self.root)

        def texts():
            for path in files():
                name = path.relative_to(ROOT).as_posix()
                if path.is_file() and name != identity.SOURCE and "__pycache__" not in name and path.suffix not in (".sum", ".gz"):
                    yield name, changed.get(name) or path.read_text(encoding="utf-8", errors="replace")

        help_text = "generate these from cmake/identity.cmake, by tools/generate/identity.py; add other projects' versions to OTHER_VERSIONS"
        self.assertEqual(list(stale(texts(), today["version"])), [], help_text)

    def test_stale_versions_are_found(self):
        texts = [("a.md", "koord-1.2.3-linux\nv1.2.3\n11.2.3 1.2.3.4 1.2.30\n"), ("CHANGELOG.md", "1.2.3"), ("src/a.h", 'as text, "1.2.3"')]
        self.assertEqual(list(stale(texts, "1.2.3")), ["a.md:1: koord-1.2.3-linux", "a.md:2: v1.2.3"])

    def test_errors_name_the_field(self):
        for field, value, says in (
            ("version", "1.2", "koord_version: found 1.2"),
            ("go_module", "koord", "koord_go_module: found koord, expected a host with a dot"),
        ):
            self.say(**{**OTHER, field: value})
            with self.assertRaisesRegex(Problem, says):
                identity.edits(self.root)
        self.say(version="1.2.3")
        with self.assertRaisesRegex(Problem, "found version, expected address"):
            identity.edits(self.root)
        self.say(**OTHER)
        control = self.root / "packaging/debian/control"
        control.write_text(control.read_text(encoding="utf-8").replace("Homepage", "Home"), encoding="utf-8")
        with self.assertRaisesRegex(Problem, "packaging/debian/control: found nothing like"):
            identity.edits(self.root)


if __name__ == "__main__":
    unittest.main()
