"""The tree follows REUSE, and bills of materials the schema of CycloneDX: checked by the tools of these standards."""

import filecmp
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tools/release")]
import made_up  # noqa: E402
import sbom  # noqa: E402


def sources(root, scratch):
    """Returns the folder to check: without git, which names the files of a clone, a copy without what was built."""
    if (root / ".git").exists():
        return root

    def built(folder, names):
        return [name for name in names if name == "__pycache__" or (pathlib.Path(folder) == root and name in ("build", "dist", "out"))]

    return shutil.copytree(root, scratch / "sources", symlinks=True, ignore=built)


class Reuse(unittest.TestCase):
    def lint(self, folder):
        command = [sys.executable, "-m", "reuse", "--root", folder, "lint", "--json"]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        return done.returncode, json.loads(done.stdout)

    def test_every_file_has_a_licence(self):
        with tempfile.TemporaryDirectory() as scratch:
            status, said = self.lint(sources(ROOT, pathlib.Path(scratch)))
        self.assertEqual(said["non_compliant"], {name: type(value)() for name, value in said["non_compliant"].items()})
        self.assertEqual(status, 0)
        self.assertGreater(said["summary"]["files_total"], 1000)

    def test_the_licence_is_the_same_in_both_places(self):
        self.assertTrue(filecmp.cmp(ROOT / "LICENSE", ROOT / "LICENSES/Apache-2.0.txt", shallow=False))

    def test_files_that_were_built_need_no_licence(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name, "root")
            for file in ("src/build/a.c", "build/b.c", "src/__pycache__/a.pyc", "dist/c"):
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text("")
            copy = sources(root, pathlib.Path(name))
            self.assertEqual([path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()], ["src/build/a.c"])
            (root / ".git").mkdir()
            self.assertEqual(sources(root, pathlib.Path(name)), root)

    def test_a_file_without_a_licence_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "REUSE.toml").write_text("version = 1\n")
            (folder / "a.c").write_text("int a;\n")
            status, said = self.lint(folder)
            self.assertNotEqual(status, 0)
            self.assertEqual([pathlib.Path(file).name for file in said["non_compliant"]["missing_licensing_info"]], ["a.c"])


class CycloneDX(unittest.TestCase):
    def problem(self, document):
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator

        return JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(document))

    def test_documents_are_valid(self):
        with tempfile.TemporaryDirectory() as name:
            for path in made_up.artefacts(pathlib.Path(name)):
                with self.subTest(path.name):
                    document = sbom.document(path, made_up.IDENTITY, "2026-11-22T00:00:00Z")
                    self.assertIsNone(self.problem(document))

    def test_invalid_ones_are_found(self):
        with tempfile.TemporaryDirectory() as name:
            path = made_up.wheel(pathlib.Path(name))
            document = sbom.document(path, made_up.IDENTITY, "2026-11-22T00:00:00Z")
            document["components"][0]["type"] = "thing"
            self.assertIsNotNone(self.problem(document))


if __name__ == "__main__":
    unittest.main()
